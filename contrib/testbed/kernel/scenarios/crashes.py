"""The daemon dies again and again, also under fingers: no touch is left down, and each new one does as ever.

`run` may be told `gestures=10000` (1,000), `crashes=300` (one for 25 gestures), `seed=7` (1). What the hand did and
when is kept beside what the daemon said.
"""

import os
import random
import signal
import time

from devices import ABS_MT_SLOT, EV_ABS
from evdev import clones, guards, held, slots
from gestures import DIRECTIONS, Gestures
from stage import LATE, TWICE, TWO, gesture, rules
from sway import Compositor

COMPOSITOR = True
EXACT_TIME = True
TIMEOUT = 900

GESTURES = int(os.environ.get("bed_gestures", 1000))
CRASHES = int(os.environ.get("bed_crashes", GESTURES // 25))
SEED = int(os.environ.get("bed_seed", 1))

DEVICES = {"screen": "touchscreen", "pad": "touchpad"}
SHARES = {"screen": 3, "pad": 1}
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
RULES = BOOKS[0]

# How it dies, and when the next one is started: while the hand goes on, and that one may die in its first moments; when
# the hand is done; some gestures later.
WAYS = {"killed": 6, "stalled": 2, "ended": 2}
NEXT = {"at once": 2, "twice": 1, "after it": 4, "later": 2}
STALL = 2  # seconds
CHANGE = 600  # ms from one device to the other: a window that is touched is not told how a touchpad's gesture ends
REST = 0.5  # seconds after which a device is given back and its clone gone
SEVERAL = 5  # gestures


class Window:
    """What a window was told, and has not been told the end of."""

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
        """What has no end, and what came twice, since the last time."""
        left = sorted(self.live) + self.strange
        self.live, self.strange = set(), []
        return left


class Hand:
    """Makes gestures at random, and knows what the kernel must know of each slot."""

    def __init__(self, bed, chance):
        self.bed, self.chance, self.made, self.name = bed, chance, 0, ""
        self.story = open("/out/hand", "w", encoding="utf-8")
        self.written = {name: self.remember(bed.node(name)) for name in DEVICES}

    def play(self, blow=None):
        """One gesture; at some moment of it `blow` is called."""
        name = self.chance.choices(list(SHARES), SHARES.values())[0]
        node = self.bed.node(name)
        least, self.name = 10 if name == self.name else CHANGE, name
        steps = [(self.chance.uniform(least, least + 200), []), *self.steps(name, Gestures(node.description))]
        moment = self.chance.randrange(len(steps)) if blow else -1
        for index, (pause, operations) in enumerate(steps):
            if index == moment:
                before = self.chance.uniform(0, pause)
                time.sleep(before / 1000)
                blow()
                pause -= before
            time.sleep(pause / 1000)
            if operations:
                node.write(node.fingers().frame(operations))
        self.made += 1

    def tell(self, what):
        """For whoever wants to know how a fault came about."""
        self.story.write(f"{time.monotonic():.4f} {what}\n")

    def remember(self, node):
        """What is written to a node from now on, by slot and code."""
        written, write = {}, node.write

        def remembering(events):
            slot = 0
            self.tell(f"{node.path} {events}")
            for event_type, code, value in events:
                if event_type == EV_ABS and code == ABS_MT_SLOT:
                    slot = value
                elif event_type == EV_ABS and code > ABS_MT_SLOT:
                    written[slot, code] = value
            return write(events)

        node.write = remembering
        return written

    def steps(self, name, gestures):
        fingers = self.chance.randint(1, 3)
        ending = self.chance.choices(["lift", "cancel"], [9, 1])[0]
        x, y = gestures.width * self.chance.uniform(0.3, 0.7), gestures.height * self.chance.uniform(0.3, 0.7)
        place = {"x": x, "y": y}
        kind = self.chance.choice(["tap", "tap", "swipe", "swipe", "pinch", "hold"])
        if kind == "tap":
            count = self.chance.randint(1, 2)
            return gestures.tap(fingers, count, self.chance.uniform(30, 120), self.chance.uniform(20, 300), **place)
        if kind == "swipe":
            distance = self.chance.uniform(5, 20 if name == "pad" else 50)
            way, speed = self.chance.choice(list(DIRECTIONS)), self.chance.uniform(150, 800)
            return gestures.swipe(fingers, way, distance, speed, **place, ending=ending)
        if kind == "pinch":
            way, duration = self.chance.choice(["in", "out"]), self.chance.uniform(60, 200)
            return gestures.pinch(way, max(2, fingers), duration=duration, **place, ending=ending)
        return gestures.hold(fingers, self.chance.uniform(200, 800), **place, ending=ending)

    def misremembered(self, name):
        """What the kernel has otherwise than the hand left it: slot, code, value and the hand's.

        A device that was given back has values in its slots that no hand leaves, so that all is told of the next touch.
        """
        written, axes = self.written[name], self.bed.node(name).description.axes
        now = {code: slots(self.bed.path(name), code) for _, code in written}
        kept = [(slot, code, now[code][slot], value) for (slot, code), value in written.items()]
        return [one for one in kept if one[2] != one[3] and axes[one[1]].minimum <= one[2] <= axes[one[1]].maximum]


class Storm:
    """A daemon that has a hard time."""

    def __init__(self, bed):
        self.bed, self.chance, self.faults, self.crashes = bed, random.Random(SEED), [], 0
        self.window, self.what = Window(), "at first"
        self.compositor = Compositor(bed, intercepted=[])
        for name, kind in DEVICES.items():
            self.compositor.plug(kind, name)
        self.hand = Hand(bed, self.chance)
        self.bed.start()
        self.await_whole()

    def run(self):
        while self.hand.made < GESTURES and not self.faults:
            for _ in range(self.chance.randint(0, max(0, 2 * GESTURES // CRASHES - SEVERAL))):
                self.hand.play()
            self.crash()

    def crash(self):
        way = self.chance.choices(list(WAYS), WAYS.values())[0]
        again = self.chance.choices(list(NEXT), NEXT.values())[0]
        self.crashes += 1
        self.what = f"gesture {self.hand.made}, {way}, started again {again}"
        if way == "stalled":
            self.hand.play(lambda: self.signal(signal.SIGSTOP))
            end = time.monotonic() + STALL
            while time.monotonic() < end:
                self.hand.play()
        last = signal.SIGTERM if way == "ended" else signal.SIGKILL
        goes_on = again in ("at once", "twice")
        self.hand.play(lambda: self.strike(last, goes_on))
        if again == "twice":
            self.hand.play(lambda: self.strike(signal.SIGKILL, True))
        for _ in range(self.chance.randint(1, SEVERAL) if again == "later" else 0):
            self.hand.play()
        if not goes_on:
            self.look(False)
            self.start()
        while again != "after it" and self.bed.program.is_running() and not self.bed.said("ready: "):
            self.hand.play()
        self.bed.do("await ready: within=30s")
        self.look(True)
        self.prove()

    def signal(self, number):
        self.hand.tell(f"the daemon gets signal {number}")
        os.kill(self.bed.program.pid, number)

    def strike(self, number, is_started_again):
        self.signal(number)
        if is_started_again:
            self.start()

    def start(self):
        self.bed.do("await-exit")
        self.hand.tell("a new daemon")
        self.bed.write_rules(self.chance.choice(BOOKS))
        self.bed.launch()

    # ---- What must be so

    def look(self, is_running):
        """No finger is down: nor is any for the window, the kernel, or a clone."""
        time.sleep(REST)
        self.window.hear(self.compositor.seen())
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
        before = len(self.bed.ran())
        self.bed.do("down screen a 100,50\nwait 60ms\nup screen")
        time.sleep(REST)
        kinds = [line.split()[0] for line in self.compositor.seen()]
        kinds = [kind for kind in kinds if kind in ("down", "up", "cancel")]
        self.compare("a tap", kinds, ["down", "up"])
        self.bed.do("down pad a 40,30\nwait 200ms\nmove pad a by 20,0 over 80ms")
        self.bed.do("move pad a by -20,0 over 80ms\nup pad")
        self.compare("one finger points", "move" in {line.split()[0] for line in self.compositor.seen()}, True)
        for name in DEVICES:
            self.bed.do(f"play {name} tap fingers=4")
            self.window.hear(self.compositor.seen())
        self.compare("gestures", self.bed.ran()[before:], ["probe"] * len(DEVICES))

    def compare(self, what, found, expected):
        if found != expected:
            self.faults.append(f"{self.what}: {what} {found}, not {expected}")


def scenario(bed):
    storm = Storm(bed)
    storm.run()
    told = f"{storm.hand.made} gestures, {storm.crashes} crashes, seed {SEED}"
    bed.check(f"{told}: no touch is left down, and all goes on", storm.faults, [])
    bed.check("gestures took some of them", storm.window.taken > GESTURES // 20, True)
    storm.compositor.end()
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
