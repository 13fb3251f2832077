"""`libinput debug-events`, as another program that reads nodes."""

import os
import time

from program import Program


class Libinput:
    """Its lines; the words are its options and the nodes."""

    def __init__(self, *words):
        sink = open("/out/libinput", "ab", buffering=0)
        self.program, self.read = Program(["stdbuf", "-oL", "libinput", "debug-events", *words], dict(os.environ), sink), 0
        time.sleep(2)
        self.take()

    def take(self):
        """The lines that have come since the last time, without those of devices."""
        time.sleep(0.5)
        lines, self.read = self.program.lines[self.read :], len(self.program.lines)
        return [line for line in lines if "DEVICE_ADDED" not in line]

    def end(self):
        self.program.end()
