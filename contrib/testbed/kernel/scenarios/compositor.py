"""A compositor and the daemon read the same devices; a window is given what it would be without the daemon."""

from devices import BTN_LEFT, EV_KEY, EV_SYN
from notes import NOTES
from sway import PIXELS, Compositor

COMPOSITOR = True
EXACT_TIME = True
RULES = NOTES + """
[gesture.tap]
kind = "tap"
fingers = 1
run = 'echo tap >> "$RAN"'

[gesture.two-finger-tap]
kind = "tap"
fingers = 2
run = 'echo two-finger-tap >> "$RAN"'
"""
SCREEN = "Mocked Touchscreen"
FRAMES = 50  # in 400 ms


def path(x, y, dx=0, frames=0):
    """The places where the window sees a finger that lands there, and moves `dx` aside in `frames` frames; all in mm except that."""
    return [(PIXELS * (x + dx * i / max(1, frames)), PIXELS * y) for i in range(frames + 1)]


def check_touches(bed, compositor, what, paths):
    """The window has seen these touches to their ends, and nothing else."""
    seen = compositor.touches("up", len(paths))
    bed.check(f"{what}, to the end", [touch.end for touch in seen], ["up"] * len(paths))
    strays = [touch.places for touch, places in zip(seen, paths) if not touch.follows(places)]
    bed.check(f"{what}, in its place", strays, [])


def tap(bed, compositor):
    bed.expect("the daemon hears a tap", ["tap"], "down screen a 100,50\nwait 60ms\nup screen")
    check_touches(bed, compositor, "the window sees it", [path(100, 50)])


def two_finger_tap(bed, compositor):
    bed.expect("a tap of two fingers", ["two-finger-tap"], "down screen a 100,50 b 120,60\nwait 60ms\nup screen")
    lines = compositor.seen("up", 2)
    frames = ["down", "down", "frame", "up", "up", "frame"]
    bed.check("the window sees both at once", [line.split()[0] for line in lines], frames)


def swipe(bed, compositor):
    fingers = "down screen a 200,50 b 220,60 c 240,70\nmove screen a,b,c by -60,0 over 400ms\nup screen"
    bed.expect("a swipe of three fingers", ["swipe"], fingers)
    paths = [path(x, y, -60, FRAMES) for x, y in ((200, 50), (220, 60), (240, 70))]
    check_touches(bed, compositor, "the window sees every frame of it", paths)


def palm(bed, compositor):
    """Touches that are taken back from a window are taken back as a whole; the window gets no more events of the remaining finger."""
    bed.do("down screen a 100,50 b 120,60\nwait 100ms\ncancel screen a\nwait 100ms\nmove screen b by 5,0 over 40ms")
    bed.do("up screen")
    kinds = [line.split()[0] for line in compositor.seen()]
    bed.check("a palm is taken back from the window", kinds, ["down", "down", "frame", "cancel"])


def unplugged(bed, compositor):
    """Another touchscreen remains, so that the window continues to listen to touches."""
    compositor.plug("touchscreen-without-size", "other")
    amid = "play screen pinch out ending=stay\nremove screen"
    bed.expect("pulled out amid a pinch, it is cancelled", ["began", "cancelled"], amid)
    compositor.await_devices(SCREEN, 0)
    ends = [touch.end for touch in compositor.touches()]
    bed.check("so it is for the window", ends, ["cancel", "cancel"])
    compositor.unplug("other")
    compositor.plug("touchscreen", "screen")


def but_holds(lines):
    """The lines without libinput's holds, which come from fingers that rest a moment before they move."""
    return [line for line in lines if not line.startswith("hold-")]


def click(bed):
    pad = bed.node("pad")
    bed.do("down pad a 50,30\nwait 50ms")
    for is_down in (1, 0):
        pad.write([(EV_KEY, BTN_LEFT, is_down), (EV_SYN, 0, 0)])
        bed.do("wait 50ms")
    bed.do("up pad")


def touchpad(bed, compositor):
    compositor.plug("touchpad", "pad")
    bed.do("play pad swipe up fingers=2")
    lines = but_holds(compositor.seen("axis-stop"))
    kinds = {line.split()[0] for line in lines}
    bed.check("two fingers on a touchpad scroll", kinds, {"enter", "axis", "axis-stop"})
    bed.check("all of it upwards", {line.split()[2][0] for line in lines if line.startswith("axis vertical")}, {"-"})
    click(bed)
    lines = but_holds(compositor.seen("button", 2))
    bed.check("a click", lines, [f"button {BTN_LEFT} pressed", f"button {BTN_LEFT} released"])
    bed.expect("three fingers swipe for the daemon", ["swipe"], "play pad swipe left fingers=3")
    lines = but_holds(compositor.seen("swipe-end"))
    bed.check("and for the window", (lines[0], lines[-1]), ("swipe-begin 3", "swipe-end"))


def scenario(bed):
    compositor = Compositor(bed)
    compositor.plug("touchscreen", "screen")
    bed.start()
    tap(bed, compositor)
    two_finger_tap(bed, compositor)
    swipe(bed, compositor)
    palm(bed, compositor)
    tap(bed, compositor)
    unplugged(bed, compositor)
    tap(bed, compositor)
    touchpad(bed, compositor)
    compositor.kill()
    bed.expect("the compositor killed, the daemon goes on", ["swipe"], "play screen swipe left")
    compositor = Compositor(bed)
    compositor.await_taken_up("screen")
    tap(bed, compositor)
    compositor.end()
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
