"""One story for every desktop: the events of its windows for touches that gestures take, palms, and a daemon that dies.
Fingers in a strip at the left are always the window's, so that a tap there shows that the window has got everything before it, and still
gets events.

"""

import os
import re
import signal
import subprocess
import time

from nodes import await_clone, clones, guards
from guest import RULES as RULES_FILE, SURROUNDINGS
from stage import gesture
from window import WITHIN
from words import BedError

STRIP = 40  # mm of the touchscreen's 300
LEFT = STRIP * 4  # pixels; fewer on other screens, but all fingers land either in the strip or far from it
FLICK = {"fingers": 2, "direction": "left", "min_speed": "1 mm/s", "max_duration": "10 s", "slow_after": "10 s"}
GESTURES = f"""
[zone.strip]
edge = "left"
band = "{STRIP} mm"
ignore = true
""" + gesture("tap", max_duration="3 s", fingers=1) + gesture("swipe", **FLICK)
INTERCEPTED = '[device."Mocked Touchscreen"]\nintercept = true\n' + GESTURES
EARLY = INTERCEPTED.replace("\nrun =", "\ndelays-touches-began = false\nrun =")
RULES = GESTURES

TAP = "down screen a 100,50\nwait 60ms\nup screen"
# The place of X11's other window, to which a touch is a click.
CLICK = "down screen a 260,50\nwait 60ms\nup screen"
SWIPE = "down screen a 150,50 b 170,60\nmove screen a,b by -60,0 over 400ms\nup screen"
MOTION = "down screen a 100,50 b 130,50\nmove screen a,b by 0,30 over 200ms\nup screen"
PALM = "down screen a 100,50\nwait 60ms\ncancel screen a\nwait 60ms\nup screen"
PROBE = "down screen a 15,150\nwait 60ms\nup screen"
PATIENCE = 60  # seconds until the window hears again after something has changed


class Play:
    """The daemon and a desktop next to each other."""

    def __init__(self, bed, desktop):
        self.bed, self.desktop, self.start = bed, desktop, 0

    # ---- The window's events

    def lines(self):
        """Its events since the last `hear`, without probes: kinds and numbers, without motion."""
        strip, told = set(), []
        for kind, *words in (line.split() for line in self.desktop.client.lines[self.start :]):
            if kind == "down" and float(words[1]) < LEFT:
                strip.add(words[0])
            elif kind == "up" and words[0] in strip:
                strip.discard(words[0])
            elif kind == "cancel" and told[-1:] == ["cancel"]:
                pass  # sway sends it for each touch, and the first one has removed all touches of the window
            elif kind in ("down", "up", "cancel"):
                told.append(kind)
            elif kind == "button":
                told.append(words[1])
        return told

    def probes(self):
        """How many whole taps in the strip it heard since the last `hear`."""
        strip, whole = set(), 0
        for kind, *words in (line.split() for line in self.desktop.client.lines[self.start :]):
            if kind == "down" and float(words[1]) < LEFT:
                strip.add(words[0])
            elif kind == "up" and words[0] in strip:
                strip.discard(words[0])
                whole += 1
        return whole

    def probe(self):
        """Until a tap in the strip is heard, and with it everything before."""
        end, heard = time.monotonic() + PATIENCE, self.probes()
        while self.probes() == heard:
            if time.monotonic() > end:
                raise BedError(f"the window hears no tap; it heard {self.desktop.client.lines[self.start:]}")
            self.bed.do(PROBE)
            with self.desktop.client.changed:
                self.desktop.client.changed.wait_for(lambda: self.probes() > heard, 2)

    def hear(self, hand, notes=()):
        """The window's events for these movements, once the daemon has noted these gestures."""
        self.start = len(self.desktop.client.lines)
        before = len(self.bed.ran())
        self.bed.do(hand)
        end = time.monotonic() + WITHIN
        while len(self.bed.ran()) < before + len(notes) and time.monotonic() < end:
            time.sleep(0.05)
        self.bed.check(f"the daemon notes {' and '.join(notes) or 'nothing'}", self.bed.ran()[before:], list(notes))
        self.probe()
        return self.lines()

    def expect(self, what, hand, told, notes=()):
        self.bed.compare(what, self.hear(hand, notes), told)

    # ---- The daemon

    def use(self, rules):
        self.bed.use(rules)
        self.desktop.await_reader(await_clone(self.bed.path("screen"), PATIENCE))
        self.probe()

    def begin(self):
        self.bed.start()
        self.desktop.await_reader(await_clone(self.bed.path("screen"), PATIENCE))
        self.probe()

    def die(self, what, blow, rest=None):
        """The daemon ends under a finger that the window knows; `rest` is done when that has shown."""
        self.start = len(self.desktop.client.lines)
        self.bed.do("down screen a 15,150")
        self.await_kind("down")
        blow()
        end = "cancel" if self.desktop.cancels else "up"
        self.await_kind(end)
        self.bed.check(f"{what}, the finger ends for the window by `{end}`", True, True)
        if rest:
            rest()
        self.bed.do("up screen")
        self.await_rest()
        self.probe()
        self.expect(f"{what}, then a tap is as ever", TAP, ["down", "up"])

    def await_kind(self, kind):
        def is_there():
            return any(line.split()[0] == kind for line in self.desktop.client.lines[self.start :])

        self.desktop.wait_for(is_there, time.monotonic() + PATIENCE, f"the window hears no {kind}")

    def await_rest(self):
        end = time.monotonic() + PATIENCE
        while clones() or guards():
            if time.monotonic() > end:
                raise BedError(f"there are still {clones()} and {guards()}")
            time.sleep(0.1)


