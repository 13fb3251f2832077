"""Gestures while the session is locked, another user has the seat, or the machine sleeps: no key, button, scrolling or command.

A real systemd and logind, and two users, who are logged in on virtual terminals. The daemon is an ordinary user's, and presses keys by a
keyboard and a mouse of its own, which must not exist while the other user has the seat. suspension.py has the other conditions.
`run` takes `gestures=10000` (150), the number of random actions, and `seed=7` (1).
"""

import os
import random
import time

import dbus
import dbus.lowlevel

from devices import EV_KEY, EV_REL
from nodes import Reader, keys_down, told_of_devices
from logind import ALARM, ALARM_FILE, SUCCESSES, change_terminal, waits_for_us
from sessions import await_so, keep_journal, log_in, may_read, run, session_path, told
from suspension import DEVICES, MAY_NOT, RULES, Suspension

SYSTEMD = True
EXACT_TIME = True
TIMEOUT = 900
DURATION = 30

ACTIONS = int(os.environ.get("bed_gestures", 150))
SEED = int(os.environ.get("bed_seed", 1))
SLEEPS = 0.04  # of all turns
SETTLED = 0.05  # seconds; time passes only while no program has work
LOGIN, MANAGER = "org.freedesktop.login1", "/org/freedesktop/login1"
UINPUT = "/dev/uinput"


class Session:
    """The user's session, as its locker and a login manager have it."""

    def __init__(self, own, other, chance):
        self.own, self.other, self.chance, self.bus = own, other, chance, dbus.SystemBus()

    def send(self, path, interface, method, *arguments):
        message = dbus.lowlevel.MethodCallMessage(LOGIN, path, f"{LOGIN}.{interface}", method)
        message.set_no_reply(True)
        message.append(*arguments)
        self.bus.send_message(message)
        self.bus.flush()

    def answer(self):
        """Returns once logind has handled the earlier commands."""
        self.bus.call_blocking(LOGIN, MANAGER, "org.freedesktop.DBus.Peer", "Ping", "", ())

    def begin(self, reason):
        self.set(reason, True)

    def end(self, reason):
        self.set(reason, False)

    def set(self, reason, is_so):
        if reason == "locked":
            self.send(f"{MANAGER}/session/{session_path(self.own)}", "Session", "SetLockedHint", dbus.Boolean(is_so))
        elif self.chance.random() < 0.5:
            self.send(MANAGER, "Manager", "ActivateSession", self.other if is_so else self.own)
        else:
            # As a key does it, past logind.
            change_terminal(2 if is_so else 1)


class OwnDevices:
    """The events of the devices that the daemon makes, whoever has the seat."""

    def __init__(self):
        self.readers, self.pressed, self.found = {}, {}, []

    def names(self):
        found = told_of_devices("event*/device/name")
        return {"/dev/input/" + path.split("/")[4]: name for path, name in found.items() if name.startswith("gesture-bridge ")}

    def look(self):
        for path in self.names():
            if path not in self.readers:
                try:
                    self.readers[path], self.pressed[path] = Reader(path), set()
                except OSError:
                    pass  # its node is not there yet, or no more

    def events(self):
        self.read()
        found, self.found = self.found, []
        return found

    def read(self):
        """Reads what has come; the kernel keeps some frames."""
        self.look()
        found = self.found
        for path, reader in list(self.readers.items()):
            for _, kind, code, value in reader.events():
                if kind == EV_KEY and value < 2:
                    name = f"{'BTN' if 0x110 <= code < 0x120 else 'KEY'}_{code}"
                    (self.pressed[path].add if value else self.pressed[path].discard)(name)
                    found.append(("+" if value else "-") + name)
                elif kind == EV_REL:
                    found.append(f"move_{code}_{value}" if code < 2 else f"wheel_{code}_{value}")
            if reader.is_gone:
                # With the device its keys are up.
                found += [f"-{name}" for name in self.pressed.pop(path)]
                reader.close()
                del self.readers[path]

    def down(self):
        keys = set()
        for path in self.names():
            try:
                keys |= {f"{path} {key}" for key in keys_down(path)}
            except OSError:
                continue
        return keys

    def place(self):
        """Movement is among the events."""


