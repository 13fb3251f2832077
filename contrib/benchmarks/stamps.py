"""What commands that were started by a gesture tell of it: when they began, and which they are."""

import os
import select
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.realpath(os.path.join(HERE, "../../.build/testbed/stamp"))


class Stamps:
    """A FIFO that the program `stamp` writes to: no stamp is lost, and waiting for one costs nothing."""

    def __init__(self, path):
        os.mkfifo(path, 0o600)
        self.path, self.rest = path, b""
        # Writers never find it closed.
        self.fifo = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def close(self):
        os.close(self.fifo)

    def command(self, words):
        """The line of shell that stamps, with further words to tell."""
        return f"{PROGRAM} {self.path} {words}"

    def take(self, seconds):
        """The stamps that have come, as (nanoseconds, words); waits so long for the first one."""
        stamps = []
        if b"\n" not in self.rest:
            select.select([self.fifo], [], [], seconds)
        while select.select([self.fifo], [], [], 0)[0]:
            self.rest += os.read(self.fifo, 65536)
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            nanoseconds, *words = line.decode().split(" ")
            stamps.append((int(nanoseconds), words))
        return stamps

    def await_one(self, seconds):
        """The first stamp within so many seconds, and how many came with it; None and 0 where there is none."""
        stamps = self.take(seconds)
        return (stamps[0][0] if stamps else None), len(stamps)


def nanoseconds():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)
