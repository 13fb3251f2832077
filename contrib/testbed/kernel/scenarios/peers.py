"""gesture-bridge and lisgd on the real kernel: how soon a command starts after the fingers lift. `swipes=1000` sets the number for each.

It is a benchmark, for a machine that does nothing else: `contrib/bench kernel` runs it, and it is not among the scenarios that are run
without a name. The daemons take turns, some swipes each, with the same touchscreen and the same line of shell.
"""

import os
import statistics
import subprocess
import sys
import time

sys.path.append(os.path.join(os.environ["bed_root"], "contrib/benchmarks"))

from common import Stamps, nanoseconds
from gestures import Gestures

BENCHMARK = True
TIMEOUT = 3600
RULES = """
[gesture.up]
kind = "pan"
fingers = 3
ended = '{command}'
"""
SWIPES = int(os.environ.get("bed_swipes", "50"))
TURN = 25  # swipes
WARM_UP = 3
WITHIN = 3  # seconds
PAUSE = 0.1


def swipe(bed, stamps):
    """Swipes upwards; returns how long it took from the frame in which the first finger lifts to the command, in ms; None if never."""
    node = bed.node("screen")
    surface, lifted = node.fingers(), 0
    time.sleep(PAUSE)
    stamps.take(0)
    for pause, operations in Gestures(node.description).swipe(fingers=3, direction="up", distance=50, speed=600):
        frame = surface.frame(operations)
        time.sleep(pause / 1000)
        if operations[0][0] == "up" and not lifted:
            lifted = nanoseconds()
        node.write(frame)
    came = stamps.take(WITHIN)
    return (came[0][0] - lifted) / 1e6 if came else None


def turn(bed, stamps, count, found):
    for _ in range(WARM_UP):
        swipe(bed, stamps)
    for _ in range(count):
        found.append(swipe(bed, stamps))


def ours(bed, stamps, count, found):
    bed.start()
    turn(bed, stamps, count, found)
    bed.do("stop")


def theirs(bed, stamps, count, found):
    line = f"3,DU,*,*,R,{stamps.command('swiped')}"
    with subprocess.Popen(["lisgd", "-d", bed.path("screen"), "-w", "1920", "-h", "1200", "-g", line]) as program:
        time.sleep(1)
        turn(bed, stamps, count, found)
        program.terminate()


def report(bed, name, found):
    lost = found.count(None)
    times = sorted(one for one in found if one is not None)
    median, late = statistics.median(times), times[int(len(times) * 0.99)]
    bed.check(f"{name}: median {median:.2f} ms, 99 % {late:.2f} ms, {lost} of {len(found)} lost", lost, 0)
    return median, late


def scenario(bed):
    stamps = Stamps("/tmp/stamps")
    os.chmod("/tmp/stamps", 0o666)
    bed.write_rules(RULES.format(command=stamps.command("swiped")))
    bed.do("add touchscreen screen")
    subprocess.run(["udevadm", "settle"], check=True)
    found = {"gesture-bridge": [], "lisgd": []}
    while len(found["lisgd"]) < SWIPES:
        count = min(TURN, SWIPES - len(found["lisgd"]))
        ours(bed, stamps, count, found["gesture-bridge"])
        theirs(bed, stamps, count, found["lisgd"])
    (median, late), (their_median, their_late) = (report(bed, name, one) for name, one in found.items())
    is_sooner = median <= their_median and late <= their_late
    bed.check(f"of lisgd's: median {median / their_median:.2f}, 99 % {late / their_late:.2f}", is_sooner, True)
