#!/usr/bin/python3
"""gesture-bridge beside other daemons on the same input: what a hand feels of them, and what they cost.

usage: contrib/bench peers [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --gestures N         swipes for each daemon (500)
  --idle SECONDS       how long to count wake-ups while nothing happens (60)
  --cancelled N        swipes that end as a palm, at the end (20)
  --peer NAME=COMMAND  another daemon to put beside; `{command}` in COMMAND stands for what a swipe of three fingers upwards
                       is to start, and `{config:FILE}` for a copy of FILE in which it does. May be given several times;
                       lisgd of Debian is there in any case
  -- PROGRAM ...       measure this instead of building gesture-bridge

Each daemon has a mocked touchscreen of its own and is swiped upon in turns, in an order that changes, three fingers
upwards with a frame every 8 ms in real time. All start the same command by `sh -c`. Latency is from the frame in which the
fingers lift, as it is written, to the first instruction of the command: lisgd decides when the last finger lifts, and so
does gesture-bridge here (a pan with `ended`). By its own rule for swipes gesture-bridge decides while the fingers move: how
long before the lift its command starts then is told apart. Ratios are with intervals of 95 % (bootstrap).
  CPU time   of the daemon's own process for each swipe, without the commands
  memory     resident, and proportional (PSS), where of shared libraries each has its part; after the swipes
  wake-ups   voluntary context switches while no device sends anything
  cancelled  how many swipes of which the screen says that they were a palm started the command, or spoilt the next swipe

Exit status 0 when gesture-bridge has lost nothing, is not slower than lisgd by the p99 (its interval reaches 1), has at most
6 MB more than it, was never woken, and started nothing after a cancelled touch.
"""

import os
import random
import re
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../testbed"))

import environment
import process
from options import OptionParser
from stamps import Stamps, nanoseconds

OURS, THEIRS, BY_SWIPE = "gesture-bridge", "lisgd", "gesture-bridge, swipe"
LISGD = "lisgd -d /dev/input/event0 -w 1920 -h 1200 -g '3,DU,*,*,R,{command}'"
RULES = """
[gesture.up]
kind = "{kind}"
fingers = 3
{direction}
{trigger} = '{command}'
"""
WITHIN = 1.0  # seconds for a command to start
QUIET = 0.3  # seconds in which a command that must not start would have started
PAUSE = 0.05
WARM_UP = 10
MORE_MEMORY = 6 * 1024  # kB
RESAMPLES = 2000


