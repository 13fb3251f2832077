"""When the Debian package is removed, nobody keeps the access to touch devices that udev's rule had given."""

import os
import subprocess

from notes import NOTES as RULES

PROGRAM, ROOT = os.environ["bed_program"], os.environ["bed_root"]
EXACT_TIME = True
RULE = "/run/udev/rules.d/70-gesture-bridge.rules"
MINE = "/run/udev/rules.d/71-mine.rules"
USER = 65534


def has_list(path):
    told = subprocess.run(["getfacl", "--omit-header", path], check=True, capture_output=True, text=True).stdout
    return any(line.startswith("user:") and not line.startswith("user::") for line in told.splitlines())


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def scenario(bed):
    bed.do("add touchscreen screen\nadd touchpad pad\nadd mouse mouse")
    rule = subprocess.run([PROGRAM, "permit", "touch", "--print"], check=True, capture_output=True, text=True).stdout
    write(RULE, rule)
    # A rule of another program, for its own device.
    pad = os.path.basename(bed.path("pad"))
    write(MINE, f'KERNEL=="{pad}", TAG+="uaccess"\n')
    for command in ["udevadm control --reload", "udevadm trigger --settle --subsystem-match=input"]:
        subprocess.run(command.split(), check=True)
    # logind does this for devices with the tag, and the mouse's owner has done it for the mouse.
    for name in ["screen", "pad", "mouse"]:
        subprocess.run(["setfacl", "-m", f"u:{USER}:rw", bed.path(name)], check=True)

    os.remove(RULE)
    for word in ["remove", "purge"]:
        subprocess.run(["sh", f"{ROOT}/contrib/packaging/deb/postrm", word], check=True)
    bed.check("the touchscreen is nobody's any more", has_list(bed.path("screen")), False)
    bed.check("a touchpad that another rule gives stays given", has_list(bed.path("pad")), True)
    bed.check("and so does what is no touch device", has_list(bed.path("mouse")), True)
