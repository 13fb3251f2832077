"""Three fingers drag on an intercepted touchpad: the events that libinput and a window get for the one finger that they see.

Sixty drags of all lengths and ways (more by `gestures=200`): each is one press, movement and one release, and nothing else. The same contact played on
a touchpad of its own, without a button, moves the pointer by the same way. Then with sway and its window: each button, fingers that
come back, fingers that do something else, a quick swipe, a palm, and a daemon that is killed amid a drag.
"""

import itertools
import os
import random
import time

import devices
from devices import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS, EV_KEY, EV_SYN
from devices import ABS_X, ABS_Y, BTN_TOOL_FINGER, BTN_TOUCH
from libinput import Libinput
from nodes import Reader, await_clone
from stage import gesture, rules
from sway import Compositor
from uinput import Device

COMPOSITOR = True
EXACT_TIME = True
PAD = "Mocked Touchpad"
COUNT = int(os.environ.get("bed_gestures", "60"))
SWIPE = gesture("swipe", fingers=3, direction="left", min_distance="8 mm", min_speed="150 mm/s")
CANCELLED = ["GESTURE_SWIPE_END cancelled"]
BUTTONS = {"left": 272, "right": 273, "middle": 274}
LAND = "down pad a 40,30 b 50,27 c 60,30\nwait 60ms"


def drag(effect='{ drag = "left", lock = "0 ms" }', **settings):
    lines = [f"{key.replace('_', '-')} = {value}" for key, value in settings.items()]
    return "\n".join(["\n[gesture.drag]", 'kind = "pan"', "fingers = 3", f"began = {effect}", *lines, ""])


LATE = {"delays_touches_began": "true"}
RULES = rules(drag(), device=PAD)


class Listener(Libinput):
    """Buttons by name, and the distance that the pointer has moved."""

    def __init__(self, *paths, taps="enable"):
        super().__init__("--show-keycodes", f"--{taps}-tap", *paths)

    @staticmethod
    def word(line):
        """The name of an event, and what matters of it."""
        words = " ".join(line).split()
        button = next((number for number, word in enumerate(words) if word.startswith("BTN")), None)
        if button is not None:
            return f"{words[button]} {words[button + 2].rstrip(',')}"
        return f"{words[1]} cancelled" if words[-1] == "cancelled" else words[1]

    def heard(self):
        """The events, each movement as a whole, and the sum of all movements: that of the pointer, and that of the finger."""
        words, way = [], [0.0] * 4
        for line in (line.split("\t") for line in self.take()):
            if "POINTER_MOTION" in line[0] or any(part.strip().startswith("POINTER_MOTION") for part in line):
                pointer, finger = line[-1].rstrip(")").split("(")
                parts = [*pointer.split("/"), *finger.split("/")]
                way = [total + float(part.split()[-1]) for total, part in zip(way, parts)]
                words.append("move")
            else:
                words.append(self.word(line))
        return [word for word, _ in itertools.groupby(words)], way


def play(bed, hand, times=(80, 160, 400)):
    """A drag of some way and time: fingers land one after another, and may lift one after another."""
    x, y = hand.uniform(25, 60), hand.uniform(22, 45)
    dx, dy = hand.uniform(-20, 25), hand.uniform(-15, 15)
    if abs(dx) + abs(dy) < 6:
        dx += 8
    bed.do(f"down pad a {x},{y}\nwait {hand.choice((1, 8, 20))}ms\ndown pad b {x + 12},{y - 3}\ndown pad c {x + 24},{y}")
    bed.do(f"wait {hand.choice((5, 40, 200))}ms\nmove pad a,b,c by {dx},{dy} over {hand.choice(times)}ms")
    if hand.random() < 0.5:
        bed.do(f"move pad a,b,c by {-dx / 2},{-dy / 2} over 120ms")
    bed.do("up pad" if hand.random() < 0.5 else "up pad b\nwait 8ms\nup pad a\nwait 8ms\nup pad c")


