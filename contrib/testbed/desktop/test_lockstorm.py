"""Gestures on a real desktop while its session is locked, in the background or asleep: no key, click, scrolling, movement or command.

suspension.py says what must be so. The touchscreen, the touchpad and the login manager are mocked, and time is virtual. A window reports
what it gets. First each reason for a suspension begins once under each gesture that lasts; then come random actions: gestures, triggers,
locks, other sessions in front, sleep, and daemons that are killed.
"""

import os
import random

from bed import Bed
from clock import VirtualClock
from logins import Logins
from seats import SEATS
from suspension import DESKTOP_RULES, DEVICES, MAY_NOT, RULES, Suspension

DESKTOPS = {"sway": 300, "x11": 300}
NIGHTLY = {"sway": 10_000, "x11": 10_000}
LINES = {"locked": ("set bed LockedHint {}", True), "background": ("set bed Active {}", False), "asleep": ("sleep {}", True)}
BEFORE, AFTER = 60, 10  # lines of the log of actions


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
        return self.listener.place and self.seat.pointer()[:2]


class Storm(Suspension):
    """The daemon next to a desktop and a mocked login manager."""

    def __init__(self, program, kind, root, work, seed):
        self.seat = SEATS[kind](root, work)
        self.logins = Logins(f"{work}/bus")
        self.ran, rules = f"{work}/ran", f"{work}/rules.toml"
        os.environ.update(self.seat.variables, XDG_SESSION_ID="bed", RAN=self.ran)
        can, text = MAY_NOT[:-1], RULES
        if kind == "sway":
            can, text = MAY_NOT, RULES + DESKTOP_RULES
            os.environ["SWAYSOCK"] = self.seat.seat.sway.control
            self.seat.listener.say = self.note
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
        """The window begins or stops filling the screen. sway reports the pointer's place in it as soon as a pointer moves or is new."""
        self.seat.listener.events.append(word)
        self.seat.listener.place = None

    def settle(self):
        # The daemon asks the desktop, and continues after its answer.
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


def test_lockstorm(kind, root, work, program, count, seed):
    storm = Storm(program, kind, root, work, seed)
    try:
        storm.start()
        storm.seat.settle()
        storm.settle()
        storm.take()
        storm.plain()
        storm.run(count)
    finally:
        storm.close()
        print(storm.summary())
        if storm.wrong:
            print(*around_the_first_fault(f"{work}/story"), sep="")
    assert not storm.wrong, "\n".join(storm.wrong)
