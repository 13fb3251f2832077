"""The common test of all desktops next to the daemon: whether they have the devices."""

import glob
import os
import time

from words import BedError

ROOT = os.environ.get("bed_desktop", "/")
SAID = "/out/desktop"
START = 120  # seconds; this kernel has one processor, and the host may be busy
HOME = "/tmp/home"


class Served:
    """What a scenario wants to know of a server. `program` is its name in /proc, `cancels` is whether windows learn of
    cancelled touches, and `palm` is how a touch ends for a window when it becomes a palm."""

    program, cancels, palm, server, is_wayland = "", False, "up", None, True

    def reads(self, node):
        """Whether the server has that node open; in a / of its own it has another path."""
        number = os.stat(node).st_rdev
        for link in glob.glob(f"/proc/{self.server.pid}/fd/*"):
            try:
                if os.stat(link).st_rdev == number:
                    return True
            except OSError:
                pass  # just closed
        return False

    def await_reader(self, node):
        wait_for(lambda: self.reads(node), f"{self.program} does not open {node}")


def wait_for(is_so, otherwise):
    end = time.monotonic() + START
    while not is_so():
        if time.monotonic() > end:
            raise BedError(otherwise)
        time.sleep(0.05)
