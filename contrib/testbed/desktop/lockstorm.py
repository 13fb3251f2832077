#!/usr/bin/python3
"""Gestures on a real desktop while its session is locked, in the background or asleep: no key, click, scrolling, movement or command.

usage: lockstorm.py PROGRAM sway|x11 ROOT [ACTIONS] [SEED]     PROGRAM is gesture-bridge, ROOT is what `root sway` or `root x11` prints

suspension.py says what must be so. The touchscreen, the touchpad and the login manager are mocked, and time is virtual. A window reports
what it gets. First each reason for a suspension begins once under each gesture that lasts; then come random actions (300): gestures,
triggers, locks, other sessions in front, sleep, and daemons that are killed. Exit status: 0 if all is so, 1 if not, with what was wrong and
what was done before on standard error. The last lines count.
"""

import os
import random
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), HERE, os.path.join(HERE, "../kernel")]

import environment
import window
from bed import Bed
from clock import VirtualClock
from logins import Logins
from seats import SEATS
from suspension import DESKTOP_RULES, DEVICES, MAY_NOT, RULES, Suspension

LINES = {"locked": ("set bed LockedHint {}", True), "inactive": ("set bed Active {}", False), "asleep": ("sleep {}", True)}
BEFORE, AFTER = 60, 10  # lines of what was done


class Session:
    """The session of a mocked login manager."""

    def __init__(self, logins):
        self.logins, self.answer = logins, logins.answer

    def begin(self, reason):
        line, value = LINES[reason]
        self.logins.write(line.format(str(value).lower()))

    def end(self, reason):
        line, value = LINES[reason]
        self.logins.write(line.format(str(not value).lower()))


class Window:
    """The desktop's window, by what it has noted."""

    def __init__(self, seat):
        self.seat, self.listener = seat, seat.listener

    def events(self):
        events, self.listener.events = self.listener.events, []
        return [event.replace(" ", "_") for event in events]

    def down(self):
        return self.seat.down()

    def place(self):
        return self.seat.pointer()[:2]


class Storm(Suspension):
    """The daemon beside a desktop and a mocked login manager."""

    def __init__(self, program, kind, root, work, seed):
        self.seat = SEATS[kind](root, work)
        for name in ("WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS"):
            os.environ.pop(name, None)
        self.logins = Logins(f"{work}/bus")
        self.ran, rules = f"{work}/ran", f"{work}/rules.toml"
        os.environ.update(self.seat.variables, XDG_SESSION_ID="bed", RAN=self.ran)
        can, text = MAY_NOT[:-1], RULES
        if kind == "sway":
            can, text = MAY_NOT, RULES + DESKTOP_RULES
            os.environ["SWAYSOCK"] = self.seat.seat.sway.control
            window.say = self.note
        for path, content in ((self.ran, ""), (rules, text)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            os.chmod(path, 0o600)
        words = [program, "--allow-root", "--log-level", "info", "--config", rules]
        bed = Bed(words, open(f"{work}/log", "wb"), clock=VirtualClock())
        super().__init__(bed, random.Random(seed), Session(self.logins), Window(self.seat), f"{work}/story", can)
        for number, (name, device) in enumerate(DEVICES.items()):
            self.obey(f"add {device} event{number}")
            bed.nodes[name] = bed.nodes.pop(f"event{number}")

    def note(self, word):
        """The window fills the screen, or does so no more."""
        self.seat.listener.events.append(word)

    def settle(self):
        # The daemon asks the desktop, and goes on by its answer.
        for _ in range(2):
            self.bed.clock.settle()
            self.seat.listener.sync()

    def launch(self):
        self.obey("start")
        return f"{os.environ['XDG_RUNTIME_DIR']}/gesture-bridge/bed.sock"

    def obey(self, line):
        answer = self.bed.obey(line)
        if not answer.startswith("ok"):
            raise RuntimeError(f"{line}: {answer}")

    def notes(self):
        with open(self.ran, encoding="ascii") as file:
            return file.read().split()

    def close(self):
        self.bed.close()
        self.seat.close()
        self.logins.end()


def around_the_first_fault(story):
    with open(story, encoding="utf-8") as file:
        lines = file.readlines()
    place = next((place for place, line in enumerate(lines) if "WRONG" in line), len(lines))
    return lines[max(0, place - BEFORE) : place + AFTER]


def main():
    if len(sys.argv) not in (4, 5, 6) or sys.argv[2] not in ("sway", "x11"):
        sys.exit(__doc__)
    environment.enter(__file__)
    program, kind, root = sys.argv[1:4]
    actions, seed = [int(word) for word in sys.argv[4:]] + [300, 1][len(sys.argv) - 4 :]
    began = time.monotonic()
    # Nothing that this has started outlives it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory() as work:
        storm = Storm(os.path.abspath(program), kind, root, work, seed)
        try:
            storm.start()
            storm.seat.settle()
            storm.settle()
            storm.take()
            storm.plain()
            storm.run(actions)
        except (OSError, RuntimeError, ValueError) as error:
            storm.wrong.append(f"action {storm.made}: {error!r}")
        finally:
            storm.close()
        for fault in storm.wrong:
            print(f"lockstorm: {fault}", file=sys.stderr)
        if storm.wrong:
            print(*around_the_first_fault(f"{work}/story"), sep="", file=sys.stderr)
        print(f"{kind}, seed {seed}, {storm.made} actions in {time.monotonic() - began:.0f} s", storm.summary(), sep="\n")
        print(f"{len(storm.wrong)} wrong")
        sys.exit(1 if storm.wrong else 0)


if __name__ == "__main__":
    main()
