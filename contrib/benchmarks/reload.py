#!/usr/bin/python3
"""Reloads rules under load: while fingers swipe on a mocked touchscreen the rules are changed in every way there is.

usage: contrib/bench reload [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --reloads N      how many times the rules are changed (1000)
  --seed N         another order of ways and pauses (1)
  -- PROGRAM ...   try this instead of building gesture-bridge

Ways: saved in place, renamed over, a link to the file or to its folder led elsewhere, an included file changed, deleted
and written again, made unusable, SIGHUP. After each the next waits until the daemon has said what came of it. A swipe may
be lost only if it was in progress at a change; every other one must start its command exactly once. Descriptors and
memory are compared with those after the first tenth. Exit status 0 when all this holds.
"""

import os
import random
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../testbed"))

import environment
import process
from options import OptionParser

OUTCOMES = ("reloaded:", "previous rules stay in use", "is gone;", "has no errors any more")
WITHIN = 10  # seconds for the daemon to say what came of a change
MORE_MEMORY = 1024  # kB that may be added by what the allocator keeps
RULES = """# version {version}
include = ["layer.toml"]
[gesture.swipe]
kind = "swipe"
fingers = 3
run = ["true"]
"""


class Listener:
    """Takes the daemon's output: when it said what came of a change, and when a gesture that started a command was made."""

    def __init__(self):
        self.outcomes, self.starts = [], []
        self.changed = threading.Condition()

    def write(self, line):
        now, text = time.monotonic(), line.decode(errors="replace")
        with self.changed:
            # "swipe run: started `["true"]` as process 6071 after 4.4 ms": that long after the gesture
            if "swipe run: started" in text:
                self.starts.append(now - float(text.split()[-2]) / 1000)
            if any(outcome in text for outcome in OUTCOMES):
                self.outcomes.append(now)
                self.changed.notify_all()

    def flush(self):
        pass

    def await_outcome(self, count):
        """Waits for one outcome more than `count`."""
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.outcomes) > count, WITHIN):
                raise SystemExit("the daemon did not say what came of a change")


