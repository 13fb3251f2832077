"""Input devices that the kernel itself makes, of the same descriptions as the mocked ones."""

import fcntl
import os
import struct
import subprocess

import gestures
from devices import EV_ABS, EV_KEY, EV_REL
from words import BedError

UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_PROPBIT = 0x40045564, 0x4004556E
UI_SET_BIT = {EV_KEY: 0x40045565, EV_REL: 0x40045566, EV_ABS: 0x40045567}
UI_GET_SYSNAME = 0x8040552C
NAME_BYTES = 80


def set_bits(mask):
    return [i for i in range(len(mask) * 8) if mask[i // 8] & 1 << i % 8]


class Device:
    """One device: its descriptor, its node, and the fingers on it. `write` and `fingers` are those of a mocked one."""

    def __init__(self, description):
        self.description, self.surface = description, None
        self.fd = os.open("/dev/uinput", os.O_RDWR | os.O_CLOEXEC)
        for number in set_bits(description.properties):
            fcntl.ioctl(self.fd, UI_SET_PROPBIT, number)
        for event_type, mask in description.bits.items():
            # evemu tells of all types there are.
            if event_type and any(mask):
                fcntl.ioctl(self.fd, UI_SET_EVBIT, event_type)
            for code in set_bits(mask) if event_type in UI_SET_BIT else []:
                fcntl.ioctl(self.fd, UI_SET_BIT[event_type], code)
        for code, axis in description.axes.items():
            values = (0, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution)
            fcntl.ioctl(self.fd, UI_ABS_SETUP, struct.pack("<Hxx6i", code, *values))
        name = description.name.encode()[: NAME_BYTES - 1]
        fcntl.ioctl(self.fd, UI_DEV_SETUP, struct.pack(f"<4H{NAME_BYTES}sI", *description.ids, name, 0))
        fcntl.ioctl(self.fd, UI_DEV_CREATE)
        system = fcntl.ioctl(self.fd, UI_GET_SYSNAME, bytes(64)).rstrip(b"\0").decode()
        folder = f"/sys/devices/virtual/input/{system}"
        self.path = "/dev/input/" + next(entry for entry in os.listdir(folder) if entry.startswith("event"))
        subprocess.run(["udevadm", "settle"], check=True)

    def remove(self):
        fcntl.ioctl(self.fd, UI_DEV_DESTROY)
        os.close(self.fd)

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
        os.write(self.fd, b"".join(struct.pack("<qqHHi", 0, 0, *event) for event in events))
        return 0
