"""What a window is given of touches that gestures may want: as UIKit has it, with the window as the view."""

from stage import APART, APART_DOWN, BOTH, BOTH_DOWN, FLICK, LATE, LOOSE, SHARED, TWICE, TWO
from stage import Case, Stage, gesture, rules

COMPOSITOR = True
RULES = rules(gesture("tap"))

TAPS = [
    Case(
        "a tap of two fingers", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        ("up a", ""),
        ("up b", "cancel a b"),
        notes=["tap"],
    ),
    Case(
        "one of two fingers goes away", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        ("up a", ""),
        ("move b 130,60", "up a; move b 130,60"),
        ("move b by 10,0 over 80ms", "move b 140,60 in 10"),
        ("up b", "up b"),
    ),
    Case(
        "two fingers move away", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        ("move a,b by 10,0 over 80ms", "move a 110,50 in 10; move b 130,60 in 10"),
        ("up a", "up a"),
        ("up b", "up b"),
    ),
    Case(
        "two fingers stay too long", [gesture("tap", fingers=2, lift_within="2 s")],
        (BOTH, BOTH_DOWN),
        ("wait 100ms; up a", ""),
        ("wait 500ms", "up a"),
        ("up b", "up b"),
    ),
    Case(
        "the second finger stays too long after the first",
        [gesture("tap", fingers=2, max_duration="5 s", lift_within="400 ms")],
        (BOTH, BOTH_DOWN),
        ("up a", "up a", 0.35),
        ("up b", "up b"),
    ),
    Case(
        "one finger is no tap of two", [gesture("tap", **TWO)],
        ("down a 100,50", "down a 100,50"),
        ("up", "up a"),
    ),
    Case(
        "three fingers are no tap of two", [gesture("tap", **TWO)],
        (BOTH, BOTH_DOWN),
        ("down c 140,70", "down c 140,70"),
        ("up a", "up a"),
        ("up b,c", "up b; up c"),
    ),
    Case(
        "a tap of two fingers that takes nothing", [gesture("tap", **TWO, **SHARED)],
        (BOTH, BOTH_DOWN),
        ("up a", ""),
        ("up b", "up a; up b"),
        notes=["tap"],
    ),
    Case(
        "a tap of two fingers that holds nothing back", [gesture("tap", **TWO, **LOOSE)],
        (BOTH, BOTH_DOWN),
        ("up a", "up a"),
        ("up b", "cancel b"),
        notes=["tap"],
    ),
]

DOUBLE_TAPS = [
    Case(
        "a double tap", [gesture("tap", **TWICE)],
        ("down a 100,50", "down a 100,50"),
        ("up a", ""),
        ("down b 100,50", "down b 100,50"),
        ("up b", "cancel a b"),
        notes=["tap"],
    ),
    Case(
        "a double tap that holds nothing back", [gesture("tap", **TWICE, **LOOSE)],
        ("down a 100,50", "down a 100,50"),
        ("up a", "up a"),
        ("wait 60ms; down b 100,50", "down b 100,50"),
        ("up b", "cancel b"),
        notes=["tap"],
    ),
    Case(
        "one tap, which could be the first of two", [gesture("tap", **TWICE)],
        ("down a 100,50", "down a 100,50"),
        ("up", "up a", 0.3),
    ),
    Case(
        "one tap, held back by nothing", [gesture("tap", **TWICE, max_interval="3 s", **LOOSE)],
        ("down a 100,50", "down a 100,50"),
        ("up", "up a"),
    ),
    Case(
        "two taps far apart", [gesture("tap", **TWICE)],
        ("down a 100,50", "down a 100,50"),
        ("up a", ""),
        ("down b 200,100", "up a; down b 200,100"),
        ("up b", "up b", 0.3),
    ),
    Case(
        "a single tap that waits for a double one to fail",
        [gesture("tap", "double", **TWICE), gesture("tap", "single", max_duration="3 s", require_to_fail="double")],
        ("down a 100,50", "down a 100,50"),
        ("up", "cancel a", 0.3),
        notes=["single"],
    ),
]

