"""A device that sends more than any hand makes it send."""

import fcntl
import os
import select
import struct
import termios
import threading
import time

from devices import ABS_MT_POSITION_X, ABS_MT_SLOT, ABS_MT_TRACKING_ID, BTN_TOUCH, EV_ABS, EV_KEY, EV_SYN
from words import BedError

SYN_REPORT, SYN_DROPPED = 0, 3
FRAMES = 100  # in a turn
# A FIFO takes up to this number of events as a whole or not at all; half an event would make all later ones unreadable.
AT_ONCE = select.PIPE_BUF // struct.calcsize("<qqHHi")
KINDS = ("frames", "losses", "nonsense")


def frames(kind):
    """Frames of one finger that trembles; with `losses`, the kernel reports now and then that its buffer was full; of
    `nonsense`, another finger lands in its slot again and again, and it never lifts."""
    if kind == "nonsense":
        return [(EV_ABS, ABS_MT_TRACKING_ID, 10 + i) for i in range(FRAMES)] + [(EV_SYN, SYN_REPORT, 0)]
    events = []
    for i in range(FRAMES):
        events += [(EV_ABS, ABS_MT_POSITION_X, 1000 + i % 50), (EV_SYN, SYN_REPORT, 0)]
        if kind == "losses" and i % 25 == 0:
            events += [(EV_SYN, SYN_DROPPED, 0), (EV_SYN, SYN_REPORT, 0)]
    return events


class Flood(threading.Thread):
    """Writes frames to a device for `seconds`, or until it is stopped, as fast as they are read.

    A flood of `losses` or `nonsense` outruns the reader: there is always more to read. The kernel's buffers are small and a FIFO is not,
    so one of `frames` lets the reader read everything.
    """

    def __init__(self, fifo, kind, seconds):
        super().__init__(daemon=True)
        if kind not in KINDS:
            raise BedError(f"a flood is of {' or '.join(KINDS)}, not of {kind}")
        self.fifo, self.events, self.end = fifo, frames(kind), time.monotonic() + seconds
        self.outruns = kind != "frames"
        self.start()

    def run(self):
        landing = [(EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 9), (EV_KEY, BTN_TOUCH, 1), (EV_SYN, 0, 0)]
        lifting = [(EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0), (EV_SYN, 0, 0)]
        self.write(landing)
        while time.monotonic() < self.end and self.write(self.events):
            while not self.outruns and self.unread() and time.monotonic() < self.end:
                time.sleep(0.0002)
        # A device that was closed takes nothing more.
        self.end = time.monotonic() + 0.2
        self.write(lifting)

    def stop(self):
        """Lifts the finger, and returns when that is done."""
        self.end = 0
        self.join()

    def unread(self):
        return struct.unpack("i", fcntl.ioctl(self.fifo, termios.FIONREAD, b"\0\0\0\0"))[0]

    def write(self, events):
        """Whether it could be written in time."""
        seconds, microseconds = divmod(time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000, 1_000_000)
        data = [struct.pack("<qqHHi", seconds, microseconds, *event) for event in events]
        while time.monotonic() < self.end:
            try:
                os.write(self.fifo, b"".join(data[:AT_ONCE]))
                data = data[AT_ONCE:]
                if not data:
                    return True
            except BlockingIOError:
                time.sleep(0.0005)
            except OSError:
                return False  # unplugged
        return False
