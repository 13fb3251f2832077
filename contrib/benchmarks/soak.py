#!/usr/bin/python3
"""Makes thousands of gestures, as in weeks of use: each starts its command once, and the daemon's resources do not grow.

usage: contrib/bench soak [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --gestures N     how many (10000)
  -- PROGRAM ...   try this instead of building gesture-bridge

Taps of one to five fingers on two mocked touchscreens and, now and then, swipes on a touchpad, all in real time and as
fast as they can be told apart. Nearly all start a short command; among them some start one that takes 10 s, and others
one that fails, is killed, or does not exist. Latency is from the frame in which the fingers lift to the first instruction
of the command, which `sh -c` starts. Every thousand gestures it is asked what the daemon has of the system. Exit status 0
when every command ran exactly once, nothing is left of those that have ended, descriptors are as at the start, memory has
grown by no more than 1 MB and the last thousand gestures were as fast as the first.
"""

# setup: benchmarks

import dataclasses
import glob
import random
import statistics
import sys
import tempfile
import time

from common import Stamps, descriptors, judge, nanoseconds, obey, p99, read_arguments, resident

HELD = 0.010  # how long the fingers of a tap stay
PAUSE = 0.006
LONG = 10  # seconds that the long command takes
LONG_EVERY = 1.6  # of which no more than 8 may run at once
WITHIN = 2  # seconds for a command to start
PART = 1000
MORE_MEMORY = 1024  # kB that may be added by what the allocator keeps
SLOWER = 1.5  # how much slower the last thousand may be: a machine has its moods
RULES = """
[gesture.short]
kind = "tap"
fingers = 1
bounce = "0 ms"
run = '{short}'
[gesture.failing]
kind = "tap"
fingers = 2
bounce = "0 ms"
run = '{failing}; exit 3'
[gesture.killed]
kind = "tap"
fingers = 3
bounce = "0 ms"
run = '{killed}; kill -9 $$'
[gesture.long]
kind = "tap"
fingers = 4
bounce = "0 ms"
run = '{long}; exec sleep %d'
[gesture.missing]
kind = "tap"
fingers = 5
bounce = "0 ms"
run = ["/nonexistent/program"]
[gesture.pad]
kind = "swipe"
device = "touchpad"
fingers = 3
run = '{pad}'
""" % LONG
FINGERS = {"short": 1, "failing": 2, "killed": 3, "long": 4, "missing": 5}
SHARES = {"short": 85, "failing": 8, "killed": 3, "missing": 3, "pad": 1}  # `long` comes by the clock


@dataclasses.dataclass
class State:
    """The daemon's resources after this number of gestures."""

    gestures: int
    descriptors: int  # without those that belong to running commands
    running: int
    memory: int


def children(process):
    """The states of its children, a letter each; Z is one that has ended and that nobody has asked about."""
    states = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it has ended meanwhile
        if int(parent) == process:
            states.append(state)
    return states