class Side:
    """A daemon with a touchscreen of its own."""

    def __init__(self, work, name, line):
        import devices
        import gestures
        from node import Node

        self.name, self.line = name, line
        self.folder = f"{work}/{re.sub(r'[^a-z0-9]', '-', name.lower())}"
        os.mkdir(self.folder)
        self.stamps = Stamps(f"{self.folder}/stamps")
        self.testbed = environment.testbed()
        self.node = Node(self.testbed, "event0", devices.touchscreen())
        self.hand = gestures.Gestures(self.node.description)
        self.latencies, self.lost, self.doubled = [], 0, 0
        self.program = None

    def start(self):
        """Starts it, and waits until it has opened its device."""
        from program import Program

        opens = f"{self.folder}/opens"
        variables = dict(os.environ, UMOCKDEV_DIR=self.testbed.get_root_dir(), GESTURE_BED_OPENS=opens)
        variables.pop("DISPLAY", None)
        variables.pop("WAYLAND_DISPLAY", None)
        self.log = open(f"{self.folder}/log", "wb")
        self.program = Program(["/bin/sh", "-c", f"exec {self.filled()}"], variables, self.log)
        deadline = time.monotonic() + 15
        while not (os.path.exists(opens) and "/dev/input/event0" in open(opens, encoding="utf-8").read()):
            if time.monotonic() > deadline or not self.program.is_running():
                raise SystemExit(f"contrib/bench: {self.name} does not open its device: {self.said()}")
            time.sleep(0.05)
        time.sleep(0.5)

    def filled(self):
        """Its command line with what a swipe is to start."""
        command = self.stamps.command("swiped")

        def copied(match):
            path = f"{self.folder}/{os.path.basename(match[1])}"
            with open(match[1], encoding="utf-8") as source, open(path, "w", encoding="utf-8") as copy:
                copy.write(source.read().replace("{command}", command))
            return path

        return re.sub(r"\{config:([^}]*)\}", copied, self.line.replace("{command}", command))

    def said(self):
        self.log.flush()
        with open(f"{self.folder}/log", encoding="utf-8", errors="replace") as log:
            return f"{self.program.status()} {log.read().strip()[-500:]}"

    def close(self):
        if self.program:
            self.program.end()
        self.stamps.close()
        os.close(self.node.fifo)
        self.node = self.testbed = None

    @property
    def process(self):
        return self.program.process.pid

    def play(self, steps):
        """Writes the frames of a gesture at their times; returns when its first finger lifted."""
        surface, due, lifted = self.node.fingers(), time.monotonic(), 0
        for pause, operations in steps:
            frame = surface.frame(operations)
            due += pause / 1000
            time.sleep(max(0, due - time.monotonic()))
            now = nanoseconds()
            self.node.write(frame, now // 1000)
            if operations[0][0] == "up" and not lifted:
                lifted = now
        return lifted

    def swipe(self, is_counted=True):
        """Swipes once; returns whether its command was started."""
        time.sleep(PAUSE)
        self.stamps.take(0)
        lifted = self.play(self.hand.swipe(fingers=3, direction="up", distance=50, speed=600))
        stamp, count = self.stamps.await_one(WITHIN)
        if is_counted:
            if stamp:
                self.latencies.append((stamp - lifted) / 1e9)
            self.lost += count == 0
            self.doubled += max(0, count - 1)
        return count > 0

    def cancelled_swipe(self):
        """Swipes until the screen says that these were palms; returns whether a command was started all the same."""
        time.sleep(PAUSE)
        self.stamps.take(0)
        self.play(self.hand.swipe(fingers=3, direction="up", distance=50, speed=600, ending="cancel"))
        return self.stamps.await_one(QUIET)[1] > 0


class Figures:
    """What was measured of one daemon."""

    def __init__(self, side):
        self.name, self.latencies, self.lost, self.doubled = side.name, side.latencies, side.lost, side.doubled
        self.resident, self.proportional = process.resident(side.process), process.proportional(side.process)
        self.cpu = 0.0
        self.wake_ups = self.ran_after_cancel = self.spoilt = 0


def measure(sides, options):
    """Plays everything on all sides; returns the figures of each."""
    chance = random.Random(1)
    for side in sides:
        for _ in range(WARM_UP):
            side.swipe(is_counted=False)
    before = {side.name: process.cpu_seconds(side.process) for side in sides}
    for number in range(options.gestures):
        for side in chance.sample(sides, len(sides)):
            side.swipe()
        if (number + 1) % 100 == 0:
            print(f"{number + 1} swipes ...", file=sys.stderr, flush=True)
    figures = {side.name: Figures(side) for side in sides}
    for side in sides:
        figures[side.name].cpu = (process.cpu_seconds(side.process) - before[side.name]) / options.gestures

    print(f"idle for {options.idle} s ...", file=sys.stderr, flush=True)
    time.sleep(1)
    before = {side.name: process.wake_ups(side.process) for side in sides}
    time.sleep(options.idle)
    for side in sides:
        figures[side.name].wake_ups = process.wake_ups(side.process) - before[side.name]

    for _ in range(options.cancelled):
        for side in chance.sample(sides, len(sides)):
            figures[side.name].ran_after_cancel += side.cancelled_swipe()
            figures[side.name].spoilt += not side.swipe(is_counted=False)
    return figures


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def p99(values):
    return percentile(values, 0.99)


def interval(ours, theirs, take):
    """The ratio of a figure of both, and where it lies in 95 of 100 cases, by drawing from both again and again."""
    chance = random.Random(1)
    ratios = sorted(
        take(chance.choices(ours, k=len(ours))) / take(chance.choices(theirs, k=len(theirs))) for _ in range(RESAMPLES)
    )
    return take(ours) / take(theirs), percentile(ratios, 0.025), percentile(ratios, 0.975)


def report(figures, options):
    shown = [one for name, one in figures.items() if name != BY_SWIPE]
    for one in shown:
        if not one.latencies:
            raise SystemExit(f"contrib/bench: {one.name} has started no command at all")

    def row(label, text):
        print(f"{label:34}" + "".join(f"{text(one):>18}" for one in shown))

    print(f"{options.gestures} swipes each\n")
    row("", lambda one: one.name)
    row("lift to command, median, ms", lambda one: f"{statistics.median(one.latencies) * 1e3:.2f}")
    row("lift to command, 99 %, ms", lambda one: f"{p99(one.latencies) * 1e3:.2f}")
    row("CPU time for a swipe, ms", lambda one: f"{one.cpu * 1e3:.3f}")
    row("resident memory, MB", lambda one: f"{one.resident / 1024:.1f}")
    row("proportional memory, MB", lambda one: f"{one.proportional / 1024:.1f}")
    row(f"wake-ups in {options.idle} s idle", lambda one: f"{one.wake_ups}")
    row("swipes lost", lambda one: f"{one.lost}")
    row("commands run twice", lambda one: f"{one.doubled}")
    row(f"run by {options.cancelled} cancelled swipes", lambda one: f"{one.ran_after_cancel}")
    row("the next swipe lost", lambda one: f"{one.spoilt}")
    print()
    ours = figures[OURS]
    for one in shown[1:]:
        for name, take in (("median", statistics.median), ("99 %", p99)):
            ratio, low, high = interval(ours.latencies, one.latencies, take)
            print(f"{name + ', ratio to ' + one.name:34}{ratio:>18.2f}   ({low:.2f} to {high:.2f})")
    if BY_SWIPE in figures and figures[BY_SWIPE].latencies:
        early = -statistics.median(figures[BY_SWIPE].latencies) * 1e3
        print(f"\nBy gesture-bridge's own rule for swipes the command starts {early:.0f} ms before the fingers lift.")
    return judge(figures)


def judge(figures):
    ours, theirs = figures[OURS], figures[THEIRS]
    holds = {
        "gestures were lost or made twice": ours.lost == ours.doubled == 0,
        "it is slower than lisgd": interval(ours.latencies, theirs.latencies, p99)[1] <= 1,
        "it needs more memory than it may": ours.resident - theirs.resident <= MORE_MEMORY,
        "it was woken while nothing happened": ours.wake_ups == 0,
        "a cancelled touch has had consequences": ours.ran_after_cancel == ours.spoilt == 0,
    }
    for what, is_so in holds.items():
        if not is_so:
            print(f"contrib/bench: {what}", file=sys.stderr)
    return 0 if all(holds.values()) else 1


def daemons(work, options, program):
    """The command line of each daemon, by its name."""
    lines = {}
    for name, kind, direction, trigger in (
        (OURS, "pan", "", "ended"),
        (BY_SWIPE, "swipe", 'direction = "up"', "run"),
    ):
        path = f"{work}/{kind}.toml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(RULES.format(kind=kind, direction=direction, trigger=trigger, command="{command}"))
        lines[name] = f"{' '.join(program)} --allow-root --config {{config:{path}}}"
        if name == OURS:
            lines[THEIRS] = LISGD
    for peer in options.peer:
        name, equals, line = peer.partition("=")
        if not equals or not name or not line:
            raise SystemExit("contrib/bench: --peer takes NAME=COMMAND")
        lines[name] = line
    return lines


def read_arguments():
    parser = OptionParser(__doc__)
    parser.add_argument("--gestures", type=int, default=500)
    parser.add_argument("--idle", type=int, default=60)
    parser.add_argument("--cancelled", type=int, default=20)
    parser.add_argument("--peer", action="append", default=[])
    options, command = parser.read()
    return options, command or [environment.stripped_build()]


def main():
    options, program = read_arguments()
    environment.enter(__file__)
    with tempfile.TemporaryDirectory() as work:
        sides = [Side(work, name, line) for name, line in daemons(work, options, program).items()]
        try:
            for side in sides:
                side.start()
            return report(measure(sides, options), options)
        finally:
            for side in sides:
                side.close()


if __name__ == "__main__":
    sys.exit(main())
