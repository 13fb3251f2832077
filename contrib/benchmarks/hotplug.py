#!/usr/bin/python3
"""Plugs devices in and out again under load: nothing is left behind of a device that has gone.

usage: contrib/bench hotplug [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --cycles N       how many times a device comes and goes (1000)
  -- PROGRAM ...   try this instead of building gesture-bridge

Touchscreens, touchpads and pens come and go in turn, every third of them in the middle of a gesture, whose `cancelled`
must run exactly once. All the while fingers swipe on a touchpad that stays: each swipe must start its command exactly
once. Descriptors and memory are compared with those after the first fifth, and memory also with that after the first 20
devices. The pages of the program and its libraries are resident too once their code has run, and files hold them; "own" is
the rest. Exit status 0 when all this holds.
"""

import os
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../testbed"))

import environment
from options import OptionParser
from reload import Usage

# A socket of a mocked device holds ten messages of udev, two for each device that goes: time to read them.
PAUSE = 0.02
WITHIN = 5  # seconds for a command to have run
MORE_MEMORY = 64  # kB that may be added by what the allocator keeps
FIRST = 20  # devices, after which nearly all code has run
MORE_SINCE_FIRST = 1024  # kB
KINDS = ("touchscreen", "touchpad", "pen")
# The touches of the last attempts have a memory of their own size, which fills for as long as this lasts.
RULES = """
[privacy]
remember = false

[gesture.pinch]
kind = "pinch"
fingers = 2
began = ["true"]
cancelled = ["true"]

[gesture.swipe]
kind = "swipe"
fingers = 3
run = ["true"]

[gesture.possible]
kind = "hint"
run = ["true"]
"""


class Commands:
    """Takes the daemon's output: which commands have started."""

    def __init__(self):
        self.counts = {}
        self.changed = threading.Condition()

    def write(self, line):
        text = line.decode(errors="replace")
        if ": started `" not in text:
            return
        # 5123.4 ms  pinch cancelled: started `["true"]` as process 6071 after 4.4 ms
        name = " ".join(text.split(": started `")[0].split()[-2:])
        with self.changed:
            self.counts[name] = self.counts.get(name, 0) + 1
            self.changed.notify_all()

    def flush(self):
        pass

    def count(self, name):
        return self.counts.get(name, 0)

    def await_count(self, name, count):
        with self.changed:
            return self.changed.wait_for(lambda: self.count(name) >= count, WITHIN)


class Plugging:
    """Plugs devices in and out, and swipes on one that stays."""

    def __init__(self, bed, commands):
        self.bed, self.commands = bed, commands
        self.swipes = self.cancelled = 0

    def obey(self, line):
        answer = self.bed.obey(line)
        if not answer.startswith("ok"):
            raise SystemExit(f"{line}: {answer}")

    def cycle(self, number):
        kind = KINDS[number % len(KINDS)]
        self.obey(f"add {kind} event1")
        self.obey(f'await "watching the {kind}" within={WITHIN}s')
        if kind == "touchscreen" and number % 2 == 0:
            before = self.commands.count("pinch began")
            self.obey("play event1 pinch out duration=100ms ending=stay")
            if not self.commands.await_count("pinch began", before + 1):
                raise SystemExit("a pinch did not begin")
            self.cancelled += 1
        self.obey("remove event1")
        self.obey(f'await "the {kind} \\"" within={WITHIN}s')
        if number % 10 == 0:
            self.swipes += 1
            self.obey("play event0 swipe left distance=30mm speed=400")
            self.commands.await_count("swipe run", self.swipes)
        time.sleep(PAUSE)

    def run(self, first, last):
        for number in range(first, last):
            self.cycle(number)
        time.sleep(1)
        return Usage(self.bed.program.process.pid)


def measure(options, command):
    from bed import Bed

    commands = Commands()
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/bindings.toml", "w", encoding="utf-8") as file:
            file.write(RULES)
        bed = Bed([], commands)
        bed.program_words = [
            *command, "--allow-root", "--debug-plain", "--log-level", "info", "--config", f"{folder}/bindings.toml"]
        plugging = Plugging(bed, commands)
        try:
            for line in ("add touchpad event0", "start", "await ready: within=15s"):
                plugging.obey(line)
            began = time.monotonic()
            fifth = options.cycles // 5
            first = plugging.run(0, min(FIRST, fifth))
            before = plugging.run(min(FIRST, fifth), fifth)
            after = plugging.run(fifth, options.cycles)
            return first, before, after, plugging, commands, time.monotonic() - began
        finally:
            bed.close()


def report(cycles, first, before, after, plugging, commands, seconds):
    cancelled, swipes = commands.count("pinch cancelled"), commands.count("swipe run")
    print(f"devices came and went      {cycles} times in {seconds:.0f} s")
    print(f"cancelled by going         {cancelled} gestures of {plugging.cancelled}")
    print(f"swipes on another device   {swipes} of {plugging.swipes}")
    print(f"descriptors                {before.descriptors} after a fifth, {after.descriptors} at the end")
    for name, usage in ((f"after {FIRST}", first), ("after a fifth", before), ("at the end", after)):
        print(f"resident memory            {usage.memory} kB {name}, {usage.own} kB of them own")
    is_flat = (
        after.descriptors == before.descriptors
        and after.memory - before.memory <= MORE_MEMORY
        and after.memory - first.memory <= MORE_SINCE_FIRST
    )
    return 0 if is_flat and (cancelled, swipes) == (plugging.cancelled, plugging.swipes) else 1


def read_arguments():
    parser = OptionParser(__doc__)
    parser.add_argument("--cycles", type=int, default=1000)
    options, command = parser.read()
    return options, command or [environment.release_build()]


if __name__ == "__main__":
    choices, program = read_arguments()
    environment.enter(__file__)
    sys.exit(report(choices.cycles, *measure(choices, program)))