def play(bed, desktop):
    story = Play(bed, desktop)
    cancels, palm = desktop.cancels, [desktop.palm] if desktop.palm else []
    bed.do("add touchscreen screen")
    desktop.await_reader(bed.path("screen"))
    story.probe()
    story.expect("a tap without the daemon", TAP, ["down", "up"])
    bed.start()
    story.expect("a tap beside the daemon", TAP, ["down", "up"], ["tap"])
    story.expect("a swipe", SWIPE, ["down", "down", "up", "up"], ["swipe"])
    if palm:
        story.expect("a palm", PALM, ["down", *palm])
    story.use(INTERCEPTED)
    knows = bed.said("tells windows about cancelled touches") > bed.said("it is not known whether")
    bed.compare("the daemon knows the desktop", knows, cancels)
    check_reports(bed, desktop)
    story.expect("intercepted, a tap that is taken", TAP, ["down", "cancel"] if cancels else [], ["tap"])
    story.expect("intercepted, a tap where a click would be", CLICK, ["down", "cancel"] if cancels else [], ["tap"])
    story.expect("intercepted, fingers that no gesture takes", MOTION, ["down", "down", "up", "up"])
    story.expect("intercepted, a swipe", SWIPE, ["down", "down", "cancel"] if cancels else [], ["swipe"])
    if palm:
        story.expect("intercepted, a palm", PALM, ["down", *palm])
    story.use(EARLY)
    story.expect("shown at once, a tap that is taken", TAP, ["down", "cancel" if cancels else "up"], ["tap"])
    ended = ["cancel"] if cancels else ["up", "up"]
    story.expect("shown at once, a swipe", SWIPE, ["down", "down", *ended], ["swipe"])
    story.die("the daemon killed", lambda: bed.do("signal KILL\nawait-exit"))
    story.begin()
    story.die("the daemon ended", lambda: bed.do("stop"))
    story.begin()
    story.die("the daemon stopped", lambda: stop(bed), lambda: bed.do("signal KILL\nawait-exit"))
    desktop.end()


def stop(bed):
    """The program is stopped, and the finger moves on; nothing reads that."""
    os.kill(bed.program.pid, signal.SIGSTOP)
    bed.do("move screen a by 0,5 over 80ms")


def check_reports(bed, desktop):
    """The reports of the daemon and the doctor on the desktop."""
    words = [bed.program_words[0], "doctor", "--config", RULES_FILE]
    said = subprocess.run(words, env={**os.environ, **SURROUNDINGS}, capture_output=True, text=True, check=False).stdout
    named = re.search(r"(tells windows|it is not known|no Wayland compositor)[^\n]*", said)
    words = {True: "tells windows", False: "it is not known" if desktop.is_wayland else "no Wayland"}[desktop.cancels]
    bed.compare("the doctor says what windows hear", bool(named and named[1].startswith(words)), True)
