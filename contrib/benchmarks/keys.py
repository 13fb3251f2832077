#!/usr/bin/python3
"""Keys that a gesture sends by itself, beside a command that runs wtype: from finger to key, and what a step allocates.

usage: contrib/bench keys [PROGRAM] [TAPS]      PROGRAM: gesture-bridge; without one it is built. TAPS of each: 100

One daemon on a headless sway, whose window says when it gets a key. Taps of two fingers send F5 by `keys`, taps of three send F6 by
`run = "wtype -k F6"`, ten by ten in turns. Latency is from the frame in which the fingers lift to the window's key; a tap without its key is an
error. Then nothing happens for a while, and wake-ups are counted. Last four fingers drag, and a step every 2 mm sends Tab: `allocations`
are the calls of malloc and its kin for each step, beside the same drag with no step. Exit status: 0 if `keys` is at least 3 times as
quick, nothing wakes up while nothing happens, and a step allocates nothing; else 1.
"""

import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
sys.path[:0] = [os.path.join(HERE, "../testbed"), os.path.join(HERE, "../testbed/desktop"), HERE]

import environment
import process

NODE = "event0"
KEYS = {2: "+F5", 3: "+F6"}
RULES = """
[gesture.keys]
kind = "tap"
fingers = 2
device = "touchscreen"
run = { keys = "F5" }

[gesture.wtype]
kind = "tap"
fingers = 3
device = "touchscreen"
run = "wtype -k F6"
"""
DRAG = """
[gesture.drag]
kind = "pan"
fingers = 4
axis = "horizontal"
device = "touchscreen"
began = { hold = "Alt" }
"""
STEP = 'step = { every = "2 mm", right = { keys = "Tab" }, left = { keys = "Tab" } }\n'
WAY = 100  # mm of a drag
DRAGS = 5
BLOCK = 10  # taps in a row
IDLE = 20  # s


class Daemon:
    """gesture-bridge with its touchscreen and its rules."""

    def __init__(self, program, work, seat, rules, counter=None):
        from bed import Bed

        self.seat = seat
        path = f"{work}/rules.toml"
        with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(rules)
        before = os.environ["LD_PRELOAD"]
        if counter:
            os.environ.update(
                GESTURE_ALLOCATIONS=counter, LD_PRELOAD=f"{ROOT}/.build/testbed/preload-allocations.so:{before}")
        self.bed = Bed(
            [program, "--allow-root", "--log-level", "info", "--config", path], open(f"{work}/log", "wb"))
        os.environ["LD_PRELOAD"] = before
        self.do(f"add touchscreen {NODE}")
        self.pid = int(self.do("start").split("pid=")[1])
        self.do("await sending keys and clicks by within=20s")
        time.sleep(0.3)
        seat.take()

    def do(self, line):
        answer = self.bed.obey(line)
        if not answer.startswith("ok"):
            raise RuntimeError(f"{line}: {answer}")
        return answer

    def tap(self, fingers):
        """From the lift to the window's key, in microseconds."""
        self.do("wait 80ms")
        lifted = int(self.do(f"play {NODE} tap fingers={fingers}").split("last=")[1])
        end = time.monotonic() + 5
        while time.monotonic() < end:
            for stamp, event in self.seat.take():
                if event == KEYS[fingers]:
                    return stamp - lifted
            time.sleep(0.002)
        raise RuntimeError(f"a tap of {fingers} fingers had no key")

    def drag(self):
        """Returns how often Tab came."""
        places = " ".join(f"{name} 60,{40 + 25 * place}" for place, name in enumerate("abcd"))
        self.do("wait 80ms")
        self.do(f"down {NODE} {places}")
        self.do(f"move {NODE} a,b,c,d by {WAY},0 over 800ms")
        time.sleep(0.1)
        count = sum(event == "+Tab" for _, event in self.seat.take())
        self.do(f"up {NODE}")
        time.sleep(0.1)
        self.seat.take()
        return count


