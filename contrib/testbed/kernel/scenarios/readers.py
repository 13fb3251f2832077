"""Several programs read one device, and one takes it for itself for a while."""

import fcntl
import os

from notes import NOTES as RULES

EVIOCGRAB = 0x40044590
EVENT_BYTES = 24


class Reader:
    """Another program that reads a device, as a compositor does."""

    def __init__(self, path):
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)

    def count(self):
        """How many events have come since the last time."""
        count = 0
        try:
            while data := os.read(self.fd, 64 * EVENT_BYTES):
                count += len(data) // EVENT_BYTES
        except BlockingIOError:
            pass
        return count


def scenario(bed):
    bed.do("add touchscreen screen")
    bed.start()
    first, second = Reader(bed.path("screen")), Reader(bed.path("screen"))
    bed.expect("a swipe among three readers", ["swipe"], "play screen swipe left distance=30mm speed=400")
    counts = first.count(), second.count()
    bed.check("the others see all of it too", counts[0] == counts[1] > 30, True)
    fcntl.ioctl(first.fd, EVIOCGRAB, 1)
    bed.expect("while another holds the device, nothing comes of a swipe", [], "play screen swipe left distance=30mm speed=400")
    bed.check("nor does a third one see it", second.count(), 0)
    fcntl.ioctl(first.fd, EVIOCGRAB, 0)
    bed.expect("let go, it is read again", ["swipe"], "play screen swipe left distance=30mm speed=400")
    os.close(first.fd)
    os.close(second.fd)
    bed.expect("alone again", ["swipe"], "play screen swipe left distance=30mm speed=400")
