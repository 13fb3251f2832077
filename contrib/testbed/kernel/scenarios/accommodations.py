"""The touches that a window gets from an intercepted touchscreen for fingers that shake or bounce: those that count, as late and as steady,
and no ignored ones."""

from stage import Case, Stage, gesture, rules

COMPOSITOR = True
EXACT_TIME = True
OTHER = gesture("swipe", fingers=4)
RULES = rules(OTHER)


def own(section="accommodations", **keys):
    return "\n".join([f"\n[{section}]", *(f'{key.replace("_", "-")} = "{value}"' for key, value in keys.items()), ""])


TAP = gesture("tap", device="touchscreen", cancels_touches=False, max_duration="3 s")

CASES = [
    Case("a finger that brushes the screen", [TAP, own(hold="400 ms")], ("down a 100,50; wait 60ms; up a; wait 600ms", "")),
    Case(
        "one that brushes it, by the section of the device",
        [TAP, own(hold="100 ms"), own('device."*".accommodations', hold="400 ms")],
        ("down a 100,50; wait 200ms; up a; wait 600ms", ""),
    ),
    Case(
        "one that stays", [TAP, own(hold="400 ms")],
        ("down a 100,50; wait 60ms", ""), ("wait 500ms", "down a 100,50"), ("up a", "up a"), notes=["tap"],
    ),
    Case(
        "one that bounces", [TAP, own(ignore_repeats="1 s")],
        ("down a 100,50; wait 60ms; up a; wait 20ms; down a 103,50; wait 60ms; up a", "down a 100,50; up a"),
        ("wait 1500ms; down a 100,50; wait 60ms; up a", "down b 100,50; up b"), notes=["tap", "tap"],
    ),
    Case(
        "one that trembles", [TAP, own(steady="5 mm")],
        ("down a 100,50", "down a 100,50"), ("move a by 4,0; wait 20ms; move a by -8,0; wait 20ms; move a by 5,3", ""),
        ("up a", "up a"), notes=["tap"],
    ),
    Case(
        "one that moves on", [TAP, own(steady="5 mm")],
        ("down a 100,50", "down a 100,50"), ("move a by 12,0", "move a 107,50"), ("move a by -9,0", ""), ("up a", "up a"),
    ),
]


def scenario(bed):
    stage = Stage(bed)
    stage.play(CASES)
    stage.end()
