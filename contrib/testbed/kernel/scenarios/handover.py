"""Fingers come and go just as their device is taken from others, or given back: the other readers get each of them, at its place.

`run` takes `rounds=800` (32).
"""

import itertools
import os
import signal
import time

from devices import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS, EV_SYN
from nodes import Reader, clones, guards, slots

VIRTUAL_TIME = True
DURATION = 60
ROUNDS = int(os.environ.get("bed_rounds", 32))
# Seconds from frame to frame while a device is given back, and how many these are. Without any there is one at each step
# of the guard's.
BEATS, FRAMES = (0.0001, 0), 300
# Fingers that drum for longer than the guard waits for them to lift, in seconds, with frames as touchscreens send them.
DRUMMING, DRUMBEAT = 7, 0.005
# One finger has the same slot again and again, which the kernel then does not name.
FINGERS = (5, 1)
ENDS = (signal.SIGKILL, signal.SIGTERM)
FAR = 20  # units, 1 mm
# How long others may take a finger for another one, in seconds: hardly any touch device sends its next frame sooner.
FRAME = 0.004
# How long the daemon pauses before and after it grabs or releases a device, in ms; the number of frames, and the seconds between them.
STALLS, STALLED_FRAMES, STALLED_BEAT = ((7, 7), (0, 7), (13, 13), (10, 30), (1, 12), (24, 24)), 150, 0.013
STALL = os.path.join(os.path.dirname(__file__), "../../../../.build/testbed/stall.so")
RULES = """
[device."Mocked Touchscreen"]
intercept = true

[gesture.tap]
kind = "tap"
fingers = 2
run = "true"
"""


class Onlooker:
    """Reads a device all the time, as a compositor does."""

    def __init__(self, path):
        self.path, self.reader = path, Reader(path)
        self.x, self.y = (list(slots(path, code)) for code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y))

    def places(self):
        """Where contacts were: slot, x and y, frame by frame."""
        found = set()
        slot, down = self.reader.slot, set(self.reader.down)
        for _, event_type, code, value in self.reader.events():
            if event_type == EV_ABS and code == ABS_MT_SLOT:
                slot = value
            elif event_type == EV_ABS and code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
                (self.x if code == ABS_MT_POSITION_X else self.y)[slot] = value
            elif event_type == EV_ABS and code == ABS_MT_TRACKING_ID:
                (down.add if value >= 0 else down.discard)(slot)
            elif event_type == EV_SYN:
                found |= {(one, self.x[one], self.y[one]) for one in down}
        return found


def taken(bed, other):
    """It begins under quick taps; returns the slots that others take for touched when all is over."""
    bed.launch()
    while not bed.said("ready: "):
        bed.do("down screen a 100,50 b 120,60\nwait 10ms\nup screen\nwait 15ms")
        other.places()
    bed.do("wait 500ms")
    other.places()
    return set(other.reader.down)


def torn(bed, stall, fingers):
    """The daemon is stopped while it grabs the device, under quick taps; returns the touches that are left down, and where others see a
    finger elsewhere for longer than a frame.

    The kernel names a slot only when it changes, and only to the program that has the device then. So events right after a grab
    may be read in another slot, until the program names the slot: no call of the kernel's ends a grab and names a slot at once.
    A program that runs does so within microseconds, one that is stopped just then (`after`) as soon as it continues. The fingers
    tremble, as real ones do, and the next frame has the place of each finger again.
    """
    other, words = Onlooker(bed.path("screen")), bed.program_words
    before, after = stall
    bed.program_words = ["env", f"LD_PRELOAD={os.path.abspath(STALL)}", f"TESTBED_STALL={before} {after}", *words]
    bed.launch()
    bed.program_words = words
    frames, real = landings(bed.node("screen").fingers(), fingers, STALLED_FRAMES, trembles=True)
    seen = played(bed, other, frames, STALLED_BEAT)
    bed.do("wait 500ms")
    last = other.places()
    wrong = [(slot, "is left down") for slot in other.reader.down] + elsewhere(last, real)
    wrong += lasting(seen, real, within=FRAME + after / 1000)
    bed.do("await ready: within=30s\nstop\nwait 500ms")
    other.reader.close()
    return wrong


