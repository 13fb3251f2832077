"""Another program that reads an input node, as a compositor does, and what the kernel itself says of one."""

import fcntl
import glob
import os
import struct
import time

from evdev import InputDevice

from devices import ABS_MT_SLOT, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, EV_ABS, EV_SYN
from words import BedError

EVIOCSCLOCKID, EVIOCGMTSLOTS = 0x400445A0, 0x8000450A
PALM, SYN_DROPPED = 2, 3
MOST_SLOTS = 16
GUARD = "gesture-guard"
# The part of a clone's place by which gesture-bridge recognizes its clones: the place of the device, this mark, and the device's node.
MARK = "-by-gesture-bridge-"


class Reader(InputDevice):
    """Reads a node as long as it is there."""

    def __init__(self, path):
        super().__init__(path)
        fcntl.ioctl(self.fd, EVIOCSCLOCKID, struct.pack("<i", time.CLOCK_MONOTONIC))
        self.is_gone, self.slot, self.down, self.palms = False, current_slot(self), set(), 0

    def events(self):
        """The events that have come since the last time: seconds, type, code, value."""
        found = []
        try:
            while True:
                found += [(event.sec + event.usec / 1e6, event.type, event.code, event.value) for event in self.read()]
        except BlockingIOError:
            pass
        except OSError:
            self.is_gone = True
        for _, event_type, code, value in found:
            self.follow(event_type, code, value)
        return found

    def follow(self, event_type, code, value):
        """Which slots have a contact now, and how many have been called palms."""
        if event_type == EV_SYN and code == SYN_DROPPED:
            raise BedError("more came than the kernel keeps for who reads late")
        if event_type != EV_ABS:
            return
        if code == ABS_MT_SLOT:
            self.slot = value
        elif code == ABS_MT_TRACKING_ID:
            (self.down.add if value >= 0 else self.down.discard)(self.slot)
        elif code == ABS_MT_TOOL_TYPE and value == PALM:
            self.palms += 1

    def count(self):
        return len(self.events())

    def await_end(self, within=5):
        """Reads until the device is removed: events that are unread by then are lost."""
        end = time.monotonic() + within
        while not self.is_gone:
            if time.monotonic() > end:
                raise BedError("the device is still there")
            time.sleep(0.02)
            self.events()


def told_of_devices(pattern):
    """The contents of these files below /sys/class/input, by their paths; nothing for devices that are just being removed."""
    found = {}
    for path in glob.glob(f"/sys/class/input/{pattern}"):
        try:
            with open(path, encoding="utf-8") as file:
                found[path] = file.read().strip()
        except OSError:
            pass
    return found


def clones(process=""):
    """The nodes that stand in for others now, by the node they stand in for; those of one process if it is named."""
    found = {}
    for path, place in told_of_devices("event*/device/phys").items():
        if f"{MARK}{process}-" in place if process else MARK in place:
            found["/dev/input/" + place.rsplit("-", 1)[1]] = "/dev/input/" + path.split("/")[4]
    return found


def await_clone(path, within=5):
    """The clone of a node, once it is there."""
    end = time.monotonic() + within
    # The kernel reports a device a moment before its node exists.
    while not os.path.exists(clones().get(path, "")):
        if time.monotonic() > end:
            raise BedError(f"there is no clone of {path}; there are {clones()}")
        time.sleep(0.02)
    return clones()[path]


def current_slot(node):
    """The slot that the kernel's events belong to until it names another one; a node that isn't a touch device has none."""
    try:
        return node.absinfo(ABS_MT_SLOT).value
    except OSError:
        return 0


def named_slot(path):
    return current_slot(InputDevice(path))


def slots(path, code):
    """The value that each slot of a node has of this axis now."""
    with open(path, "rb", buffering=0) as node:
        question = struct.pack(f"<I{MOST_SLOTS}i", code, *[-1] * MOST_SLOTS)
        return struct.unpack(f"<I{MOST_SLOTS}i", fcntl.ioctl(node, EVIOCGMTSLOTS | len(question) << 16, question))[1:]


def keys_down(path):
    return InputDevice(path).active_keys()


def held(path):
    """Which slots of a node have a contact now, and which keys are down."""
    return [slot for slot, number in enumerate(slots(path, ABS_MT_TRACKING_ID)) if number >= 0], keys_down(path)


def guards():
    """The processes that look after devices now."""
    found = []
    for path in glob.glob("/proc/[0-9]*/comm"):
        try:
            with open(path, encoding="ascii", errors="replace") as file:
                if file.read().strip() == GUARD:
                    found.append(int(path.split("/")[2]))
        except OSError:
            continue  # just ended
    return found
