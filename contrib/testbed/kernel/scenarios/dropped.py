"""Events are lost while the daemon stands still, and a device sends more than can be read."""

import threading
import time

from devices import ABS_MT_POSITION_X, ABS_MT_SLOT, ABS_MT_TRACKING_ID, BTN_TOUCH, EV_ABS, EV_KEY
from notes import NOTES as RULES

FRAMES = 200  # in one write
STEADY = 3  # seconds


def trembling(first):
    """Frames of one finger that trembles."""
    return [event for i in range(first, first + FRAMES) for event in ((EV_ABS, ABS_MT_POSITION_X, 1000 + i % 500), (0, 0, 0))]


def flood(device, seconds):
    device.write([(EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 7), (EV_KEY, BTN_TOUCH, 1), (0, 0, 0)])
    end, first = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        device.write(trembling(first))
        first += FRAMES
    device.write([(EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0), (0, 0, 0)])


def lift_far_off(bed):
    """A finger is nowhere on the surface before all lift."""
    bed.node("screen").write([(EV_ABS, ABS_MT_POSITION_X, 2_000_000_000), (0, 0, 0)])
    bed.do("up screen")


def opened_for_good(bed):
    """The devices that are open when nothing has changed for as long as it takes to notice a flood, or at last."""
    end, since, before = time.monotonic() + 60, time.monotonic(), ""
    while time.monotonic() < min(end, since + STEADY):
        time.sleep(0.2)
        now = bed.do("opened")
        if now != before or now == "pad":
            since, before = time.monotonic(), now
    return before


def scenario(bed):
    bed.do("add touchscreen screen\nadd touchpad pad")
    bed.start()
    # The fingers lift while the daemon is stopped, and the kernel's buffer overflows.
    bed.do("play screen pinch out ending=stay\nwait 500ms\nsignal STOP")
    for first in range(0, 10 * FRAMES, FRAMES):
        bed.node("screen").write(trembling(first))
    bed.expect("a pinch is cancelled when its events are lost", ["cancelled"], "up screen\nsignal CONT")
    bed.check("libinput's word for it is passed on", bed.said("SYN_DROPPED event") >= 1, True)
    for _ in range(3):
        bed.expect("nothing is left of it", ["swipe"], "play screen swipe left")
    bed.expect("pinches too", ["began", "ended"], "play screen pinch out")
    flooding = threading.Thread(target=flood, args=(bed.node("screen"), 3))
    flooding.start()
    bed.do("await 'stops reading it for a while' within=20s\nawait 'was removed'")
    bed.check("a flood is closed", bed.do("opened"), "pad")
    bed.expect("others go on meanwhile", ["swipe"], "play pad swipe left fingers=3")
    flooding.join()
    # If it is opened again during the flood, it is closed once more.
    bed.check("it is opened again for good", opened_for_good(bed), "pad screen")
    bed.expect("it is read again when it is over", ["swipe"], "play screen swipe left")
    bed.check("that is said once", bed.said("stops reading it for a while"), 1)
    bed.do("play screen pinch out ending=stay\nwait 300ms")
    bed.expect("a place far off cancels", ["cancelled"], lambda: lift_far_off(bed))
    bed.expect("and no more", ["swipe"], "play screen swipe left")
