"""A touchscreen's long press, or a tap of two fingers, as a right click: the window gets the click or the touch, never both. A long
press that moves is a drag with the right button, or a click if the finger stays.

The touch is withheld as long as it may be the gesture. The daemon clicks by sway's virtual pointer, where the finger is.
"""

import os
import time

from stage import SCREEN, gesture, rules
from story import tell
from sway import Compositor

COMPOSITOR = True
EXACT_TIME = True
RUNTIME = "/tmp/daemon"  # root's, as the daemon is
CLICK = '{ click = "right", at = "finger" }'
SETTINGS = {"device": "touchscreen", "delays_touches_began": True, "run": CLICK}
RULES = rules(
    gesture("long-press", min_duration="500 ms", **SETTINGS),
    # A long press waits for a possible tap of two fingers.
    gesture("tap", fingers=2, land_within="300 ms", lift_within="1 s", max_duration="3 s", **SETTINGS),
).replace("intercept = true", 'intercept = true\noutput = "HEADLESS-1"', 1)
DRAG = '{ drag = "right", at = "finger" }'
DRAGGING = rules(gesture("long-press", min_duration="500 ms", device="touchscreen", delays_touches_began=True, run=DRAG)).replace(
    "intercept = true", 'intercept = true\noutput = "HEADLESS-1"', 1
)
CLICKED = ["button 273 pressed", "button 273 released"]
PIXELS = 4

# The name, the movements of fingers, the window's touch events, and the place of the pointer at the click, or None for no click.
CASES = [
    ("a long press", "down screen a 100,50\nwait 700ms\nup screen", [], (400, 200)),
    ("a long press that goes on", "down screen a 120,60\nwait 700ms\nmove screen a by 30,0 over 160ms\nup screen", [], (480, 240)),
    ("a tap of two fingers", "down screen a 150,80 b 170,80\nwait 60ms\nup screen", [], (640, 320)),
    ("a tap", "down screen a 200,50\nwait 60ms\nup screen", ["down a 200,50", "up a"], None),
    (
        "a finger that moves at once", "down screen a 200,50\nwait 100ms\nmove screen a by 20,0 over 160ms\nup screen",
        ["down a 200,50", "move a 220,50", "up a"], None,
    ),
    ("two fingers that go apart", "down screen a 100,80 b 120,80\nmove screen a by -20,0 over 160ms\nup screen", None, None),
]


def clicked(lines):
    """The buttons, and where the pointer was at the first of them; what touches did is left to the others."""
    place, found = None, []
    for line in lines:
        kind, *words = line.split()
        if kind in ("enter", "move") and len(words) > 1:
            place = tuple(round(float(word)) for word in words[:2])
        elif kind == "button":
            found.append((line, place))
    return [line for line, _ in found], found[0][1] if found else None


def touched(lines):
    """Without how many steps a move was."""
    told = tell([[line for line in lines if line.split()[0] in ("down", "motion", "up", "cancel", "frame")]])[0]
    return [line.split(" in ")[0] for line in told]


def story(lines):
    """Buttons, and where the pointer went in between."""
    place, told = None, []
    for line in lines:
        kind, *words = line.split()
        if kind in ("enter", "move") and len(words) > 1:
            place = tuple(round(float(word)) for word in words[:2])
        elif kind == "button":
            told.append((words[1], place))
    return told


def hear(compositor, count):
    """The window's events until this number of buttons is pressed or released, and for a while after that."""
    lines, end = [], time.monotonic() + 10
    while len(story(lines)) < count and time.monotonic() < end:
        time.sleep(0.05)
        lines += compositor.seen()
    time.sleep(0.3)
    return lines + compositor.seen()


PRESS = "down screen a 100,50\nwait 700ms"
HOME = (400, 200)
THERE = (520, 240)
MOVE = "move screen a by 30,10 over 160ms"
ELSEWHERE = "down screen a 30,100\nwait 700ms\nup screen"
CRASH = "signal KILL\nawait-exit"

# The name, the movements of fingers while the right button is down, and the places of the pointer when the button goes down and up.
DRAGS = [
    ("a press that stays is a click", f"{PRESS}\nup screen", HOME),
    ("a press that moves drags", f"{PRESS}\n{MOVE}\nup screen", THERE),
    ("to and fro", f"{PRESS}\n{MOVE}\nmove screen a by -30,-10 over 160ms\nup screen", HOME),
    ("cancelled", f"{PRESS}\n{MOVE}\ncancel screen a\nwait 100ms\nup screen", THERE),
]


def dragging(bed, compositor):
    bed.use(DRAGGING)
    bed.do("wait 500ms")
    compositor.seen()
    for what, hand, end in DRAGS:
        # Somewhere else, so that the window gets the pointer's movement.
        bed.do(ELSEWHERE)
        hear(compositor, 2)
        bed.do(hand)
        lines = hear(compositor, 2)
        bed.compare(f"{what}: the button", story(lines), [("pressed", HOME), ("released", end)])
        bed.compare(f"{what}: touches", touched(lines), [])
    bed.do(ELSEWHERE)
    hear(compositor, 2)
    bed.do(f"{PRESS}\n{MOVE}\nwait 300ms")
    bed.use(DRAGGING.replace("500 ms", "550 ms"))
    lines = hear(compositor, 2)
    bed.compare("new rules let go", (story(lines), touched(lines)), ([("pressed", HOME), ("released", THERE)], []))
    bed.do("up screen\nwait 300ms")
    compositor.seen()
    bed.do("down screen a 200,50\nwait 60ms\nup screen\nwait 900ms")
    lines = compositor.seen()
    bed.compare("a tap is one", (story(lines), touched(lines)), ([], ["down a 200,50", "up a"]))
    # The place of the pointer when the daemon is killed doesn't matter.
    bed.do(f"{PRESS}\n{MOVE}\n{CRASH}")
    lines = hear(compositor, 2)
    told = story(lines)
    bed.compare("killed, nothing stays down", ([word for word, _ in told], told[:1], touched(lines)), (["pressed", "released"], [("pressed", HOME)], []))
    bed.do("up screen")


def scenario(bed):
    os.makedirs(RUNTIME, mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = RUNTIME
    os.environ["WAYLAND_DISPLAY"] = "/tmp/home/wayland-1"
    compositor = Compositor(bed, intercepted=[SCREEN])
    compositor.plug("touchscreen", "screen")
    bed.start()
    compositor.await_taken_up("screen")
    bed.do("await 'sending keys and clicks through'")
    compositor.seen()
    for what, hand, touches, place in CASES:
        bed.do(hand)
        time.sleep(1.2)
        lines = compositor.seen()
        buttons, at = clicked(lines)
        bed.compare(f"{what}: clicks", (buttons, at), (CLICKED if place else [], place))
        heard = touched(lines)
        if touches is None:
            bed.compare(f"{what}: the window has both fingers", [line.split()[0] for line in heard].count("up"), 2)
        else:
            bed.compare(f"{what}: touches", heard, touches)
    dragging(bed, compositor)
    compositor.end()
