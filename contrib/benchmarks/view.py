#!/usr/bin/python3
"""What the live view costs the hand: from a finger to its command, with `--debug` in a terminal and without.

usage: contrib/bench view [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --taps N         taps for each of the two (1000)
  --size SIZE      of the terminal (200x50)
  -- PROGRAM ...   measure this instead of building gesture-bridge

Two daemons with the shipped rules and one more, a tap of five fingers, each on a mocked touchscreen of its own: one in a
terminal of tmux with the view open, one without. They are tapped in turns of 10, in real time, with a frame every 8 ms, so
that the view has something to draw all the time. Latency is from the frame in which the fingers lift to the start of the
command: posix_spawn has returned. Where it is allowed (as root) both daemons come before all else that the machine does
(chrt), but for the terminal; elsewhere a busy machine hits the one that does more. Exit status 0 when the ratio of the medians is at most 1.2.
"""

import os
import random
import statistics
import struct
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
BUILT = os.path.join(ROOT, ".build/testbed")
sys.path.insert(0, os.path.join(HERE, "../testbed"))

import environment
from options import OptionParser

GOAL = 1.2
TURN = 10  # taps of one daemon before it is the other's turn
WARM_UP = 20
FRAME = 0.008
PAUSE = 0.06  # a tap any sooner after another is a bounce
FINGERS = [(60 + 20 * i, 90 + 5 * (i % 2)) for i in range(5)]
RULE = """
[gesture.bench-tap]
kind = "tap"
fingers = 5
run = ["true"]
"""


class Side:
    """A daemon with a touchscreen of its own."""

    def __init__(self, work, name, command, size):
        import devices
        from node import Node
        from program import Program
        from screen import Screen

        self.testbed = environment.testbed()
        self.node = Node(self.testbed, "event0", devices.touchscreen())
        self.notes = f"{work}/{name}"
        variables = dict(
            os.environ,
            UMOCKDEV_DIR=self.testbed.get_root_dir(),
            LD_PRELOAD=":".join([f"{BUILT}/preload-spawn.so", os.environ["LD_PRELOAD"]]),
            GESTURE_SPAWNS=self.notes,
        )
        if size:
            self.program = Screen([*command, "--debug"], variables, size)
            Screen.until(lambda: "alternate=1" in self.program.state(), 15, "the view does not open")
        else:
            self.log = open(f"{work}/{name}.log", "wb")
            self.program = Program(command, variables, self.log)
            self.program.await_line("ready", time.monotonic() + 15)
        time.sleep(0.5)  # the devices are there a moment after the view

    def close(self):
        self.program.end()
        os.close(self.node.fifo)
        self.node = self.testbed = None

    def frame(self, operations):
        self.node.write(self.node.fingers().frame(operations))

    def tap(self, chance):
        """Taps once; returns the seconds from the lifting to the start of the command."""
        time.sleep(PAUSE)
        before = self.count()
        self.frame([("down", str(i), x, y) for i, (x, y) in enumerate(FINGERS)])
        # The lifting comes anywhere between two drawings.
        for step in range(chance.randint(10, 16)):
            time.sleep(FRAME)
            sway = 0.3 * (step % 2)
            self.frame([("move", str(i), x + sway, y) for i, (x, y) in enumerate(FINGERS)])
        time.sleep(FRAME + chance.random() * FRAME)
        lifted = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        self.frame([("up", str(i)) for i in range(len(FINGERS))])
        deadline = time.monotonic() + 5
        while self.count() <= before:
            if time.monotonic() > deadline:
                raise SystemExit(f"a tap started no command; the program: {self.program.status()}")
            time.sleep(0.001)
        with open(self.notes, "rb") as file:
            file.seek(8 * before)
            return (struct.unpack("q", file.read(8))[0] - lifted) / 1e9

    def count(self):
        return os.path.getsize(self.notes) // 8 if os.path.exists(self.notes) else 0


def measure(options, command):
    with tempfile.TemporaryDirectory() as work:
        rules = f"{work}/bindings.toml"
        with open(f"{ROOT}/bindings.toml", encoding="utf-8") as shipped, open(rules, "w", encoding="utf-8") as file:
            file.write(shipped.read() + RULE)
        command = [*environment.hurrying(), *command, "--allow-root", "--config", rules]
        sides = {"without": Side(work, "without", command, None), "view": Side(work, "view", command, options.size)}
        latencies = {name: [] for name in sides}
        chance = random.Random(1)
        try:
            for side in sides.values():
                for _ in range(WARM_UP):
                    side.tap(chance)
            while len(latencies["view"]) < options.taps:
                for name in chance.sample(list(sides), len(sides)):
                    for _ in range(TURN):
                        latencies[name].append(sides[name].tap(chance))
        finally:
            for side in sides.values():
                side.close()
        return latencies


def report(latencies, size):
    def percentile(values, part):
        return sorted(values)[min(len(values) - 1, int(len(values) * part))]

    rows = {
        "median": statistics.median,
        "90 %": lambda values: percentile(values, 0.9),
        "99 %": lambda values: percentile(values, 0.99),
        "longest": max,
    }
    print(f"{len(latencies['view'])} taps each, terminal {size}")
    print(f"\n{'finger to command, ms':28}{'with the view':>16}{'without':>16}{'ratio':>10}")
    for name, take in rows.items():
        view, without = take(latencies["view"]) * 1e3, take(latencies["without"]) * 1e3
        print(f"{name:28}{view:>16.3f}{without:>16.3f}{view / without:>10.2f}")
    ratio = statistics.median(latencies["view"]) / statistics.median(latencies["without"])
    return 0 if ratio <= GOAL else 1


def read_arguments():
    parser = OptionParser(__doc__)
    parser.add_argument("--taps", type=int, default=1000)
    parser.add_argument("--size", default="200x50")
    options, command = parser.read()
    return options, command or [environment.release_build()]


def main():
    options, command = read_arguments()
    environment.enter(__file__)
    from words import BedError

    try:
        return report(measure(options, command), options.size)
    except BedError as error:
        print(f"contrib/bench: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
