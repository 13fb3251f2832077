"""A hand that makes gestures at random on a touchscreen and a touchpad."""

import time

from devices import ABS_MT_SLOT, EV_ABS
from nodes import slots
from gestures import DIRECTIONS, Gestures

DEVICES = {"screen": "touchscreen", "pad": "touchpad"}
SHARES = {"screen": 3, "pad": 1}
CHANGE = 600  # ms from one device to the other: a window that is touched is not told how a touchpad's gesture ends


def random_steps(chance, name, gestures):
    """A gesture of one to three fingers on the device of this name, as pairs of a pause in ms and what the fingers do after it."""
    fingers = chance.randint(1, 3)
    ending = chance.choices(["lift", "cancel"], [9, 1])[0]
    x, y = gestures.width * chance.uniform(0.3, 0.7), gestures.height * chance.uniform(0.3, 0.7)
    place = {"x": x, "y": y}
    kind = chance.choice(["tap", "tap", "swipe", "swipe", "pinch", "hold"])
    if kind == "tap":
        count = chance.randint(1, 2)
        return gestures.tap(fingers, count, chance.uniform(30, 120), chance.uniform(20, 300), **place)
    if kind == "swipe":
        distance = chance.uniform(5, 20 if name == "pad" else 50)
        way, speed = chance.choice(list(DIRECTIONS)), chance.uniform(150, 800)
        return gestures.swipe(fingers, way, distance, speed, **place, ending=ending)
    if kind == "pinch":
        way, duration = chance.choice(["in", "out"]), chance.uniform(60, 200)
        return gestures.pinch(way, max(2, fingers), duration=duration, **place, ending=ending)
    return gestures.hold(fingers, chance.uniform(200, 800), **place, ending=ending)


class Hand:
    """Makes gestures at random, and knows what the kernel must know of each slot.

    `seen` gets the name of the device and the events of each frame once it is written.
    """

    def __init__(self, bed, chance, seen=lambda name, events: None):
        self.bed, self.chance, self.seen, self.made, self.name = bed, chance, seen, 0, ""
        self.story = open("/out/hand", "w", encoding="utf-8")
        self.written = {name: self.remember(name, bed.node(name)) for name in DEVICES}

    def play(self, blow=None):
        """One gesture; at some moment of it `blow` is called."""
        name = self.chance.choices(list(SHARES), SHARES.values())[0]
        node = self.bed.node(name)
        least, self.name = 10 if name == self.name else CHANGE, name
        steps = [(self.chance.uniform(least, least + 200), []), *random_steps(self.chance, name, Gestures(node.description))]
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
        self.story.flush()

    def remember(self, name, node):
        """Starts to remember the values that are written to a node, by slot and code."""
        written, write = {}, node.write

        def remembering(events):
            slot = 0
            self.tell(f"{node.path} {events}")
            for event_type, code, value in events:
                if event_type == EV_ABS and code == ABS_MT_SLOT:
                    slot = value
                elif event_type == EV_ABS and code > ABS_MT_SLOT:
                    written[slot, code] = value
            answer = write(events)
            self.seen(name, events)
            return answer

        node.write = remembering
        return written

    def misremembered(self, name):
        """The kernel's values that differ from those the hand left: slot, code, value and the hand's.

        A device that was given back has values in its slots that no hand leaves, so that the next touch sends all of its values.
        """
        written, axes = self.written[name], self.bed.node(name).description.axes
        now = {code: slots(self.bed.path(name), code) for _, code in written}
        kept = [(slot, code, now[code][slot], value) for (slot, code), value in written.items()]
        return [one for one in kept if one[2] != one[3] and axes[one[1]].minimum <= one[2] <= axes[one[1]].maximum]
