"""Movements of fingers, in millimetres and milliseconds, and the evdev frames that a device makes from them.

A gesture is a list of steps (pause in ms before the step, operations). All operations of a step are one frame:
  ("down", finger, x, y)   ("move", finger, x, y)   ("up", finger)   ("palm", finger)
A finger is any name; x and y are mm from the device's top left corner. Of a pen the finger is its tip, and there are also
  ("hover", x, y)   ("leave",)   ("pressure", share)   ("eraser", finger, x, y)
"""

import math

from devices import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TOOL_TYPE,
    ABS_MT_TRACKING_ID,
    ABS_PRESSURE,
    ABS_X,
    ABS_Y,
    BTN_TOOL_OF_FINGERS,
    BTN_TOOL_PEN,
    BTN_TOOL_RUBBER,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    UNITS_PER_MM_WHEN_UNKNOWN,
)

FRAME_MS = 8  # touch devices report at about 125 Hz
TOOL_FINGER, TOOL_PALM = 0, 2

DIRECTIONS = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "up-left": (-1, -1),
    "up-right": (1, -1),
    "down-left": (-1, 1),
    "down-right": (1, 1),
}


class HandError(Exception):
    """A hand can't do that: too many fingers, an unknown finger."""


class Surface:
    """A mocked touch device's slots: turns operations into the evdev events (type, code, value) of one frame."""

    def __init__(self, description):
        self.description = description
        self.is_touchpad = description.kind == "touchpad"
        slots = description.axes.get(ABS_MT_SLOT)
        if slots is None:
            raise HandError(f"{description.name} has no multitouch slots; play a recording of it with `script`")
        self.free = list(range(slots.maximum + 1))
        self.fingers = {}  # name -> (slot, x, y)
        self.palms = set()
        self.next_tracking_id = 1

    def units(self, axis, mm):
        value = axis.minimum + round(mm * (axis.resolution or UNITS_PER_MM_WHEN_UNKNOWN))
        return min(max(value, axis.minimum), axis.maximum)

    def frame(self, operations):
        """All or nothing: a frame that these fingers can't make does not change them."""
        before = list(self.free), dict(self.fingers), set(self.palms)
        try:
            return self.apply(operations)
        except HandError:
            self.free, self.fingers, self.palms = before
            raise

    def apply(self, operations):
        count_before = len(self.fingers)
        events = []
        for operation, finger, *position in operations:
            if operation == "down":
                events += self.down(finger, *position)
            elif finger not in self.fingers:
                raise HandError(f"finger {finger} is not down")
            elif operation == "move":
                events += self.move(finger, *position)
            elif operation == "up":
                events += self.lift(finger)
            else:
                events += self.turn_to_palm(finger)
        return events + self.buttons(count_before) + self.single_touch() + [(EV_SYN, 0, 0)]

    def down(self, finger, x, y):
        if finger in self.fingers:
            raise HandError(f"finger {finger} is down already")
        if not self.free:
            raise HandError(f"{self.description.name} can't hold more than {len(self.fingers)} fingers")
        slot = self.free.pop(0)
        self.next_tracking_id = self.next_tracking_id % 65535 + 1
        events = [(EV_ABS, ABS_MT_SLOT, slot)]
        if ABS_MT_TOOL_TYPE in self.description.axes:
            # Before the tracking id: libinput 1.22 looks at the slot's tool when the id comes, and takes the new touch for
            # the palm that was there before it.
            events.append((EV_ABS, ABS_MT_TOOL_TYPE, TOOL_FINGER))
        events.append((EV_ABS, ABS_MT_TRACKING_ID, self.next_tracking_id))
        return events + self.position(finger, slot, x, y)

    def move(self, finger, x, y):
        slot = self.fingers[finger][0]
        return [(EV_ABS, ABS_MT_SLOT, slot)] + self.position(finger, slot, x, y)

    def position(self, finger, slot, x, y):
        self.fingers[finger] = (slot, x, y)
        return [
            (EV_ABS, ABS_MT_POSITION_X, self.units(self.description.x_axis, x)),
            (EV_ABS, ABS_MT_POSITION_Y, self.units(self.description.y_axis, y)),
        ]

    def lift(self, finger):
        slot = self.fingers.pop(finger)[0]
        self.palms.discard(finger)
        self.free = sorted([*self.free, slot])
        return [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]

    def turn_to_palm(self, finger):
        tool = self.description.axes.get(ABS_MT_TOOL_TYPE)
        if tool is None or tool.maximum < TOOL_PALM:
            raise HandError(f"{self.description.name} can't report palms")
        self.palms.add(finger)
        return [(EV_ABS, ABS_MT_SLOT, self.fingers[finger][0]), (EV_ABS, ABS_MT_TOOL_TYPE, TOOL_PALM)]

    def buttons(self, before):
        now = len(self.fingers)
        events = []
        if self.is_touchpad and before != now:
            events += [(EV_KEY, BTN_TOOL_OF_FINGERS[n], int(n == now)) for n in (before, now) if 0 < n <= 5]
        if (before > 0) != (now > 0):
            events.append((EV_KEY, BTN_TOUCH, int(now > 0)))
        return events

    def single_touch(self):
        if not self.fingers:
            return []
        _, x, y = next(iter(self.fingers.values()))
        return [
            (EV_ABS, ABS_X, self.units(self.description.x_axis, x)),
            (EV_ABS, ABS_Y, self.units(self.description.y_axis, y)),
        ]