def many(bed, what, *times):
    hand, wrong = random.Random(22), []
    libinput = Listener(await_clone(bed.path("pad")))
    for number in range(COUNT):
        play(bed, hand, times)
        words, way = libinput.heard()
        # Before the fingers drag they may be a swipe, which is taken back.
        swiped = [word for word in words if word.startswith("GESTURE_SWIPE")]
        words = [word for word in words if not word.startswith("GESTURE")]
        if words != ["BTN_LEFT pressed", "move", "BTN_LEFT released"] or not any(way) or swiped[-1:] not in ([], CANCELLED):
            wrong.append((number, words, swiped, way))
    bed.check(f"{COUNT} drags {what}, none of them anything else", wrong, [])
    libinput.end()


def contact(events):
    """The one that dragged: seconds and place at each of its frames, from its landing to its end."""
    slot, place, found, last = None, {}, [], None
    for when, kind, code, value in events:
        if kind != EV_ABS and (kind, code) != (EV_SYN, 0):
            continue
        if code == ABS_MT_SLOT and kind == EV_ABS:
            slot = value
        elif code == ABS_MT_TRACKING_ID and kind == EV_ABS and value >= 0:
            last, found = slot, []
        elif kind == EV_ABS and slot == last and code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
            place[code] = value
        elif kind == EV_SYN and last is not None:
            if not found or found[-1][1] != dict(place):
                found.append((when, dict(place)))
    return found


