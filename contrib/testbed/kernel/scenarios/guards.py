"""The guard of an intercepted device is killed or stopped: the daemon notices, and nothing stays down or kept."""

import os
import signal
import time

from nodes import Reader, await_clone, guards
from notes import EARLY_NOTES

EXACT_TIME = True
DURATION = 40
RULES = EARLY_NOTES + """
[device."Mocked Touchscreen"]
intercept = true
"""
SWIPE = "play screen swipe left distance=30mm speed=400"


def await_guards(known, within=10):
    """Others than these, once they are there and none of these is."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        found = set(guards())
        if found and not found & known:
            return found
        time.sleep(0.02)
    return set(guards()) - known


def is_guarded(bed, what):
    """Gestures work, and a daemon that is stopped under a finger keeps none down."""
    clone = Reader(await_clone(bed.path("screen")))
    time.sleep(0.2)
    clone.events()
    bed.expect(f"{what}, gestures work", ["swipe"], SWIPE)
    clone.events()
    bed.do("down screen a 100,50\nwait 100ms")
    clone.events()
    bed.check(f"{what}, a finger is down", len(clone.down), 1)
    os.kill(bed.program.pid, signal.SIGSTOP)
    bed.do("move screen a by 5,0 over 80ms")
    clone.await_end()
    bed.check(f"{what}, the stopped daemon's clone has lifted all", clone.down, set())
    bed.do("up screen")
    os.kill(bed.program.pid, signal.SIGCONT)
    bed.do("await 'was not read in time'\nwait 1s")
    clone.close()


def killed(bed):
    """Under a finger that rests, so that the device sends nothing meanwhile."""
    before = set(guards())
    clone = Reader(await_clone(bed.path("screen")))
    bed.do("down screen a 100,50\nwait 100ms")
    for guard in before:
        os.kill(guard, signal.SIGKILL)
    bed.do("await 'was killed'")
    clone.await_end()
    bed.check("a guard that is killed under a finger leaves none down", clone.down, set())
    bed.do("up screen\nwait 500ms")
    bed.check("another one watches", len(await_guards(before)), 1)
    is_guarded(bed, "with another guard")


def frozen(bed):
    before = set(guards())
    for guard in before:
        os.kill(guard, signal.SIGSTOP)
    bed.do("down screen a 100,50\nmove screen a by 20,0 over 5s\nup screen")
    bed.do("await 'was killed'\nwait 500ms")
    bed.check("a guard that is stopped is replaced", len(await_guards(before)), 1)
    is_guarded(bed, "after a stopped guard")


def left_frozen(bed):
    """Daemon and guard are both out of action: a new daemon makes the guard continue."""
    for guard in guards():
        os.kill(guard, signal.SIGSTOP)
    bed.do("signal KILL\nawait-exit")
    bed.start()
    bed.check("a new daemon says that the guard was stopped", bed.said("was stopped (SIGSTOP)"), True)
    bed.do("wait 2s")
    is_guarded(bed, "after a guard that kept the device")


def scenario(bed):
    bed.do("add touchscreen screen")
    bed.start()
    bed.do("wait 500ms")
    killed(bed)
    frozen(bed)
    left_frozen(bed)
    bed.do("stop\nwait 1s")
