#!/usr/bin/python3
"""What pictures of gestures cost: beside a real sway, daemons with [overlay] and without.

usage: contrib/bench overlay [PROGRAM] [SWIPES]     PROGRAM: gesture-bridge; without one it is built. SWIPES of each: 400

Two daemons have a mocked touchscreen each, one of them draws what its gestures come to. They are swiped in turns of 10; latency is from
the frame in which the fingers lift to the start of the command. Then fingers of the one that draws move 40 times on a screen that shows
nothing, and the screen is copied until it shows something: touch to pixel is from the frame of the movement to when the compositor
showed the picture, of 60 a second. Then nothing happens for 5 s, in which wake-ups are counted. Exit status: 0 if a command is at most 3 % later with
pictures by the median, 95 of 100 pictures come within two refreshes, and nothing wakes the program that draws; else 1.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
sys.path[:0] = [os.path.join(HERE, "../testbed"), os.path.join(HERE, "../testbed/desktop"), HERE]

import environment
import process
from sides import Side

TURN = 10
IDLE = 5  # s
PICTURES = 40
REFRESH = 1 / 60
MOST = 1.03
MORE = """
[gesture.next]
kind = "swipe"
fingers = 2
min-distance = "20 mm"
direction = "left"
run = "true"

[overlay]
show = {}
"""


def drawers(pid):
    """The children of a process that draw."""
    text = subprocess.run(["pgrep", "-P", str(pid), "-x", "gesture-overlay"], capture_output=True, text=True).stdout
    return [int(word) for word in text.split()]


def touch_to_pixel(side, screen):
    """From a movement to its first picture, in seconds."""
    empty = screen.picture()[0]
    side.do("down event0 a 150,100 b 170,95")
    side.do("wait 100ms")
    last = int(side.do("move event0 a,b by -8,0").split("last=")[1])
    while True:
        pixels, shown = screen.picture()
        if pixels != empty:
            break
        if time.monotonic() > last / 1e6 + 5:
            raise RuntimeError("nothing is drawn")
    side.do("up event0")
    while screen.picture()[0] != empty:
        time.sleep(0.05)
    return shown - last / 1e6


def main():
    if len(sys.argv) > 3 or sys.argv[1:] and sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    from compositors import Sway
    from overlay import WaylandScreen

    environment.enter(__file__)
    program = os.path.abspath(sys.argv[1]) if sys.argv[1:] else os.path.join(ROOT, ".build/dist/bin/gesture-bridge")
    if not sys.argv[1:]:
        subprocess.run([os.path.join(ROOT, "contrib/release")], check=True, stdout=sys.stderr)
    root = subprocess.run(
        [os.path.join(HERE, "../testbed/desktop/root"), "sway"], check=True, capture_output=True, text=True).stdout.strip()
    swipes = int(sys.argv[2]) if sys.argv[2:] else 400
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/run", 0o700)
        sway = Sway(root, f"{work}/run")
        sway.start()
        try:
            os.environ.update(XDG_RUNTIME_DIR=sway.folder, WAYLAND_DISPLAY=os.path.basename(sway.socket))
            sides = [Side(program, work, "without", MORE.format("false")), Side(program, work, "with", MORE.format("true"))]
            deadline = time.monotonic() + 10
            while not drawers(sides[1].pid):
                if time.monotonic() > deadline:
                    raise RuntimeError("nothing draws")
                time.sleep(0.1)
            time.sleep(1)
            for turn in range(swipes // TURN):
                for side in sides[:: 1 if turn % 2 else -1]:
                    for _ in range(TURN):
                        side.swipe()
            time.sleep(2)
            screen = WaylandScreen(sway.socket)
            pixels = sorted(touch_to_pixel(sides[1], screen) for _ in range(PICTURES))
            time.sleep(2)
            drawer = drawers(sides[1].pid)[0]
            before = process.wake_ups(drawer), process.wake_ups(sides[1].pid)
            time.sleep(IDLE)
            wakes = process.wake_ups(drawer) - before[0], process.wake_ups(sides[1].pid) - before[1]
            memory = process.resident(drawer), process.proportional(drawer)
            for side in sides:
                side.bed.close()
        finally:
            sway.kill()
    report(sides, pixels, wakes, memory)


def report(sides, pixels, wakes, memory):
    off, on = (statistics.median(side.latencies) for side in sides)
    tail = [sorted(side.latencies)[int(0.99 * len(side.latencies))] for side in sides]
    late = pixels[int(0.95 * (len(pixels) - 1))]
    print(f"lift to command, µs           median {off:7.0f} without, {on:7.0f} with: {on / off:.3f}")
    print(f"                              99 %   {tail[0]:7.0f} without, {tail[1]:7.0f} with: {tail[1] / tail[0]:.3f}")
    print(
        f"touch to pixel, ms            median {1e3 * statistics.median(pixels):.1f}, 95 % {1e3 * late:.1f}, "
        f"most {1e3 * pixels[-1]:.1f}; two refreshes are {2e3 * REFRESH:.1f}")
    print(f"wake-ups in {IDLE} s idle           {wakes[0]} of what draws, {wakes[1]} of the daemon")
    print(f"what draws, idle, kB          {memory[0]} resident, {memory[1]} proportional")
    sys.exit(0 if on / off <= MOST and late <= 2 * REFRESH and wakes == (0, 0) else 1)


main()
