"""The cost of a frame that passes through an intercepted device, compared with one that is only listened to; none is lost."""

import os
import select
import statistics
import time

from devices import ABS_MT_POSITION_X, EV_ABS, EV_SYN
from nodes import Reader, await_clone

THIRTEEN = os.path.realpath(f"{__file__}/../../../../../Tests/Fixtures/rules/thirteen.toml")
with open(THIRTEEN, encoding="utf-8") as file:
    RULES = file.read() + '\n[device."Mocked Touchscreen"]\nintercept = true\n'
FRAMES = 3000
RATE = 1000  # frames a second
MICROSECONDS = 1e6
QUIET = 300  # milliseconds without a frame


class Way:
    """From a device to another program that reads it, or the clone that stands in for it."""

    def __init__(self, bed, name, path):
        self.node, self.reader, self.times = bed.node(name), Reader(path), []
        self.poll = select.poll()
        self.poll.register(self.reader.fd, select.POLLIN)
        bed.do(f"down {name} a 100,50\nmove {name} a by 30,0 over 200ms\nwait 300ms")
        # On a busy machine the daemon may still be forwarding withheld events.
        while self.poll.poll(QUIET):
            self.reader.events()

    def write(self, number):
        self.node.write([(EV_ABS, ABS_MT_POSITION_X, 2000 + number % 500), (EV_SYN, 0, 0)])

    def measure(self, number):
        began = time.monotonic()
        self.write(number)
        self.poll.poll(100)
        self.times.append(time.monotonic() - began)

    def count(self):
        return sum(event[1:3] == (EV_SYN, 0) for event in self.reader.events())

    def figures(self):
        median, slow = statistics.median(self.times), sorted(self.times)[len(self.times) * 99 // 100]
        return median * MICROSECONDS, f"median {median * MICROSECONDS:.0f} us, p99 {slow * MICROSECONDS:.0f} us"


def scenario(bed):
    bed.do("add touchscreen screen\nadd touchscreen-without-size other")
    bed.start()
    through, direct = Way(bed, "screen", await_clone(bed.path("screen"))), Way(bed, "other", bed.path("other"))
    seen = 0
    for number in range(FRAMES):
        for way in (through, direct):
            way.measure(number)
            time.sleep(0.001)
            seen += way.count()
    (longer, one), (shorter, other) = through.figures(), direct.figures()
    bed.check(f"intercepted {one}; direct {other}; {longer - shorter:.0f} us more; none lost", seen, 2 * FRAMES)
    began, seen = time.monotonic(), 0
    for number in range(FRAMES):
        through.write(number)
        time.sleep(max(0, began + (number + 1) / RATE - time.monotonic()))
        seen += through.count()
    took = time.monotonic() - began
    time.sleep(0.3)
    bed.check(f"none lost at {FRAMES / took:.0f} frames a second", seen + through.count(), FRAMES)
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