LONG_ONES = [
    Case(
        "a pinch", [gesture("pinch", fingers=2)],
        (APART, APART_DOWN),
        ("move a 99,80 b 121,80", "move a 99,80; move b 121,80"),
        ("move a 97,80 b 123,80", "cancel a b"),
        ("move a,b by 5,5 over 80ms", ""),
        ("up a", ""),
        ("move b by 5,5 over 80ms; up b", ""),
        notes=["pinch"],
    ),
    Case(
        "no pinch", [gesture("pinch", fingers=2)],
        (APART, APART_DOWN),
        ("move a,b by 20,10 over 80ms", "move a 120,90 in 10; move b 140,90 in 10"),
        ("up a,b", "up a; up b"),
    ),
    Case(
        "a pinch that takes nothing", [gesture("pinch", fingers=2, **SHARED)],
        (APART, APART_DOWN),
        ("move a 99,80 b 121,80", "move a 99,80; move b 121,80"),
        ("move a 97,80 b 123,80", "move a 97,80; move b 123,80"),
        ("move a 95,80 b 125,80", "move a 95,80; move b 125,80"),
        ("up a", "up a"),
        ("up b", "up b"),
        notes=["pinch"],
    ),
    Case(
        "a finger held", [gesture("long-press")],
        ("down a 100,50", "down a 100,50"),
        ("wait 500ms", "cancel a"),
        ("move a by 10,0 over 80ms; up a", ""),
        notes=["long-press"],
    ),
    Case(
        "a finger not held for long", [gesture("long-press", min_duration="3 s")],
        ("down a 100,50", "down a 100,50"),
        ("wait 100ms; up a", "up a"),
    ),
    Case(
        "a swipe", [gesture("swipe", **FLICK)],
        ("down a 100,50", "down a 100,50"),
        ("move a 104,50", "move a 104,50"),
        ("move a 108,50", "move a 108,50"),
        ("move a 116,50", "cancel a"),
        ("move a by 10,0 over 80ms; up a", ""),
        notes=["swipe"],
    ),
    Case(
        "a finger more than a pan has", [gesture("pan", fingers=2)],
        (BOTH, BOTH_DOWN),
        ("move a 110,50 b 130,60", "cancel a b"),
        ("wait 200ms; down c 200,100", "down c 200,100"),
        ("move a,b,c by 10,0 over 80ms", "move c 210,100 in 10"),
        ("up c", "up c"),
        ("up a,b", ""),
        notes=["pan"],
    ),
    Case(
        "a finger that a pan takes in addition", [gesture("pan", fingers="2-3")],
        (BOTH, BOTH_DOWN),
        ("wait 200ms; move a 110,50 b 130,60", "cancel a b"),
        ("wait 200ms; down c 140,70; move a,b,c by 10,0 over 80ms", ""),
        ("up", ""),
        notes=["pan"],
    ),
]

LATE_ONES = [
    Case(
        "a tap of two fingers, shown late", [gesture("tap", **TWO, **LATE)],
        (BOTH, ""),
        ("up a", ""),
        ("up b", ""),
        notes=["tap"],
    ),
    Case(
        "a finger that is no tap, shown late", [gesture("tap", max_duration="3 s", **LATE)],
        ("down a 100,50", ""),
        ("move a 102,50", ""),
        ("move a 110,50", "down a 100,50; move a 110,50"),
        ("move a by 10,0 over 80ms", "move a 120,50 in 10"),
        ("up", "up a"),
    ),
    Case(
        "a finger that stays, shown late", [gesture("tap", max_duration="400 ms", **LATE)],
        ("down a 100,50", "down a 100,50", 0.35),
        ("up", "up a"),
    ),
    Case(
        "two fingers that are no tap, shown late", [gesture("tap", **TWO, **LATE)],
        ("down a 100,50", ""),
        ("down b 120,60", ""),
        ("up a", ""),
        ("move b 130,60", "down a 100,50; down b 120,60; up a; move b 130,60"),
        ("up b", "up b"),
    ),
    Case(
        "one tap of two, shown late", [gesture("tap", **TWICE, **LATE)],
        ("down a 100,50", ""),
        ("move a 101,50", ""),
        ("up", "down a 100,50; move a 101,50; up a", 0.3),
    ),
    Case(
        "two taps far apart, shown late", [gesture("tap", **TWICE, **LATE)],
        ("down a 100,50", ""),
        ("up a", ""),
        ("down b 200,100", "down a 100,50; up a"),
        ("up b", "down b 200,100; up b", 0.3),
    ),
    Case(
        "a pinch, shown late", [gesture("pinch", fingers=2, **LATE)],
        (APART, ""),
        ("move a 99,80 b 121,80", ""),
        ("move a 97,80 b 123,80", ""),
        ("up", ""),
        notes=["pinch"],
    ),
    Case(
        "a pinch that takes nothing, shown late", [gesture("pinch", fingers=2, **LATE, **SHARED)],
        (APART, ""),
        ("move a 97,80 b 123,80", "down a 100,80; down b 120,80; move a 97,80; move b 123,80"),
        ("move a 95,80 b 125,80", "move a 95,80; move b 125,80"),
        ("up a,b", "up a; up b"),
        notes=["pinch"],
    ),
]

# A part of the screen whose touches only the window gets.
STRIP = """
[zone.strip]
edge = "left"
band = "40 mm"
ignore = true
"""
ZONES = [
    Case(
        "a finger in a zone that is left alone", [STRIP, gesture("tap", **TWICE, **LATE)],
        ("down a 20,50", "down a 20,50"),
        ("move a by 10,0 over 80ms", "move a 30,50 in 10"),
        ("up", "up a"),
        ("wait 60ms; down b 20,50", "down b 20,50"),
        ("up", "up b"),
    ),
    Case(
        "one finger in a zone that is left alone, one outside", [STRIP, gesture("tap", **TWICE, **LATE)],
        ("down b 100,50", ""),
        ("down a 20,50", "down a 20,50"),
        ("up a", "up a"),
        ("up b; wait 60ms; down b 100,50; up b", ""),
        notes=["tap"],
    ),
]


def scenario(bed):
    stage = Stage(bed)
    for cases in (TAPS, DOUBLE_TAPS, LONG_ONES, LATE_ONES, ZONES):
        stage.play(cases)
    stage.end()