class TimedSeat:
    """A seat whose window notes when it gets a key."""

    def __init__(self, root, folder):
        from compositors import await_
        from seat import Seat

        self.seat, self.events = Seat(root, folder), []
        self.seat.command_sway("on")
        self.seat.command_layout("us")
        listener = self.seat.listener
        await_(lambda: listener.keyboard, "the window has a keyboard")
        told = listener.key

        def key(body):
            stamp = time.monotonic_ns() // 1000
            told(body)
            self.events.append((stamp, listener.events.pop()))

        listener.key = key
        listener.handlers[listener.keyboard][3] = key

    def take(self):
        events, self.events = self.events, []
        return events


def count(path):
    with open(path, "rb") as file:
        return struct.unpack("=QQ", file.read(16))[1]


def allocations(program, work, seat, rules):
    """Of a drag, and how many steps it has; the first two drags make what stays."""
    path = f"{work}/allocations"
    with open(path, "wb") as file:
        file.write(bytes(16))
    daemon = Daemon(program, work, seat, rules, path)
    try:
        for _ in range(2):
            daemon.drag()
        before, steps = count(path), 0
        for _ in range(DRAGS):
            steps += daemon.drag()
        return (count(path) - before) / DRAGS, steps / DRAGS
    finally:
        daemon.bed.close()


def main():
    if len(sys.argv) > 3 or sys.argv[1:] and sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    environment.enter(__file__)
    program = os.path.abspath(sys.argv[1]) if sys.argv[1:] else os.path.join(ROOT, ".build/dist/bin/gesture-bridge")
    if not sys.argv[1:]:
        subprocess.run([os.path.join(ROOT, "contrib/release")], check=True, stdout=sys.stderr)
    root = subprocess.run(
        [os.path.join(HERE, "../testbed/desktop/root"), "sway"], check=True, capture_output=True, text=True).stdout.strip()
    taps = int(sys.argv[2]) if sys.argv[2:] else 100
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/run", 0o700)
        seat = TimedSeat(root, f"{work}/run")
        try:
            sway = seat.seat.sway
            os.environ.update(XDG_RUNTIME_DIR=sway.folder, WAYLAND_DISPLAY=os.path.basename(sway.socket))
            daemon, times = Daemon(program, work, seat, RULES), {2: [], 3: []}
            try:
                for number in range(0, taps, BLOCK):
                    for fingers in (2, 3) if number // BLOCK % 2 else (3, 2):
                        # With another keyboard the window reads a keymap first.
                        daemon.tap(fingers)
                        times[fingers] += [daemon.tap(fingers) for _ in range(min(BLOCK, taps - number))]
                time.sleep(1)
                before = process.wake_ups(daemon.pid)
                time.sleep(IDLE)
                wakes = process.wake_ups(daemon.pid) - before
            finally:
                daemon.bed.close()
            with_steps, steps = allocations(program, work, seat, DRAG + STEP)
            without, _ = allocations(program, work, seat, DRAG)
        finally:
            seat.seat.sway.kill()
    print(f"{taps} taps each, from the lift to the key, ms          keys     wtype")
    for name, share in (("median", 0.5), ("99 %", 0.99)):
        ours, theirs = (sorted(times[fingers])[min(taps - 1, int(share * taps))] / 1000 for fingers in (2, 3))
        print(f"{name:<48}{ours:>11.2f}{theirs:>10.2f}")
    ratio = statistics.median(times[3]) / statistics.median(times[2])
    each = max(0, with_steps - without) / max(1, steps)
    print(f"times as quick, by the median{ratio:>30.1f}")
    print(f"wake-ups in {IDLE} s idle{wakes:>38}")
    print(f"a drag of {WAY} mm: {steps:.0f} steps, allocations of each{each:>16.3f}")
    sys.exit(0 if ratio >= 3 and wakes == 0 and steps > WAY / 4 and each < 0.05 else 1)


if __name__ == "__main__":
    main()
