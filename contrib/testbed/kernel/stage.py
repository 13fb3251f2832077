"""The touches that a window gets: steps on an intercepted touchscreen, and the window's events for each."""

import time

from story import tell
from sway import Compositor

SCREEN = "Mocked Touchscreen"
PAUSE = 0.08  # seconds in which that would come which is not to come
PATIENCE = 1.5  # seconds for an expected event

# The settings of gestures for their touches that differ from the default.
LATE, LOOSE, SHARED = {"delays_touches_began": True}, {"delays_touches_ended": False}, {"cancels_touches": False}
# No machine is too slow for these.
TWO = {"fingers": 2, "land_within": "1 s", "lift_within": "1 s", "max_duration": "3 s"}
TWICE = {"taps": 2, "max_duration": "3 s"}
FLICK = {"min_distance": "12 mm", "min_speed": "1 mm/s", "max_duration": "10 s", "slow_after": "10 s"}
# The landing places of two fingers, and the window's events for them.
BOTH, BOTH_DOWN = "down a 100,50 b 120,60", "down a 100,50; down b 120,60"
APART, APART_DOWN = "down a 100,80 b 120,80", "down a 100,80; down b 120,80"


def gesture(kind, name=None, run=None, **settings):
    """A rule that notes the gesture's name, unless `run` says otherwise."""
    name = name or kind
    run = run or f"'echo {name} >> \"$RAN\"'"
    lines = [f"{key.replace('_', '-')} = {written(value)}" for key, value in settings.items()]
    return "\n".join([f"\n[gesture.{name}]", f'kind = "{kind}"', f"run = {run}", *lines, ""])


def written(value):
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def rules(*gestures, device=SCREEN):
    return f'[device."{device}"]\nintercept = true\n' + "".join(gestures)


class Case:
    """Each step is a pair: the bed's commands, and the window's events before the next step, in the words of story.py.

    A third part is the number of seconds that must pass before these events. Instead of commands there may be a function.
    """

    def __init__(self, what, gestures, *steps, notes=()):
        self.what, self.rules, self.steps, self.notes = what, rules(*gestures), steps, list(notes)


class Stage:
    """The daemon between a touchscreen and a window."""

    def __init__(self, bed):
        self.bed, self.marks = bed, []
        self.compositor = Compositor(bed, intercepted=[SCREEN])
        self.compositor.plug("touchscreen", "screen")
        bed.start()
        self.compositor.await_taken_up("screen")

    def play(self, cases):
        for case in cases:
            before = len(self.bed.ran())
            story = self.perform(case)
            self.await_notes(before + len(case.notes))
            expected = [split(told) for _, told, *_ in case.steps], case.notes
            self.bed.compare(case.what, (story, self.bed.ran()[before:]), expected)
            self.lift()

    def await_notes(self, count):
        """Commands run at the same time as the window gets its events, and a busy machine starts them late."""
        end = time.monotonic() + PATIENCE * 20
        while len(self.bed.ran()) < count and time.monotonic() < end:
            time.sleep(0.05)

    def end(self):
        self.compositor.end()
        self.bed.check("it ends when told to", self.bed.do("stop"), "exited=0")

    def perform(self, case):
        self.bed.use(case.rules)
        self.compositor.await_taken_up("screen")
        self.compositor.seen()
        self.marks, hasty = [], []
        for hand, expected, *least in case.steps:
            self.marks.append(len(self.compositor.heard()))
            began = time.monotonic()
            self.obey(hand)
            self.await_told(split(expected))
            hasty.append(least and time.monotonic() - began < least[0])
        story = tell(self.parts(self.compositor.seen()))
        return [["too early", *part] if early else part for part, early in zip(story, hasty)]

    def obey(self, hand):
        if callable(hand):
            return hand(self.bed)
        for line in split(hand):
            word, *words = line.split()
            self.bed.do(line if word == "wait" else " ".join([word, "screen", *words]))

    def await_told(self, expected):
        """Events that come too late or too often are in the report on the next step."""
        if not expected:
            return time.sleep(PAUSE)
        changed = self.compositor.client.changed
        with changed:
            changed.wait_for(lambda: tell(self.parts(self.compositor.heard()))[-1] == expected, PATIENCE)

    def parts(self, lines):
        return [lines[start:end] for start, end in zip(self.marks, [*self.marks[1:], len(lines)])]

    def lift(self):
        if self.bed.node("screen").fingers().fingers:
            self.bed.do("up screen")


def split(text):
    return [part.strip() for part in text.split(";") if part.strip()]
