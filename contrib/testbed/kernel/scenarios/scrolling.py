"""Two fingers scroll on an intercepted touchpad as the rules have it: the results in libinput and a window.

libinput's scrolling adds up to the distance times the factor, also if the clone's contacts move beyond the pad. Then a
window of sway, whose application the rules name; and two fingers that flick back a page, which the window does not get.
"""

import os
import re

from libinput import Libinput
from nodes import await_clone
from stage import gesture, rules
from sway import Compositor

COMPOSITOR = True
EXACT_TIME = True
PAD = "Mocked Touchpad"
# To and fro, so that the distance that libinput drops until it knows the gesture counts little.
LONG = "down pad a 40,15 b 55,17\nwait 30ms\n" + "move pad a,b by 0,36 over 240ms\nmove pad a,b by 0,-36 over 240ms\n" * 2 + "up pad"
SIDEWAYS = LONG.replace("0,36", "30,0").replace("0,-36", "-30,0")
ONCE = "down pad a 40,15 b 55,17\nwait 30ms\nmove pad a,b by 0,40 over 320ms\nup pad"
FACTORS = [0.5, 0.25, 2, 3, -1, -2, -0.5]
CLOSE = 0.05
EMPTY = gesture("swipe", fingers=3)
RULES = rules(EMPTY, device=PAD)
FLICK = {"direction": "left", "min_distance": "15 mm", "min_speed": "150 mm/s", "max_duration": "300 ms", "max_angle": "20 deg", "device": PAD}
AXIS = re.compile(r"vert (-?[\d.]+).*horiz (-?[\d.]+)")


def scroll(factor, **conditions):
    when = ", ".join(f'{key} = "{value}"' for key, value in conditions.items())
    lines = ["\n[[scroll]]", f'speed = "{abs(factor) * 100:g} %"', f"reversed = {str(factor < 0).lower()}"]
    return "\n".join([*lines, f"when = {{ {when} }}" if when else "", ""])


class Listener(Libinput):
    """The other events than scrolling, the distance of the scrolling, and its end."""

    def heard(self):
        others, far, end, stops = [], 0.0, 0.0, 0
        for line in self.take():
            axes = AXIS.search(line)
            if axes is None or "SCROLL" not in line:
                words = line.split()
                others += [words[1]] if not words[1].startswith("GESTURE_HOLD") else []
                continue
            steps = [float(part) for part in axes.groups()]
            far += sum(abs(step) for step in steps)
            end += sum(steps)
            stops += not any(steps)
        return others, far, end, stops


def factors(bed):
    libinput = Listener(await_clone(bed.path("pad")))
    for what, hand in (("down and up", LONG), ("to the sides", SIDEWAYS)):
        bed.use(RULES)
        bed.do(hand)
        others, plain, _, stops = libinput.heard()
        bed.check(f"{what}: {plain:.0f} units of scrolling, and nothing else", (others, plain > 100, stops), ([], True, 1))
        for factor in FACTORS:
            bed.use(RULES + scroll(factor))
            bed.do(hand)
            others, far, _, stops = libinput.heard()
            share = far / plain / abs(factor)
            bed.compare(f"{what}, times {factor}: {share:.3f} of it", (others, abs(share - 1) < CLOSE, stops), ([], True, 1))
    for factor in (1, 2, -1):
        bed.use(RULES + (scroll(factor) if factor != 1 else ""))
        bed.do(ONCE)
        others, far, end, _ = libinput.heard()
        bed.compare(f"times {factor}: the way", (others, end > 0, abs(abs(end) - far) < 0.1 * far), ([], factor > 0, True))
        bed.do("play pad pinch out")
        bed.compare(f"times {factor}: a pinch", sorted(set(libinput.heard()[0])), ["GESTURE_PINCH_BEGIN", "GESTURE_PINCH_END", "GESTURE_PINCH_UPDATE"])
    libinput.end()


def scrolled(compositor):
    """How far the window was told to scroll, and how often that stopped."""
    lines = [line.split() for line in compositor.seen()]
    return (
        sum(float(words[2]) for words in lines if words[0] == "axis"),
        sum(words[:2] == ["axis-stop", "vertical"] for words in lines),
    )


def in_a_window(bed):
    compositor = Compositor(bed, intercepted=[PAD])
    compositor.await_taken_up("pad")
    bed.do("wait 500ms\ndown pad a 40,30\nmove pad a by 20,12 over 160ms\nup pad\nwait 300ms")
    sections = [
        ("no section", "", 1), ("another application's", scroll(3, app="other"), 1),
        ("its own", scroll(3, app="*window*"), 3), ("both", scroll(0.5) + scroll(-2, app="*window*"), -2),
    ]
    plain = None
    for what, section, factor in sections:
        bed.use(RULES + section)
        bed.do("wait 300ms")
        compositor.seen()
        bed.do(LONG.removesuffix("move pad a,b by 0,-36 over 240ms\nup pad") + "up pad\nwait 400ms")
        way, stops = scrolled(compositor)
        plain = plain or way
        share = way / plain / factor
        bed.compare(f"{what}: {way:.0f} units, {share:.3f} of it", (abs(share - 1) < 2 * CLOSE, stops), (True, 1))
    flick = "down pad a 60,30 b 75,32\nwait 20ms\nmove pad a,b by -30,0 over 100ms\nup pad\nwait 600ms"
    bed.use(rules(gesture("swipe", fingers=2, **FLICK, delays_touches_began=True), device=PAD))
    compositor.seen()
    before = len(bed.ran())
    bed.do(flick)
    bed.compare("a flick, kept back, is no scrolling", (scrolled(compositor), bed.ran()[before:]), ((0, 0), ["swipe"]))
    compositor.seen()
    bed.do("down pad a 40,15 b 55,17\nwait 30ms\nmove pad a,b by 0,40 over 800ms\nup pad\nwait 400ms")
    way, stops = scrolled(compositor)
    bed.compare(f"slow fingers beside it scroll: {way:.0f} units", (way > 0, stops), (True, 1))
    before = len(bed.ran())
    bed.do(flick)
    bed.compare("and a flick is still no scrolling", (scrolled(compositor), bed.ran()[before:]), ((0, 0), ["swipe"]))
    compositor.end()


def scenario(bed):
    os.environ["XDG_RUNTIME_DIR"] = "/tmp/daemon"
    os.environ["WAYLAND_DISPLAY"] = "/tmp/home/wayland-1"
    os.makedirs("/tmp/daemon", mode=0o700)
    bed.do("add touchpad pad")
    bed.start()
    factors(bed)
    in_a_window(bed)
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
