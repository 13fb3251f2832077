"""Fingers on an intercepted touchpad make gestures that the desktop itself knows: the results in libinput, a window and sway.

Sixty swipes, pinches, turns and holds each (more by `gestures=200`), of hands anywhere on the pad: each begins, follows the hand frame by frame, and ends or
is cancelled as the fingers do, with the number of fingers in the rule, and without other events. Then fingers that applications had already
seen. Then with sway and its window: a swipe that goes to another workspace, and a daemon that is killed amid one.
"""

import itertools
import math
import os
import random
import time

from devices import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS, EV_SYN
from nodes import Reader, await_clone
from gestures import Gestures
from libinput import Libinput
from stage import rules
from sway import Compositor

COMPOSITOR = True
EXACT_TIME = True
TIMEOUT = 1500
DURATION = 30
PAD = "Mocked Touchpad"
COUNT = int(os.environ.get("bed_gestures", "60"))
FRAME = 0.008  # seconds between two frames of the hand
# The length of 1 mm in libinput without acceleration, in units of a mouse with 1000 dpi.
LIBINPUT_MM = 10.52
LATE = {"delays_touches_began": "true"}
ROW = "down pad a 24,34 b 36,31 c 48,34\nwait 24ms"
TAKEN_BACK = ["swipe-begin 3", "swipe-update", "swipe-end 3 cancelled"]
GET_WORKSPACES = 1


def native(kind, effect, **settings):
    lines = [f"{key.replace('_', '-')} = {value}" for key, value in settings.items()]
    return "\n".join(["\n[gesture.native]", f'kind = "{kind}"', f"began = {effect}", *lines, ""])


def late(kind, effect):
    """Of three fingers that applications have not seen."""
    return rules(native(kind, f'{{ native = "{effect}" }}', fingers=3, **LATE), device=PAD)


SWIPE = native("pan", '{ native = "swipe", fingers = 4 }', fingers=3, **LATE)
RULES = rules(SWIPE, device=PAD)


class Listener(Libinput):
    """The gestures that libinput reports."""

    def heard(self):
        """Words such as `swipe-begin 4`, each kind of update once in a row, and the numbers of the updates."""
        words, updates = [], []
        for line in self.take():
            parts = line.replace("/", " ").replace("(", " ").split()
            name = parts[1].removeprefix("GESTURE_").replace("_", "-").lower()
            if name.endswith("update"):
                numbers = [float(part.rstrip(")")) for part in parts[3:] if part not in ("unaccelerated)", "@")]
                updates.append(numbers[1:])
                words.append(name)
            elif name.endswith(("begin", "end")):
                words.append(" ".join([name, *parts[3:]]))
            else:
                words.append(" ".join(parts[1:]))
        return [word for word, _ in itertools.groupby(words)], updates


class Hand:
    """The movements of the fingers, frame by frame: the times, and their places in the device's units."""

    def __init__(self, bed, seed, name="pad"):
        self.bed, self.name, self.node, self.chance, self.frames = bed, name, bed.node(name), random.Random(seed), []
        self.units = self.node.description.x_axis.resolution  # for a mm
        self.watch = None
        self.gestures = Gestures(self.node.description)
        write = self.node.write

        def remembering(events):
            answer = write(events)
            surface = self.node.fingers()
            x, y = surface.description.x_axis, surface.description.y_axis
            places = {name: (surface.units(x, at[1]), surface.units(y, at[2])) for name, at in surface.fingers.items()}
            self.frames.append((time.monotonic(), places))
            if self.watch:
                self.watch.look()  # the kernel keeps little for a reader that is late
            return answer

        self.node.write = remembering

    def play(self, steps, end):
        self.frames.clear()
        self.bed.perform(self.node, steps)
        names = list(self.node.fingers().fingers)
        if end == "cancelled":
            self.bed.do(f"cancel {self.name} {','.join(names)}\nwait 300ms\nup {self.name}")
        elif end == "together":
            self.bed.do(f"up {self.name}")
        else:
            for name in names:
                self.bed.do(f"up {self.name} {name}\nwait 8ms")

    def ending(self):
        return self.chance.choice(["together", "apart", "apart", "cancelled"])


