#!/usr/bin/python3
"""Plugs a touchscreen in and out again and again: nothing is left behind, and it works as on the first day.

usage: contrib/bench hotplug [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --cycles N       how often (1000)
  -- PROGRAM ...   try this instead of building gesture-bridge

Another touchscreen stays all the while. In each cycle the device is tapped once it has been opened; every other time it
goes while fingers are down. Exit status 0 when each tap started its command, descriptors are as at the start and memory has
grown by no more than 1 MB after the first tenth.
"""

import argparse
import os
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../testbed"))

import environment
import process
from stamps import Stamps

MORE_MEMORY = 1024  # kB that may be added by what the allocator keeps
WITHIN = 2  # seconds for a tap's command
OPENED_WITHIN = 5
SETTLED = 0.3  # seconds until an unplugged device is closed
FINGERS = [("a", 60.0, 90.0), ("b", 80.0, 92.0)]
RULE = """
[gesture.tap]
kind = "tap"
fingers = 2
bounce = "0 ms"
run = '{command}'
"""


class Cycles:
    """A daemon, and a device that comes and goes."""

    def __init__(self, work, command):
        from bed import Bed

        self.stamps = Stamps(f"{work}/stamps")
        rules = f"{work}/bindings.toml"
        with open(rules, "w", encoding="utf-8") as file:
            file.write(RULE.format(command=self.stamps.command("tapped")))
        self.log = open(f"{work}/log", "wb")
        self.bed = Bed([*command, "--allow-root", "--config", rules], self.log)
        self.obey("add touchscreen event0")
        self.obey("start")
        self.obey("await ready within=15s")
        self.process = self.bed.program.process.pid
        self.answered = 0

    def obey(self, line):
        answer = self.bed.obey(line)
        if not answer.startswith("ok"):
            raise SystemExit(f"contrib/bench: {line}: {answer}")

    def close(self):
        self.bed.close()
        self.stamps.close()
        self.log.close()

    def run(self, cycle):
        node = "event1"
        before = self.opens()
        self.obey(f"add touchscreen {node}")
        deadline = time.monotonic() + OPENED_WITHIN
        while self.opens() == before:
            if time.monotonic() > deadline:
                raise SystemExit(f"contrib/bench: the device of cycle {cycle} is not opened")
            time.sleep(0.002)
        # What is written before libinput has asked the device for its state would belong to nobody.
        time.sleep(0.02)
        self.stamps.take(0)
        self.frame(node, "down")
        time.sleep(0.02)
        self.frame(node, "up")
        self.answered += self.stamps.await_one(WITHIN)[1] == 1
        if cycle % 2:
            self.frame(node, "down")
            time.sleep(0.01)
        self.obey(f"remove {node}")

    def frame(self, name, operation):
        node = self.bed.nodes[name]
        words = [(operation, *finger) if operation == "down" else (operation, finger[0]) for finger in FINGERS]
        node.write(node.fingers().frame(words))

    def opens(self):
        return os.path.getsize(self.bed.opens) if os.path.exists(self.bed.opens) else 0

    def state(self):
        time.sleep(SETTLED)
        return process.descriptors(self.process), process.resident(self.process)


def measure(cycles, command):
    with tempfile.TemporaryDirectory() as work:
        bench = Cycles(work, command)
        try:
            states = [(0, *bench.state())]
            for cycle in range(1, cycles + 1):
                bench.run(cycle)
                if cycle % max(1, cycles // 10) == 0:
                    states.append((cycle, *bench.state()))
            return bench.answered, states
        finally:
            bench.close()


def report(cycles, answered, states):
    print(f"{'after cycles':>16}{'descriptors':>14}{'memory, kB':>13}")
    for state in states:
        print("{:>16}{:>14}{:>13}".format(*state))
    print(f"\ntaps answered {answered} of {cycles}")
    holds = {
        "a tap was lost": answered == cycles,
        "descriptors are left open": states[-1][1] == states[0][1],
        "memory has grown": states[-1][2] - states[1][2] <= MORE_MEMORY,
    }
    for what, is_so in holds.items():
        if not is_so:
            print(f"contrib/bench: {what}", file=sys.stderr)
    return 0 if all(holds.values()) else 1


def read_arguments():
    arguments, command = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--cycles", type=int, default=1000)
    options = parser.parse_args(arguments)
    return options, command or [environment.release_build()]


if __name__ == "__main__":
    choices, program = read_arguments()
    environment.enter(__file__)
    sys.exit(report(choices.cycles, *measure(choices.cycles, program)))
