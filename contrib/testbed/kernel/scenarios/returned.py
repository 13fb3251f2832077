"""A touchpad that comes back as a mouse, or with fewer fingers, is named by the log, the status and the doctor."""

import dataclasses
import os
import subprocess

from devices import BTN_LEFT, BTN_TOOL_OF_FINGERS, BTN_TOUCH, EV_KEY, mask, mouse, touchpad
from notes import NOTES
from uinput import Device

EXACT_TIME = True
PROGRAM = os.environ["bed_program"]
PLACE = "i2c-PAD:00"
RULES = NOTES
MOUSE, FEWER = "is now a mouse", "now reports only 2 fingers instead of 5"


def printed(*arguments):
    """The program's output for the daemon's user."""
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
    return subprocess.run([*user, PROGRAM, *arguments], capture_output=True, text=True, check=False).stdout


def add(bed, description):
    bed.nodes["pad"] = Device(description, place=PLACE)
    bed.do("allow pad\nwait 1s")


def with_two_fingers():
    keys = [BTN_LEFT, BTN_TOUCH, BTN_TOOL_OF_FINGERS[1], BTN_TOOL_OF_FINGERS[2]]
    plain = touchpad()
    return dataclasses.replace(plain, bits={**plain.bits, EV_KEY: mask(keys, 96)})


def scenario(bed):
    add(bed, touchpad())
    # The kernel has a mouse next to such a touchpad, for the time before it knows that the device is a touchpad.
    beside = Device(mouse("Mocked Touchpad Mouse"), place=PLACE)
    bed.start(root=False)
    bed.do("remove pad\nwait 1s")
    add(bed, touchpad())
    bed.do("wait 4s")
    bed.check("one that comes back as it was is not spoken of", (bed.said(MOUSE), bed.said("now reports only")), (0, 0))

    bed.do("remove pad\nwait 4s")
    bed.check("one of which only the mouse is left is a mouse now", bed.said(MOUSE), 1)
    bed.check("the status says so", MOUSE in printed("ctl", "status"), True)
    bed.check("and the doctor", MOUSE in printed("doctor", "--config", "/tmp/bindings.toml"), True)

    add(bed, with_two_fingers())
    bed.check("one with fewer fingers is named", bed.said(FEWER), 1)
    status = printed("ctl", "status")
    bed.check("it is no mouse any more", (FEWER in status, MOUSE in status), (True, False))

    bed.do("remove pad")
    add(bed, touchpad())
    bed.do("wait 4s")
    status = printed("ctl", "status")
    bed.check("and all is well again", ("now reports only" in status, MOUSE in status), (False, False))
    bed.check("everything was said once", (bed.said(MOUSE), bed.said(FEWER)), (1, 1))
    beside.remove()
    bed.do("stop")