def alone(pad, path):
    """The same contact on a touchpad of its own."""
    later = time.monotonic() - path[0][0]
    for number, (when, place) in enumerate(path):
        time.sleep(max(0, when + later - time.monotonic()))
        x, y = place[ABS_MT_POSITION_X], place[ABS_MT_POSITION_Y]
        landing = [(EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 77), (EV_KEY, BTN_TOOL_FINGER, 1), (EV_KEY, BTN_TOUCH, 1)]
        frame = [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
        pad.write((landing if number == 0 else []) + frame + [(EV_SYN, 0, 0)])
    pad.write([(EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOOL_FINGER, 0), (EV_KEY, BTN_TOUCH, 0), (EV_SYN, 0, 0)])


def same_way(bed):
    """The pointer goes where the same contact alone would bring it."""
    clone = await_clone(bed.path("pad"))
    # The bed has another name for it, so that the daemon does not open it.
    other = Device(devices.dataclasses.replace(devices.touchpad(), name="Other Touchpad"))
    # libinput would withhold the first movement of a contact that can become a tap.
    libinput, reader, hand, most = Listener(clone, other.path, taps="disable"), Reader(clone), random.Random(7), 0
    for _ in range(20):
        reader.events()
        play(bed, hand)
        words, dragged = libinput.heard()
        words = [word for word in words if not word.startswith("GESTURE")]
        bed.compare("a drag", words, ["BTN_LEFT pressed", "move", "BTN_LEFT released"])
        alone(other, contact(reader.events()))
        words, single = libinput.heard()
        bed.compare("a finger alone", [word for word in words if not word.startswith("GESTURE")], ["move"])
        most = max(most, *(abs(a - b) for a, b in zip(dragged[:2], single[:2])))
    bed.check(f"20 ways of the pointer, at most {most:.2f} pixels from those of the contact alone", most < 1, True)
    libinput.end()
    other.remove()


def told(compositor):
    """The window's events, each movement as a whole, and no swipe but one that is finished."""
    others = ("hold-", "swipe-begin", "swipe-update", "swipe-end cancelled")
    lines = [line for line in compositor.seen() if not line.startswith(others)]
    lines = [line.split()[0] if line.split()[0] in ("move", "enter", "axis") else line for line in lines]
    return [line for line, _ in itertools.groupby(lines)]


def pressed(button, *between):
    return [f"button {BUTTONS[button]} pressed", *between, f"button {BUTTONS[button]} released"]


class Hand:
    """Drags to and fro, so that the pointer stays on its output."""

    def __init__(self, bed):
        self.bed, self.way = bed, 1

    def drag(self, end="up pad"):
        self.way = -self.way
        self.bed.do(f"{LAND}\nmove pad a,b,c by {20 * self.way},{8 * self.way} over 240ms\n{end}")


def in_a_window(bed):
    compositor, hand = Compositor(bed, intercepted=[PAD]), Hand(bed)
    compositor.command("input type:touchpad tap enabled")
    compositor.await_taken_up("pad")
    bed.do("wait 500ms\ndown pad a 40,30\nmove pad a by 20,12 over 160ms\nmove pad a by 20,12 over 160ms\nup pad")
    told(compositor)
    for method, button in itertools.product(("button_areas", "clickfinger"), BUTTONS):
        compositor.command(f"input type:touchpad click_method {method}")
        for settings in ({}, LATE):
            bed.use(rules(drag(f'{{ drag = "{button}", lock = "0 ms" }}', **settings), device=PAD))
            hand.drag()
            bed.compare(f"{button}, by {method}", told(compositor), pressed(button, "move"))
    bed.use(rules(drag('{ drag = "left" }'), device=PAD))
    bed.do("down pad a 40,30\nmove pad a by -15,0 over 160ms\nup pad")
    bed.compare("one finger points as ever", told(compositor), ["move"])
    hand.drag("up pad\nwait 300ms")
    hand.drag()
    bed.compare("fingers that come back have not let go", told(compositor), ["button 272 pressed", "move"])
    bed.do("wait 300ms")
    bed.compare("until they don't", told(compositor), ["button 272 released"])
    hand.drag("up pad\nwait 100ms\ndown pad a 40,30\nmove pad a by -15,0 over 160ms\nup pad")
    bed.compare("a finger alone lets go and points", told(compositor), [*pressed("left", "move"), "move"])
    hand.drag("up pad\nwait 100ms\nplay pad tap")
    bed.compare("a tap lets go and clicks", told(compositor), [*pressed("left", "move"), *pressed("left")])
    bed.use(rules(drag('{ drag = "left" }', require_to_fail='"swipe"', **LATE), SWIPE, device=PAD))
    before = len(bed.ran())
    bed.do("play pad swipe left fingers=3 distance=30mm speed=400\nwait 600ms")
    bed.compare("a quick swipe is none", (told(compositor), bed.ran()[before:]), ([], ["swipe"]))
    hand.drag("wait 600ms\nmove pad a,b,c by 8,0 over 80ms\nup pad\nwait 600ms")
    bed.compare("a drag that could have been one", told(compositor), pressed("left", "move"))
    bed.use(rules(drag('{ drag = "left" }', **LATE), device=PAD))
    hand.drag("cancel pad a,b,c\nup pad")
    bed.compare("palms let go at once", told(compositor), pressed("left", "move"))
    hand.drag()
    bed.compare("what waits for fingers to come back", told(compositor), ["button 272 pressed", "move"])
    bed.use(rules(drag(), device=PAD))
    bed.compare("lets go when there are other rules", told(compositor), ["button 272 released"])
    hand.drag("wait 100ms")
    bed.compare("a drag", told(compositor)[-2:], ["button 272 pressed", "move"])
    bed.do("signal KILL\nawait-exit\nwait 500ms")
    bed.compare("killed, nothing stays down", told(compositor), ["button 272 released"])
    bed.do("up pad\nwait 300ms")
    compositor.end()


def scenario(bed):
    bed.do("add touchpad pad")
    bed.start()
    # Touches that applications have got have to be taken back first.
    many(bed, "of fingers that applications had", 240, 400)
    bed.use(rules(drag(**LATE), device=PAD))
    many(bed, "of others", 80, 160, 400)
    same_way(bed)
    in_a_window(bed)