def given_back(bed, other, number, fingers, end, beat):
    """It dies under fingers that land and lift; returns where others see some that are not there for longer than a frame, or
    miss those that land afterwards."""
    surface = bed.node("screen").fingers()
    tap, tapped = landings(surface, 1, 2, x=150 + number % 50)
    bed.node("screen").write(tap[0])
    bed.do("wait 10ms")
    bed.node("screen").write(tap[1])
    bed.do("wait 50ms")
    frames, real = landings(surface, fingers, FRAMES)
    os.kill(bed.program.pid, end)
    seen = played(bed, other, frames, beat)
    # If the machine pauses for long, the guard takes the device earlier.
    real |= tapped
    bed.do("await-exit\nwait 500ms")
    last = other.places()
    wrong = [(slot, "is left down") for slot in other.reader.down] + elsewhere(last, real) + lasting(seen, real)
    frames, real = landings(surface, fingers, FRAMES // 10)
    seen = set().union(*(places for _, places in played(bed, other, frames, DRUMBEAT)))
    return wrong + elsewhere(seen, real) + [(*place, "is missed") for place in elsewhere(real, seen)]


def drummed(bed, other):
    """It dies under fingers that never leave the device alone for long. Returns what is left down, whether others see a finger
    elsewhere for longer than one frame, and whether they see anything in the end."""
    frames, real = landings(bed.node("screen").fingers(), FINGERS[0], int(DRUMMING / DRUMBEAT), rest=False)
    os.kill(bed.program.pid, signal.SIGKILL)
    seen = played(bed, other, frames, DRUMBEAT)
    bed.do("await-exit\nwait 500ms")
    last = other.places()
    left = [(slot, "is left down") for slot in other.reader.down] + elsewhere(last, real)
    return left, lasting(seen, real), any(places for _, places in seen)


def played(bed, other, frames, beat):
    """When each frame was written, and where others saw contacts then."""
    seen = []
    for frame in frames:
        time.sleep(beat)
        bed.node("screen").write(frame)
        seen.append((time.monotonic(), other.places()))
    return seen


def elsewhere(places, others):
    """Those that are close to none of the others."""
    return [place for place in places if not any(is_close(place, other) for other in others)]


def lasting(seen, real, within=FRAME):
    """Where a finger is seen elsewhere for longer than `within`, in seconds: what a touch device takes for a frame."""
    found, began = [], None
    for moment, places in seen:
        wrong = elsewhere(places, real)
        if not wrong and places:
            began = None
        elif wrong and began is None:
            began = moment
        elif wrong and moment - began >= within:
            found += wrong
    return found


def landings(surface, count, length, rest=True, trembles=False, x=50):
    """Frames in which fingers land one by one and lift again, each time elsewhere, and all their places.

    Without `rest` one of them is always down but at the end. With `trembles` those that are down move a little with each frame.
    """
    frames, real = [], set()
    x_axis, y_axis = (surface.description.axes[code] for code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y))
    for number in range(length):
        step, finger = number // (count + 1), number % (count + 1)
        last = number == length - 1
        if finger < count and not last:
            if finger in surface.fingers:
                frames.append(surface.frame([("up", finger)]))
            moved = tremor(surface, number) if trembles else []
            frames.append(surface.frame([*moved, ("down", finger, x + 40 * finger + step % 30, 30 + 25 * finger + step % 20)]))
        else:
            lifted = [one for one in surface.fingers if rest or last or one != count - 1]
            frames.append(surface.frame([("up", one) for one in lifted]))
        real |= {(slot, surface.units(x_axis, x), surface.units(y_axis, y)) for slot, x, y in surface.fingers.values()}
    return frames, real


def tremor(surface, number):
    way = 0.1 if number % 2 else -0.1
    return [("move", finger, x + way, y + way) for finger, (_, x, y) in surface.fingers.items()]


def is_close(place, real):
    return place[0] == real[0] and all(abs(a - b) < FAR for a, b in zip(place[1:], real[1:]))


def soon(bed):
    """A new daemon starts before its predecessor's clones are removed; returns the devices that have clones."""
    bed.start()
    bed.do("wait 500ms\nsignal KILL\nawait-exit\nwait 50ms")
    late = guards()
    for guard in late:
        os.kill(guard, signal.SIGSTOP)
    bed.start()
    bed.do("wait 500ms")
    cloned = sorted(clones())
    for guard in late:
        os.kill(guard, signal.SIGCONT)
    bed.do("stop\nwait 500ms")
    return cloned


def scenario(bed):
    bed.do("add touchscreen screen")
    left, misplaced = [], []
    bed.compare("a clone is not cloned", soon(bed), [bed.path("screen")])
    bed.check("contrib/testbed/build has made what stalls a program", os.path.exists(STALL), True)
    for fingers in FINGERS:
        wrong = {stall: found for stall in STALLS if (found := torn(bed, stall, fingers))}
        what = f"taken by a daemon that stands still amid it, {fingers} fingers are elsewhere for a frame at most once it goes on"
        bed.compare(what, wrong, {})
    ways = list(itertools.product(FINGERS, ENDS, BEATS))
    for number in range(ROUNDS):
        other = Onlooker(bed.path("screen"))
        left.append(taken(bed, other))
        other.reader.down.clear()
        misplaced.append(given_back(bed, other, number, *ways[number % len(ways)]))
        other.reader.close()
    bed.compare(f"taken {ROUNDS} times, no finger is left down", [one for one in left if one], [])
    bed.compare(f"given back {ROUNDS} times, fingers land where they land", [one for one in misplaced if one], [])
    bed.start()
    other = Onlooker(bed.path("screen"))
    bed.compare(
        "given back under a hand that never rests, and no finger is elsewhere for longer than a frame", drummed(bed, other),
        ([], [], True))
    other.reader.close()
