"""A device whose touches others get by a clone: it is grabbed, and given back however the daemon ends."""

import os
import signal
import time

from nodes import Reader, await_clone, named_slot
from notes import EARLY_NOTES, NOTES

EXACT_TIME = True
DEVICES = """
[device."Mocked Touchscreen*"]
intercept = true

[device."Mocked Touchpad"]
intercept = true
"""
RULES, LATE_RULES = EARLY_NOTES + DEVICES, NOTES + DEVICES
SWIPE = "play {} swipe left distance=30mm speed=400"


class Pair:
    """A device of the bed and its clone, each read by another program."""

    def __init__(self, bed, name):
        self.path = bed.path(name)
        self.source, self.clone = Reader(self.path), Reader(await_clone(self.path))
        time.sleep(0.1)
        self.count()

    def count(self):
        """How many events came from the device itself and from its clone since the last time."""
        time.sleep(0.1)
        return self.source.count(), self.clone.count()


def is_given_back(bed, what, pair):
    """The clone has lifted everything and is removed, and the device sends its own events."""
    pair.clone.await_end()
    bed.check(f"{what}, nothing is left down, and nothing was a palm", (pair.clone.down, pair.clone.palms), (set(), 0))
    pair.source.events()
    bed.do("up screen\nwait 50ms\ndown screen a 100,50\nup screen")
    bed.check(f"{what}, the device is as ever", pair.source.count() > 3, True)


def listened(bed):
    pair = Pair(bed, "screen")
    bed.expect("a swipe", ["swipe"], SWIPE.format("screen"))
    source, clone = pair.count()
    bed.check("the device itself says nothing to others", source, 0)
    bed.check("its clone does", clone > 30, True)
    # No compositor is here to pass a cancel on, so to a window a palm would stay down.
    bed.check("what the gesture took is lifted, and has been no palm", (pair.clone.down, pair.clone.palms), (set(), 0))
    bed.do("down screen a 100,50\nwait 20ms\nup screen\nwait 200ms")
    source, clone = pair.count()
    bed.check("a finger that no gesture takes passes", (source, clone > 5, pair.clone.down), (0, True, set()))
    return pair


def late(bed):
    """By default, without a compositor that is known to pass cancels on."""
    bed.use(LATE_RULES)
    pair = Pair(bed, "screen")
    bed.expect("a swipe that is not shown at once", ["swipe"], SWIPE.format("screen"))
    bed.check("neither the device nor its clone says anything", pair.count(), (0, 0))
    bed.do("down screen a 100,50\nwait 20ms\nup screen\nwait 500ms")
    source, clone = pair.count()
    bed.check("a finger that no gesture takes passes late", (source, clone > 5, pair.clone.down), (0, True, set()))
    bed.use(RULES)
    return Pair(bed, "screen")


def killed(bed, pair):
    bed.do("down screen a 100,50 b 150,80\nwait 50ms")
    bed.check("two fingers are down", (pair.count()[1] > 0, pair.clone.down), (True, {0, 1}))
    bed.do("signal KILL\nawait-exit\nwait 20ms")
    pair.clone.await_end()
    bed.do("up screen b\ndown screen c 200,80\nwait 300ms")
    bed.check("killed, the device is kept until the last finger has lifted", (pair.source.count(), pair.source.down), (0, set()))
    bed.do("up screen\nwait 50ms")
    pair.source.events()
    bed.do("down screen d 100,50\nwait 20ms")
    bed.check("then a finger is heard from its landing on", (pair.source.count() > 3, pair.source.down), (True, {0}))
    is_given_back(bed, "killed", pair)


def stopped(bed):
    bed.do("down screen a 100,50 b 150,80\nwait 20ms\nup screen a\nwait 20ms\nup screen b\nwait 50ms")
    bed.start()
    pair = Pair(bed, "screen")
    # A reader that opens it during a touch treats the first slot as the current one.
    slots = named_slot(pair.path), named_slot(await_clone(pair.path))
    bed.check("a new clone is in its first slot, wherever the device is", slots, (1, 0))
    bed.do("down screen a 100,50\nwait 50ms")
    os.kill(bed.program.pid, signal.SIGSTOP)
    bed.do("move screen a by 5,0 over 80ms\nwait 1.5s")
    is_given_back(bed, "stalled", pair)
    os.kill(bed.program.pid, signal.SIGCONT)
    bed.do("await 'was not read in time'")
    return Pair(bed, "screen")


def ended(bed, pair):
    bed.do("down screen a 100,50\nwait 50ms")
    pair.count()
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
    is_given_back(bed, "at the end", pair)
    forgotten(bed)


def forgotten(bed):
    """A finger that never lifts keeps the device for some seconds only."""
    bed.start()
    pair = Pair(bed, "screen")
    bed.do("down screen a 100,50\nwait 50ms\nsignal KILL\nawait-exit\nwait 6s")
    bed.do("down screen b 150,80\nwait 50ms")
    bed.check("one that never lifts does not keep the device for good", (pair.source.count() > 3, pair.source.down), (True, {1}))
    bed.do("up screen\nwait 50ms")


def restarted(bed):
    """A new daemon that comes while fingers are down has the device as soon as they have lifted."""
    bed.start()
    Pair(bed, "screen")
    bed.do("down screen a 100,50\nwait 50ms\nsignal KILL\nawait-exit")
    bed.start()
    bed.do("wait 1s\nup screen\nwait 500ms")
    pair = Pair(bed, "screen")
    bed.expect("started again under a finger, it takes the next gesture", ["swipe"], SWIPE.format("screen"))
    bed.check("and the device itself says nothing to others", pair.source.count(), 0)
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
    bed.do("wait 300ms")


def held(bed):
    bed.start()
    pair = Pair(bed, "screen")
    five = " ".join(f"{name} {60 + 20 * index},80" for index, name in enumerate("abcde"))
    bed.do(f"down screen {five}\nwait 5.5s")
    is_given_back(bed, "five fingers held still", pair)
    bed.do("signal HUP")
    again = Pair(bed, "screen")
    bed.check("new rules have it again", again.count()[0], 0)
    return again


def unplugged(bed, pair):
    bed.do("down screen a 100,50\nwait 50ms\nremove screen")
    pair.clone.await_end()
    bed.check("pulled out under a finger, nothing is left down", pair.clone.down, set())
    bed.do("add touchscreen screen")
    return Pair(bed, "screen")


def two(bed, pair):
    pad = Pair(bed, "pad")
    bed.expect("one swipe on each of two", ["swipe", "swipe"], SWIPE.format("screen") + "\n" + SWIPE.format("pad"))
    counts = pair.count(), pad.count()
    bed.check("neither speaks for itself", [source for source, _ in counts], [0, 0])
    time.sleep(0.3)
    pad.clone.events()
    bed.check("nothing is left down", (pair.clone.down, pad.clone.down), (set(), set()))


def held_at_first(bed):
    bed.do("down screen a 100,50")
    bed.start()
    bed.do("wait 300ms\nup screen")
    Pair(bed, "screen")
    bed.expect("a finger that was there first puts it off", ["swipe"], SWIPE.format("screen"))


def scenario(bed):
    bed.do("add touchscreen screen\nadd touchpad pad")
    bed.start()
    listened(bed)
    pair = late(bed)
    killed(bed, pair)
    pair = stopped(bed)
    ended(bed, pair)
    restarted(bed)
    pair = held(bed)
    pair = unplugged(bed, pair)
    two(bed, pair)
    bed.do("stop")
    held_at_first(bed)
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
