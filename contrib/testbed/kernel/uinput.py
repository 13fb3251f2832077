"""Input devices that the kernel itself makes, of the same descriptions as the mocked ones."""

import fcntl
import os
import struct
import subprocess

import evdev

import gestures
from devices import EV_ABS, EV_KEY, EV_MSC, EV_REL
from words import BedError

UI_GET_SYSNAME = 0x8040552C
EVENT = struct.Struct("<qqHHi")
NAME_CHARACTERS = 79
TYPES = EV_KEY, EV_REL, EV_ABS, EV_MSC


def set_bits(mask):
    return [i for i in range(len(mask) * 8) if mask[i // 8] & 1 << i % 8]


class UInput(evdev.UInput):
    def _find_device(self):
        """The bed finds it by its number: another reader would be open here for as long as the device is there."""


class Device:
    """One device: its descriptor, its node, and the fingers on it. `write` and `fingers` are those of a mocked one."""

    def __init__(self, description, place=""):
        """`place` is the connection (`phys`) that it reports."""
        self.description, self.surface = description, None
        events = {kind: set_bits(mask) for kind, mask in description.bits.items() if kind in TYPES and any(mask)}
        events[EV_ABS] = [
            (code, (0, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution)) for code, axis in description.axes.items()]
        bus, vendor, product, version = description.ids
        self.device = UInput(
            events, description.name[:NAME_CHARACTERS], vendor, product, version, bus, phys=place,
            input_props=set_bits(description.properties))
        self.fd = self.device.fd
        system = fcntl.ioctl(self.fd, UI_GET_SYSNAME, bytes(64)).rstrip(b"\0").decode()
        folder = f"/sys/devices/virtual/input/{system}"
        self.path = "/dev/input/" + next(entry for entry in os.listdir(folder) if entry.startswith("event"))
        subprocess.run(["udevadm", "settle"], check=True)

    def remove(self):
        self.device.close()

    def fingers(self):
        if self.surface is None:
            if self.description.kind not in ("touchscreen", "touchpad", "pen"):
                raise BedError(f"a {self.description.kind} has no surface for fingers")
            kind = gestures.PenSurface if self.description.kind == "pen" else gestures.Surface
            self.surface = kind(self.description)
        return self.surface

    def discard_unread(self):
        """The kernel keeps nothing for a reader that has yet to come."""

    def write_due(self, events, due):
        """The kernel stamps each frame as it comes."""
        return self.write(events)

    def write(self, events):
        """One whole frame, or several; the kernel stamps them."""
        os.write(self.fd, b"".join(EVENT.pack(0, 0, *event) for event in events))
        return 0
