"""An ordinary user's daemon intercepts as soon as udev's rule lets the user make devices, and not before."""

import os
import subprocess

from nodes import await_clone, clones
from notes import NOTES

EXACT_TIME = True
RULES = NOTES + """
[device."Mocked Touchscreen"]
intercept = true
"""
PROGRAM = os.environ["bed_program"]
INSTALLED = "/run/udev/rules.d/70-gesture-bridge-uinput.rules"


def allow(path, rights):
    """As a login manager does for what a rule of udev has tagged."""
    subprocess.run(["setfacl", "-m", f"u:65534:{rights}", path], check=True)


def is_given(path):
    """Whether udev has a login manager give it to whoever is at the screen."""
    told = subprocess.run(["udevadm", "info", path], check=True, capture_output=True, text=True).stdout
    return any(line.startswith("E: CURRENT_TAGS=") and ":uaccess:" in line for line in told.splitlines())


def scenario(bed):
    bed.do("add touchscreen screen")
    screen = bed.path("screen")
    os.chmod("/dev/uinput", 0o600)

    allow(screen, "r")
    bed.start(root=False)
    bed.check("who may only read is told so", bed.said("you can't write to the device"), 1)
    bed.expect("and his gestures are recognized", ["swipe"], "play screen swipe left")
    bed.do("stop")

    allow(screen, "rw")
    bed.start(root=False)
    bed.check("without the rule he is told so", bed.said("/dev/uinput can't be opened: permission denied"), 1)
    bed.check("and there is no clone", clones(), {})
    bed.do("stop")

    before = is_given("/dev/uinput")
    rule = subprocess.run([PROGRAM, "permit", "uinput", "--print"], check=True, capture_output=True, text=True).stdout
    os.makedirs(os.path.dirname(INSTALLED), exist_ok=True)
    with open(INSTALLED, "w", encoding="utf-8") as file:
        file.write(rule)
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    subprocess.run(["udevadm", "trigger", "--settle", "--sysname-match=uinput"], check=True)
    bed.check("udev gives the node to whoever is logged in, by the rule", (before, is_given("/dev/uinput")), (False, True))
    bed.check("and no other", is_given("/dev/null"), False)
    allow("/dev/uinput", "rw")
    bed.start(root=False)
    await_clone(screen)
    bed.expect("the device is intercepted", ["swipe"], "play screen swipe left")
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
    bed.do("wait 1s")
    bed.check("and no clone is left", clones(), {})