class Soak:
    """A daemon, its devices, and the results of each gesture."""

    def __init__(self, work, command, seed=1):
        import devices
        from bed import Bed
        from node import Node

        self.chance = random.Random(seed)
        self.stamps = Stamps(f"{work}/stamps")
        rules = f"{work}/bindings.toml"
        with open(rules, "w", encoding="utf-8") as file:
            words = {name: self.stamps.command(name) for name in [*FINGERS, "pad"]}
            file.write(RULES.format(**words))
        self.log = open(f"{work}/log", "wb")
        self.bed = Bed([*command, "--allow-root", "--config", rules], self.log)
        for number in (0, 1):
            screen = dataclasses.replace(devices.touchscreen(), name=f"Screen {number}", group="")
            self.bed.nodes[f"event{number}"] = Node(self.bed.testbed, f"event{number}", screen)
        obey(self.bed, "add touchpad event2", "start", "await ready within=15s")
        self.process = self.bed.program.pid
        self.started = dict.fromkeys([*FINGERS, "pad"], 0)  # gestures made
        self.stamped = dict.fromkeys(self.started, 0)  # commands run
        self.lost = self.doubled = 0
        self.latencies = []  # of taps, in the order they were made: seconds
        self.next_long = 0.0
        self.made = 0

    def close(self):
        self.bed.close()

    def gesture(self):
        """Makes one gesture and waits for its command."""
        name = self.choose()
        self.count(self.stamps.take(0), expected=None)
        lifted = self.swipe() if name == "pad" else self.tap(FINGERS[name])
        self.started[name] += 1
        self.made += 1
        if name != "missing":
            stamps = self.stamps.take(WITHIN)
            self.count(stamps, expected=name)
            if stamps and name != "pad":
                self.latencies.append((stamps[0][0] - lifted) / 1e9)
        time.sleep(PAUSE)

    def choose(self):
        if time.monotonic() >= self.next_long:
            self.next_long = time.monotonic() + LONG_EVERY
            return "long"
        return self.chance.choices(list(SHARES), SHARES.values())[0]

    def count(self, stamps, expected):
        """Expects one stamp of the command that was just started, and no other one."""
        for _, (name,) in stamps:
            self.stamped[name] += 1
        if expected and not any(words == [expected] for _, words in stamps):
            self.lost += 1
        self.doubled += max(0, len(stamps) - (1 if expected else 0))

    def tap(self, fingers):
        node = self.bed.nodes[f"event{self.made % 2}"]
        places = [(str(i), 60 + 18 * i, 90.0) for i in range(fingers)]
        node.write(node.fingers().frame([("down", *place) for place in places]))
        time.sleep(HELD)
        frame = node.fingers().frame([("up", name) for name, _, _ in places])
        lifted = nanoseconds()
        node.write(frame)
        return lifted

    def swipe(self):
        obey(self.bed, "play event2 swipe left speed=400")
        return nanoseconds()

    def state(self):
        """The daemon's present resources; a command that has just ended gets a moment until its status is read."""
        deadline = time.monotonic() + 1
        while "Z" in children(self.process) and time.monotonic() < deadline:
            time.sleep(0.02)
        running = children(self.process)
        return State(self.made, descriptors(self.process) - len(running), len(running), resident(self.process))

    def zombies(self):
        return children(self.process).count("Z")

    def rest(self):
        """Until every command has ended."""
        deadline = time.monotonic() + LONG + 5
        while children(self.process) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.count(self.stamps.take(0.1), expected=None)


def measure(gestures, command):
    with tempfile.TemporaryDirectory() as work:
        soak = Soak(work, command)
        try:
            time.sleep(0.5)
            states, began = [soak.state()], time.monotonic()
            while soak.made < gestures:
                soak.gesture()
                if soak.made % PART == 0:
                    states.append(soak.state())
                    print(f"{soak.made} gestures ...", file=sys.stderr, flush=True)
            seconds = time.monotonic() - began
            soak.rest()
            states.append(soak.state())
            is_alive = soak.bed.program.is_running()
            return soak, states, seconds, soak.zombies(), is_alive
        finally:
            soak.close()


def report(soak, states, seconds, zombies, is_alive):
    first, last = soak.latencies[:PART], soak.latencies[-PART:]
    settled, end = states[min(1, len(states) - 1)], states[-1]
    print(f"{soak.made} gestures in {seconds:.0f} s; commands: {'  '.join(f'{n} {c}' for n, c in soak.started.items())}")
    print(f"\n{'after gestures':>16}{'descriptors':>14}{'running':>10}{'memory, kB':>13}")
    for state in states:
        print(f"{state.gestures:>16}{state.descriptors:>14}{state.running:>10}{state.memory:>13}")
    print(f"\n{'finger to command, ms':24}{'median':>10}{'99 %':>10}{'longest':>10}")
    for name, part in ((f"first {len(first)} taps", first), (f"last {len(last)} taps", last)):
        times = sorted(part)
        print(f"{name:24}{statistics.median(times) * 1e3:>10.3f}{p99(times) * 1e3:>10.3f}{times[-1] * 1e3:>10.3f}")
    print(f"\nlost {soak.lost}, run twice {soak.doubled}, zombies {zombies}, still running: {'yes' if is_alive else 'no'}")
    expected = {name: 0 if name == "missing" else count for name, count in soak.started.items()}
    return judge({
        "a command did not run exactly once": soak.stamped == expected and soak.lost == soak.doubled == 0,
        "what has ended is left behind": zombies == 0 and end.running == 0,
        "the daemon has ended": is_alive,
        "descriptors are left open": end.descriptors == states[0].descriptors,
        "memory has grown": end.memory - settled.memory <= MORE_MEMORY,
        "commands start later and later": statistics.median(last) <= SLOWER * statistics.median(first),
    })


if __name__ == "__main__":
    choices, words = read_arguments(__doc__, gestures=10_000)
    sys.exit(report(*measure(choices.gestures, words)))
