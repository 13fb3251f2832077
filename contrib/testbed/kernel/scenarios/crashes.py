"""The daemon dies again and again, also under fingers: no touch is left down, and each new one works as usual.

`run` takes `gestures=10000` (400), `crashes=300` (one for 25 gestures), `seed=7` (1). The movements and their times are kept next to the
daemon's output. Between crashes the touches are counted on their way from the hand to the window.
"""

import os
import signal
import time

from storm import BOOKS, Storm

COMPOSITOR = True
EXACT_TIME = True
TIMEOUT = 900
DURATION = 80

GESTURES = int(os.environ.get("bed_gestures", 400))
CRASHES = int(os.environ.get("bed_crashes", GESTURES // 25))
SEED = int(os.environ.get("bed_seed", 1))
RULES = BOOKS[0]

# How the daemon dies, and when the next one is started: during the gesture, and then it may die in its first moments too; after the
# gesture; some gestures later.
WAYS = {"killed": 6, "stalled": 2, "ended": 2}
NEXT = {"at once": 2, "twice": 1, "after it": 4, "later": 2}
STALL = 2  # seconds
SEVERAL = 5  # gestures


class Crashes(Storm):
    def __init__(self, bed):
        super().__init__(bed, SEED)
        self.crashes = 0

    def run(self):
        while self.hand.made < GESTURES and not self.faults:
            self.play(self.chance.randint(0, max(0, 2 * GESTURES // CRASHES - SEVERAL)))
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


def scenario(bed):
    storm = Crashes(bed)
    storm.run()
    told = f"{storm.hand.made} gestures, {storm.crashes} crashes, seed {SEED}"
    bed.check(f"{told}: no touch is left down, and all goes on", storm.faults, [])
    bed.check("gestures took some of them", storm.window.taken > GESTURES // 20, True)
    storm.end()
