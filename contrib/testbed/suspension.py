"""Gestures and triggers while the session is locked, has no screen, or the machine sleeps: nothing is sent meanwhile.

A bed has a daemon, a hand, a client that notes what it gets, and a login manager. A reason for suspension begins and ends at any moment,
also amid a gesture and under fingers that rest, and the daemon is killed. How exact it is:

- A daemon is suspended from the moment when its status, for which it is asked at once, has the reason, until the login manager hears that
  the last reason is over.
- Mostly nothing is under way when a reason begins, and nothing moves until the daemon has taken it. So the daemon sends whatever comes
  after the beginning because of the reason, and only releases may come.
- Sometimes the hand continues, or something is triggered, when a reason begins. What comes before the daemon has taken the reason is
  counted apart, because both orders are right. Effects of `cancelled` are wrong there too, if nothing else has cancelled a gesture.
- Commands of `cancelled` run when a suspension begins, as the end of what a command of `began` has started. After that no gesture runs
  a command.
"""

import collections
import json
import socket
import time

from gestures import Gestures
from hand import random_steps

RULES = """
[device."*"]
output = "*"

[gesture.key]
kind = "tap"
fingers = 2
run = { keys = "c" }

[gesture.proof]
kind = "swipe"
fingers = 4
run = { keys = "c" }

[gesture.text]
kind = "tap"
fingers = 3
run = { type = "id" }

[gesture.click]
kind = "tap"
run = { click = "right" }

[gesture.notch]
kind = "tap"
fingers = 2
taps = 2
run = { scroll = "down" }

[gesture.command]
kind = "tap"
taps = 2
run = 'echo command >> "$RAN"'

[gesture.told]
kind = "tap"
fingers = 5
run = 'echo told >> "$RAN"'

[gesture.hold]
kind = "long-press"
began = { hold = "Shift" }
cancelled = { keys = "Return" }

[gesture.press]
kind = "long-press"
fingers = 2
began = { keys = "b" }
ended = { keys = "e" }
cancelled = { keys = "Return" }

[gesture.lasting]
kind = "long-press"
fingers = 3
began = 'echo began >> "$RAN"'
ended = 'echo ended >> "$RAN"'
cancelled = 'echo cancelled >> "$RAN"'

[gesture.pointer]
kind = "pan"
changed = { move = "pointer" }
ended = { click = "left" }
cancelled = { keys = "Return" }

[gesture.scroll]
kind = "pan"
fingers = 2
changed = { scroll = "natural" }
cancelled = { click = "middle" }

[gesture.switch]
kind = "pan"
fingers = 3
began = { hold = "Alt" }
step = { every = "10 mm", right = { keys = "Tab" }, left = { keys = "Tab" } }
ended = 'echo ended >> "$RAN"'
cancelled = { keys = "Return" }

[gesture.pinch]
kind = "pinch"
fingers = 3
began = 'echo began >> "$RAN"'
cancelled = { type = "no" }
"""
DESKTOP_RULES = """
[gesture.window]
kind = "tap"
fingers = 3
taps = 2
run = { window = "fullscreen" }
"""
DEVICES = {"screen": "touchscreen", "pad": "touchpad"}
SHARES = {"screen": 3, "pad": 1}
# The gestures that can be triggered while nothing may be pressed, and those that can't.
MAY_RUN, MAY_NOT = ("told",), ("key", "text", "click", "notch", "hold", "press", "window")
CLAUSES = {"background": "the session is in the background", "locked": "the session is locked", "asleep": "the machine sleeps"}
WORDS = {"locked": "locks", "background": "switches", "asleep": "sleeps"}
WEIGHTS = {"locked": 6, "background": 3, "asleep": 1}
# The shares of all actions: something is triggered, a reason begins or ends, the rules are read again, the daemon is killed. All others are
# gestures.
TRIGGERS, TURNS, RELOADS, CRASHES = 0.15, 0.1, 0.02, 0.005
STRIKES = 0.3  # of all gestures: a reason begins or ends amid it, or the daemon is killed
CRASHING = 0.02  # of all strikes: the daemon is killed
RESTING = 0.3  # of all strikes: the fingers rest after it, until the next gesture on this device
RACING, TRIGGERING = 0.8, 0.3  # of all suspensions that begin amid a gesture, or else: the hand continues, or something is triggered
ENDING = 0.7  # of all changes while there is a reason: it ends
ENOUGH = 1000  # actions, in which everything comes at some time
MOST_WRONG = 20
PATIENCE = 10  # seconds for what must come


