#!/usr/bin/python3
"""Plugs devices in and out again under load: nothing is left of a removed device.

usage: contrib/bench hotplug [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --cycles N       how many times a device comes and goes (1000)
  -- PROGRAM ...   try this instead of building gesture-bridge

Touchscreens, touchpads and pens come and go in turn, every third of them in the middle of a gesture, whose `cancelled`
must run exactly once. All the while fingers swipe on a touchpad that stays: each swipe must start its command exactly
once. Descriptors and memory are compared with those after the first fifth, and memory also with that after the first 20
devices. The pages of the program and its libraries are resident too once their code has run, and files hold them; "own" is
the rest. Exit status 0 when all this holds.
"""

# setup: benchmarks

import sys
import tempfile
import threading
import time

from common import descriptors, obey, own, read_arguments, resident

# A socket of a mocked device holds ten messages of udev, and each removed device sends two: the pause gives the daemon time to read them.
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

    def cycle(self, number):
        kind = KINDS[number % len(KINDS)]
        obey(self.bed, f"add {kind} event1")
        obey(self.bed, f'await "watching the {kind}" within={WITHIN}s')
        if kind == "touchscreen" and number % 2 == 0:
            before = self.commands.count("pinch began")
            obey(self.bed, "play event1 pinch out duration=100ms ending=stay")
            if not self.commands.await_count("pinch began", before + 1):
                raise SystemExit("a pinch did not begin")
            self.cancelled += 1
        obey(self.bed, "remove event1")
        obey(self.bed, f'await "the {kind} \\"" within={WITHIN}s')
        if number % 10 == 0:
            self.swipes += 1
            obey(self.bed, "play event0 swipe left distance=30mm speed=400")
            self.commands.await_count("swipe run", self.swipes)
        time.sleep(PAUSE)

    def run(self, first, last):
        for number in range(first, last):
            self.cycle(number)
        time.sleep(1)
        process = self.bed.program.pid
        return descriptors(process), resident(process), own(process)


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
            obey(bed, "add touchpad event0", "start", "await ready: within=15s")
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
    print(f"descriptors                {before[0]} after a fifth, {after[0]} at the end")
    for name, (_, memory, its_own) in ((f"after {FIRST}", first), ("after a fifth", before), ("at the end", after)):
        print(f"resident memory            {memory} kB {name}, {its_own} kB of it own")
    is_flat = after[0] == before[0] and after[1] - before[1] <= MORE_MEMORY and after[1] - first[1] <= MORE_SINCE_FIRST
    return 0 if is_flat and (cancelled, swipes) == (plugging.cancelled, plugging.swipes) else 1


if __name__ == "__main__":
    choices, words = read_arguments(__doc__, cycles=1000)
    sys.exit(report(choices.cycles, *measure(choices, words)))
