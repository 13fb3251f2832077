#!/usr/bin/python3
"""The real sway without a screen, with a window that says which keys and clicks it gets, and a keyboard of the user's.

usage: seat.py ROOT FOLDER        ROOT has a sway (`root sway`); its XDG_RUNTIME_DIR is FOLDER
       seat.py --window SOCKET    only the window, on a compositor that runs already

Takes one command a line from standard input; answers each with `ok ...` or `error ...`.

  sway on|off|hang|go on      it starts with a window that has the focus; it is killed; it hangs for a while
  layout NAMES                a virtual keyboard stands for the user's, with this layout of xkb's such as `de` or `us,ru`
  tool                        another program types by a virtual keyboard, whose keymap has nothing but the letter x, and ends
  hold CODE | release CODE    a key of it, by the kernel's number
  got COUNT                   -> ok EVENT...: what the window has got since the last time, when it is at least so many:
                              `+a` and `-a` by xkb's names, `+272` and `-272` for buttons, `wheel 0 1` for notches,
                              `axis 0 15` for scrolling by no notches, `stop 0` for its end
  pointer                     -> ok X Y WIDTH HEIGHT: where the pointer was last in the window, and how large that is
  fill                        the window fills the screen
  shortcuts                   -> ok COUNT: how often sway's own shortcut Super+Left was used
"""

import ctypes
import os
import signal
import struct
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]

from compositors import Sway
from program import await_rest, listener_of
from wayland import Connection, number
from window import Window

XKB = ctypes.CDLL("libxkbcommon.so.0")
for name in ("xkb_context_new", "xkb_keymap_new_from_string", "xkb_keymap_new_from_names", "xkb_state_new"):
    getattr(XKB, name).restype = ctypes.c_void_p
XKB.xkb_keymap_get_as_string.restype = ctypes.c_void_p
CONTEXT = ctypes.c_void_p(XKB.xkb_context_new(0))


class Names(ctypes.Structure):
    """xkb_rule_names"""

    _fields_ = [(name, ctypes.c_char_p) for name in ("rules", "model", "layout", "variant", "options")]


TOOL = b"""xkb_keymap {
  xkb_keycodes { minimum = 8; maximum = 9; <K1> = 9; };
  xkb_types { include "complete" };
  xkb_compatibility { include "complete" };
  xkb_symbols { key <K1> { [x] }; };
};\0"""


def keymap_text(layout):
    names = Names(layout=layout.encode())
    keymap = ctypes.c_void_p(XKB.xkb_keymap_new_from_names(CONTEXT, ctypes.byref(names), 0))
    return ctypes.string_at(XKB.xkb_keymap_get_as_string(keymap, 1)) + b"\0"


class Listener(Window):
    """A window that notes what it gets."""

    def __init__(self, path):
        self.events, self.state, self.keyboard, self.pointer, self.is_focused = [], None, None, None, False
        # The scrolling of a frame, by axes, and the axes on which it scrolls by notches.
        self.scrolling, self.notched = {}, set()
        self.place = (0, 0)
        self.making = threading.Lock()
        super().__init__(path, "org.example.keys", "keys")
        self.pid = listener_of(self.socket)
        self.seat = self.bind("wl_seat", 5, {0: self.capable})
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        try:
            while True:
                self.read()
        except (ConnectionError, OSError):
            pass

    def make(self, *arguments, **others):
        """As for each connection, but both threads make objects, whose numbers must come in order."""
        with self.making:
            return super().make(*arguments, **others)

    def sync(self):
        """Returns once the compositor has handled all earlier requests, and this has read the results."""
        # A compositor at rest has read all earlier requests of every program.
        for _ in range(2):
            await_rest(self.pid)
            done = threading.Event()
            self.make(1, 0, handlers={0: lambda body, done=done: done.set()})
            if not done.wait(10):
                raise RuntimeError("the compositor does not answer")

    def capable(self, body):
        (bits,) = struct.unpack("=I", body)
        if bits & 2 and not self.keyboard:
            handlers = {0: self.mapped, 1: self.entered, 2: self.left, 3: self.key, 4: self.modified}
            self.keyboard = self.make(self.seat, 1, handlers=handlers)
        elif not bits & 2:
            self.keyboard = None
        # The object of a removed keyboard or pointer stays silent when a new one exists.
        if bits & 1 and not self.pointer:
            handlers = {
                0: lambda body: self.moved(body[8:]),
                2: lambda body: self.moved(body[4:]),
                3: self.button,
                4: self.scrolled,
                5: self.framed,
                7: self.stopped,
                8: self.notch,
            }
            self.pointer = self.make(self.seat, 0, handlers=handlers)
        elif not bits & 1:
            self.pointer = None

    def entered(self, body):
        self.is_focused = True

    def left(self, body):
        self.is_focused = False

    def mapped(self, body):
        kind, size = struct.unpack("=II", body)
        file = self.files.pop(0)
        text = os.pread(file, size, 0) if kind == 1 else b""
        os.close(file)
        keymap = XKB.xkb_keymap_new_from_string(CONTEXT, text, 1, 0) if len(text) > 1 else None
        self.state = ctypes.c_void_p(XKB.xkb_state_new(ctypes.c_void_p(keymap))) if keymap else None

    def modified(self, body):
        _, depressed, latched, locked, group = struct.unpack("=IIIII", body)
        if self.state:
            XKB.xkb_state_update_mask(self.state, depressed, latched, locked, 0, 0, group)

    def key(self, body):
        _, _, code, pressed = struct.unpack("=IIII", body)
        name = ctypes.create_string_buffer(64)
        if self.state:
            XKB.xkb_keysym_get_name(XKB.xkb_state_key_get_one_sym(self.state, code + 8), name, 64)
        self.events.append(f"{'+' if pressed else '-'}{name.value.decode()}")

    def button(self, body):
        _, _, code, pressed = struct.unpack("=IIII", body)
        self.events.append(f"{'+' if pressed else '-'}{code}")

    def moved(self, body):
        x, y = struct.unpack("=ii", body)
        self.place = x / 256, y / 256

    def stopped(self, body):
        _, axis = struct.unpack("=II", body)
        self.events.append(f"stop {axis}")

    def notch(self, body):
        axis, count = struct.unpack("=Ii", body)
        self.notched.add(axis)
        self.events.append(f"wheel {axis} {count}")

    def scrolled(self, body):
        _, axis, value = struct.unpack("=IIi", body)
        self.scrolling[axis] = value // 256

    def framed(self, body):
        """The events since the last frame belong together."""
        self.events += [f"axis {axis} {value}" for axis, value in self.scrolling.items() if axis not in self.notched]
        self.scrolling, self.notched = {}, set()


