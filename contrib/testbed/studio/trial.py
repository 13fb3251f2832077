#!/usr/bin/python3
"""A person sets up gestures in the studio, in real browsers, with fingers on a mocked touchscreen and a daemon at work.

usage: trial.py PROGRAM [chromium|firefox]...      PROGRAM is gesture-bridge; the studio's program is in its folder. Without a browser,
both.

Each browser gets a daemon and a studio of its own, and takes the steps of `try_page.py`. At last the studio is ended, and the rules file
must be what it was at first: all that was written has been taken out again. Exit status: 0 if all is as it should be, 1 if not.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import try_page  # noqa: E402
from browser import Browser  # noqa: E402

RULES = """# What people have at first, or nearly so.
[zone.corner]
corner = "top-left"
size = "30 x 30 mm"

[gesture.next-workspace]
kind = "swipe"
fingers = 3
direction = "left"   # to the next one
run = "true"

[gesture.previous-workspace]
kind = "swipe"
fingers = 3
direction = "right"
run = "true"

[gesture.menu]
kind = "tap"
taps = 2
zone = "corner"
run = "true"

[gesture.select]
kind = "tap"
require-to-fail = "menu"
run = "true"

[gesture.zoom]
kind = "pinch"
fingers = 2
simultaneous-with = "menu"
began = "true"
"""
STEPS = ["open", "now", "names", "hand", "gestures", "text", "new", "keyboard", "everybody", "narrow", "motion", "end"]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=\w+")


class Bed:
    """Mocked devices, and a daemon that reads them, or a subcommand in a terminal."""

    def __init__(self, program, folder, rules, more=("add touchscreen-with-markup event1",), subcommand=None, ready="ready"):
        words = [subcommand] if subcommand else ["--allow-root"]
        terminal = ["--terminal", "80x24"] if subcommand else []
        self.surroundings = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "XDG_SESSION_ID": "bed"}
        self.process = subprocess.Popen(
            ["/usr/bin/python3", str(HERE.parent / "bed.py"), "--output", str(folder / "daemon.log"), *terminal, "--", program, *words,
             "--config", str(rules)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.surroundings)
        for line in ("add touchscreen event0", *more, "start", f"await {ready} within=30s"):
            self.do(line)

    def do(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer.startswith("ok"):
            sys.exit(f"trial.py: {line}: {answer or 'the bed has ended'}")

    def hand(self, fingers, way):
        gesture = f"tap fingers={fingers}" if way == "tap" else f"swipe {way} fingers={fingers} distance=30mm"
        self.do(f"play event0 {gesture}")
        # A pause, so that the next gesture is a separate attempt.
        self.do("wait 700ms")

    def end(self):
        self.do("stop")
        self.process.stdin.close()
        self.process.wait(30)


def trial(program, kind, dark):
    with tempfile.TemporaryDirectory(prefix="gesture-bridge-studio-") as name:
        folder = pathlib.Path(name)
        rules = folder / "bindings.toml"
        rules.write_text(RULES)
        bed = Bed(program, folder, rules)
        studio = subprocess.Popen(
            [program, "studio", "--no-browser", "--config", str(rules)], stdout=subprocess.PIPE, text=True, env=bed.surroundings)
        try:
            address = ADDRESS.search(studio.stdout.readline())
            if not address:
                sys.exit(f"trial.py: the studio names no address; it ended with {studio.wait(10)}")

            def end():
                studio.send_signal(signal.SIGINT)
                studio.wait(30)

            with Browser(kind, (1280, 900), dark, calm=True) as browser:
                print(f"{kind} {browser.version}{' dark' if dark else ''}", flush=True)
                journey = try_page.Journey(browser, address[0], bed.hand, end=end)
                wrong = try_page.run(journey, STEPS, os.environ.get("STUDIO_SHOTS"))
        finally:
            studio.kill()
            studio.wait()
            bed.end()
        if rules.read_text() != RULES:
            print(f"FAIL the rules file is another one than at first:\n{rules.read_text()}")
            wrong.append("rules")
        return wrong


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    program = os.path.realpath(sys.argv[1])
    kinds = sys.argv[2:] or ["chromium", "firefox"]
    wrong = [f"{kind}: {step}" for place, kind in enumerate(kinds) for step in trial(program, kind, dark=place % 2 == 1)]
    if wrong:
        sys.exit("trial.py: " + ", ".join(wrong))


if __name__ == "__main__":
    main()
