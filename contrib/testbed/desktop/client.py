"""A window that tells what a compositor gives it: one line on standard output for each event of touches and pointers.

    ready                         it fills the screen and has been drawn
    seat [touch] [pointer]        the devices that the seat has now, and the window listens to
    down ID X Y, motion ID X Y, up ID, frame, cancel                 touches, places in pixels
    enter X Y, leave, move X Y, button CODE pressed|released         pointers
    axis vertical|horizontal VALUE, axis-stop vertical|horizontal    scrolling
    swipe-begin FINGERS, swipe-update DX DY, swipe-end [cancelled]   gestures of a touchpad; so pinch-..., whose update ends
                                                                     with SCALE ROTATION, and hold-..., which has none

Needs XDG_RUNTIME_DIR and WAYLAND_DISPLAY. Ends with the compositor.
"""

import os
import struct

from wayland import number
from window import Window

AXES = "vertical", "horizontal"


def event(words, form):
    """Prints these words with an event's arguments: of `form`, `i` are whole numbers, `f` those with 8 binary places, and `x` is skipped."""

    def said(body):
        values = struct.unpack_from(f"={len(form)}i", body)
        told = [value if kind == "i" else f"{value / 256:.2f}" for kind, value in zip(form, values) if kind != "x"]
        print(words, *told, flush=True)

    return said


def button(body):
    _, _, code, state = struct.unpack("=4I", body)
    print("button", code, "pressed" if state else "released", flush=True)


def axis(body):
    _, which, value = struct.unpack("=IIi", body)
    print("axis", AXES[which], f"{value / 256:.2f}", flush=True)


def axis_stop(body):
    print("axis-stop", AXES[struct.unpack("=II", body)[1]], flush=True)


def end(name):
    return lambda body: print(f"{name}-end", *["cancelled"] * any(body[8:]), flush=True)


TOUCH = {0: event("down", "xxxiff"), 1: event("up", "xxi"), 2: event("motion", "xiff"), 3: event("frame", ""), 4: event("cancel", "")}
POINTER = {0: event("enter", "xxff"), 1: event("leave", ""), 2: event("move", "xff"), 3: button, 4: axis, 7: axis_stop}
# By the number of the request that makes such an object, and the version that has it.
GESTURES = {
    0: (1, {0: event("swipe-begin", "xxxi"), 1: event("swipe-update", "xff"), 2: end("swipe")}),
    1: (1, {0: event("pinch-begin", "xxxi"), 1: event("pinch-update", "xffff"), 2: end("pinch")}),
    3: (3, {0: event("hold-begin", "xxxi"), 1: end("hold")}),
}


class Client(Window):
    def __init__(self, path):
        self.is_ready, self.touch, self.pointer, self.gestures = False, None, None, []
        super().__init__(path, "testbed-window", "testbed-window")
        self.version = min(self.versions.get("zwp_pointer_gestures_v1", 0), 3)
        self.maker = self.bind("zwp_pointer_gestures_v1", self.version) if self.version else None
        self.seat = self.bind("wl_seat", 5, {0: self.capable})
        self.obey("fullscreen")

    def configured(self, body):
        if not self.is_ready:
            self.make(self.surface, 3, handlers={0: self.framed})
        super().configured(body)

    def framed(self, body):
        if self.is_full and not self.is_ready:
            self.is_ready = True
            print("ready", flush=True)

    def capable(self, body):
        (bits,) = struct.unpack("=I", body)
        has_pointer, has_touch = bits & 1, bits & 4
        if has_touch and not self.touch:
            self.touch = self.make(self.seat, 2, handlers=TOUCH)
        elif not has_touch and self.touch:
            self.touch = self.release(self.touch, 0)
        if has_pointer and not self.pointer:
            self.pointer = self.make(self.seat, 0, handlers=POINTER)
            self.gestures = [
                self.make(self.maker, request, number(self.pointer), handlers)
                for request, (since, handlers) in GESTURES.items() if since <= self.version]
        elif not has_pointer and self.pointer:
            # The compositor continues to send gestures after their pointer is released, and would send those of a new pointer twice.
            for gesture in self.gestures:
                self.release(gesture, 0)
            self.pointer, self.gestures = self.release(self.pointer, 1), []
        # When the answer arrives, the compositor has handled all requests, so no later event is missed.
        self.make(1, 0, handlers={0: lambda body: print("seat", *self.kinds(), flush=True)})

    def kinds(self):
        return [name for name, thing in (("touch", self.touch), ("pointer", self.pointer)) if thing]

    def release(self, thing, request):
        self.send(thing, request)
        self.handlers[thing] = {}


if __name__ == "__main__":
    client = Client(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
    try:
        while True:
            client.read()
    except (ConnectionError, BrokenPipeError):
        pass
