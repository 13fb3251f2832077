#!/usr/bin/python3
"""What a frame costs and allocates, start and memory, against a bare C loop on libinput that discards every event.

usage: contrib/bench core [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --rules FILE     the rules to run with (thirteen gestures: Tests/Fixtures/rules/thirteen.toml)
  --runs N         pairs of runs for CPU time and start-up; the median counts (25)
  --quick          a tenth of the events and five pairs: to see that it works, not for figures
  -- PROGRAM ...   measure this instead of building gesture-bridge; it must print a line with "ready"

The input mixes one-finger strokes, two-finger pinches and three-finger swipes on a touchscreen and a touchpad, a frame
every 8 ms by the stamps. gesture-bridge runs with --dry-run: commands themselves are not measured.
  instructions    callgrind, the difference of a run with 25,000 and one with 5,000 events, the median of three pairs
  CPU time        user and system time, 10,000 events in each of 25 pairs of runs in turn, the median ratio
  allocations     calls of malloc and its kin in steady state; libinput makes some for every event
  start to ready  from the start of the process to the line with "ready", both devices present
"""

# setup: benchmarks

import os
import re
import shutil
import statistics
import struct
import sys
import tempfile
import time

from common import BUILT, ROOT, cpu_seconds, environment, read_arguments, resident

OWN_RULES = os.path.join(ROOT, "Tests/Fixtures/rules/thirteen.toml")
BARE_LOOP = [os.path.join(BUILT, "bare-loop")]
INSTRUCTION_EVENTS = (5_000, 25_000)
INSTRUCTION_RUNS = 3  # libinput's own timers, which run in real time, make a run differ by half a percent
CPU_EVENTS = 10_000  # in each of many short pairs: what else the machine does then hits both of a pair alike
ALLOCATION_EVENTS = 25_000
WARM_UP_EVENTS = 5_000
START_WITHIN = {"native": 10, "callgrind": 120}


