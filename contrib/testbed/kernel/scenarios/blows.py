"""Daemon and guards get all kinds of blows: nothing stays pressed or grabbed, is lost, or runs while locked.

`run` takes `gestures=10000` (250), `blows=400` (one for 25 gestures), `seed=7` (1), `limit=9000` (seconds of the
machine), `only=killed,out_of_memory` (kinds of blows). Between blows the touches are counted on their way from the hand to the window. In
addition to blows there are states, which last for some rounds: nothing reads the daemon's output, its disk is full, the bus or logind is
missing or silent, and the session is locked.
"""

import collections
import contextlib
import os
import signal
import subprocess
import time

from nodes import clones, guards
from hand import DEVICES
from logins import Logins
from program import Program
from storm import BOOKS, REST, WITHIN, Storm

COMPOSITOR = True
EXACT_TIME = True
TIMEOUT = 900
DURATION = 35

GESTURES = int(os.environ.get("bed_gestures", 100))
BLOWS = int(os.environ.get("bed_blows", max(1, GESTURES // 25)))
SEED = int(os.environ.get("bed_seed", 1))
ONLY = os.environ.get("bed_only", "").split(",")
RULES = BOOKS[0]

KINDS = {
    "killed": 4, "ended": 2, "stalled": 2, "stopped_for_a_while": 2, "guards_killed": 4, "guards_stopped": 2,
    "both_stopped": 3, "out_of_memory": 3,
}
STATES = {"deaf": 3, "full": 2, "no_bus": 2, "no_login": 2, "silent_login": 1, "locked": 3}
MOST_STATES = 2
SEVERAL = 5  # gestures
SMALL, SIZE = "/tmp/small", "512k"
FULL = f"{SMALL}/full"
GROUPS = "/sys/fs/cgroup"
# The control group of the processes that the kernel is to kill, which has little memory, and the file that fills it; the process that fills
# it is killed last. All others stay outside: while time stands still, a process with too little memory never continues.
STARVED, ROOM, HOARD = f"{GROUPS}/starved", 256 << 10, "/tmp/hoard"
HOARDER = f"echo $$ >{STARVED}/cgroup.procs; echo -999 >/proc/$$/oom_score_adj; exec head -c 64M /dev/zero >{HOARD}"
SWAY = "/tmp/home/wayland-1"
# The daemon has a small disk of its own, so that only the daemon runs out of space.
ALONE = ["sh", "-c", f'XDG_RUNTIME_DIR={SMALL} WAYLAND_DISPLAY={SWAY} exec "$0" "$@"']


class Heard(Program):
    """A program whose output is read, or for a while not."""

    is_heard = True

    def take_output(self):
        with self.changed:
            self.changed.wait_for(lambda: Heard.is_heard)
            return super().take_output()

    def stuff(self):
        """Fills its pipe."""
        try:
            pipe = os.open(f"/proc/{self.pid}/fd/2", os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            return  # it has just ended
        try:
            while True:
                os.write(pipe, b"-" * 99 + b"\n")
        except BlockingIOError:
            pass
        os.close(pipe)


class Blows(Storm):
    def __init__(self, bed):
        self.count, self.states, self.made_when_locked, self.starts = collections.Counter(), set(), 0, 0
        prepare()
        self.logins = Logins()
        bed.program_kind = Heard
        bed.program_words = [*ALONE, *bed.program_words]
        super().__init__(bed, SEED)

    def run(self):
        while self.hand.made < GESTURES and not self.faults:
            self.note()
            self.change_state()
            self.play(self.chance.randint(0, max(0, 2 * GESTURES // BLOWS - 2 * SEVERAL)))
            self.blow()
        while self.states:
            self.leave(self.changeable()[0])
        self.await_all()
        self.finish("at last")

    def note(self):
        """How far it is, for whoever waits."""
        with open("/out/progress", "w", encoding="utf-8") as file:
            file.write(f"{self.hand.made} gestures, seed {SEED}: {self.told_counts()}\n")

    def told_counts(self):
        return ", ".join(f"{number} {kind}" for kind, number in sorted(self.count.items()))

    # ---- States

    def change_state(self):
        if self.states and self.chance.random() < 0.5:
            self.leave(self.chance.choice(self.changeable()))
        elif len(self.states) < MOST_STATES and self.chance.random() < 0.7:
            state = self.chance.choices(list(STATES), STATES.values())[0]
            if self.may_begin(state):
                self.states.add(state)
                self.count[state] += 1
                self.what = f"gesture {self.hand.made}, {state} begins, of {self.told_states()}"
                self.hand.tell(self.what)
                getattr(self, f"begin_{state}")()
                self.await_all()

    def may_begin(self, state):
        """One trouble of the bus at a time; and nobody locks a session without a bus."""
        return state not in self.states and not (state in OF_BUS | {"locked"} and self.states & OF_BUS)

    def changeable(self):
        return sorted(self.states - {"locked"} if self.states & OF_BUS else self.states)

    def leave(self, state):
        self.what = f"gesture {self.hand.made}, {state} ends, of {self.told_states()}"
        self.hand.tell(self.what)
        self.states.discard(state)
        getattr(self, f"end_{state}")()
        self.await_all()

    def told_states(self):
        return ", ".join(sorted(self.states)) or "nothing else"

    def begin_deaf(self):
        Heard.is_heard = False
        self.bed.program.stuff()

    def end_deaf(self):
        Heard.is_heard = True
        with self.bed.program.changed:
            self.bed.program.changed.notify_all()

    def begin_full(self):
        with open(FULL, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"-" * 4096)
            except OSError:
                pass

    def end_full(self):
        os.unlink(FULL)

    def begin_no_bus(self):
        self.logins.tell("bus off")

    def end_no_bus(self):
        self.logins.tell("bus on")
        self.logins.begin_anew()

    def begin_no_login(self):
        self.logins.tell("login off")

    def end_no_login(self):
        self.logins.begin_anew()

    def begin_silent_login(self):
        self.logins.tell("freeze")

    def end_silent_login(self):
        self.logins.tell("thaw")

    def begin_locked(self):
        self.logins.lock(True)
        self.await_all()

    def end_locked(self):
        self.logins.lock(False)

    # ---- Blows

    def blow(self):
        kinds = {kind: share for kind, share in KINDS.items() if ONLY == [""] or kind in ONLY}
        kind = self.chance.choices(list(kinds), kinds.values())[0]
        if not guards() and "guards" in kind:
            return
        if "locked" in self.states and self.states & OF_BUS:
            return  # a new daemon could not ask
        self.count[kind] += 1
        self.what = f"gesture {self.hand.made}, {kind}, beside {self.told_states()}"
        self.hand.tell(self.what)
        getattr(self, kind)()
        if not self.bed.program.is_running():
            if self.chance.random() < 0.3:
                self.play_on()
            if self.chance.random() < 0.5:
                self.look_without()
            self.start()
            if self.chance.random() < 0.3:
                self.hand.play()
        self.finish("a blow")

    def play_on(self):
        for _ in range(self.chance.randint(1, SEVERAL)):
            self.hand.play()

    def killed(self):
        self.hand.play(lambda: self.signal(signal.SIGKILL))
        self.await_end()

    def ended(self):
        self.hand.play(lambda: self.signal(signal.SIGTERM))
        self.await_end()

    def stalled(self):
        self.hand.play(lambda: self.signal(signal.SIGSTOP))
        self.play_for(2)
        self.hand.play(lambda: self.signal(signal.SIGKILL))
        self.await_end()

    def stopped_for_a_while(self):
        self.hand.play(lambda: self.signal(signal.SIGSTOP))
        self.play_for(self.chance.uniform(0, 3))
        self.hand.play(lambda: self.signal(signal.SIGCONT))

    def guards_killed(self):
        self.hand.play(lambda: self.strike_guards(signal.SIGKILL))

    def guards_stopped(self):
        known = []
        self.hand.play(lambda: known.extend(self.strike_guards(signal.SIGSTOP)))
        self.play_for(self.chance.uniform(1, 6))
        # Guards that the daemon has not replaced continue.
        self.strike_each(set(known) & set(guards()), signal.SIGCONT)

    def both_stopped(self):
        known = []
        self.hand.play(lambda: known.extend(self.strike_both(signal.SIGSTOP)))
        self.play_for(self.chance.uniform(0, 3))
        after = self.chance.choice(["all go on", "the daemon is killed"])
        self.hand.tell(after)
        if after == "all go on":
            self.strike_each(set(known) & set(guards()), signal.SIGCONT)
            return self.signal(signal.SIGCONT)
        self.hand.play(lambda: self.signal(signal.SIGKILL))
        self.await_end()
        # The new daemon lets its predecessor's guards continue.
        self.start()

    def out_of_memory(self):
        """The kernel kills the daemon, or some guards, one after another or all at once."""
        known = sorted(guards())
        if not known or self.chance.random() < 0.5:
            self.hand.play(lambda: self.starve([[self.bed.program.pid]]))
            return self.await_end()
        chosen = self.chance.sample(known, self.chance.randint(1, len(known)))
        groups = [chosen] if self.chance.random() < 0.5 else [[guard] for guard in chosen]
        self.hand.play(lambda: self.starve(groups))

    def starve(self, groups):
        for group in groups:
            self.hand.tell(f"there is no memory for {group}")
            group = [pid for pid in group if move(pid, STARVED)]
            set_of_group("memory.oom.group", int(len(group) > 1))
            set_of_group("memory.max", ROOM)
            for pid in group:
                # It ends before the kernel looks again, also while time stands still.
                os.sched_setscheduler(pid, os.SCHED_FIFO, os.sched_param(1))
            wanted = killed_for_memory() + len(group)
            subprocess.run(["sh", "-c", HOARDER], stderr=subprocess.DEVNULL, check=False)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(HOARD)
            set_of_group("memory.max", "max")
            if killed_for_memory() < wanted:
                self.fail(f"the kernel has killed {killed_for_memory()} for memory, not {wanted}")
            time.sleep(self.chance.uniform(0.001, 0.01))

    def strike_guards(self, number):
        known = sorted(guards())
        chosen = self.chance.sample(known, self.chance.randint(1, len(known))) if known else []
        self.strike_each(chosen, number)
        return chosen

    def strike_each(self, chosen, number):
        self.hand.tell(f"guards {sorted(chosen)} get signal {number}")
        for guard in chosen:
            try:
                os.kill(guard, number)
            except ProcessLookupError:
                pass  # just ended

    def strike_both(self, number):
        known = guards()
        order = [lambda: self.signal(number), lambda: self.strike_each(known, number)]
        self.chance.shuffle(order)
        for strike in order:
            strike()
        return known

    def play_for(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.hand.play()

    # ---- The daemon

    def await_end(self):
        self.bed.do("await-exit within=10s")

    def start(self):
        super().start()
        if not Heard.is_heard:
            self.bed.program.stuff()

    def options(self):
        """Sometimes it records as well, onto a disk that may be full."""
        self.starts += 1
        return ["--record", f"{SMALL}/record-{self.starts}"] if self.chance.random() < 0.2 else []

    @property
    def is_locked(self):
        return "locked" in self.states

    def await_all(self):
        """Waits until the daemon has what it should have: all devices, or none while the session is locked."""
        end = time.monotonic() + WITHIN
        while not self.has_all():
            if time.monotonic() > end:
                state = f"clones {clones()}, guards {guards()}, the daemon {self.bed.program.status()}"
                return self.fail(f"it has not what it should have: {state}")
            time.sleep(0.1)
        if not self.is_locked:
            self.await_whole()

    def has_all(self):
        """Its predecessor's guards may have had them until just now."""
        own = set() if self.is_locked else {self.bed.path(name) for name in DEVICES}
        return set(clones()) == set(clones(self.bed.program.pid)) == own and len(guards()) == len(own)

    # ---- Checks

    def look_without(self):
        """Without a daemon: whatever had the devices, and whatever was frozen, has ended once it could end."""
        end = time.monotonic() + WITHIN
        while guards() and time.monotonic() < end:
            time.sleep(0.1)
        self.look(False)

    def finish(self, what):
        if self.faults:
            return
        self.await_all()
        if self.is_locked:
            self.look(False)
            self.prove_rest()
        else:
            self.look(True)
            if not self.faults:
                self.prove()

    def play(self, count):
        if not self.is_locked:
            return super().play(count)
        before = len(self.bed.ran())
        self.prove_rest()
        for _ in range(count):
            self.hand.play()
            self.made_when_locked += 1
        time.sleep(REST)
        self.hear()
        self.compare("commands ran in a locked session", self.bed.ran()[before:], [])

    def prove_rest(self):
        """Nothing is done for gestures, and touches reach the window."""
        self.hear()
        self.ledger.clear()
        before = len(self.bed.ran())
        for name in DEVICES:
            self.bed.do(f"play {name} tap fingers=4")
            self.hear()
        self.bed.do("down screen a 100,50\nwait 60ms\nup screen")
        time.sleep(REST)
        kinds = [line.split()[0] for line in self.hear()]
        kinds = [kind for kind in kinds if kind in ("down", "up", "cancel")]
        self.compare(f"a tap while locked ({self.ledger.told('screen')})", kinds, ["down", "up"])
        self.compare("commands ran in a locked session", self.bed.ran()[before:], [])


OF_BUS = {"no_bus", "no_login", "silent_login"}


def prepare():
    """A control group for the daemon, and a small disk for its files."""
    os.makedirs(GROUPS, exist_ok=True)
    subprocess.run(["mount", "-t", "cgroup2", "none", GROUPS], check=True)
    with open(f"{GROUPS}/cgroup.controllers", encoding="ascii") as file:
        if "memory" not in file.read():
            KINDS.pop("out_of_memory")
    with open(f"{GROUPS}/cgroup.subtree_control", "w", encoding="ascii") as file:
        file.write("+memory" if "out_of_memory" in KINDS else "")
    os.mkdir(STARVED)
    os.mkdir(SMALL)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "small", SMALL], check=True)


def set_of_group(name, value):
    with open(f"{STARVED}/{name}", "w", encoding="ascii") as file:
        file.write(str(value))


def move(pid, group):
    """Whether the process is in the control group now; one that has just ended is not."""
    try:
        with open(f"{group}/cgroup.procs", "w", encoding="ascii") as file:
            file.write(str(pid))
    except ProcessLookupError:
        return False
    return True


def killed_for_memory():
    with open(f"{STARVED}/memory.events", encoding="ascii") as file:
        return int(dict(line.split() for line in file)["oom_kill"])


def scenario(bed):
    storm = Blows(bed)
    storm.run()
    told = f"{storm.hand.made} gestures ({storm.made_when_locked} locked), seed {SEED}, {storm.told_counts()}"
    bed.check(f"{told}: nothing is wrong", storm.faults, [])
    storm.logins.end()
    storm.end()
