"""Real desktops without a screen, each with a client that notes the keys, clicks and scrolling that it gets, in the same words.

    sway    a Wayland window that fills the screen, with a keyboard of the user's
    x11     a window of X11 that fills the screen of an Xvfb; it stands for the window manager too
    kwin    KWin that gives its protocols to every program, with the window of sway
    gnome   GNOME's shell, with the same window

The client is asked which keys are down, under X11 the server too. Keys have xkb's names (`+Tab`, `-Tab`), buttons the kernel's
numbers (`+273`), scrolling is `axis_0_15` in pixels; its end is `stop_0` where the desktop tells one.
"""

import ctypes
import os
import struct
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path[1:1] = [os.path.join(HERE, "../kernel"), os.path.join(HERE, "..")]

from compositors import await_
from desktop import Desktop
from program import await_rest, listener_of
from seat import XKB, Listener, Seat
from xwindow import Server, padded

SCREEN = 1280, 800
# The kernel's number of the key A.
A_KEY = 30


class AnySeat:
    """The common parts of all seats."""

    # Whether the end of scrolling is reported.
    tells_ends = True
    # The gestures that it can get, by their input.
    kinds = ("key", "click", "drag", "place", "scroll", "glide")
    # The keys that a drag holds and presses meanwhile, in the words of the rules and of xkb.
    held, held_symbols = ("Alt", "Tab"), ("Alt_L", "Tab")

    def settle(self):
        """The daemon is there."""

    def type(self):
        """The user presses a key in between, on another keyboard than the daemon's; returns whether there is one."""
        return False

    def down(self):
        """The keys and buttons that are down in the desktop's view, or nothing if it can't be asked."""
        return set()


class Client:
    """Notes what it gets in `events`."""

    def __init__(self):
        self.events = []

    def got(self, count, quiet=0.03):
        """The events since the last call, once there are `count`, and no more come for a moment."""
        end = time.monotonic() + 5
        while len(self.events) < count and time.monotonic() < end:
            time.sleep(0.005)
        known = None
        while known != len(self.events) and time.monotonic() < end:
            known = len(self.events)
            time.sleep(quiet)
        events, self.events = self.events, []
        return [event.replace(" ", "_") for event in events]


class SwaySeat(AnySeat):
    """sway with the window of seat.py."""

    def __init__(self, root, work):
        os.mkdir(f"{work}/run", 0o700)
        self.log = f"{work}/run/log"
        self.seat = Seat(root, f"{work}/run")
        try:
            self.seat.command_sway("on")
            self.seat.command_layout("us")
            self.seat.command_fill()
        except BaseException:
            self.close()
            raise
        self.listener = self.seat.listener
        self.variables = {"XDG_RUNTIME_DIR": self.seat.sway.folder, "WAYLAND_DISPLAY": "wayland-1"}

    def settle(self):
        """Waits until the window has got the daemon's pointer events, and has the pointer at the cursor's place."""
        self.seat.sway.say("seat seat0 cursor set 210 210")

    def type(self):
        self.seat.command_hold(A_KEY)
        self.seat.command_release(A_KEY)
        return True

    def got(self, count):
        return Client.got(self.listener, count)

    def pointer(self):
        """Where the pointer was last in the window, and how large that is."""
        return *self.listener.place, *self.listener.size

    def close(self):
        self.seat.sway.kill()


