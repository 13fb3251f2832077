"""A touchscreen that is also a keyboard is read only if the rules name it, and the kernel keeps its keys from each descriptor."""

import ctypes
import dataclasses
import os
import signal
import subprocess

from devices import BTN_TOUCH, EV_ABS, EV_KEY, EV_MSC, EV_SYN, mask, typing_touchscreen
from nodes import clones
from notes import NOTES
from uinput import EVENT, Device

EXACT_TIME = True
PROGRAM = os.environ["bed_program"]
MSC_SCAN, KEY_A = 4, 30
SYS_PIDFD_GETFD = 438
RULES = NOTES
ALLOWED = NOTES + """
[device."mocked typing touchscreen"]
allow-keys = true
source = "{source}"
"""


def panel():
    """It tells the scan codes of its keys, too, as a real one does."""
    plain = typing_touchscreen()
    types = mask([EV_SYN, EV_KEY, EV_ABS, EV_MSC], 8)
    return dataclasses.replace(plain, bits={**plain.bits, EV_SYN: types, EV_MSC: mask([MSC_SCAN], 8)})


def copies(pid, path):
    """Copies of the descriptors by which a process has a node open: what one of them reads, the others don't."""
    process, libc = os.pidfd_open(pid), ctypes.CDLL(None, use_errno=True)
    found = []
    for number in os.listdir(f"/proc/{pid}/fd"):
        try:
            is_node = os.readlink(f"/proc/{pid}/fd/{number}") == path
        except FileNotFoundError:
            continue
        if is_node:
            found.append(libc.syscall(SYS_PIDFD_GETFD, process, int(number), 0))
    os.close(process)
    return found


def unread(descriptor):
    """The type and code of each event that waits to be read."""
    found = []
    try:
        while data := os.read(descriptor, 64 * EVENT.size):
            found += [event[2:4] for event in EVENT.iter_unpack(data)]
    except BlockingIOError:
        pass
    return found


def waiting(bed):
    """The events that wait for the daemon on each of its descriptors after a key and a tap, while it can't read."""
    node, pid = bed.nodes["panel"], bed.program.pid
    os.kill(pid, signal.SIGSTOP)
    for value in (1, 0):
        node.write([(EV_MSC, MSC_SCAN, KEY_A), (EV_KEY, KEY_A, value), (EV_SYN, 0, 0)])
    bed.do("play panel tap")
    opened = copies(pid, node.path)
    found = [unread(descriptor) for descriptor in opened]
    for descriptor in opened:
        os.close(descriptor)
    os.kill(pid, signal.SIGCONT)
    return found


def is_of_keys(event):
    event_type, code = event
    return event_type == EV_MSC or event_type == EV_KEY and code < 0x100


def scenario(bed):
    bed.nodes["panel"] = Device(panel())
    path = bed.path("panel")
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    bed.start()
    bed.check("without the rules' leave it is named", bed.said("write `allow-keys = true` in the rules under"), 1)
    bed.check("and not opened", bed.do("opened"), "")
    bed.expect("so its touches do nothing", [], "play panel swipe left")
    listed = subprocess.run([PROGRAM, "devices", "--config", "/tmp/bindings.toml"], capture_output=True, text=True, check=False)
    bed.check("`devices` names it, too", "also has the keys of a keyboard" in listed.stdout, True)

    bed.do("stop")
    # A daemon knows nothing until it has read something from the clone, so each source has its own daemon.
    for source in ("libinput", "raw"):
        bed.write_rules(ALLOWED.format(source=source))
        bed.start()
        bed.expect(f"by {source} its touches make gestures", ["swipe"], "play panel swipe left")
        unread(reader)
        found = waiting(bed)
        told = unread(reader)
        bed.check("another program gets its keys", {(EV_KEY, KEY_A), (EV_MSC, MSC_SCAN)} <= set(told), True)
        bed.check("the daemon has it open once", len(found), 1)
        bed.check("and gets none", [event for event in found[0] if is_of_keys(event)], [])
        bed.check("but the touch", {(EV_ABS, 0x39), (EV_KEY, BTN_TOUCH)} <= set(found[0]), True)
        bed.do("stop")
    os.close(reader)
    listed = subprocess.run([PROGRAM, "devices", "--config", "/tmp/bindings.toml"], capture_output=True, text=True, check=False)
    bed.check("`devices` says so", "hidden from gesture-bridge by the kernel" in listed.stdout, True)

    bed.write_rules(NOTES)
    bed.start()
    bed.use(ALLOWED.format(source="auto"))
    bed.expect("new rules may allow it", ["swipe"], "play panel swipe left")
    bed.use(ALLOWED.format(source="auto") + "\n[device.touchscreen]\nintercept = true\n")
    bed.expect("it is not intercepted, and gestures go on", ["swipe"], "wait 300ms\nplay panel swipe left")
    bed.check("that is said", bed.said("interception would also take the device's keys from applications"), 1)
    bed.check("there is no clone", clones(), {})

    bed.use(NOTES)
    bed.expect("without leave it is closed again", [], "play panel swipe left")
    bed.check("it is not open", bed.do("opened"), "")
    bed.do("stop")

    bed.write_rules(ALLOWED.format(source="auto"))
    bed.start(root=False)
    bed.check("nothing gives it to a user", bed.said("because it also has the keys of a keyboard"), 1)
    bed.check("and the user's daemon has it not open", bed.do("opened"), "")
    bed.do("stop")