class Changes:
    """Changes the rules, each time in a way of its own."""

    def __init__(self, folder, program, listener):
        self.folder, self.program, self.listener = folder, program, listener
        self.version, self.intervals, self.counts = 0, [], {}
        for name in ("a", "b"):
            os.mkdir(f"{folder}/{name}")
            self.save(f"{folder}/{name}/layer.toml", "# a layer\n")
            self.save(f"{folder}/{name}/bindings.toml", self.text())
        os.symlink("a", f"{folder}/rules")
        self.config = f"{folder}/rules/bindings.toml"

    def text(self):
        self.version += 1
        return RULES.format(version=self.version)

    def save(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def renamed(self, path, text):
        self.save(f"{self.folder}/new", text)
        os.replace(f"{self.folder}/new", path)

    def linked(self, path, target):
        os.symlink(target, f"{self.folder}/link")
        os.replace(f"{self.folder}/link", path)

    def change(self, way):
        """Makes one change and waits for what comes of it."""
        before, began = len(self.listener.outcomes), time.monotonic()
        getattr(self, "way_" + way.replace(" ", "_"))()
        self.listener.await_outcome(before)
        self.intervals.append((began, time.monotonic()))
        self.counts[way] = self.counts.get(way, 0) + 1

    def way_signal(self):
        self.program().process.send_signal(1)

    def way_save(self):
        self.save(self.config, self.text())

    def way_rename(self):
        self.renamed(self.config, self.text())

    def way_link_folder(self):
        self.save(f"{self.folder}/a/bindings.toml", self.text())
        self.save(f"{self.folder}/b/bindings.toml", self.text())
        self.linked(f"{self.folder}/rules", "b" if os.readlink(f"{self.folder}/rules") == "a" else "a")

    def way_link_file(self):
        self.renamed(f"{self.folder}/real.toml", self.text())
        self.linked(self.config, f"{self.folder}/real.toml")

    def way_include(self):
        self.renamed(f"{self.folder}/rules/layer.toml", f"# layer {self.text()!r}\n")

    def way_delete(self):
        os.unlink(self.config)
        self.listener.await_outcome(len(self.listener.outcomes))
        before = len(self.listener.outcomes)
        self.save(self.config, self.text())
        self.listener.await_outcome(before)

    def way_broken(self):
        self.save(self.config, f"# {self.version}\n[gesture.swipe\nkind =")
        self.listener.await_outcome(len(self.listener.outcomes))
        before = len(self.listener.outcomes)
        self.save(self.config, self.text())
        self.listener.await_outcome(before)

    def run(self, count, chance, pause):
        ways = [name[4:].replace("_", " ") for name in dir(self) if name.startswith("way_")]
        for _ in range(count):
            # SIGHUP needs no quiet time, so half of all make the load heavier.
            self.change(chance.choice(ways) if chance.random() < 0.5 else "signal")
            time.sleep(chance.uniform(0, pause))


class Usage:
    """What the daemon has of the system."""

    def __init__(self, pid):
        self.descriptors, self.memory, self.own = process.descriptors(pid), process.resident(pid), process.own(pid)


def swipe(bed, chance, going, swipes):
    """Swipes until told to stop, noting when each began and ended."""
    while going():
        began = time.monotonic()
        answer = bed.obey("play event0 swipe left distance=30mm speed=400")
        if not answer.startswith("ok"):
            raise SystemExit(answer)
        time.sleep(chance.uniform(0.03, 0.12))
        swipes.append((began, time.monotonic()))


def part(bed, changes, count, chance, swipes):
    """Changes the rules `count` times while fingers swipe, and returns what the daemon has of the system afterwards."""
    changing = threading.Thread(target=changes.run, args=(count, chance, 0.4), daemon=True)
    changing.start()
    swipe(bed, random.Random(chance.random()), changing.is_alive, swipes)
    time.sleep(1)
    return Usage(bed.program.process.pid)


def judge(swipes, changes, starts):
    """Counts the swipes: alone and answered once; at a change and answered at most once; and all others."""
    ends = [began for began, _ in swipes[1:]] + [float("inf")]
    alone = lost = touched = wrong = 0
    for (began, ended), end in zip(swipes, ends):
        commands = sum(began <= start < end for start in starts)
        if any(first < ended and began < last for first, last in changes.intervals):
            touched += 1
            lost += commands == 0
            wrong += commands > 1
        else:
            alone += 1
            wrong += commands != 1
    return alone, touched, lost, wrong


def measure(options, command):
    from bed import Bed

    chance = random.Random(options.seed)
    listener, swipes = Listener(), []
    with tempfile.TemporaryDirectory() as folder:
        bed = Bed([], listener)
        changes = Changes(folder, lambda: bed.program, listener)
        bed.program_words = [*command, "--allow-root", "--debug-plain", "--config", changes.config]
        try:
            for line in ("add touchscreen event0", "start", "await ready within=15s"):
                if not (answer := bed.obey(line)).startswith("ok"):
                    raise SystemExit(answer)
            before = part(bed, changes, options.reloads // 10, chance, swipes)
            after = part(bed, changes, options.reloads - options.reloads // 10, chance, swipes)
        finally:
            bed.close()
    return before, after, changes, judge(swipes, changes, listener.starts)


def report(before, after, changes, counts):
    alone, touched, lost, wrong = counts
    print(f"changes of the rules       {sum(changes.counts.values())}")
    for way, count in sorted(changes.counts.items()):
        print(f"  {way:<24} {count}")
    print(f"swipes apart from any      {alone}")
    print(f"swipes during a change     {touched}, {lost} of them cancelled by it")
    print(f"answered wrongly           {wrong}")
    print(f"descriptors                {before.descriptors} after a tenth, {after.descriptors} at the end")
    print(f"resident memory            {before.memory} kB after a tenth, {after.memory} kB at the end")
    is_flat = after.descriptors == before.descriptors and after.memory - before.memory <= MORE_MEMORY
    return 0 if is_flat and wrong == 0 and alone > 0 else 1


def read_arguments():
    parser = OptionParser(__doc__)
    parser.add_argument("--reloads", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options, command = parser.read()
    return options, command or [environment.release_build()]


if __name__ == "__main__":
    choices = read_arguments()
    environment.enter(__file__)
    sys.exit(report(*measure(*choices)))