class Control:
    """The daemon's control socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.answers = self.socket.makefile("r", encoding="utf-8")
        # The daemon ends the connection of a client that neither subscribes nor asks for anything.
        self.ask(do="subscribe", to=["rules"])

    def ask(self, **request):
        self.socket.sendall(json.dumps({"version": 1, **request}).encode() + b"\n")
        while True:
            answer = json.loads(self.answers.readline())
            if "event" not in answer:
                return answer

    def close(self):
        self.answers.close()
        self.socket.close()


class Suspension:
    """The daemon, the hand, and what is wrong so far.

    `session` has `begin(reason)` and `end(reason)`, which don't wait, and `answer()`, which returns once the login manager has done both.
    `client` has `events()`, all that has come, `down()`, and `place()`: where the pointer is, or nothing if that is unknown.
    """

    possible_reasons = tuple(WEIGHTS)
    # The client's events for the gesture that shows that gestures work.
    key = ["+c", "-c"]
    # The client's first events for effects of `cancelled`.
    cancelled = ("+Return", "+274", "+n")

    def __init__(self, bed, chance, session, client, story, can=MAY_NOT):
        self.bed, self.chance, self.session, self.client = bed, chance, session, client
        self.story = open(story, "w", encoding="utf-8", buffering=1)
        self.can = can
        self.reasons, self.down, self.wrong, self.what = set(), set(), [], "at first"
        self.counts, self.made = collections.Counter(), 0
        self.is_suspended, self.place, self.told, self.race, self.is_due = False, None, 0, None, False
        self.read = 0
        self.control = None

    # ---- For each bed

    def settle(self):
        """All that was done has arrived by now."""
        raise NotImplementedError

    def launch(self):
        """Starts a daemon; returns the path of its control socket."""
        raise NotImplementedError

    def notes(self):
        """The notes of commands until now."""
        raise NotImplementedError

    # ---- The daemon

    def start(self):
        path, end = self.launch(), time.monotonic() + 3 * PATIENCE
        while True:
            try:
                self.control = Control(path)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
        self.await_reasons()

    def await_reasons(self):
        """Until the daemon has taken the reasons, and has its devices again if no reason exists."""
        end = time.monotonic() + PATIENCE
        while True:
            status = self.control.ask(do="status")
            is_whole = self.reasons or len(status["devices"]) == len(DEVICES)
            if set(status["inactive"]) == self.reasons and is_whole:
                break
            if time.monotonic() > end:
                names = [device["name"] for device in status["devices"]]
                raise RuntimeError(f"{self.what}: the daemon knows {status['inactive']} and {names}, not {self.reasons}")
            self.settle()
            time.sleep(0.001)
        self.tell(f"the daemon knows {sorted(self.reasons)}")

    def crash(self):
        self.look()
        self.tell("the daemon is killed")
        self.counts["kills"] += 1
        self.control.close()
        self.bed.program.send_signal(9)
        self.bed.obey("await-exit")
        self.await_all_up("killed")
        self.start()
        self.is_due = True

    # ---- Checks

    def look(self):
        """Takes what has come since the last time."""
        self.settle()
        self.judge(self.take(), self.take_notes(), "suspended" if self.is_suspended else "unlocked")
        if self.is_suspended and (place := self.client.place()) != self.place:
            if self.place:
                self.fail(f"while suspended the pointer goes from {self.place} to {place}")
            self.place = place

    def take(self):
        events = self.client.events()
        for event in events:
            if event[0] == "+":
                self.down.add(event[1:])
            elif event[0] == "-":
                self.down.discard(event[1:])
        if events:
            self.tell(f"the client gets {' '.join(events)}")
        return events

    def take_notes(self):
        notes = self.notes()
        fresh, self.read = notes[self.read :], len(notes)
        if fresh:
            self.tell(f"commands note {' '.join(fresh)}")
        triggered = min(self.told, fresh.count("told"))
        self.told -= triggered
        self.counts["commands by triggers"] += triggered
        for _ in range(triggered):
            fresh.remove("told")
        return fresh

    def judge(self, events, notes, when):
        """Everything that comes while suspended is wrong, except releases."""
        pressed = [event for event in events if is_pressed(event)]
        for kind in [kind_of(event) for event in pressed] + ["commands"] * len(notes):
            self.counts[when] += 1
            self.counts[f"{when}, {kind}"] += 1
        if when == "suspended" and pressed + notes:
            found = ' '.join(pressed) or 'nothing', ' '.join(notes) or 'nothing'
            self.fail("while suspended the client gets {}, commands note {}".format(*found))

    def await_all_up(self, what):
        end = time.monotonic() + PATIENCE / 5
        while True:
            self.settle()
            self.judge(self.take(), self.take_notes(), "suspended" if self.is_suspended else "unlocked")
            down = self.down | self.client.down()
            if not down:
                return
            if time.monotonic() > end:
                self.fail(f"{what}: {' '.join(sorted(down))} stay down")
                self.down.clear()
                return
            time.sleep(0.005)

    def fail(self, fault):
        self.tell(f"WRONG: {fault}")
        self.wrong.append(f"action {self.made}, {self.what}: {fault}")

    def tell(self, what):
        """Notes it for whoever wants to know how a fault came about."""
        self.story.write(f"{self.bed.clock.now():.4f} {what}\n")

    # ---- Reasons

    def begin(self, reason):
        """A reason begins while nothing is under way."""
        self.look()
        self.session_begins(reason)
        self.hold()

    def session_begins(self, reason):
        self.what = f"begins to be {reason}"
        self.tell(self.what)
        self.counts[WORDS[reason]] += 1
        self.reasons.add(reason)
        self.session.begin(reason)

    def begin_amid(self, reason, frames, is_plain):
        """A reason begins while a hand continues for this number of frames, which is plain if only the reason can cancel a gesture."""
        self.look()
        self.session_begins(reason)
        self.race = [frames, is_plain]
        self.counts["begun amid a gesture"] += 1

    def begin_with_trigger(self, reason):
        """A reason begins while something is triggered. If the daemon refuses that it is suspended, and nothing may come."""
        self.look()
        self.session_begins(reason)
        time.sleep(self.chance.choice([0, self.chance.uniform(0, 0.005)]))
        name = self.chance.choice(self.can)
        answer = self.control.ask(do="trigger", gesture=name)
        self.tell(f"meanwhile triggers {name}: {answer.get('error', 'ok')}")
        self.counts["triggers"] += 1
        self.counts["triggers refused"] += not answer["ok"]
        self.counts["begun beside a trigger"] += 1
        self.race = [0, True] if answer["ok"] else None
        self.hold()

    def hold(self):
        """A reason has begun: only releases come by it, and nothing is down once the daemon has taken it."""
        self.session.answer()
        self.await_reasons()
        self.settle()
        events, notes = self.take(), self.take_notes()
        if not self.is_suspended:
            notes = self.without_ends(notes)
        if self.race:
            self.judge(events, notes, "between")
            wrong = [event for event in events if event.startswith(self.cancelled)]
            if wrong and self.race[1]:
                self.fail(f"a suspension cancels the gesture of a hand that continues, and the client gets {' '.join(wrong)}")
        else:
            self.judge(events, notes, "suspended")
        self.race = None
        if not self.is_suspended:
            self.is_suspended, self.place = True, self.client.place()
            self.counts["suspensions"] += 1
        self.await_all_up("suspended")

    def without_ends(self, notes):
        """All but the commands for gestures that a suspension cancels as it begins."""
        others = [note for note in notes if note != "cancelled"]
        self.counts["commands of gestures that were cancelled"] += len(notes) - len(others)
        return others

    def end(self, reason):
        self.look()
        self.what = f"is {reason} no more"
        self.tell(self.what)
        self.bed_forgets()
        self.reasons.discard(reason)
        self.is_suspended = bool(self.reasons)
        self.session.end(reason)
        self.session.answer()
        self.await_reasons()
        self.is_due = True

    def bed_forgets(self):
        """Events that were unread while the devices were closed are never read."""
        for name in DEVICES:
            self.bed.node(name).discard_unread()

    def turn(self, frames=0, is_plain=False):
        """A reason begins or ends."""
        others = [reason for reason in self.possible_reasons if reason not in self.reasons]
        if not others or self.reasons and self.chance.random() < ENDING:
            return self.end(self.chance.choice(sorted(self.reasons)))
        reason = self.chance.choices(others, [WEIGHTS[one] for one in others])[0]
        if frames and not self.reasons and self.chance.random() < RACING:
            return self.begin_amid(reason, self.chance.randint(1, frames), is_plain)
        if not frames and not self.reasons and self.chance.random() < TRIGGERING:
            return self.begin_with_trigger(reason)
        return self.begin(reason)

    # ---- The fingers

    def rest(self, milliseconds):
        self.bed.clock.sleep_until(self.bed.clock.now() + milliseconds / 1000)

    def write(self, name, operations):
        node = self.bed.node(name)
        self.tell(f"{name} {operations}")
        node.write(node.fingers().frame(operations))

    def lift(self, name):
        if fingers := list(self.bed.node(name).fingers().fingers):
            self.write(name, [("up", finger) for finger in fingers])

    def prove(self):
        """The next gesture works."""
        if self.is_suspended or not self.is_due:
            return
        self.is_due = False
        for name in DEVICES:
            self.lift(name)
        self.rest(self.chance.uniform(300, 1000))
        self.look()
        name = self.chance.choice(list(DEVICES))
        gestures = Gestures(self.bed.node(name).description)
        # Taps on touchpads belong to the desktop if libinput reads them.
        self.make(name, gestures.tap(2) if name == "screen" else gestures.swipe(4, self.chance.choice(["up", "down"])))
        self.settle()
        self.counts["first gestures"] += 1
        got, end = self.take(), time.monotonic() + PATIENCE
        while got != self.key and len(got) < len(self.key) and time.monotonic() < end:
            self.settle()
            time.sleep(0.005)
            got += self.take()
        self.judge(got, [], "unlocked")
        if got == self.key:
            self.counts["first gestures that worked"] += 1
        else:
            self.fail(f"the next gesture on the {name} sends {' '.join(got) or 'nothing'}")

    def make(self, name, steps):
        for pause, operations in steps:
            self.rest(pause)
            self.write(name, operations)

    def gesture(self):
        name = self.chance.choices(list(SHARES), SHARES.values())[0]
        self.lift(name)
        gestures = Gestures(self.bed.node(name).description)
        steps = [(self.chance.uniform(10, 600), []), *random_steps(self.chance, name, gestures)]
        moment = self.chance.randrange(1, len(steps)) if self.chance.random() < STRIKES else -1
        is_plain = name == "screen" and not any(one[0] == "palm" for _, operations in steps for one in operations)
        is_over = False
        self.counts["gestures"] += 1
        for index, (pause, operations) in enumerate(steps):
            self.rest(pause)
            if operations:
                self.write(name, operations)
            if self.race:
                self.race[0] -= 1
                if self.race[0] <= 0:
                    self.hold()
            if index == moment:
                is_over = self.chance.random() < RESTING
                if self.chance.random() < CRASHING:
                    self.crash()
                else:
                    self.turn(0 if is_over else len(steps) - 1 - index, is_plain)
            if is_over:
                break
        if self.race:
            self.hold()
        self.look()
        if self.is_suspended:
            self.bed_forgets()

    def trigger(self, name=None):
        name = name or self.chance.choice(MAY_RUN + self.can)
        answer = self.control.ask(do="trigger", gesture=name)
        self.tell(f"triggers {name}: {answer.get('error', 'ok')}")
        self.counts["triggers"] += 1
        if name in MAY_RUN:
            self.told += 1
        if name in MAY_RUN or not self.is_suspended:
            if not answer["ok"]:
                self.fail(f"trigger {name} answers {answer.get('error')}")
            return
        self.counts["triggers refused"] += not answer["ok"]
        if answer["ok"] or not any(CLAUSES[reason] in answer["error"] for reason in self.reasons):
            self.fail(f"while {sorted(self.reasons)} trigger {name} answers {answer.get('error', 'ok')}")

    # ---- All of it

    def plain(self):
        """Each reason once, for each gesture that lasts, and with each trigger."""
        wrong = len(self.wrong)
        for reason in self.possible_reasons:
            for name in DEVICES:
                gestures = Gestures(self.bed.node(name).description)
                cases = {f"{fingers} fingers that rest": gestures.hold(fingers, ending="stay") for fingers in (1, 2, 3)}
                cases |= {f"{fingers} fingers that move": gestures.swipe(fingers, "right", 25, ending="stay") for fingers in (1, 2, 3)}
                cases["3 fingers that pinch"] = gestures.pinch(fingers=3, ending="stay")
                for case, steps in cases.items():
                    if len(self.wrong) > MOST_WRONG:
                        return
                    self.play(reason, name, steps)
                    if len(self.wrong) > wrong:
                        self.wrong[wrong:] = [f"{reason} under {case} on the {name}: {fault}" for fault in self.wrong[wrong:]]
                        wrong = len(self.wrong)

    def play(self, reason, name, steps):
        self.make(name, steps)
        # Withheld events come first.
        self.rest(1000)
        self.begin(reason)
        for gesture in MAY_RUN + self.can:
            self.trigger(gesture)
            self.look()
        self.lift(name)
        self.make(name, Gestures(self.bed.node(name).description).tap(2))
        self.end(reason)
        self.prove()

    def reload(self):
        self.look()
        self.tell("reads the rules again")
        self.control.ask(do="reload")
        self.counts["reloads"] += 1
        self.look()

    def act(self, share):
        if (share := share - CRASHES) < 0:
            self.crash()
        elif (share := share - RELOADS) < 0:
            self.reload()
        elif (share := share - TURNS) < 0:
            self.turn()
        elif share - TRIGGERS < 0:
            self.trigger()
            self.look()
        else:
            self.gesture()

    def run(self, count):
        while self.made < count and len(self.wrong) < MOST_WRONG:
            self.tell(f"action {self.made}")
            self.act(self.chance.random())
            self.made += 1
            self.prove()
        for reason in sorted(self.reasons):
            self.end(reason)
        self.prove()
        if self.made >= ENOUGH:
            kinds = ["keys", "buttons", "scroll", "commands"] + ["desktop actions"] * ("window" in self.can)
            self.wrong += [f"no {kind} while unlocked" for kind in kinds if not self.counts[f"unlocked, {kind}"]]

    def summary(self):
        count = self.counts
        kinds = ", ".join(
            f"{count[key]} {key.split(', ')[1]}" for key in sorted(count) if key.startswith("unlocked, "))
        return "\n".join([
            f"{count['gestures']} gestures, {count['triggers']} triggers ({count['triggers refused']} refused, "
            f"{count['commands by triggers']} commands run), {count['locks']} locks, {count['switches']} switches, "
            f"{count['sleeps']} sleeps, {count['kills']} kills, {count['reloads']} reloads, {count['suspensions']} suspensions",
            f"{count['unlocked']} events while unlocked: {kinds}",
            f"{count['between']} events between the login manager's signal and the daemon's knowing, of "
            f"{count['begun amid a gesture']} suspensions amid a gesture and {count['begun beside a trigger']} beside a trigger",
            f"{count['commands of gestures that were cancelled']} commands of `cancelled`, as a suspension began",
            f"{count['suspended']} events while suspended",
            f"{count['first gestures that worked']} of {count['first gestures']} first gestures worked",
        ])


def is_pressed(event):
    """Whether it is neither a release nor the end of scrolling."""
    return not event.startswith(("-", "stop"))


def kind_of(event):
    if event.startswith(("axis", "wheel")):
        return "scroll"
    if event in ("full", "windowed"):
        return "desktop actions"
    return "buttons" if event[1:].isdigit() or event.startswith("+BTN") else "keys"
