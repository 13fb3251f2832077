"""Fingers on a touchscreen make gestures that the desktop knows of touchpads, by a touchpad of gesture-bridge's own: the gestures that
libinput reports.

The touchscreen is not intercepted. Sixty swipes each (more by `gestures=200`) of a finger from the lower edge and of three fingers, pinches,
turns and holds: each begins, follows the hand frame by frame, and ends or is cancelled as the hand does, and that touchpad sends nothing
else. `native_window` tests them with sway and its window.
"""

import os
import time

from nodes import told_of_devices
from native import Hand, Watch, growth, hold, many, native, tells_growth, tells_way, way
from stage import gesture
from words import BedError

EXACT_TIME = True
TIMEOUT = 1500
DURATION = 25
RULES = gesture("tap", fingers=3)
OWN = "gesture-bridge touchpad"
SIZE = 300, 190  # of the touchscreen
UNITS = 40  # of the own touchpad, for a mm
WORDS = ["swipe-begin 4", "swipe-update", "swipe-end 4"]
ONE_PINCH = ["pinch-begin 2", "pinch-update", "pinch-end 2"]


def rule(kind, effect, **settings):
    return native(kind, effect, device='"touchscreen"', **settings)


EDGE = rule("edge-pan", '{ native = "swipe", fingers = 4 }', edge='"bottom"')
THREE = rule("pan", '{ native = "swipe", fingers = 4 }', fingers=3)


def own(within=5):
    """The node of the touchpad that the daemon has made, once it is there."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        for path, name in told_of_devices("event*/device/name").items():
            node = "/dev/input/" + path.split("/")[4]
            if name == OWN and os.path.exists(node):
                return node
        time.sleep(0.02)
    return None


def edge_pan(hand):
    """One finger moves up from the lower edge, by a third of the distance or all of it."""
    chance = hand.chance
    x, up, aside = chance.uniform(30, 270), chance.uniform(60, 185), chance.uniform(-25, 25)
    duration = chance.choice((400, 500, 800))
    return hand.gestures.along([lambda p: (x + aside * p, SIZE[1] - 0.5 - up * p)], duration, "stay")


def three(hand):
    chance = hand.chance
    x, y = chance.uniform(20, 240), chance.uniform(20, 165)
    dx, dy = chance.uniform(15 - x, 250 - x) * 0.8, chance.uniform(15 - y, 175 - y) * 0.8
    if abs(dx) + abs(dy) < 50:
        dx += 70 if x < 120 else -70
    paths = [lambda p, i=i: (x + 15 * i + dx * p, y + 4 * (i % 2) + dy * p) for i in range(3)]
    return hand.gestures.along(paths, chance.choice((400, 500, 800)), "stay")


def pinch(hand):
    chance = hand.chance
    near, far = chance.uniform(10, 14), chance.uniform(25, 50)
    place = chance.uniform(60, 240), chance.uniform(60, 130)
    return hand.gestures.pinch(chance.choice(("in", "out")), 2, near, far, chance.choice((320, 500)), *place, "stay")


def turn(hand):
    chance = hand.chance
    angle = chance.uniform(40, 110) * chance.choice((-1, 1))
    return hand.gestures.rotate(angle, 2, chance.uniform(20, 40), chance.choice((400, 600)), None, None, "stay")


def scenario(bed):
    bed.do("add touchscreen screen")
    bed.start()
    bed.compare("without such rules there is no touchpad", own(0.3), None)
    bed.use(EDGE)
    node = own()
    if not node:
        raise BedError("there is no touchpad")
    hand = Hand(bed, 22, "screen")
    hand.watch = Watch(node, hand.units / UNITS)
    many(bed, hand, "swipes of a finger from the edge", EDGE, edge_pan, WORDS, way, 1.5, tells_way)
    bed.compare("the daemon does not read it", bed.said(OWN), 0)
    many(bed, hand, "swipes of three fingers", THREE, three, WORDS, way, 1.5, tells_way)
    many(bed, hand, "pinches", rule("pinch", '{ native = "pinch" }', fingers=2), pinch, ONE_PINCH, growth, 3, tells_growth)
    many(bed, hand, "turns", rule("rotation", '{ native = "pinch" }', fingers=2), turn, ONE_PINCH, growth, 3, tells_growth)
    many(bed, hand, "holds", rule("long-press", '{ native = "hold", fingers = 3 }', fingers=3), hold, ["hold-begin 3", "hold-end 3"])
    hand.watch.end()
