"""The input of the benchmarks: an endless mix of strokes on a touchscreen and a touchpad, fed without waiting.

Frames carry stamps as far apart as a hand makes them, 8 ms within a stroke, but come as fast as the program reads them:
the program's clock (preload-clock.c) is pushed to each frame's stamp. The next frame is written when the last one has
been read and the program sleeps, so that it wakes once a frame, as in life, and a FIFO never fills.
"""

import mmap
import struct
import time

import devices
import gestures
from node import Node

PAUSE_BETWEEN_STROKES_MS = 500
DEVICES = {"event0": devices.touchscreen, "event1": devices.touchpad}


def strokes(screen, pad):
    """One round of the mix: (node, steps)."""
    return [
        ("event0", screen.swipe(fingers=1, direction="right", distance=120)),
        ("event0", screen.pinch(direction="out", fingers=2)),
        ("event0", screen.swipe(fingers=3, direction="left")),
        ("event1", pad.swipe(fingers=3, direction="left")),
        ("event1", pad.pinch(direction="in", fingers=2)),
        ("event0", screen.swipe(fingers=1, direction="up", distance=100)),
        ("event0", screen.pinch(direction="in", fingers=2)),
        ("event0", screen.swipe(fingers=3, direction="up")),
        ("event1", pad.swipe(fingers=3, direction="right")),
        ("event1", pad.pinch(direction="out", fingers=2)),
    ]


class Clock:
    """The clock of the program under test, ahead of the real one by the number in a shared file."""

    def __init__(self, path):
        with open(path, "wb") as file:
            file.write(bytes(8))
        self.path, self.ahead = path, 0
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 8)

    def now(self):
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) + self.ahead

    def push_to(self, moment):
        """Never back: a moment that has passed does not change the clock."""
        self.ahead += max(0, moment - self.now())
        struct.pack_into("q", self.memory, 0, self.ahead)


class Feed:
    """The mocked devices and the writing to them."""

    def __init__(self, testbed, clock_path):
        self.clock = Clock(clock_path)
        self.nodes = {name: Node(testbed, name, make()) for name, make in DEVICES.items()}
        sizes = [gestures.Gestures(node.description) for node in self.nodes.values()]
        self.round = strokes(*sizes)
        self.next_stroke = 0
        self.process = None

    def begin(self):
        """Before a program starts: nothing left to read, and the same strokes for every program."""
        self.next_stroke = 0
        for node in self.nodes.values():
            node.discard_unread()

    def serve(self, process):
        self.process = process

    def play(self, events_wanted):
        """Feeds whole strokes until this number of evdev events is sent. Returns the events and the frames written."""
        events = frames = 0
        stamp = self.clock.now()
        while events < events_wanted:
            name, steps = self.round[self.next_stroke % len(self.round)]
            self.next_stroke += 1
            node = self.nodes[name]
            stamp += PAUSE_BETWEEN_STROKES_MS * 1_000_000
            for pause, operations in steps:
                frame = node.fingers().frame(operations)
                stamp += round(pause * 1_000_000)
                self.clock.push_to(stamp)
                stamp = self.clock.now()
                node.write(frame, stamp // 1000)
                self.await_read(node)
                events += len(frame)
                frames += 1
        return events, frames

    def await_read(self, node):
        """Until the frame has been read and the program waits for the next, so every run wakes it equally often."""
        deadline = time.monotonic() + 30
        while node.unread() or not self.sleeps():
            if time.monotonic() > deadline:
                raise TimeoutError(f"the program has stopped reading {node.name}")
            time.sleep(0.00002)

    def sleeps(self):
        """Whether it waits for any of its descriptors, and not amid a reading, where the mocked device makes it wait too."""
        with open(f"/proc/{self.process}/wchan", encoding="utf-8") as file:
            return "poll" in file.read()