class PenSurface(Surface):
    """A pen on its surface, as evdev reports it: near or not, touching or not, where and how hard."""

    # The pressure of a pen that writes.
    WRITING = 0.4

    def __init__(self, description):
        self.description = description
        self.tool = None  # the key of the tool that is near
        self.fingers = {}  # the name of the tip while it is down -> (0, x, y)

    def frame(self, operations):
        events = []
        for operation, *words in operations:
            if operation in ("down", "move", "up"):
                self.check(operation, words[0])
            elif operation == "palm":
                raise HandError(f"{self.description.name} is a pen's; it knows no palms")
            events += getattr(self, operation)(*words)
        return events + [(EV_SYN, 0, 0)]

    def check(self, operation, finger):
        if (operation == "down") == bool(self.fingers) or operation != "down" and finger not in self.fingers:
            raise HandError(f"the pen is {'down already' if self.fingers else 'not down'} on {self.description.name}")

    def near(self, tool, x, y):
        events = []
        if self.tool != tool:
            events = self.leave() + [(EV_KEY, tool, 1)]
        self.tool = tool
        return events + self.place(x, y)

    def place(self, x, y):
        return [
            (EV_ABS, ABS_X, self.units(self.description.x_axis, x)),
            (EV_ABS, ABS_Y, self.units(self.description.y_axis, y)),
        ]

    def hover(self, x, y):
        return self.near(BTN_TOOL_PEN, x, y)

    def down(self, finger, x, y):
        return self.touch(finger, BTN_TOOL_PEN, x, y)

    def eraser(self, finger, x, y):
        return self.touch(finger, BTN_TOOL_RUBBER, x, y)

    def touch(self, finger, tool, x, y):
        events = self.near(tool, x, y)
        self.fingers[finger] = (0, x, y)
        return events + [(EV_KEY, BTN_TOUCH, 1)] + self.pressure(self.WRITING)

    def move(self, finger, x, y):
        self.fingers[finger] = (0, x, y)
        return self.place(x, y)

    def up(self, finger):
        del self.fingers[finger]
        return self.pressure(0) + [(EV_KEY, BTN_TOUCH, 0)]

    def pressure(self, share):
        axis = self.description.axes.get(ABS_PRESSURE)
        return [(EV_ABS, ABS_PRESSURE, round(axis.maximum * share))] if axis else []

    def leave(self):
        """Out of reach, the tip down or not."""
        events = [event for finger in list(self.fingers) for event in self.up(finger)]
        if self.tool is not None:
            events.append((EV_KEY, self.tool, 0))
        self.tool = None
        return events


def names(fingers):
    return [f"finger{i}" for i in range(fingers)]


def row(fingers, spacing, x, y, direction=(0, 0)):
    """Fingers of a hand side by side around (x, y): across the way they will go, slightly fanned like a hand's."""
    across = (1, 0) if abs(direction[1]) > abs(direction[0]) else (0.94, 0.34)
    offsets = [(i - (fingers - 1) / 2) * spacing for i in range(fingers)]
    return [(x + offset * across[0], y + offset * across[1]) for offset in offsets]


def down(points):
    return [("down", name, x, y) for name, (x, y) in zip(names(len(points)), points)]


def move(points):
    return [("move", name, x, y) for name, (x, y) in zip(names(len(points)), points)]


def lift(fingers):
    return [("up", name) for name in fingers]


