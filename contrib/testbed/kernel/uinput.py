"""Input devices that the kernel itself makes, of the same descriptions as the mocked ones."""

import fcntl
import os
import select
import struct
import subprocess
import threading
import time

import gestures
from devices import EV_ABS, EV_FF, EV_KEY, EV_MSC, EV_REL
from words import BedError

UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_PROPBIT = 0x40045564, 0x4004556E
UI_SET_BIT = {EV_KEY: 0x40045565, EV_REL: 0x40045566, EV_ABS: 0x40045567, EV_MSC: 0x40045568, EV_FF: 0x4004556B}
UI_SET_PHYS = 0x4008556C
UI_BEGIN_FF_UPLOAD, UI_END_FF_UPLOAD = 0xC06855C8, 0x406855C9
UI_BEGIN_FF_ERASE, UI_END_FF_ERASE = 0xC00C55CA, 0x400C55CB
EV_UINPUT, UI_FF_UPLOAD, UI_FF_ERASE = 0x0101, 1, 2
EVENT = struct.Struct("<qqHHi")
# How an effect begins: its type, number and direction, a trigger, milliseconds and a delay, and of a rumble how strong it is. A request
# has its number and an answer, then the effect, and the one that it replaces.
EFFECT, REQUEST, REQUEST_BYTES = struct.Struct("<HhH4xHH2xHH"), struct.Struct("<Ii"), 104
ERASURE = struct.Struct("<IiI")
UI_GET_SYSNAME = 0x8040552C
NAME_BYTES = 80
EFFECTS = 16


def set_bits(mask):
    return [i for i in range(len(mask) * 8) if mask[i // 8] & 1 << i % 8]


class Motor(threading.Thread):
    """What a driver does with force feedback: it takes effects, unless it is silent, and plays them."""

    def __init__(self, fd):
        super().__init__(daemon=True)
        self.fd, self.is_over, self.answers = fd, False, True
        self.taken, self.erased, self.played, self.unanswered = [], 0, [], []
        self.start()

    def run(self):
        while not self.is_over:
            if not select.select([self.fd], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(self.fd, 64 * EVENT.size)
            except OSError:
                return
            for _, _, event_type, code, value in EVENT.iter_unpack(data):
                self.take(event_type, code, value)

    def take(self, event_type, code, value):
        if (event_type, code) == (EV_UINPUT, UI_FF_UPLOAD):
            if self.answers:
                self.upload(value)
            else:
                self.unanswered.append(value)
        elif (event_type, code) == (EV_UINPUT, UI_FF_ERASE):
            request = fcntl.ioctl(self.fd, UI_BEGIN_FF_ERASE, ERASURE.pack(value, 0, 0))
            self.erased += 1
            fcntl.ioctl(self.fd, UI_END_FF_ERASE, request)
        elif event_type == EV_FF and value > 0:
            self.played.append(time.monotonic())

    def upload(self, number):
        request = fcntl.ioctl(self.fd, UI_BEGIN_FF_UPLOAD, REQUEST.pack(number, 0).ljust(REQUEST_BYTES, b"\0"))
        kind, _, _, length, _, strong, weak = EFFECT.unpack_from(request, REQUEST.size)
        self.taken.append((kind, length, strong, weak))
        fcntl.ioctl(self.fd, UI_END_FF_UPLOAD, request)

    def end(self):
        self.is_over = True
        self.join()


class Device:
    """One device: its descriptor, its node, and the fingers on it. `write` and `fingers` are those of a mocked one."""

    def __init__(self, description, effects=EFFECTS, place=""):
        """`effects` it can keep at once, if it can vibrate; `place` is where it says that it is connected."""
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
        if place:
            fcntl.ioctl(self.fd, UI_SET_PHYS, place.encode() + b"\0")
        name = description.name.encode()[: NAME_BYTES - 1]
        vibrates = EV_FF in description.bits
        setup = struct.pack(f"<4H{NAME_BYTES}sI", *description.ids, name, effects if vibrates else 0)
        fcntl.ioctl(self.fd, UI_DEV_SETUP, setup)
        fcntl.ioctl(self.fd, UI_DEV_CREATE)
        self.motor = Motor(self.fd) if vibrates else None
        system = fcntl.ioctl(self.fd, UI_GET_SYSNAME, bytes(64)).rstrip(b"\0").decode()
        folder = f"/sys/devices/virtual/input/{system}"
        self.path = "/dev/input/" + next(entry for entry in os.listdir(folder) if entry.startswith("event"))
        subprocess.run(["udevadm", "settle"], check=True)

    def remove(self):
        if self.motor:
            self.motor.end()
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
        os.write(self.fd, b"".join(EVENT.pack(0, 0, *event) for event in events))
        return 0