class XClient(Client):
    """A window that fills the screen, as a client of X11 by the wire alone."""

    FROM_X = {1: 272, 2: 274, 3: 273}
    WHEEL = {4: (0, -15), 5: (0, 15), 6: (1, -15), 7: (1, 15)}
    KEYS_AND_BUTTONS = 0b1111

    def __init__(self, display):
        super().__init__()
        self.server, self.asked, self.place = Server(display), Server(display), (0, 0)
        self.pid = listener_of(self.server.socket)
        self.answered = threading.Event()
        self.names = self.read_names()
        window = self.server.window(0, 0, self.server.width, self.server.height, 0, self.KEYS_AND_BUTTONS)
        set_input_focus, to_root = 42, 1
        self.server.send(set_input_focus, to_root, struct.pack("<II", window, 0))
        # The only window in the list that a window manager would set.
        self.set_property(b"_NET_CLIENT_LIST_STACKING", struct.pack("<I", window))
        # An answer comes only after everything before it was done.
        self.server.send(43, 0, b"")
        self.server.answer()
        threading.Thread(target=self.serve, daemon=True).start()

    def set_property(self, name, words):
        """Of the root window, a list of windows."""
        self.asked.send(16, 0, struct.pack("<Hxx", len(name)) + padded(name))
        (atom,) = struct.unpack_from("<8xI", self.asked.answer())
        window_type = 33
        self.server.send(18, 0, struct.pack("<IIIBxxxI", self.server.root, atom, window_type, 32, len(words) // 4) + words)

    def read_names(self):
        """The keys' names without modifiers, by their numbers."""
        first, last = self.asked.keycodes
        self.asked.send(101, 0, struct.pack("<BBxx", first, last + 1 - first))
        answer = self.asked.answer()
        each = answer[1]
        symbols = struct.unpack_from(f"<{(last + 1 - first) * each}I", answer, 32)
        names = {}
        for place, code in enumerate(range(first, last + 1)):
            name = ctypes.create_string_buffer(64)
            XKB.xkb_keysym_get_name(symbols[place * each], name, 64)
            names[code] = name.value.decode()
        return names

    def serve(self):
        try:
            while True:
                self.take(self.server.next())
        except (SystemExit, OSError):
            pass

    def sync(self):
        """As that of the window of seat.py."""
        for _ in range(2):
            await_rest(self.pid)
            self.answered.clear()
            self.server.send(43, 0, b"")
            if not self.answered.wait(10):
                raise RuntimeError("the X server does not answer")

    def take(self, event):
        kind, detail = event[0] & 0x7F, event[1]
        if kind == 1:
            self.answered.set()
        elif kind in (2, 3):
            self.events.append(f"{'+' if kind == 2 else '-'}{self.names[detail]}")
        elif kind in (4, 5):
            self.place = struct.unpack_from("<20xhh", event)
            if detail not in self.WHEEL:
                self.events.append(f"{'+' if kind == 4 else '-'}{self.FROM_X.get(detail, detail)}")
            elif kind == 4:
                self.events.append("axis {} {}".format(*self.WHEEL[detail]))

    def down(self):
        """The keys and buttons that are down in the server's view, whichever client has pressed them."""
        self.asked.send(44, 0, b"")
        bits = self.asked.answer()[8:40]
        keys = {self.names.get(code, str(code)) for code in range(256) if bits[code // 8] >> code % 8 & 1}
        _, _, state = self.query_pointer()
        return keys | {str(self.FROM_X.get(button, button)) for button in range(1, 6) if state >> 7 + button & 1}

    def pointed(self):
        """Where the server has the pointer."""
        return self.query_pointer()[:2]

    def query_pointer(self):
        self.asked.send(38, 0, struct.pack("<I", self.asked.root))
        return struct.unpack_from("<16xhh4xH", self.asked.answer())


class XSeat(AnySeat):
    """Xvfb and its one client."""

    tells_ends = False

    def __init__(self, root, work):
        os.mkdir(f"{work}/run", 0o700)
        self.log = f"{work}/run/log"
        with open(self.log, "wb") as log:
            # It takes a number that no other server has.
            self.process = subprocess.Popen(
                [os.path.join(HERE, "enter"), root, "Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-noreset",
                 "-nolisten", "tcp"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        number = self.process.stdout.readline().decode().strip()
        if not number:
            raise RuntimeError("Xvfb does not start")
        self.variables = {"XDG_RUNTIME_DIR": f"{work}/run", "DISPLAY": f":{number}"}
        self.listener = XClient(f":{number}")

    def got(self, count):
        return self.listener.got(count)

    def pointer(self):
        return *self.listener.pointed(), *SCREEN

    def down(self):
        return self.listener.down()

    def close(self):
        self.process.kill()
        self.process.wait()


class BusSeat(AnySeat):
    """KWin or GNOME's shell with the window of seat.py."""

    # Both keep Alt and Tab for themselves.
    held, held_symbols = ("Ctrl", "F7"), ("Control_L", "F7")

    def __init__(self, kind, root, work):
        os.mkdir(f"{work}/run", 0o700)
        self.kind, self.log = kind, f"{work}/run/log"
        # KWin reports no end of scrolling if the input comes from a program.
        self.tells_ends = kind == "gnome"
        if kind == "gnome":
            # It takes no clicks at a place.
            self.kinds = tuple(name for name in self.kinds if name != "place")
        self.desktop = Desktop(kind, root, f"{work}/run")
        try:
            self.begin()
        except BaseException:
            self.close()
            raise
        self.variables = {
            "XDG_RUNTIME_DIR": f"{work}/run", "WAYLAND_DISPLAY": "wayland-0",
            "DBUS_SESSION_BUS_ADDRESS": self.desktop.bus.address,
            "XDG_CURRENT_DESKTOP": "KDE" if kind == "kwin" else "GNOME",
        }

    def begin(self):
        self.desktop.command_desktop("free" if self.kind == "kwin" else "on")
        # This gives the seat a pointer and a keyboard before the window asks, and keeps them after the daemon has ended.
        self.desktop.command_point("640 400")
        self.type()
        self.listener = Listener(self.desktop.place())
        self.listener.obey("fullscreen")
        await_(lambda: self.listener.size == SCREEN, "the window that fills the screen")

    def settle(self):
        self.desktop.command_point("641 401")

    def type(self):
        self.desktop.command_hold(A_KEY)
        self.desktop.command_release(A_KEY)
        return True

    def got(self, count):
        # The shell sends reports together with its frames, and is slow to draw them without a graphics card.
        return Client.got(self.listener, count, quiet=0.2 if self.kind == "gnome" else 0.03)

    def pointer(self):
        return *self.listener.place, *self.listener.size

    def close(self):
        self.desktop.close()


SEATS = {
    "sway": SwaySeat, "x11": XSeat,
    "kwin": lambda root, work: BusSeat("kwin", root, work), "gnome": lambda root, work: BusSeat("gnome", root, work),
}