class Keyboard(Connection):
    """A virtual keyboard with a layout of its own."""

    def __init__(self, path, text):
        super().__init__(path)
        seat = self.bind("wl_seat", 5)
        self.keyboard = self.make(self.bind("zwp_virtual_keyboard_manager_v1", 1), 0, before=number(seat))
        memory = os.memfd_create("keymap")
        os.write(memory, text)
        self.send(self.keyboard, 0, struct.pack("=II", 1, len(text)), [memory])
        self.roundtrip()
        os.close(memory)

    def press(self, code, state):
        self.send(self.keyboard, 1, struct.pack("=III", int(time.monotonic() * 1000) & 0xFFFFFFFF, code, state))
        self.roundtrip()


class Seat:
    """Each method named command_X is the command X."""

    def __init__(self, root, folder):
        is_window = root == "--window"
        self.sway, self.keyboard = None if is_window else Sway(root, folder), None
        self.listener = Listener(folder) if is_window else None

    def command_sway(self, *words):
        if words == ("on",):
            self.sway.start()
            self.sway.say("bindsym Mod4+Left exec echo >>/share/shortcuts")
            self.listener = Listener(self.sway.socket)
            # Without a real device the seat gets a pointer with the first virtual one.
            self.sway.say("seat seat0 cursor set 200 200")
        elif words == ("off",):
            self.sway.kill()
        else:
            os.kill(self.sway.pid(), signal.SIGSTOP if words == ("hang",) else signal.SIGCONT)

    def command_layout(self, names):
        self.keyboard = Keyboard(self.sway.socket, keymap_text(names))
        # The seat's keymap is that of the keyboard that was used last.
        self.keyboard.press(42, 1)
        self.keyboard.press(42, 0)

    def command_tool(self):
        tool = Keyboard(self.sway.socket, TOOL)
        tool.press(1, 1)
        tool.press(1, 0)
        tool.socket.close()

    def command_fill(self):
        self.listener.obey("fullscreen")

    def command_hold(self, code):
        self.keyboard.press(int(code), 1)

    def command_release(self, code):
        self.keyboard.press(int(code), 0)

    def command_got(self, count):
        end = time.monotonic() + 5
        while len(self.listener.events) < int(count) and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(0.03)
        events, self.listener.events = self.listener.events, []
        return " ".join(event.replace(" ", "_") for event in events)

    def command_pointer(self):
        return " ".join(f"{number:g}" for number in (*self.listener.place, *self.listener.size))

    def command_shortcuts(self):
        path = os.path.join(self.sway.folder, "shortcuts")
        return str(os.path.getsize(path) if os.path.exists(path) else 0)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    seat = Seat(*sys.argv[1:])
    print("ok", flush=True)
    try:
        for line in sys.stdin:
            word, *rest = line.split()
            try:
                said = getattr(seat, "command_" + word)(*rest)
                print(f"ok {said}" if said else "ok", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                print(f"error {error!r}", flush=True)
    finally:
        if seat.sway and seat.sway.process:
            seat.sway.kill()


if __name__ == "__main__":
    main()
