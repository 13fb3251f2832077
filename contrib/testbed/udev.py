#!/usr/bin/python3
"""Asks udev itself, with gesture-bridge's rule installed, what it makes of each mocked device.

usage: udev.py [RULES]       RULES: contrib/udev/70-gesture-bridge.rules, unless another file is given

Prints a line for each kind of device: `KIND uaccess ID_INPUT_TOUCHSCREEN`, with `-` for what is given to nobody. Exits
with 1 where devices.py says something else of a device than udev does. It needs root or user namespaces: in a mount
namespace of its own it puts the rule beside those of the machine. Nothing else on the machine notices.
"""

import os
import subprocess
import sys

import devices
import environment

RULES = os.path.join(environment.HERE, "../udev/70-gesture-bridge.rules")
# udevadm prints one property a line, among the tags those that are in force.
TAGS = "CURRENT_TAGS="


def record(description, node):
    """Only the kernel's facts: udev has to find the rest."""
    text = devices.record_text(description, node)
    return "\n".join(line for line in text.split("\n") if not line.startswith(("E: ID_", "E: TAGS=")))


def ask(node, rules):
    """The properties that udev gives a device when it is plugged in."""
    # systemd's own rules of that name would give joysticks away, and let us think that ours does.
    install = """
        mount -t tmpfs none /run/udev && mkdir /run/udev/rules.d && ln -s /dev/null /run/udev/rules.d/70-uaccess.rules &&
        cp "$0" /run/udev/rules.d/70-gesture-bridge.rules && exec udevadm test --action=add "$1"
    """
    path = f"/sys{devices.sysfs_parent(node)}/{node}"
    as_root = [] if os.geteuid() == 0 else ["-r"]
    answer = subprocess.run(
        ["unshare", "-m", *as_root, "sh", "-c", install, rules, path], capture_output=True, text=True, check=False
    )
    if answer.returncode != 0:
        sys.exit(f"udev.py: udevadm could not be asked: {answer.stderr.strip()}")
    return answer.stdout.split("\n")


def main():
    rules = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else RULES)
    is_missing = not os.path.isdir("/run/udev")  # where udev does not run
    if is_missing:
        os.mkdir("/run/udev")
    testbed, status = environment.testbed(), 0
    for number, (kind, make) in enumerate(devices.BUILT_IN.items()):
        description, node = make(), f"event{number}"
        testbed.add_from_string(record(description, node))
        lines = ask(node, rules)
        tags = next((line for line in lines if line.startswith(TAGS)), "").removeprefix(TAGS).split(":")
        found = sorted(line.split("=")[0] for line in lines if line.startswith("ID_INPUT_") and line.endswith("=1"))
        print(kind, "uaccess" if "uaccess" in tags else "-", *found)
        if found != sorted(description.udev_properties):
            print(f"udev.py: devices.py says of it {sorted(description.udev_properties)}", file=sys.stderr)
            status = 1
    if is_missing:
        os.rmdir("/run/udev")
    return status


if __name__ == "__main__":
    if "-h" in sys.argv or "--help" in sys.argv:
        print(__doc__)
        sys.exit(0)
    # umockdev alone: the testbed's own library would move udev's rules and data away.
    if "libumockdev-preload" not in os.environ.get("LD_PRELOAD", ""):
        os.environ["LD_PRELOAD"] = ":".join(filter(None, ["libumockdev-preload.so.0", os.environ.get("LD_PRELOAD")]))
        os.execv(sys.executable, [sys.executable, "-B", os.path.abspath(__file__), *sys.argv[1:]])
    sys.exit(main())