def middle(places):
    places = list(places.values())
    return tuple(sum(place[axis] for place in places) / len(places) for axis in (0, 1))


class Watch:
    """The clone, read as a compositor reads it, and libinput next to it; `scale` converts its units to those of the hand."""

    def __init__(self, path, scale=1):
        self.libinput, self.reader, self.scale = Listener("--enable-tap", path), Reader(path), scale
        # The values that the kernel does not repeat.
        self.slot, self.places, self.down, self.found = 0, {}, set(), []

    def take(self):
        words, updates = self.libinput.heard()
        self.look()
        found, self.found = self.found, []
        return words, updates, found

    def look(self):
        """Notes when and where the clone has contacts, at each of its frames with any."""
        for when, kind, code, value in self.reader.events():
            if kind == EV_ABS and code == ABS_MT_SLOT:
                self.slot = value
            elif kind == EV_ABS and code == ABS_MT_TRACKING_ID:
                (self.down.add if value >= 0 else self.down.discard)(self.slot)
            elif kind == EV_ABS and code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
                self.places.setdefault(self.slot, [0, 0])[code - ABS_MT_POSITION_X] = value
            elif (kind, code) == (EV_SYN, 0) and self.down:
                self.found.append((when, {number: tuple(self.scale * part for part in self.places[number]) for number in self.down}))

    def end(self):
        self.libinput.end()
        self.reader.close()


def lags(hand, clone, measure):
    """How far the clone lags behind the hand, in what `measure` makes of the fingers, at most a frame after each of the hand's: from
    the frame in which its contacts have taken their first step."""
    if len(clone) < 2:
        return [None]
    # The kernel rounds the time of its events.
    (_, start), behind, began = clone[1], [], clone[1][0] + 0.001
    at = [places for when, places in hand if when <= began][-1]
    full = len(at)
    for when, places in hand:
        if when <= began or len(places) < full:
            continue
        now = [told for then, told in clone if then < when + FRAME and len(told) == len(start)][-1]
        behind.append([a - b for a, b in zip(measure(at, places), measure(start, now))])
    return behind


def way(before, after):
    return [b - a for a, b in zip(middle(before), middle(after))]


def growth(before, after):
    """By how much the fingers are farther apart, in percent, and how far they have turned, in degrees."""

    def spread(places):
        centre = middle(places)
        return {name: (x - centre[0], y - centre[1]) for name, (x, y) in places.items()}

    old, new = spread(before), spread(after)
    scale = math.sqrt(sum(x * x + y * y for x, y in new.values()) / sum(x * x + y * y for x, y in old.values()))
    cross = sum(old[name][0] * new[name][1] - old[name][1] * new[name][0] for name in old)
    dot = sum(old[name][0] * new[name][0] + old[name][1] * new[name][1] for name in old)
    return [(scale - 1) * 100, math.degrees(math.atan2(cross, dot))]


def within(value, least, most):
    return min(max(value, least), most)


def swipe(hand, times=(120, 240, 500), lowest=58):
    """Three fingers go somewhere, from anywhere on the pad, as far as the contacts have room, which land farther in."""
    chance = hand.chance
    x, y = chance.uniform(4, 70), chance.uniform(6, lowest)
    row = within(x + 11, 25, 75), within(y + 1, 11, 46)
    dx = chance.uniform(2 - min(x, row[0]), 98 - max(x + 22, row[0]))
    dy = chance.uniform(2 - min(y, row[1]), 64 - max(y + 3, row[1]))
    if math.hypot(dx, dy) < 12:
        dx += 14 if x < 40 else -14
    paths = [lambda p, i=i: (x + 11 * i + dx * p, y + 3 * (i % 2) + dy * p) for i in range(3)]
    return hand.gestures.along(paths, chance.choice(times), "stay")


