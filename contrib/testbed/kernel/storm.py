"""A daemon under stress: the conditions that hold however it ends, with sway and a window next to it."""

import random
import time

from nodes import clones, guards, held
from hand import DEVICES, Hand
from ledger import START, Ledger
from stage import LATE, TWICE, TWO, gesture, rules
from sway import Compositor

# They take their touches as others do; a command for each would take most of the time.
QUIETLY = {"run": '{ mode = "default" }'}
PROBE = gesture("tap", "probe", fingers=4, land_within="1 s", lift_within="1 s", max_duration="3 s")
EARLY = [
    gesture("tap", "double", **QUIETLY, **TWICE, device="touchscreen"),
    gesture("tap", "two", **QUIETLY, **TWO),
    gesture("swipe", **QUIETLY, fingers=3),
    gesture("pinch", **QUIETLY, fingers=2),
    gesture("long-press", **QUIETLY, device="touchscreen"),
]
LATER = [
    gesture("tap", "double", **QUIETLY, **TWICE, **LATE, device="touchscreen"),
    gesture("tap", "two", **QUIETLY, **TWO, **LATE),
    gesture("swipe", **QUIETLY, **LATE, fingers=3),
    gesture("pinch", **QUIETLY, fingers=3),
    gesture("long-press", **QUIETLY, **LATE, fingers=2),
]
BOOKS = [rules(PROBE, *book, device="Mocked *") for book in (EARLY, LATER)]

REST = 0.5  # seconds after which a device is given back and its clone removed
WITHIN = 20  # seconds; a daemon that could not take a device tries again for ten


class Window:
    """The touches of a window that have not ended."""

    def __init__(self):
        self.live, self.strange, self.taken = set(), [], 0

    def hear(self, lines):
        for line in lines:
            kind, *words = line.split()
            if kind == "down":
                self.begin(f"touch {words[0]}", line)
            elif kind == "up":
                self.live.discard(f"touch {words[0]}")
            elif kind == "cancel":
                self.taken += 1
                self.live = {one for one in self.live if not one.startswith("touch")}
            elif kind == "button" and words[1] == "pressed":
                self.begin(f"button {words[0]}", line)
            elif kind == "button":
                self.live.discard(f"button {words[0]}")
            elif kind.endswith("-begin"):
                self.begin(kind.removesuffix("-begin"), line)
            elif kind.endswith("-end"):
                self.live.discard(kind.removesuffix("-end"))

    def begin(self, what, line):
        if what in self.live:
            self.strange.append(f"{line}, which was so already")
        self.live.add(what)

    def rest(self):
        """The touches without an end, and those that came twice, since the last time."""
        left = sorted(self.live) + self.strange
        self.live, self.strange = set(), []
        return left


class Storm:
    """The daemon, a hand, a window, and what is wrong so far."""

    def __init__(self, bed, seed):
        self.bed, self.chance, self.faults, self.what = bed, random.Random(seed), [], "at first"
        self.window, self.book = Window(), BOOKS[0]
        self.compositor = Compositor(bed, intercepted=[])
        for name, kind in DEVICES.items():
            self.compositor.plug(kind, name)
        self.ledger = Ledger(bed, DEVICES)
        self.hand = Hand(bed, self.chance, self.ledger.write)
        bed.program_words = [*START, *bed.program_words]
        bed.start()
        self.await_whole()

    # ---- The daemon

    def signal(self, number):
        self.hand.tell(f"the daemon gets signal {number}")
        self.bed.program.send_signal(number)

    def start(self):
        self.bed.do("await-exit")
        self.hand.tell("a new daemon")
        self.book = self.chance.choice(BOOKS)
        self.bed.write_rules(self.book)
        self.bed.launch(*self.options())

    def options(self):
        """In addition to its usual ones."""
        return []

    def strike(self, number, is_started_again):
        self.signal(number)
        if is_started_again:
            self.start()

    def end(self):
        self.compositor.end()
        self.bed.check("it ends when told to", self.bed.do("stop"), "exited=0")

    # ---- The fingers

    def play(self, count):
        """Gestures while nothing hard happens: none of their touches is lost."""
        self.hear()
        self.ledger.clear()
        for _ in range(count):
            self.hand.play()
        self.settle()

    def settle(self):
        """Waits until nothing is on its way, and compares what came by where."""
        time.sleep(REST)
        self.hear()
        for fault in self.ledger.balance(self.book == BOOKS[0]):
            self.fail(f"up to gesture {self.hand.made}: {fault}")

    def hear(self):
        lines = self.compositor.seen()
        self.window.hear(lines)
        self.ledger.hear(lines)
        return lines

    # ---- Checks

    def look(self, is_running):
        """No finger is down: nor is any for the kernel, a clone or the window."""
        time.sleep(REST)
        self.hear()
        self.compare("the window has it still", self.window.rest(), [])
        own = {self.bed.path(name) for name in DEVICES}
        present = clones()
        self.compare("there are clones of", set(present), own if is_running else set())
        self.compare("so many guards", len(guards()), len(DEVICES) if is_running else 0)
        for path in [*own, *present.values()]:
            self.compare(f"{path} has contacts and keys", held(path), ([], []))
        for name in DEVICES:
            self.compare(f"the slots of the {name}", self.hand.misremembered(name), [])
        if is_running and not self.faults:
            self.await_whole()

    def await_whole(self):
        for name in DEVICES:
            device = self.bed.node(name).description.name
            self.compositor.await_count(device, 2)

    def prove(self):
        """Touches pass, and gestures are recognized."""
        self.hear()
        self.ledger.clear()
        before = len(self.bed.ran())
        self.bed.do("down screen a 100,50\nwait 60ms\nup screen")
        time.sleep(REST)
        lines = self.hear()
        kinds = [line.split()[0] for line in lines]
        kinds = [kind for kind in kinds if kind in ("down", "up", "cancel")]
        self.ledger.read_daemon()
        self.compare(f"a tap ({self.ledger.told('screen')})", kinds, ["down", "up"])
        self.bed.do("down pad a 40,30\nwait 200ms\nmove pad a by 20,0 over 80ms")
        self.bed.do("move pad a by -20,0 over 80ms\nup pad")
        # After two fingers of which one has lifted later libinput may take the next one for a pinch of one finger.
        pointed = {" ".join(line.split()[:2]) for line in self.hear()}
        pointed = {"move" if line.startswith("move ") else line for line in pointed} & {"move", "pinch-begin 1"}
        self.compare(f"one finger points ({self.ledger.told('pad')})", bool(pointed), True)
        for name in DEVICES:
            self.bed.do(f"play {name} tap fingers=4")
            self.hear()
        self.compare("gestures", self.bed.ran()[before:], ["probe"] * len(DEVICES))
        self.settle()

    def compare(self, what, found, expected):
        if found != expected:
            self.fail(f"{what} {found}, not {expected}")

    def fail(self, fault):
        if not self.faults:
            self.ledger.keep()
        self.hand.tell(fault)
        self.faults.append(f"{self.what}: {fault}")
