#!/usr/bin/python3
"""What it costs to know the window in front, or the one under the finger: memory, wake-ups and latency beside a real sway, with a rule
for an application and without.

usage: contrib/bench desktop [PROGRAM] [ROUNDS]      PROGRAM: gesture-bridge; without one it is built. ROUNDS of each: 5

In each round three daemons, one after the other, have a mocked touchscreen and 100 taps of one finger, while two windows of a
headless sway have the focus in turn: one without the rule, one that is told the window in front only, and one that is told where windows
are, whose taps are on the window without the focus. Latency is from the frame in which the finger lifts to the start of the command. Then
nothing happens for 5 s, in the first round for 60, in which wake-ups are counted; the table has the most of any round. Exit status: 0 if
with the rule there is at most 1 MB more of memory of its own, no wake-up while idle, and at most a tenth more latency; else 1.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
sys.path[:0] = [os.path.join(HERE, "../testbed"), os.path.join(HERE, "../testbed/desktop"), HERE]

import environment
import process
from stamps import Stamps

TAPS = 100
# How long nothing happens, in s: a minute in the first round, which is enough.
IDLE = 60
SHORT_IDLE = 5
KINDS = ("without", "in front", "touched")
# The windows lie beside each other, in this order.
PLACES = ("x=75mm y=95mm", "x=225mm y=95mm")
APPS = ("org.mozilla.firefox", "foot")
RULE = '[gesture.tap]\nkind = "tap"\ndevice = "touchscreen"\nrun = "{}"\n'
BINDING = '[[binding]]\ngesture = "tap"\nwhen = {{ app = "foot" }}\nrun = "{}"\n'


def own_memory(pid):
    """In kB: what no file backs."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
        return int(re.search(r"^Anonymous:\s+(\d+)", file.read(), re.M)[1])


class Run:
    """One daemon with its touchscreen."""

    def __init__(self, program, work, stamps, sway, kind):
        from bed import Bed

        self.stamps = stamps
        rules = RULE.format(stamps.command("other")) + ("" if kind == "without" else BINDING.format(stamps.command("foot")))
        with open(f"{work}/rules.toml", "w", encoding="utf-8") as file:
            file.write(rules)
        os.chmod(f"{work}/rules.toml", 0o600)
        # sway tells where windows are by its own socket.
        os.environ.pop("SWAYSOCK", None)
        if kind == "touched":
            os.environ["SWAYSOCK"] = sway.control
        self.bed = Bed([program, "--allow-root", "--config", f"{work}/rules.toml"], open(f"{work}/log", "wb"))
        self.do("add touchscreen event0")
        self.pid = int(self.do("start").split("pid=")[1])
        self.do("await ready within=20s")

    def do(self, line):
        answer = self.bed.obey(line)
        if not answer.startswith("ok"):
            raise RuntimeError(f"{line}: {answer}")
        return answer

    def tap(self, place):
        """From lift to command in microseconds, and what the command says."""
        self.do("wait 70ms")
        last = int(self.do(f"play event0 tap {place}").split("last=")[1])
        for stamp, words in self.stamps.take(5):
            return stamp / 1000 - last, words[0]
        raise RuntimeError("a tap had no command")


def measure(program, work, stamps, sway, kind, idle):
    run = Run(program, work, stamps, sway, kind)
    try:
        latencies, wrong = [], 0
        for number in range(TAPS):
            focused = number % 2
            touched = 1 - focused
            sway.focus(APPS[focused])
            latency, word = run.tap(PLACES[touched])
            latencies.append(latency)
            expected = {"without": "other", "in front": APPS[focused], "touched": APPS[touched]}[kind]
            wrong += word != ("foot" if expected == "foot" else "other")
        time.sleep(0.5)
        before = process.wake_ups(run.pid)
        time.sleep(idle)
        return dict(
            latency=statistics.median(latencies), wakes=process.wake_ups(run.pid) - before, own=own_memory(run.pid),
            resident=process.resident(run.pid), wrong=wrong)
    finally:
        run.bed.close()


def main():
    if len(sys.argv) > 3 or sys.argv[1:] and sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    from compositors import Sway, Window

    environment.enter(__file__)
    program = os.path.abspath(sys.argv[1]) if sys.argv[1:] else os.path.join(ROOT, ".build/dist/bin/gesture-bridge")
    if not sys.argv[1:]:
        subprocess.run([os.path.join(ROOT, "contrib/release")], check=True, stdout=sys.stderr)
    root = subprocess.run(
        [os.path.join(HERE, "../testbed/desktop/root"), "sway"], check=True, capture_output=True, text=True).stdout.strip()
    rounds = int(sys.argv[2]) if sys.argv[2:] else 5
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/run", 0o700)
        sway, stamps = Sway(root, f"{work}/run"), Stamps(f"{work}/stamps")
        sway.start()
        os.environ.update(XDG_RUNTIME_DIR=sway.folder, WAYLAND_DISPLAY=os.path.basename(sway.socket))
        windows = [Window(sway.socket, app, "page") for app in APPS]
        found = {kind: [] for kind in KINDS}
        try:
            for number in range(rounds):
                for kind in KINDS:
                    found[kind].append(measure(program, work, stamps, sway, kind, SHORT_IDLE if number else IDLE))
        finally:
            for window in windows:
                window.kill()
            sway.kill()
    report(found)


def report(found):
    def middle(kind, key):
        return statistics.median(one[key] for one in found[kind])

    print(f"{'':26}" + "".join(f"{kind:>10}" for kind in KINDS))
    for key, text in (
        ("latency", "lift to command, µs"), ("own", "memory of its own, kB"), ("resident", "resident, kB"),
        ("wrong", f"wrong of {TAPS} taps"),
    ):
        print(f"{text:26}" + "".join(f"{middle(kind, key):10.0f}" for kind in KINDS))
    print(f"{'wake-ups while idle':26}" + "".join(f"{max(one['wakes'] for one in found[kind]):10}" for kind in KINDS))
    is_light = True
    for kind in KINDS[1:]:
        ratio = middle(kind, "latency") / middle("without", "latency")
        print(f"latency {kind} / without: {ratio:.2f}")
        is_light = is_light and (
            ratio <= 1.1 and middle(kind, "own") - middle("without", "own") <= 1024
            and not any(one["wakes"] or one["wrong"] for one in found[kind]))
    sys.exit(0 if is_light else 1)


if __name__ == "__main__":
    main()