def pinch(hand):
    chance = hand.chance
    near, far = chance.uniform(8, 12), chance.uniform(20, 27)
    return hand.gestures.pinch(
        chance.choice(("in", "out")), 3, near, far, chance.choice((240, 500)), chance.uniform(40, 60), chance.uniform(29, 37), "stay")


def turn(hand):
    chance = hand.chance
    angle = chance.uniform(40, 110) * chance.choice((-1, 1))
    return hand.gestures.rotate(angle, 3, chance.uniform(14, 22), chance.choice((300, 600)), None, None, "stay")


def hold(hand):
    return hand.gestures.hold(3, hand.chance.choice((560, 900, 1500)), hand.chance.uniform(25, 75), None, "stay")


def sums(updates, column):
    return sum(numbers[column] for numbers in updates)


def last(clone):
    """Where the contacts were before the first of them lifted."""
    return [places for _, places in clone if len(places) == len(clone[1][1])][-1]


def tells_way(hand, updates, clone):
    """Whether libinput reports the distance that the contacts have moved since their first step, before acceleration."""
    went = way(clone[1][1], last(clone))
    return all(abs(sums(updates, 2 + axis) - went[axis] / hand.units * LIBINPUT_MM) < 3 for axis in (0, 1))


def tells_growth(_, updates, clone):
    """Likewise for the change of their distances, and for their turn."""
    grown, turned = growth(clone[1][1], last(clone))
    return abs(updates[-1][4] * 100 - 100 - grown) < 2 and abs(sums(updates, 5) - turned) < 2


def many(bed, hand, what, text, make, expected, measure=None, tolerance=0.0, follows=None):
    """`expected` are the words, without others between them; `measure` is followed within `tolerance`, and `follows` compares libinput's
    updates with the clone.
    """
    bed.use(text)
    wrong, worst = [], 0.0
    for number in range(COUNT):
        end = hand.ending()
        hand.play(make(hand), end)
        words, updates, clone = hand.watch.take()
        mark = " cancelled" if end == "cancelled" else ""
        due = [word + mark if "-end" in word else word for word in expected]
        # libinput knows a hold after 0.18 s; on the pad of fingers on a screen it lasts so long.
        if measure is None and hand.name == "pad" and clone and hand.frames[1][0] - clone[0][0] < 0.18:
            due = []
        if words != due or not clone:
            wrong.append((number, end, words, hand.frames[0], clone[:2]))
            continue
        if measure:
            behind = [max(abs(part) for part in lag) if lag else math.inf for lag in lags(hand.frames, clone, measure)]
            worst = max(worst, *behind, 0)
            if any(lag > tolerance for lag in behind):
                wrong.append((number, "lag", max(behind), hand.frames[0], hand.frames[-1]))
        if follows and not follows(hand, updates, clone):
            wrong.append((number, "libinput", updates[-1:], sums(updates, 2), sums(updates, 3), clone[1:2], clone[-1:]))
    bed.check(f"{COUNT} {what}, none of them anything else", wrong[:4], [])
    if measure:
        bed.check(f"each follows within one frame, at most {worst:.1f} off", worst <= tolerance, True)


def known(bed, hand):
    """libinput has seen the fingers, and may have made a swipe from them, which is cancelled first."""
    bed.use(rules(native("pan", '{ native = "swipe", fingers = 4 }', fingers=3), device=PAD))
    wrong = []
    for number in range(COUNT):
        end = hand.ending()
        # Of lower fingers libinput would take one for a thumb, and scroll by the others.
        hand.play(swipe(hand, (500, 800), 48), end)
        # When the first finger is taken back, two remain for a moment, and libinput sees them rest.
        words = [word for word in hand.watch.take()[0] if not word.startswith("hold")]
        mark = " cancelled" if end == "cancelled" else ""
        if words[-3:] != ["swipe-begin 4", "swipe-update", f"swipe-end 4{mark}"] or words[:-3] not in ([], TAKEN_BACK):
            wrong.append((number, end, words, hand.frames[0]))
    bed.check(f"{COUNT} swipes of fingers that applications had", wrong[:4], [])


