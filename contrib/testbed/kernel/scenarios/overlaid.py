"""The surface of `gesture-bridge overlay` takes no touches: a window below gets each finger that lands on it, to its end.

sway and the daemon read the same touchscreen; the overlay's surface covers sway's whole output while something is shown.
"""

import glob
import os
import time

from sway import PIXELS, Compositor
from words import BedError

COMPOSITOR = True
EXACT_TIME = True
TIMEOUT = 600
DURATION = 35
RULES = """
[overlay]
show = true

[gesture.swipe]
kind = "swipe"
fingers = 3
run = "true"

[gesture.guide]
kind = "hint"
fingers = 1
began = "true"

[gesture.right]
kind = "pan"
fingers = 1
began = "true"
"""
SWIPES = int(os.environ.get("bed_gestures", 30))
HINTS = 6
RUNTIME = "/tmp/daemon"
STARTS = 60  # seconds; a busy machine needs some


def overlay():
    """The process that draws, once it is there."""
    end = time.monotonic() + STARTS
    while time.monotonic() < end:
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(path, "rb") as file:
                    if file.read().split(b"\0")[:2] == [b"gesture-bridge", b"overlay"]:
                        return path.split("/")[2]
            except OSError:
                pass  # it has ended
        time.sleep(0.1)
    raise BedError("nothing draws gestures")


def shows(process):
    """Whether it has a picture in memory, which is there as long as its surface."""
    with open(f"/proc/{process}/maps", encoding="ascii") as maps:
        return "memfd" in maps.read()


def becomes(process, is_shown, within=STARTS):
    end = time.monotonic() + within
    while shows(process) != is_shown:
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def await_shown(process, is_shown, what):
    if not becomes(process, is_shown):
        raise BedError(what)


def await_subscriber(bed, compositor, process):
    """The daemon shows what it draws from the next gesture on after it has asked: fingers rest until one is shown."""
    end = time.monotonic() + STARTS
    is_there = False
    while not is_there:
        if time.monotonic() > end:
            raise BedError("what draws gestures draws none")
        bed.do("down screen a 100,100")
        is_there = becomes(process, True, within=3)
        bed.do("up screen")
    await_shown(process, False, "the first hint stays")
    compositor.seen()


def check_touches(bed, compositor, what, starts):
    """The window has seen just these touches, each from where it landed to where it lifted."""
    seen = compositor.touches("up", len(starts))
    places = [touch.places[0] for touch in seen]
    strays = [(place, start) for place, start in zip(places, starts)
              if any(abs(a - PIXELS * b) > 0.5 for a, b in zip(place, start))]
    bed.check(what, ([touch.end for touch in seen], strays), (["up"] * len(starts), []))


def hints(bed, compositor, process):
    """A finger rests until the hint is drawn around it; another one lands on what is drawn."""
    for number in range(HINTS):
        x, y = 60 + number * 35, 40 + number * 22
        bed.do(f"down screen a {x},{y}")
        await_shown(process, True, "no hint is drawn")
        bed.do(f"down screen b {x + 20},{y}\nwait 60ms\nup screen b\nwait 60ms\nup screen a")
        check_touches(bed, compositor, f"both fingers of hint {number + 1}", [(x, y), (x + 20, y)])
        await_shown(process, False, "the hint stays")


def swipes(bed, compositor, process):
    """Swipes in a row land while the picture of the one before is still shown."""
    landed_on_picture = 0
    for number in range(SWIPES):
        x, y = 90 + number * 37 % 150, 30 + number * 53 % 120
        landed_on_picture += shows(process)
        bed.do(f"down screen a {x},{y} b {x + 15},{y + 4} c {x + 30},{y}\nmove screen a,b,c by -50,0 over 120ms\nup screen")
        check_touches(bed, compositor, f"the fingers of swipe {number + 1}", [(x, y), (x + 15, y + 4), (x + 30, y)])
    bed.check("half of them at least landed on a picture", landed_on_picture >= SWIPES // 2, True)


def scenario(bed):
    compositor = Compositor(bed)
    compositor.plug("touchscreen", "screen")
    # The daemon is another user than sway, and has its own folder for its socket.
    os.mkdir(RUNTIME, 0o700)
    os.environ.update(WAYLAND_DISPLAY=f"{os.environ['XDG_RUNTIME_DIR']}/{compositor.display}", XDG_RUNTIME_DIR=RUNTIME)
    bed.start()
    compositor.await_taken_up("screen")
    process = overlay()
    await_subscriber(bed, compositor, process)
    hints(bed, compositor, process)
    swipes(bed, compositor, process)
    compositor.end()
