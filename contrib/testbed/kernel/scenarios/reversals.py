"""Touches that gestures may want, and then the rules change, gestures are paused, or the device takes a touch back."""

import os
import subprocess

from stage import APART, APART_DOWN, BOTH, BOTH_DOWN, LATE, TWICE, TWO
from stage import Case, Stage, gesture, rules

COMPOSITOR = True
EXACT_TIME = True
RULES = rules(gesture("tap"))
RUNTIME = "/tmp/daemon"  # root's, as the daemon is


def change(bed):
    bed.use(rules(gesture("swipe", fingers=5)))


def let_go(bed):
    bed.use(gesture("swipe", fingers=5))


def control(word):
    return lambda bed: subprocess.run([bed.program_words[0], "ctl", word], check=True, stdout=subprocess.DEVNULL)


PAUSE, RESUME = control("pause"), control("resume")

CHANGES = [
    Case(
        "other rules, an end held back", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        ("up a", ""),
        (change, "up a"),
        ("move b 130,60", "move b 130,60"),
        ("up b", "up b"),
    ),
    Case(
        "other rules, a finger not shown yet", [gesture("tap", **TWO, **LATE)],
        ("down a 100,50", ""),
        ("move a 101,50", ""),
        (change, "down a 100,50; move a 101,50"),
        ("move a 120,50", "move a 120,50"),
        ("up a", "up a"),
    ),
    Case(
        "other rules, a tap not shown yet", [gesture("tap", **TWICE, **LATE, max_interval="5 s")],
        ("down a 100,50", ""),
        ("up a", ""),
        (change, "down a 100,50; up a"),
    ),
    Case(
        "other rules amid a pinch", [gesture("pinch", fingers=2)],
        (APART, APART_DOWN),
        ("move a 95,80 b 125,80", "cancel a b"),
        (change, ""),
        ("move a,b by 10,0 over 80ms", ""),
        ("down c 150,100", "down c 150,100"),
        ("up a,b", ""),
        ("up c", "up c"),
        notes=["pinch"],
    ),
    Case(
        "not intercepted any more", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        (let_go, "cancel a b"),
        ("move a,b by 10,0 over 80ms", ""),
        ("up", ""),
        ("down c 100,50", "down c 100,50"),
        ("move c by 10,0 over 80ms", "move c 110,50 in 10"),
        ("up c", "up c"),
    ),
]

PAUSES = [
    Case(
        "paused", [gesture("tap", **TWO)],
        (PAUSE, ""),
        (BOTH, BOTH_DOWN),
        ("up a", "up a"),
        ("up b", "up b"),
        (RESUME, ""),
    ),
    Case(
        "paused, shown late otherwise", [gesture("tap", **TWO, **LATE)],
        (PAUSE, ""),
        (BOTH, BOTH_DOWN),
        ("up a,b", "up a; up b"),
        (RESUME, ""),
    ),
    Case(
        "paused, a finger not shown yet", [gesture("tap", **TWO, **LATE)],
        ("down a 100,50", ""),
        (PAUSE, "down a 100,50"),
        ("move a 101,50", "move a 101,50"),
        (RESUME, ""),
        ("up a", "up a"),
    ),
    Case(
        "paused, an end held back", [gesture("tap", **TWICE, max_interval="5 s")],
        ("down a 100,50", "down a 100,50"),
        ("up a", ""),
        (PAUSE, "up a"),
        (RESUME, ""),
    ),
    Case(
        "paused amid a pinch", [gesture("pinch", fingers=2)],
        (APART, APART_DOWN),
        ("move a 95,80 b 125,80", "cancel a b"),
        (PAUSE, ""),
        ("move a,b by 10,0 over 80ms", ""),
        ("up a,b", ""),
        (RESUME, ""),
        notes=["pinch"],
    ),
    Case(
        "no longer paused", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        ("up a", ""),
        ("up b", "cancel a b"),
        notes=["tap"],
    ),
]

# A cancel of sway's is for all touches of a window.
PALMS = [
    Case(
        "a palm", [gesture("tap", **TWO)],
        ("down a 100,50", "down a 100,50"),
        ("cancel a", "cancel a"),
        ("move a by 10,0 over 80ms; up a", ""),
        ("down b 100,50", "down b 100,50"),
        ("up b", "up b"),
    ),
    Case(
        "one of two is a palm", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        ("cancel a", "cancel a b"),
        ("move a,b by 10,0 over 80ms; up", ""),
    ),
    Case(
        "a palm, shown late", [gesture("tap", **TWO, **LATE)],
        ("down a 100,50", ""),
        ("cancel a", "down a 100,50; cancel a"),
        ("up a", ""),
    ),
    Case(
        "the second tap is a palm", [gesture("tap", **TWICE, max_interval="5 s")],
        ("down a 100,50", "down a 100,50"),
        ("up a", ""),
        ("down b 100,50", "down b 100,50"),
        ("cancel b", "up a; cancel b"),
        ("up b", ""),
    ),
    Case(
        "a pinch's finger is a palm", [gesture("pinch", fingers=2)],
        (APART, APART_DOWN),
        ("move a 95,80 b 125,80", "cancel a b"),
        ("cancel a", ""),
        ("move b by 10,0 over 80ms; up", ""),
        ("down c 100,50", "down c 100,50"),
        ("up c", "up c"),
        notes=["pinch"],
    ),
]


def scenario(bed):
    os.makedirs(RUNTIME, mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = RUNTIME
    # The daemon asks sway, which has a folder of its own, what it does with cancelled touches.
    os.environ["WAYLAND_DISPLAY"] = "/tmp/home/wayland-1"
    stage = Stage(bed)
    for cases in (CHANGES, PAUSES, PALMS):
        stage.play(cases)
    stage.end()