def told(compositor):
    """The window's events, each kind of movement as a whole."""
    lines = [line.split()[0] if line.split()[0].endswith(("update", "move", "axis")) else line for line in compositor.seen()]
    return [line for line, _ in itertools.groupby(lines)]


ROW = "down pad a 24,34 b 36,31 c 48,34\nwait 24ms"


def in_a_window(bed, hand):
    compositor = Compositor(bed, intercepted=[PAD])
    compositor.command("input type:touchpad tap enabled")
    bed.use(RULES)
    compositor.await_taken_up("pad")
    bed.do("wait 500ms\ndown pad a 40,30\nmove pad a by 20,12 over 160ms\nmove pad a by 20,12 over 160ms\nup pad")
    bed.compare("one finger points as ever", told(compositor)[-1:], ["move"])
    wrong = []
    for number in range(COUNT):
        end = hand.ending()
        hand.play(swipe(hand), end)
        mark = " cancelled" if end == "cancelled" else ""
        if (heard := told(compositor)) != ["swipe-begin 4", "swipe-update", f"swipe-end{mark}"]:
            wrong.append((number, end, heard))
    bed.check(f"{COUNT} swipes in a window, none of them anything else", wrong[:4], [])
    for kind, effect, make, words in (
        ("pinch", "pinch", pinch, ["pinch-begin 3", "pinch-update", "pinch-end"]),
        ("rotation", "pinch", turn, ["pinch-begin 3", "pinch-update", "pinch-end"]),
        ("long-press", "hold", lambda hand: hand.gestures.hold(3, 900, None, None, "stay"), ["hold-begin 3", "hold-end"]),
    ):
        bed.use(late(kind, effect))
        for end in ("together", "apart", "cancelled"):
            hand.play(make(hand), end)
            mark = " cancelled" if end == "cancelled" else ""
            bed.compare(f"a {kind}, {end}", told(compositor), [*words[:-1], words[-1] + mark])
    bed.use(RULES)
    compositor.command("bindgesture swipe:4:right workspace 2")
    bed.do(f"{ROW}\nmove pad a,b,c by 40,0 over 160ms\nup pad\nwait 300ms")
    bed.compare("sway goes to another workspace", workspace(compositor), "2")
    compositor.command("workspace 1")
    bed.do(f"{ROW}\nmove pad a,b,c by 40,0 over 160ms\ncancel pad a,b,c\nwait 300ms\nup pad\nwait 300ms")
    bed.compare("but not when it is cancelled", workspace(compositor), "1")
    compositor.command("unbindgesture swipe:4:right")
    told(compositor)
    bed.do(f"{ROW}\nmove pad a,b,c by 20,0 over 160ms\nsignal KILL\nawait-exit\nwait 600ms")
    heard = told(compositor)
    bed.compare("killed, the swipe comes to its end", (heard[:2], heard[2].split()[0]), (["swipe-begin 4", "swipe-update"], "swipe-end"))
    bed.do("up pad\nwait 300ms")
    compositor.end()


def workspace(compositor):
    return next(place["name"] for place in compositor.ipc.ask(compositor.ipc.asking, GET_WORKSPACES) if place["focused"])


def scenario(bed):
    bed.do("add touchpad pad")
    bed.start()
    hand = Hand(bed, 22)
    hand.watch = Watch(await_clone(bed.path("pad")))
    many(bed, hand, "swipes", RULES, swipe, ["swipe-begin 4", "swipe-update", "swipe-end 4"], way, 1.5, tells_way)
    words = ["pinch-begin 3", "pinch-update", "pinch-end 3"]
    many(bed, hand, "pinches", late("pinch", "pinch"), pinch, words, growth, 3, tells_growth)
    many(bed, hand, "turns", late("rotation", "pinch"), turn, words, growth, 3, tells_growth)
    many(bed, hand, "holds", late("long-press", "hold"), hold, ["hold-begin 3", "hold-end 3"])
    known(bed, hand)
    hand.watch.end()
    hand.watch = None
    in_a_window(bed, hand)