class Bench:
    """Runs programs in one testbed and measures them."""

    def __init__(self, work, scale):
        from feed import Feed

        self.work, self.scale = work, scale
        self.testbed = environment.testbed()
        self.clock_path = f"{work}/clock"
        self.allocations_path = f"{work}/allocations"
        self.feed = Feed(self.testbed, self.clock_path)

    def close(self):
        self.feed = self.testbed = None  # the testbed's directory goes with the last who knows it

    def start(self, command, preloads=("preload-clock.so",), within=START_WITHIN["native"]):
        """Starts a program; returns it once ready, and the seconds that took."""
        from program import Program

        self.feed.begin()
        libraries = [os.path.join(BUILT, name) for name in preloads]
        variables = dict(
            os.environ,
            UMOCKDEV_DIR=self.testbed.get_root_dir(),
            LD_PRELOAD=":".join([*libraries, os.environ["LD_PRELOAD"]]),
            GESTURE_CLOCK=self.clock_path,
            GESTURE_ALLOCATIONS=self.allocations_path,
        )
        with open(f"{self.work}/log", "wb") as log:
            began = time.monotonic()
            program = Program(command, variables, os.fdopen(os.dup(log.fileno()), "wb"))
        program.await_line("ready", began + within)
        seconds = time.monotonic() - began
        self.feed.serve(program.process.pid)
        return program, seconds

    def stop(self, program):
        time.sleep(0.05)
        program.process.terminate()
        status = program.await_exit(time.monotonic() + 60)
        if status != "exited=0":
            raise RuntimeError(f"{program.process.args[0]} ended with {status}, not with 0, on SIGTERM")

    def instructions_per_event(self, command):
        totals = []
        for wanted in INSTRUCTION_EVENTS:
            output = f"{self.work}/callgrind.out"
            valgrind = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={output}"]
            program, _ = self.start([*valgrind, *command], within=START_WITHIN["callgrind"])
            events, _ = self.feed.play(wanted // self.scale)
            self.stop(program)
            with open(output, encoding="utf-8") as file:
                totals.append((events, int(re.search(r"^(?:totals|summary): (\d+)", file.read(), re.M)[1])))
        (few, cost_of_few), (many, cost_of_many) = totals
        return (cost_of_many - cost_of_few) / (many - few)

    def cpu_seconds_per_event(self, command):
        program, _ = self.start(command)
        self.feed.play(CPU_EVENTS // 10)
        before = cpu_seconds(program.process.pid)
        events, _ = self.feed.play(CPU_EVENTS)
        used = cpu_seconds(program.process.pid) - before
        self.stop(program)
        return used / events

    def allocations_per_frame(self, command):
        with open(self.allocations_path, "wb") as file:
            file.write(bytes(16))
        program, _ = self.start(command, ["preload-allocations.so", "preload-clock.so"])
        self.feed.play(WARM_UP_EVENTS)
        time.sleep(0.1)
        before = self.allocations()
        _, frames = self.feed.play(ALLOCATION_EVENTS // self.scale)
        time.sleep(0.1)
        made = self.allocations() - before
        self.stop(program)
        return made / frames

    def allocations(self):
        with open(self.allocations_path, "rb") as file:
            return struct.unpack("QQ", file.read(16))[1]

    def start_and_memory(self, command):
        program, seconds = self.start(command)
        self.feed.play(WARM_UP_EVENTS // self.scale)
        memory = resident(program.process.pid)
        self.stop(program)
        return seconds, memory


def paired(measure, daemon, runs):
    """Measures both in turns, the order changing, so that what else the machine does hits both alike."""
    pairs = []
    for i in range(runs):
        if i % 2:
            bare = measure(BARE_LOOP)
            pairs.append((measure(daemon), bare))
        else:
            pairs.append((measure(daemon), measure(BARE_LOOP)))
    return pairs


def medians(pairs):
    ours, bare = (statistics.median(column) for column in zip(*pairs))
    return ours, bare, statistics.median(a / b for a, b in pairs)


def report(name, rows):
    print(f"\n{'':28}{name:>18}{'bare loop':>18}{'ratio':>10}")
    for label, form, ours, bare, ratio in rows:
        print(f"{label:28}{form.format(ours):>18}{form.format(bare):>18}{ratio:>10}")


def measure_all(bench, daemon, runs):
    def note(text):
        print(f"measuring {text} ...", file=sys.stderr, flush=True)

    rows = []

    note("instructions")
    if not shutil.which("valgrind"):
        print("instructions are left out: there is no valgrind", file=sys.stderr)
    else:
        ours, bare, ratio = medians(paired(bench.instructions_per_event, daemon, INSTRUCTION_RUNS))
        rows.append(("instructions per event", "{:,.0f}", ours, bare, f"{ratio:.3f}"))

    note("CPU time")
    ours, bare, ratio = medians(paired(bench.cpu_seconds_per_event, daemon, runs))
    rows.append(("CPU time per event, us", "{:.2f}", ours * 1e6, bare * 1e6, f"{ratio:.2f}"))

    note("allocations")
    ours, bare = (bench.allocations_per_frame(command) for command in (daemon, BARE_LOOP))
    rows.append(("allocations per frame", "{:.3f}", ours, bare, f"{ours / bare:.2f}" if bare else "-"))
    rows.append(("  beyond the bare loop's", "{:.3f}", ours - bare, 0, "-"))

    note("start-up and memory")
    pairs = paired(bench.start_and_memory, daemon, runs)
    ours, bare, ratio = medians([(a[0], b[0]) for a, b in pairs])
    rows.append(("start to ready, ms", "{:.1f}", ours * 1e3, bare * 1e3, f"{ratio:.2f}"))
    ours, bare, ratio = medians([(a[1], b[1]) for a, b in pairs])
    rows.append(("resident memory, MB", "{:.1f}", ours / 1024, bare / 1024, f"{ratio:.2f}"))
    return rows


def rules_alone(work):
    """A copy of the rules in a folder of its own. When a program watches a folder, the kernel goes through all names
    that were ever looked up in it. A folder that is built and tested in has many of them; the folder of a person's rules has few."""
    folder = f"{work}/rules"
    os.mkdir(folder)
    return shutil.copy(OWN_RULES, folder)


def main():
    options, daemon = read_arguments(__doc__, rules=OWN_RULES, runs=25, quick=False)
    is_ours = "--" not in sys.argv
    from words import BedError

    with tempfile.TemporaryDirectory() as work:
        if is_ours:
            rules = rules_alone(work) if options.rules == OWN_RULES else options.rules
            daemon += ["--allow-root", "--dry-run", "--config", rules]
        bench = Bench(work, 10 if options.quick else 1)
        try:
            rows = measure_all(bench, daemon, 5 if options.quick else options.runs)
        except (BedError, RuntimeError, TimeoutError, OSError) as error:
            print(f"contrib/bench: {error}; the program's last output:", file=sys.stderr)
            with open(f"{work}/log", encoding="utf-8", errors="replace") as log:
                print("".join(log.readlines()[-10:]), file=sys.stderr)
            return 1
        finally:
            bench.close()
    report(os.path.basename(daemon[0]), rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