class Gestures:
    """The gestures that `play` knows, sized for one device. Lengths in mm, times in ms, speeds in mm/s."""

    def __init__(self, description):
        self.width, self.height = description.size_mm()
        self.is_touchpad = description.kind == "touchpad"

    def row(self, fingers, x, y, direction=(0, 0)):
        """A row around (x, y), narrow enough for a swipe to stay off a touchpad's edges, which are for palms."""
        spacing = min(14, 48 / max(1, fingers - 1)) if self.is_touchpad else 18
        return row(fingers, spacing, x, y, direction)

    def centre(self, x, y):
        return (self.width / 2 if x is None else x, self.height / 2 if y is None else y)

    def finish(self, fingers, ending):
        """How a stroke ends: lifted, cancelled, or not at all.

        A touchscreen takes its touches back by declaring them palms. A touchpad's gesture is cancelled by libinput when
        the number of fingers changes for longer than 100 ms; here all but one lift.
        """
        if ending == "lift":
            return [(FRAME_MS, lift(names(fingers)))]
        if ending == "cancel" and self.is_touchpad:
            return [(FRAME_MS, lift(names(fingers)[1:])), (250, lift(names(1)))]
        if ending == "cancel":
            return [(FRAME_MS, [("palm", name) for name in names(fingers)]), (20, lift(names(fingers)))]
        if ending == "stay":
            return []
        raise HandError(f"a gesture ends with lift, cancel or stay, not {ending}")

    def along(self, paths, duration, ending):
        """Fingers follow their paths, functions of the progress 0 to 1, in `duration` ms."""
        frames = max(2, round(duration / FRAME_MS))
        steps = [(0, down([path(0) for path in paths]))]
        steps += [(FRAME_MS, move([path(i / frames) for path in paths])) for i in range(1, frames + 1)]
        return steps + self.finish(len(paths), ending)

    def tap(self, fingers=1, count=1, duration=60, gap=100, x=None, y=None):
        """`gap` is the time between a lift and the next contact."""
        points = self.row(fingers, *self.centre(x, y))
        steps = []
        for i in range(count):
            steps += [(gap if i else 0, down(points)), (duration, lift(names(fingers)))]
        return steps

    def hold(self, fingers=1, duration=800, x=None, y=None, ending="lift"):
        points = self.row(fingers, *self.centre(x, y))
        steps = [(0, down(points)), (duration, move(points))]
        return steps + self.finish(fingers, ending)

    def swipe(self, fingers=3, direction="left", distance=None, speed=150, x=None, y=None, ending="lift"):
        if direction not in DIRECTIONS:
            raise HandError(f"direction is one of {', '.join(DIRECTIONS)}, not {direction}")
        if distance is None:
            distance = 36 if self.is_touchpad else 60
        sx, sy = DIRECTIONS[direction]
        length = math.hypot(sx, sy)
        dx, dy = sx / length * distance, sy / length * distance
        cx, cy = self.centre(x, y)
        starts = self.row(fingers, cx - dx / 2, cy - dy / 2, (sx, sy))
        paths = [lambda p, sx=sx, sy=sy: (sx + dx * p, sy + dy * p) for sx, sy in starts]
        return self.along(paths, distance / speed * 1000, ending)

    def pinch(self, direction="out", fingers=2, near=None, far=None, duration=400, x=None, y=None, ending="lift"):
        """`near` and `far` are the fingers' distances from their centre."""
        near = near or (7 if self.is_touchpad else 10)
        far = far or (24 if self.is_touchpad else 35)
        if direction not in ("in", "out"):
            raise HandError(f"a pinch goes in or out, not {direction}")
        start, end = (near, far) if direction == "out" else (far, near)
        cx, cy = self.centre(x, y)

        def path(i):
            angle = math.radians(-45) + 2 * math.pi * i / fingers
            return lambda p: (
                cx + math.cos(angle) * (start + (end - start) * p),
                cy + math.sin(angle) * (start + (end - start) * p),
            )

        return self.along([path(i) for i in range(fingers)], duration, ending)

    def rotate(self, angle=60, fingers=2, radius=None, duration=500, x=None, y=None, ending="lift"):
        """`angle` in degrees, clockwise when positive."""
        radius = radius or (18 if self.is_touchpad else 30)
        cx, cy = self.centre(x, y)

        def path(i):
            start = math.radians(-45) + 2 * math.pi * i / fingers
            return lambda p: (
                cx + math.cos(start + math.radians(angle) * p) * radius,
                cy + math.sin(start + math.radians(angle) * p) * radius,
            )

        return self.along([path(i) for i in range(fingers)], duration, ending)


PLAYABLE = ("tap", "hold", "swipe", "pinch", "rotate")