class Storm(Suspension):
    possible_reasons = ("locked", "background")
    key = ["+KEY_46", "-KEY_46"]
    cancelled = ("+KEY_28", "+BTN_274", "+KEY_49")

    def settle(self):
        time.sleep(SETTLED)

    def write(self, name, operations):
        super().write(name, operations)
        self.client.read()

    def launch(self):
        self.tell("start")
        self.bed.start(root=False)
        return f"{os.environ['XDG_RUNTIME_DIR']}/gesture-bridge/{self.session.own}.sock"

    def notes(self):
        return self.bed.ran()

    def start(self):
        super().start()
        self.await_devices()

    def hold(self):
        super().hold()
        self.await_devices()

    def end(self, reason):
        super().end(reason)
        self.await_devices()

    def reload(self):
        super().reload()
        self.await_devices()

    def await_devices(self):
        """Until the daemon's own devices are there, or while the other user has the seat none."""
        wanted = [] if "background" in self.reasons else ["gesture-bridge keyboard", "gesture-bridge mouse"]
        end = time.monotonic() + 10
        while sorted(self.client.names().values()) != wanted:
            if time.monotonic() > end:
                return self.fail(f"while {sorted(self.reasons)} there are {sorted(self.client.names().values())}, not {wanted}")
            time.sleep(SETTLED)
        self.client.look()

    def turn(self, *words):
        if self.chance.random() < SLEEPS:
            self.sleep()
        else:
            super().turn(*words)

    def sleep(self):
        """The machine sleeps for some seconds; nothing moves meanwhile."""
        self.look()
        self.what = "sleeps"
        self.tell(self.what)
        await_so("sleep does not wait for the daemon", waits_for_us)
        before = int(told(SUCCESSES))
        self.counts["sleeps"] += 1
        self.counts["suspensions"] += not self.is_suspended
        run("systemctl", "suspend")
        await_so("the machine does not wake", lambda: int(told(SUCCESSES)) > before)
        await_so("sleep does not wait for the daemon again", waits_for_us)
        # The kernel stops a command of `cancelled` that has just begun, and it continues only now.
        await_so("commands don't end", lambda: not self.control.ask(do="status")["commands"])
        self.settle()
        events, notes = self.take(), self.take_notes()
        self.judge(events, notes if self.is_suspended else self.without_ends(notes), "suspended")
        self.is_suspended = True
        self.await_all_up("asleep")
        self.is_suspended = bool(self.reasons)
        self.await_reasons()
        self.is_due = True

    def plain(self):
        super().plain()
        for name in DEVICES:
            self.write(name, [("down", "a", 50, 30), ("down", "b", 70, 36)])
        self.rest(1000)
        self.sleep()
        self.prove()


def scenario(bed):
    try:
        play(bed)
    finally:
        keep_journal()


def play(bed):
    bed.user = 1000
    for name in ("DBUS_SYSTEM_BUS_ADDRESS", "XDG_SESSION_ID"):
        os.environ.pop(name)
    os.chown("/tmp/home", bed.user, bed.user)
    own, other = log_in("bed", "tty1"), log_in("other", "tty2")
    run("loginctl", "activate", own)
    for name, kind in DEVICES.items():
        bed.do(f"add {kind} {name}")
    await_so("the user may not read it", lambda: may_read(bed.path("screen"), bed.user))
    await_so("the user may not make devices", lambda: may_read(UINPUT, bed.user))
    os.makedirs(os.path.dirname(ALARM_FILE), exist_ok=True)
    with open(ALARM_FILE, "w", encoding="ascii") as file:
        file.write(ALARM)
    os.chmod(ALARM_FILE, 0o755)
    chance = random.Random(SEED)
    storm = Storm(bed, chance, Session(own, other, chance), OwnDevices(), "/out/story", MAY_NOT[:-1])
    storm.start()
    storm.settle()
    storm.take()
    storm.plain()
    storm.run(ACTIONS)
    bed.check(f"seed {SEED}, {storm.made} actions\n  " + storm.summary().replace("\n", "\n  "), storm.wrong, [])
    bed.do("stop")
