#!/usr/bin/python3
"""Latency and costs next to lisgd and other daemons on the same input.

usage: contrib/bench peers [OPTION...] [-- PROGRAM [ARGUMENT...]]

  --gestures N         swipes for each daemon (500)
  --idle SECONDS       how long to count wake-ups while nothing happens (60)
  --cancelled N        swipes that end as a palm, at the end (20)
  --peer NAME=COMMAND  another daemon to compare; `{command}` in COMMAND stands for the line of shell that a swipe of three
                       fingers upwards must start. May be given several times; lisgd of Debian is there in any case
  -- PROGRAM ...       measure this instead of building gesture-bridge

Each daemon has a mocked touchscreen of its own and is swiped upon in turns, in an order that changes, three fingers
upwards with a frame every 8 ms in real time. All get the same line of shell, which names a program by its path;
gesture-bridge needs no shell for that. Latency is from the frame in which the fingers lift, as it is written, to the first
instruction of the command: lisgd decides when the last finger lifts, and so does gesture-bridge here (a pan with `ended`). By its own rule for swipes gesture-bridge decides while the fingers move: how
long before the lift its command starts then is told apart. Ratios are with intervals of 95 % (bootstrap).
  CPU time   of the daemon's own process for each swipe, without the commands
  memory     resident, and proportional (PSS), where of shared libraries each has its part; a second after
             the swipes
  wake-ups   voluntary context switches while no device sends anything
  cancelled  how many swipes of which the screen says that they were a palm started the command, or spoilt the next swipe

Exit status 0 when gesture-bridge has lost nothing, is not slower than lisgd by the p99 (its interval reaches 1), has at most
6 MB more than it, was never woken, and started nothing after a cancelled touch.
"""

# setup: benchmarks lisgd

import random
import statistics
import sys
import tempfile
import time

from common import Side, cpu_seconds, judge, p99, percentile, proportional, read_arguments, resident, wake_ups

OURS, THEIRS, BY_SWIPE = "gesture-bridge", "lisgd", "gesture-bridge, swipe"
LISGD = "lisgd -d /dev/input/event0 -w 1920 -h 1200 -g '3,DU,*,*,R,{command}'"
RULES = """
[gesture.up]
fingers = 3
%s = '{command}'
"""
PAN, SWIPE = RULES % 'kind = "pan"\nended', RULES % 'kind = "swipe"\ndirection = "up"\nrun'
WARM_UP = 10
MORE_MEMORY = 6 * 1024  # kB
RESAMPLES = 2000


class Figures:
    """The measurements of one daemon."""

    def __init__(self, side, cpu):
        self.name, self.latencies, self.lost, self.doubled = side.name, side.latencies, side.lost, side.doubled
        self.resident, self.proportional = resident(side.pid), proportional(side.pid)
        self.cpu = cpu
        self.wake_ups = self.ran_after_cancel = self.spoilt = 0


def measure(sides, options):
    """Plays everything on all sides; returns the figures of each."""
    chance = random.Random(1)
    for side in sides:
        for _ in range(WARM_UP):
            side.swipe(is_counted=False)
    before = {side.name: cpu_seconds(side.pid) for side in sides}
    for number in range(options.gestures):
        for side in chance.sample(sides, len(sides)):
            side.swipe()
        if (number + 1) % 100 == 0:
            print(f"{number + 1} swipes ...", file=sys.stderr, flush=True)
    cpu = {side.name: (cpu_seconds(side.pid) - before[side.name]) / options.gestures for side in sides}

    print(f"idle for {options.idle} s ...", file=sys.stderr, flush=True)
    time.sleep(1)
    figures = {side.name: Figures(side, cpu[side.name]) for side in sides}
    before = {side.name: wake_ups(side.pid) for side in sides}
    time.sleep(options.idle)
    for side in sides:
        figures[side.name].wake_ups = wake_ups(side.pid) - before[side.name]

    for _ in range(options.cancelled):
        for side in chance.sample(sides, len(sides)):
            figures[side.name].ran_after_cancel += side.cancelled_swipe()
            figures[side.name].spoilt += not side.swipe(is_counted=False)
    return figures


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
    theirs = figures[THEIRS]
    return judge({
        "gestures were lost or made twice": ours.lost == ours.doubled == 0,
        "it is slower than lisgd": interval(ours.latencies, theirs.latencies, p99)[1] <= 1,
        "it needs more memory than it may": ours.resident - theirs.resident <= MORE_MEMORY,
        "it was woken while nothing happened": ours.wake_ups == 0,
        "a cancelled touch has had consequences": ours.ran_after_cancel == ours.spoilt == 0,
    })


def daemons(peers, program):
    """The command line and the rules of each daemon, by its name."""
    words = [*program, "--allow-root", "--config", "{rules}"]
    lines = {OURS: (words, PAN), THEIRS: (["/bin/sh", "-c", f"exec {LISGD}"], ""), BY_SWIPE: (words, SWIPE)}
    for peer in peers:
        name, equals, line = peer.partition("=")
        if not equals or not name or not line:
            raise SystemExit("contrib/bench: --peer takes NAME=COMMAND")
        lines[name] = (["/bin/sh", "-c", f"exec {line}"], "")
    return lines


def main():
    options, program = read_arguments(__doc__, gestures=500, idle=60, cancelled=20, peer=[])
    with tempfile.TemporaryDirectory() as work:
        sides = []
        try:
            for name, (words, rules) in daemons(options.peer, program).items():
                sides.append(Side(work, name, words, rules))
            return report(measure(sides, options), options)
        finally:
            for side in sides:
                side.bed.close()


if __name__ == "__main__":
    sys.exit(main())
