"""One mocked device in a testbed."""

import fcntl
import os
import struct
import termios
import time

import devices
import gestures
from clock import RealClock
from words import BedError

FIFO_BYTES = 64 * 1024


class Node:
    """One mocked device: its place in the testbed, its FIFO, and the fingers on it."""

    def __init__(self, testbed, name, description, clock=RealClock()):
        self.testbed, self.name, self.description, self.clock = testbed, name, description, clock
        self.root = testbed.get_root_dir()
        self.path = f"{self.root}/dev/input/{name}"
        self.surface = None
        self.ago = 0  # microseconds by which its stamps are early
        self.is_given = False
        # Complete before the uevent, which add_from_string() sends: the first thing a program does is open it.
        self.write_database()
        testbed.load_ioctl(f"/dev/input/{name}", self.write_ioctls())
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        # A FIFO holds 64 KiB. The pty umockdev would make holds 4 KiB and then swallows frames.
        os.mkfifo(self.path, 0o660)
        self.fifo = os.open(self.path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        testbed.add_from_string(devices.record_text(description, name))

    @property
    def database(self):
        return f"{self.root}/run/udev/data/c13:{devices.minor_number(self.name)}"

    def write_database(self, properties=()):
        with open(self.database, "w", encoding="utf-8") as file:
            file.write(devices.database_text(self.description, properties, self.is_given))

    def change(self, properties=()):
        """udev has looked at it again, and says more of it than before."""
        self.write_database(properties)
        path = f"/sys{devices.sysfs_parent(self.name)}/{self.name}"
        for name in properties:
            self.testbed.set_property(path, name, "1")
        self.testbed.uevent(path, "change")

    def write_ioctls(self):
        path = f"{self.root}/{self.name}.ioctl"
        with open(path, "w", encoding="utf-8") as file:
            file.write(devices.ioctl_text(self.description, f"/dev/input/{self.name}"))
        return path

    def remove(self):
        """As a kernel does it: readers see ENODEV, the node vanishes, then the uevents come."""
        os.unlink(self.path)
        os.close(self.fifo)
        os.unlink(self.database)
        parent = "/sys" + devices.sysfs_parent(self.name)
        self.testbed.uevent(f"{parent}/{self.name}", "remove")
        self.testbed.uevent(parent, "remove")
        self.testbed.remove_device(f"{parent}/{self.name}")
        self.testbed.remove_device(parent)
        # umockdev leaves these behind, and then refuses a device of the same name.
        for path in (f"sys/class/input/{self.name}", f"dev/.node/input_{self.name}", f"ioctl/dev/input/{self.name}"):
            if os.path.lexists(f"{self.root}/{path}"):
                os.unlink(f"{self.root}/{path}")

    def fingers(self):
        if self.description.kind not in ("touchscreen", "touchpad", "pen"):
            raise BedError(f"{self.name} is a {self.description.kind}; fingers need a touchscreen, a touchpad or a pen")
        if self.surface is None:
            kind = gestures.PenSurface if self.description.kind == "pen" else gestures.Surface
            self.surface = kind(self.description)
        return self.surface

    def pen(self):
        if self.description.kind != "pen":
            raise BedError(f"{self.name} is a {self.description.kind}, not a pen")
        return self.fingers()

    def write_due(self, events, due):
        """Writes a frame with the time at which it was due (time.monotonic), as a sensor's frame has it: a machine that stands
        still for a moment makes the fingers of a recording no slower.
        """
        return self.write(events, int(due * 1_000_000) - self.ago)

    def write(self, events, stamp=None):
        """Writes one whole frame, stamped now or as given, in microseconds. Returns the stamp."""
        if stamp is None:
            stamp = int(self.clock.now() * 1_000_000) - self.ago
        seconds, microseconds = divmod(stamp, 1_000_000)
        data = b"".join(struct.pack("<qqHHi", seconds, microseconds, *event) for event in events)
        deadline = time.monotonic() + 5
        while True:
            try:
                os.write(self.fifo, data)
                return stamp
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise BedError(f"nobody has read {self.name} for 5 s and its {FIFO_BYTES} bytes are full") from None
                time.sleep(0.005)

    def unread(self):
        return struct.unpack("i", fcntl.ioctl(self.fifo, termios.FIONREAD, b"\0\0\0\0"))[0]

    def discard_unread(self):
        """A reader that opens a device later never gets the events from before."""
        while self.unread():
            os.read(self.fifo, FIFO_BYTES)
