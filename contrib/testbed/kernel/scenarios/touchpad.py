"""The events that a window gets from an intercepted touchpad: pointing, clicks, scrolling; none that a gesture takes."""

import itertools
import time

from devices import BTN_LEFT, EV_KEY, EV_SYN
from stage import LATE, SHARED, gesture, rules
from sway import Compositor

COMPOSITOR = True
EXACT_TIME = True
PAD = "Mocked Touchpad"
ON_PAD = {"device": "touchpad"}
RULES = rules(gesture("swipe", fingers=3), device=PAD)
SWIPE = {"direction": "left", "min_speed": "1 mm/s", "max_duration": "10 s", "slow_after": "10 s"}
MOST = 0.6  # seconds that a gesture may keep something back
# The place and the number of these events don't count.
MANY = ("enter", "move", "axis", "swipe-update", "pinch-update")

LEFT = ["button 272 pressed", "button 272 released"]
RIGHT = ["button 273 pressed", "button 273 released"]
STOP = ["axis-stop vertical", "axis-stop horizontal"]

ONE_MOVES = "down pad a 40,30\nmove pad a by 20,0 over 160ms\nup pad"
TWO_MOVE = "down pad a 40,20 b 55,22\nmove pad a,b by 0,20 over 320ms\nup pad"
TAPS = {fingers: f"play pad tap fingers={fingers}" for fingers in (1, 2, 3)}

# The name, the rule, the movements of fingers, the window's events, and the commands that run.
CASES = [
    ("one finger points", gesture("swipe", fingers=3), ONE_MOVES, ["move"], []),
    ("two fingers scroll", gesture("swipe", fingers=3), TWO_MOVE, ["axis", *STOP], []),
    ("a tap clicks", gesture("swipe", fingers=3), TAPS[1], LEFT, []),
    ("so does one of two fingers", gesture("swipe", fingers=3), TAPS[2], RIGHT, []),
    (
        "a swipe of three fingers", gesture("swipe", fingers=3, **SWIPE), "play pad swipe left fingers=3",
        ["swipe-begin 3", "swipe-update", "swipe-end cancelled"], ["swipe"],
    ),
    (
        "a swipe that takes nothing", gesture("swipe", fingers=3, **SWIPE, **SHARED), "play pad swipe left fingers=3",
        ["swipe-begin 3", "swipe-update", "swipe-end"], ["swipe"],
    ),
    (
        "a swipe the other way", gesture("swipe", fingers=3, **SWIPE), "play pad swipe right fingers=3",
        ["swipe-begin 3", "swipe-update", "swipe-end"], [],
    ),
    (
        "a swipe, shown late", gesture("swipe", fingers=3, **SWIPE, **LATE), "play pad swipe left fingers=3",
        [], ["swipe"],
    ),
    (
        "a pinch", gesture("pinch", fingers=2, min_change="8 mm"), "play pad pinch out",
        ["pinch-begin 2", "pinch-update", "pinch-end cancelled"], ["pinch"],
    ),
    ("a tap", gesture("tap", **ON_PAD), TAPS[1], [], ["tap"]),
    ("a tap of two fingers", gesture("tap", fingers=2, **ON_PAD), TAPS[2], [], ["tap"]),
    ("a tap of three fingers", gesture("tap", fingers=3), TAPS[3], [], ["tap"]),
    ("a tap that takes nothing", gesture("tap", fingers=2, **ON_PAD, **SHARED), TAPS[2], RIGHT, ["tap"]),
    ("a tap of two fingers, shown late", gesture("tap", fingers=2, **ON_PAD, **LATE), TAPS[2], [], ["tap"]),
    ("one finger is no tap of two", gesture("tap", fingers=2, **ON_PAD), TAPS[1], LEFT, []),
    ("one finger is no tap of two, shown late", gesture("tap", fingers=2, **ON_PAD, **LATE), TAPS[1], LEFT, []),
    ("two fingers are no tap of three", gesture("tap", fingers=3, **LATE), TAPS[2], RIGHT, []),
    ("one tap of two, shown late", gesture("tap", taps=2, **ON_PAD, **LATE), TAPS[1], LEFT, []),
    ("a double tap", gesture("tap", taps=2, **ON_PAD), "play pad tap count=2", [], ["tap"]),
    ("a double tap, shown late", gesture("tap", taps=2, **ON_PAD, **LATE), "play pad tap count=2", [], ["tap"]),
    ("two fingers scroll, shown late", gesture("tap", fingers=2, **ON_PAD, **LATE), TWO_MOVE, ["axis", *STOP], []),
    ("one finger points, shown late", gesture("tap", **ON_PAD, **LATE), ONE_MOVES, ["move"], []),
    ("a long press", gesture("long-press", **ON_PAD), "play pad hold\nwait 100ms", [], ["long-press"]),
]
PRESSES = [
    ("a click", gesture("swipe", fingers=3)),
    ("a click of what may be a tap", gesture("tap", taps=2, **ON_PAD)),
    ("a click of what is not shown yet", gesture("long-press", min_duration="2 s", **ON_PAD, **LATE)),
]


def told(compositor):
    """The window's events, each movement as a whole, and no resting fingers, of which slow hands have many."""
    lines = [line for line in compositor.seen() if not line.startswith("hold-")]
    lines = [line.split()[0] if line.split()[0] in MANY else line for line in lines]
    return [line for line, _ in itertools.groupby(lines)]


def press(bed, is_down):
    bed.node("pad").write([(EV_KEY, BTN_LEFT, int(is_down)), (EV_SYN, 0, 0)])
    bed.do("wait 50ms")


def scenario(bed):
    compositor = Compositor(bed, intercepted=[PAD])
    compositor.command("input type:touchpad tap enabled")
    compositor.plug("touchpad", "pad")
    bed.start()
    compositor.await_taken_up("pad")
    bed.do(f"wait 500ms\n{ONE_MOVES}")
    bed.check("the pointer comes", told(compositor), ["enter", "move"])
    for what, rule, hand, lines, notes in CASES:
        bed.use(rules(rule, device=PAD))
        before = len(bed.ran())
        bed.do(hand)
        time.sleep(MOST)
        bed.compare(what, (told(compositor), bed.ran()[before:]), (lines, notes))
    for what, rule in PRESSES:
        bed.use(rules(rule, device=PAD))
        bed.do("down pad a 50,30\nwait 50ms")
        press(bed, True)
        press(bed, False)
        bed.do("up pad")
        time.sleep(MOST)
        bed.compare(what, told(compositor), LEFT)
    compositor.end()
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
