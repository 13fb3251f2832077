"""The pictures of `gesture-bridge overlay`, as they arrive on the screens of real desktops.

A stand-in for the daemon sends the lines. The screen has to show the pictures of `--picture`, the first of a gesture within two
refreshes; a window below gets every click; GNOME's top bar stays; a scene that has ended leaves neither a surface nor a wake-up behind; lines
that make no sense, a stopped program and a display or daemon that goes away do no harm. The scenes are those of
Tests/OverlayTests/Scenes.
"""

import array
import ctypes
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import time

import pytest
from compositors import COMPOSITORS, HERE, await_
from wayland import Connection, Pictures, number, text, virtual_pointer
from window import Window
from xwindow import BUTTON_PRESS, BUTTON_RELEASE, Server, padded

DESKTOPS = {"sway": 1, "x11": 1}
NIGHTLY = dict.fromkeys(("sway sid", "labwc sid", "wayfire sid", "phoc sid"), 1)
SCENES = os.path.join(HERE, "../../../Tests/OverlayTests/Scenes")
REFRESH = 1 / 60
WIDTH, HEIGHT = 1280, 800
LIMIT = 20  # seconds
COLOUR = 0xFFC0A080  # of the window below


def expect(holds, what):
    assert holds, what


class Daemon:
    """A stand-in for gesture-bridge: its control socket, and the lines that are sent there."""

    def __init__(self, folder):
        self.path = f"{folder}/control.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(16)
        self.listener.settimeout(LIMIT)

    def accept(self):
        self.line, _ = self.listener.accept()
        self.line.settimeout(LIMIT)
        asked = b""
        while not asked.endswith(b"\n"):
            asked += self.line.recv(4096)
        expect(json.loads(asked) == {"version": 1, "do": "subscribe", "to": ["overlay"]}, f"it asks {asked}")
        self.line.sendall(b'{"version":1,"ok":true,"to":["overlay"]}\n')

    def say(self, *lines):
        for line in lines:
            data = line if isinstance(line, bytes) else json.dumps(line).encode()
            self.line.sendall(data + b"\n")

    def close(self):
        self.line.close()
        self.listener.close()


class Overlay:
    """The program at work."""

    def __init__(self, program, daemon, variables, arguments=()):
        self.process = subprocess.Popen(
            [program, "overlay", "--socket", daemon.path, *arguments],
            env=variables, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        daemon.accept()

    def switches(self):
        """How often it has waited, by the kernel."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)

    def memory(self):
        """Its private memory, in KiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("RssAnon"))

    def shared(self):
        """How many pictures it has in memory."""
        with open(f"/proc/{self.process.pid}/maps", encoding="ascii") as maps:
            return sum("memfd" in line for line in maps)

    def ended(self, status, words=""):
        expect(self.process.wait(LIMIT) == status, f"its status is {self.process.returncode}, not {status}")
        said = self.process.stderr.read().decode()
        expect(words in said and (said.count("\n") == 1 if words else not said), f"it says {said!r}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stderr.close()


class WaylandScreen(Window):
    """The picture on a compositor's output, a window below, and clicks."""

    def __init__(self, path):
        super().__init__(path, "below", "below", COLOUR)
        self.fill()
        self.pictures, self.clicks = Pictures(self), []
        seat = self.bind("wl_seat", 5)
        self.pointer = virtual_pointer(self, seat)
        self.roundtrip()
        self.make(seat, 0, handlers={3: lambda body: self.clicks.append(struct.unpack("=IIII", body)[3])})
        self.roundtrip()

    def picture(self):
        """The pixels, and when they were shown."""
        return self.pictures.picture()

    def click(self, x, y):
        """Whether the window gets a click there."""
        count = len(self.clicks)
        for state in (1, 0):
            self.send(self.pointer, 1, struct.pack("=IIIII", 0, x, y, WIDTH, HEIGHT))
            self.send(self.pointer, 4)
            self.send(self.pointer, 2, struct.pack("=III", 0, 272, state))
            self.send(self.pointer, 4)
        end = time.monotonic() + 2
        while len(self.clicks) < count + 2 and time.monotonic() < end:
            self.roundtrip()
        return self.clicks[count:] == [1, 0]


class WlrootsDesktop:
    """A real compositor of wlroots without a screen, of 1280x800 at 60 Hz."""

    def __init__(self, kind, root, work):
        os.mkdir(f"{work}/run", 0o700)
        self.compositor = COMPOSITORS[kind](root, f"{work}/run")
        self.compositor.start()
        self.variables = os.environ | self.compositor.variables
        self.variables.pop("DISPLAY", None)
        self.output = "HEADLESS-1"
        self.screen = WaylandScreen(self.compositor.socket)

    def say(self, words):
        self.compositor.say(words)

    def kill(self):
        self.compositor.kill()


class X11Client(Server):
    """A client of an X server, by the wire alone: the picture on the screen, a window below, and clicks."""

    def __init__(self, display):
        super().__init__(display)
        self.size, self.clicks = (self.width, self.height), []

    def ask(self, code, second, body=b""):
        """The answer to a request; clicks that come before are noted."""
        self.send(code, second, body)
        while (data := self.next())[0] != 1:
            if data[0] & 0x7F in (BUTTON_PRESS, BUTTON_RELEASE):
                self.clicks.append(data[0] & 0x7F == BUTTON_PRESS)
        return data

    def atom(self, name):
        return struct.unpack_from("=I", self.ask(16, 0, struct.pack("=HH", len(name), 0) + padded(name.encode())), 8)[0]

    def image(self, drawable, width, height, left=0, top=0):
        reply = self.ask(73, 2, struct.pack("=IhhHHI", drawable, left, top, width, height, 0xFFFFFFFF))
        return reply[32:]

    def part(self):
        """The same of a part in the middle, which takes less time."""
        return self.image(self.root, 200, 100, 540, 200), time.monotonic()

    def picture(self):
        """The pixels, and when they were there."""
        return self.image(self.root, *self.size), time.monotonic()

    def open(self, manager=0):
        """A window that fills the screen below, which counts its clicks; `manager` says that windows have opacity."""
        window = self.window(0, 0, *self.size, COLOUR & 0xFFFFFF, 4 | 8)
        if manager:
            self.send(22, 0, struct.pack("=III", window, self.atom("_NET_WM_CM_S0"), 0))
        self.xtest = self.extension(b"XTEST")
        self.ask(43, 0)

    def click(self, x, y):
        """Whether the window gets a click there."""
        count = len(self.clicks)
        self.fake(6, 0, x, y)
        self.fake(4, 1)
        self.fake(5, 1)
        end = time.monotonic() + 2
        while len(self.clicks) < count + 2 and time.monotonic() < end:
            self.ask(43, 0)
        return self.clicks[count:] == [True, False]

    def fake(self, kind, detail, x=0, y=0):
        self.send(self.xtest, 2, struct.pack("=BBHIIQhhII", kind, detail, 0, 0, 0, 0, x, y, 0, 0))

    def windows(self):
        """The windows of the screen, the lowest first."""
        reply = self.ask(15, 0, struct.pack("=I", self.root))
        return struct.unpack_from(f"={struct.unpack_from('=H', reply, 16)[0]}I", reply, 32)

    def geometry(self, window):
        """Its depth, and x, y, width and height."""
        reply = self.ask(14, 0, struct.pack("=I", window))
        return reply[1], struct.unpack_from("=hhHH", reply, 12)

    def cover(self):
        """A small window above all others, which goes at once below nothing."""
        return self.window(600, 250, 200, 200, 0x00FF00)


class X11Desktop:
    """A real X server without a screen, and a window that fills it; with `opacity` something says that it composites."""

    def __init__(self, root, work, opacity=False):
        number = 1000 + os.getpid() % 40000 + (20000 if opacity else 0)
        self.shell = subprocess.Popen(
            [os.path.join(HERE, "enter"), root, "Xvfb", f":{number}", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-noreset",
             "-nolisten", "tcp"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_(lambda: self.connect(number), "Xvfb")
        self.variables = os.environ | {"DISPLAY": f":{number}"}
        self.variables.pop("WAYLAND_DISPLAY", None)
        self.screen.open(opacity)
        self.output = "screen"

    def connect(self, number):
        try:
            self.screen = X11Client(str(number))
        except OSError:
            return False
        return True

    def kill(self):
        self.shell.kill()
        self.shell.wait()


class KwinFingers(Connection):
    """Fingers that KWin is given by its own protocol."""

    DOWN, MOTION, UP, FRAME = 4, 5, 6, 8

    def __init__(self, desktop):
        super().__init__(desktop.place())
        self.fake = self.bind("org_kde_kwin_fake_input", 4)
        self.send(self.fake, 0, text("test") + text("test"))

    def put(self, code, body):
        self.send(self.fake, code, body)
        self.send(self.fake, self.FRAME)
        self.roundtrip()

    def down(self, x, y):
        self.put(self.DOWN, struct.pack("=Iii", 0, x << 8, y << 8))

    def move(self, x, y):
        self.put(self.MOTION, struct.pack("=Iii", 0, x << 8, y << 8))

    def up(self):
        self.put(self.UP, number(0))


class GnomeFingers:
    """Fingers on a touchscreen that GNOME's shell makes up."""

    def __init__(self, desktop):
        self.desktop = desktop

    def put(self, word, *place):
        numbers = ", ".join(map(str, (0, *place)))
        self.desktop.emulate("TOUCHSCREEN", f"notify_touch_{word}(imports.gi.GLib.get_monotonic_time(), {numbers})")

    def down(self, x, y):
        self.put("down", x, y)

    def move(self, x, y):
        self.put("motion", x, y)

    def up(self):
        self.put("up")


class TouchedWindow(Window):
    """A window that fills the output, and its events of fingers."""

    def __init__(self, path, fingers):
        self.heard, self.fingers = [], fingers
        # The first touch gives the seat its touch device. GNOME's upper left corner would open the overview.
        fingers.down(WIDTH // 2, HEIGHT // 2)
        fingers.up()
        super().__init__(path, "below", "below", COLOUR)
        self.fill()
        self.touch = self.make(self.bind("wl_seat", 5), 2, handlers={
            code: lambda body, word=word: self.heard.append(word) for code, word in enumerate(("down", "up", "motion"))})
        self.roundtrip()

    def touched(self, x, y):
        """The window's events of a finger that moves a little there."""
        del self.heard[:]
        self.fingers.down(x, y)
        self.fingers.move(x + 9, y)
        self.fingers.up()
        end = time.monotonic() + 2
        while len(self.heard) < 3 and time.monotonic() < end:
            self.roundtrip()
        return self.heard


class RealDesktop:
    """A real KWin or a real shell of GNOME, with a window that fills its output, and the program."""

    def __init__(self, kind, program, root, work):
        # It needs a session bus, and root.
        from desktop import Desktop

        os.mkdir(f"{work}/run", 0o700)
        self.kind, self.program, self.work = kind, program, work
        self.desktop, self.daemon, self.overlay = Desktop(kind, root, f"{work}/run"), Daemon(work), None

    def try_all(self):
        self.desktop.command_desktop("free" if self.kind == "kwin" else "x11")
        fingers = KwinFingers(self.desktop) if self.kind == "kwin" else GnomeFingers(self.desktop)
        self.overlay = Overlay(self.program, self.daemon, os.environ | self.variables())
        if self.kind == "gnome":
            self.keeps_bar()
        window = TouchedWindow(self.desktop.place(), fingers)
        await_(lambda: window.touched(600, 300) == ["down", "motion", "up"], "the window", LIMIT)
        for name in ("hint", "pad-hint"):
            said = lines(name, None)
            for line in said:
                self.daemon.say(line)
            await_(lambda: self.overlay.shared() > 0, "the picture", LIMIT)
            if self.kind == "gnome":
                wanted = self.wanted(name)
                await_(lambda: far(self.screen(), wanted) < 40, f"{name}, as it is drawn", LIMIT)
            for x in range(100, WIDTH, 180):
                for y in range(60, HEIGHT, 140):
                    heard = window.touched(x, y)
                    expect(heard == ["down", "motion", "up"], f"of a touch at {x},{y} the window hears {heard}")
            expect(self.overlay.shared() > 0, "the picture is gone")
            self.end(said[-1])

    def end(self, line):
        self.daemon.say(line | {"touches": [], "items": []})
        await_(lambda: self.overlay.shared() == 0, "the end of the picture", LIMIT)

    def keeps_bar(self):
        """GNOME's top bar stays while something is drawn. The window below would hide it, as it is in full screen."""
        self.desktop.load_main()
        # GNOME 48 asks whether a window is that large, but not each time one comes; GNOME 51 does.
        bar = (
            "[global.testMain.layoutManager.panelBox.visible, global.display.get_monitor_in_fullscreen(0),"
            " global.get_window_actors().some(actor => actor.meta_window.is_monitor_sized())]")
        expect(self.desktop.ask(bar) == "[true,false,false]", "there is no bar")
        for name in ("hint", "pad-hint"):
            said = lines(name, None)
            self.daemon.say(*said)
            await_(lambda: self.overlay.shared() > 0, "the picture", LIMIT)
            # Once the shell has drawn the window it has also decided whether it fills the monitor.
            before = None
            while before != (now := self.screen()):
                before = now
            expect(self.desktop.ask(bar) == "[true,false,false]", f"GNOME hides its bar below {name}")
            self.end(said[-1])

    def variables(self):
        if self.kind == "kwin":
            return {"XDG_RUNTIME_DIR": f"{self.work}/run", "WAYLAND_DISPLAY": os.path.basename(self.desktop.place()), "DISPLAY": ""}
        # GNOME has no layer surfaces, and starts Xwayland for the first program that asks for it.
        display, authority = (
            json.loads(self.desktop.ask(f"imports.gi.GLib.getenv('{name}')")) for name in ("DISPLAY", "XAUTHORITY"))
        return {
            "XDG_RUNTIME_DIR": f"{self.work}/run", "WAYLAND_DISPLAY": os.path.basename(self.desktop.place()), "DISPLAY": display,
            "XAUTHORITY": f"{self.work}/run/{os.path.basename(authority)}"}

    def wanted(self, name):
        path = f"{self.work}/wanted.png"
        scene = os.path.join(SCENES, name + ".jsonl")
        subprocess.run([self.program, "overlay", "--picture", path, "--scene", scene, "--background", "#c0a080"], check=True)
        return Cairo().pixels(path)

    def screen(self):
        """The picture of GNOME's shell."""
        path = f"{self.work}/run/screen.png"
        self.desktop.evaluate(
            "global.testShot = 'taken'; const file = imports.gi.Gio.File.new_for_path('/share/screen.png')"
            ".replace(null, false, 0, null); const shot = new imports.gi.Shell.Screenshot();"
            " shot.screenshot(false, file, (_, result) => { try { shot.screenshot_finish(result) }"
            " finally { file.close(null); global.testShot = 'done' } })")
        await_(lambda: self.desktop.ask("global.testShot") == '"done"', "the screenshot", LIMIT)
        return Cairo().pixels(path)

    def close(self):
        if self.overlay:
            self.overlay.kill()
        self.daemon.listener.close()
        self.desktop.close()


def lines(name, output):
    """The lines of a scene, on this output."""
    with open(os.path.join(SCENES, name + ".jsonl"), encoding="utf-8") as file:
        return [on(json.loads(line), output) for line in file]


def on(line, output):
    if line.get("output"):
        line["output"] = output
    return line


def changes(before, after):
    """How many pixels differ."""
    if before == after:
        return 0
    return sum(one != other for one, other in zip(array.array("I", before), array.array("I", after)))


def far(before, after, most=24):
    """The number of pixels that differ visibly; bytes beyond the three colours are ignored."""
    if before == after:
        return 0
    count = 0
    for one, other in zip(array.array("I", before), array.array("I", after)):
        if one != other and any(abs((one >> shift & 255) - (other >> shift & 255)) > most for shift in (0, 8, 16)):
            count += 1
    return count


class Cairo:
    """Reads PNG files."""

    def __init__(self):
        self.library = ctypes.CDLL("libcairo.so.2")
        for name in ("cairo_image_surface_create_from_png", "cairo_image_surface_get_data"):
            getattr(self.library, name).restype = ctypes.c_void_p

    def pixels(self, path):
        surface = ctypes.c_void_p(self.library.cairo_image_surface_create_from_png(path.encode()))
        width, height = (getattr(self.library, f"cairo_image_surface_get_{side}")(surface) for side in ("width", "height"))
        data = ctypes.c_void_p(self.library.cairo_image_surface_get_data(surface))
        pixels = ctypes.string_at(data, width * height * 4)
        self.library.cairo_surface_destroy(surface)
        return pixels


class Story:
    """The tests on one desktop; each method named try_X is the test X."""

    # Those that stay as they are while nothing comes.
    steady = ("hint", "hint-going", "progress-50", "progress-100", "progress-reversed", "trail-possible", "step-level", "ring",
              "edge", "pad-hint", "pad-progress", "pad-step")

    def __init__(self, program, kind, root, work):
        self.program, self.kind, self.root, self.work = program, kind, root, work
        self.is_x11 = kind.startswith("x11")
        self.cairo, self.desktop = Cairo(), None

    def begin(self):
        self.desktop = (
            X11Desktop(self.root, self.work, self.kind == "x11-opacity") if self.is_x11
            else WlrootsDesktop(self.kind, self.root, self.work))
        self.screen = self.desktop.screen
        self.screen.click(WIDTH - 1, HEIGHT - 1)
        self.daemon = Daemon(self.work)
        self.overlay = Overlay(self.program, self.daemon, self.desktop.variables)
        self.empty = self.settled()

    def close(self):
        if self.desktop:
            self.overlay.kill()
            self.daemon.close()
            self.desktop.kill()
        self.desktop = None
        for name in os.listdir(self.work):
            path = os.path.join(self.work, name)
            if not os.path.isdir(path):
                os.unlink(path)
            else:
                shutil.rmtree(path, ignore_errors=True)

    def settled(self, pause=0.1):
        """The picture on the screen, once it remains for this number of seconds."""
        before = None
        while before != (now := self.screen.picture()[0]):
            before = now
            time.sleep(pause)
        return now

    def becomes(self, holds, what):
        end = time.monotonic() + LIMIT
        while not holds(self.screen.picture()[0]):
            expect(time.monotonic() < end, what)
            time.sleep(0.02)

    def play(self, name, upto=None):
        """Says a scene's lines at their times; returns the last."""
        said = lines(name, self.desktop.output)[:upto]
        for before, line in zip([{}] + said, said):
            pause = (line.get("time", 0) - before.get("time", line.get("time", 0))) / 1e6
            time.sleep(min(max(pause, 0), 1))
            self.daemon.say(line)
        return said[-1]

    def clear(self, line):
        self.daemon.say(line | {"touches": [], "items": []})
        self.becomes(lambda now: now == self.empty, "what is over is still to be seen")

    def wanted(self, name, *arguments, background=None):
        path = f"{self.work}/wanted.png"
        subprocess.run(
            [self.program, "overlay", "--picture", path, "--scene", os.path.join(SCENES, name + ".jsonl"), *arguments,
             *(["--background", background] if background else [])], check=True)
        return self.cairo.pixels(path)

    def overlaid(self):
        """The window of X11's overlay: its pixels with their opacity, and where it is."""
        window = self.screen.windows()[-1]
        depth, (left, top, width, height) = self.screen.geometry(window)
        return depth, self.screen.image(window, width, height), left, top, width, height

    # ---- The tests

    def try_pictures(self):
        """The screen shows what --picture draws."""
        for name in self.steady:
            last = self.play(name)
            wanted = self.wanted(name, background="#c0a080")
            if not self.is_x11:
                self.becomes(lambda now: far(now, wanted) < 40, f"{name} is not what is drawn")
            elif self.kind == "x11":
                # Without opacity shadows are omitted, and edges are hard.
                alpha = self.wanted(name)
                def is_shown(now):
                    wrong = 0
                    for here, full, drawn, before in zip(*(array.array("I", data) for data in (now, wanted, alpha, self.empty))):
                        if drawn >> 24 < 100:
                            wrong += here != before
                        elif drawn >> 24 == 255:
                            wrong += any(abs((here >> shift & 255) - (full >> shift & 255)) > 24 for shift in (0, 8, 16))
                    return wrong < 40
                self.becomes(is_shown, f"{name} is not what is drawn")
            else:
                def has_opacity(_):
                    depth, pixels, left, top, width, _ = self.overlaid()
                    stride = WIDTH * 4
                    part = b"".join(
                        self.transparent[row * stride + left * 4 : row * stride + (left + width) * 4]
                        for row in range(top, top + len(pixels) // (width * 4)))
                    return depth == 32 and far(pixels, part) < 40
                self.transparent = self.wanted(name)
                self.becomes(has_opacity, f"{name} is not what is drawn")
            self.clear(last)

    def try_clicks(self):
        """A window below gets every click, wherever something is drawn."""
        for name in ("hint", "pad-hint", "progress-50"):
            last = self.play(name)
            self.becomes(lambda now: now != self.empty, f"{name} is not to be seen")
            for x in range(100, WIDTH, 180):
                for y in range(40, HEIGHT, 140):
                    expect(self.screen.click(x, y), f"a click at {x},{y} is lost below {name}")
            self.screen.click(WIDTH - 1, HEIGHT - 1)
            self.clear(last)

    def try_page(self):
        """A page covers the screen and takes the clicks; fingers are drawn above it, and all of it goes at the end."""
        for line in lines("lesson-reduced", self.desktop.output):
            self.daemon.say(line)
        wanted = self.wanted("lesson-reduced", background="#c0a080")
        if self.kind == "x11-opacity":
            self.becomes(lambda _: len(self.screen.windows()) > 1, "no page is shown")
            self.becomes(lambda _: far(self.overlaid()[1], wanted) < 40, "the page is not what is drawn")
        else:
            self.becomes(lambda now: far(now, wanted) < 40, "the page is not what is drawn")
        for x, y in ((100, 100), (640, 400), (1200, 780)):
            expect(not self.screen.click(x, y), f"a click at {x},{y} goes through the page")
        self.screen.click(WIDTH - 1, HEIGHT - 1)
        page = self.settled()
        # A line with settings would start the overlay again from the beginning.
        for last in lines("trail-possible", self.desktop.output)[1:]:
            self.daemon.say(last)
        if self.kind != "x11-opacity":
            self.becomes(lambda now: far(now, page) > 200, "the fingers are not drawn above the page")
        self.daemon.say(last | {"touches": [], "items": []})
        if self.kind != "x11-opacity":
            self.becomes(lambda now: now == page, "the fingers stay")
        self.daemon.say({"version": 1, "event": "ended"})
        self.overlay.ended(0)
        self.becomes(lambda now: now == self.empty, "the page stays")
        expect(self.screen.click(640, 400), "a click is lost after the page")

    def try_latency(self):
        """From a line to the screen within two refreshes; the best counts, as the machine may be busy. Then it is tried more often."""
        took, usual, most = {"first": [], "next": []}, 12, 100
        look = self.screen.part if self.is_x11 else self.screen.picture
        for turn in range(most):
            if turn >= usual and all(min(times) <= 2 * REFRESH for times in took.values()):
                break
            before, said = look()[0], lines("progress-reversed", self.desktop.output)
            for name, line in (("first", said[1]), ("next", said[2])):
                time.sleep(0.1 + turn % usual * 0.0017)
                began = time.monotonic()
                self.daemon.say(line)
                while (shown := look())[0] == before:
                    expect(time.monotonic() < began + LIMIT, "nothing is shown")
                took[name].append(shown[1] - began)
                before = shown[0]
            self.clear(said[2])
        for name, times in took.items():
            times.sort()
            print(f"{self.kind}, {name}: {times[0] * 1000:.1f} to {times[-1] * 1000:.1f} ms, {times[len(times) // 2] * 1000:.1f} in the middle")
            expect(times[0] <= 2 * REFRESH, f"the {name} picture takes {times[0] * 1000:.1f} ms at best")

    def try_rest(self):
        """Nothing is left of a scene that has ended: no surface, no picture in memory, and nothing wakes the program."""
        for name in ("hint", "step-level", "progress-snap", "pad-progress", "trail-recognized"):
            self.clear(self.play(name))
            if self.is_x11:
                end = time.monotonic() + LIMIT
                while len(self.screen.windows()) > 1:
                    expect(time.monotonic() < end, f"a window of {name} is left")
            # The last picture of a fade can't be seen any more.
            await_(lambda: self.overlay.shared() == 0, f"the end of the picture of {name}", LIMIT)
        time.sleep(0.5)
        before = self.overlay.switches()
        time.sleep(5)
        count = self.overlay.switches() - before
        print(f"{count} wake-ups in 5 s, {self.overlay.memory()} KiB of its own")
        expect(count == 0, f"it has woken {count} times in 5 s")

    def try_still(self):
        """While something is shown that does not move, nothing wakes it either."""
        last = self.play("progress-50")
        self.becomes(lambda now: now != self.empty, "nothing is shown")

        def is_still():
            before = self.overlay.switches()
            time.sleep(2)
            return self.overlay.switches() == before

        # A busy machine may still draw.
        await_(is_still, "it wakes although nothing moves", 5)
        self.clear(last)

    def try_levels(self):
        """A level on standard input belongs to the step that is shown."""
        last = self.play("step")
        self.becomes(lambda now: now != self.empty, "no step is shown")
        time.sleep(0.4)
        before = self.settled()
        self.overlay.process.stdin.write(b"nonsense\nVolume: 0.40\n")
        self.overlay.process.stdin.flush()
        self.becomes(lambda now: far(now, before) > 500, "the level is not shown")
        self.clear(last)

    def try_nonsense(self):
        """Lines that make no sense do no harm."""
        last = self.play("hint")
        for line in (b"", b"nonsense", b"[]", b"{}", b'{"version":1,"event":"scene"}', b"\xff\xfe\x00", b"[" * 5000,
                     json.dumps(last | {"width": 1e300}).encode(), json.dumps(last | {"time": -1}).encode(),
                     json.dumps(last | {"device": "x" * 60000, "touches": [{"id": 1, "x": 1e308, "y": -1e308}] * 900}).encode(),
                     json.dumps(last | {"output": "there is no such output"}).encode()):
            self.daemon.say(line)
        for number in range(200):
            self.daemon.say(last | {"device": f"pad {number}"})
        for number in range(200):
            self.daemon.say(last | {"device": f"pad {number}", "touches": [], "items": []})
        self.daemon.say(last | {"device": "x" * 81, "touches": [], "items": []})
        self.daemon.say(last | {"device": "x" * 80 + "…", "touches": [], "items": []})
        self.daemon.say(last | {"output": "there is no such output", "touches": [], "items": []})
        self.clear(last)
        expect(self.overlay.process.poll() is None, "it has ended")
        self.clear(self.play("progress-50"))
        try:
            self.daemon.say(b"x" * (1 << 20))
        except OSError:
            # It has not read to the end.
            pass
        self.overlay.ended(1, "the line is longer than")

    def try_stopped(self):
        """A program that is stopped delays nothing, and continues with the present state."""
        last = self.play("hint")
        self.becomes(lambda now: now != self.empty, "nothing is shown")
        os.kill(self.overlay.process.pid, signal.SIGSTOP)
        for x in range(100, WIDTH, 300):
            expect(self.screen.click(x, 420), "a click is lost")
        self.screen.click(WIDTH - 1, HEIGHT - 1)
        self.daemon.say(last | {"touches": [], "items": []})
        os.kill(self.overlay.process.pid, signal.SIGCONT)
        self.becomes(lambda now: now == self.empty, "what is over is still to be seen")

    def try_daemon_ends(self):
        """It ends with the daemon, and leaves nothing."""
        self.play("hint")
        self.becomes(lambda now: now != self.empty, "nothing is shown")
        self.daemon.say({"version": 1, "event": "ended"})
        self.overlay.ended(0)
        self.becomes(lambda now: now == self.empty, "something is left")

    def try_daemon_goes(self):
        self.play("hint")
        self.daemon.line.close()
        self.overlay.ended(0)

    def try_refused(self):
        self.daemon.say({"version": 1, "ok": False, "error": "there is nothing called overlay"})
        self.overlay.ended(1, "the daemon refuses")

    def try_told_to_end(self):
        os.kill(self.overlay.process.pid, signal.SIGTERM)
        self.overlay.ended(0)

    def try_display_goes(self):
        self.play("hint")
        self.becomes(lambda now: now != self.empty, "nothing is shown")
        self.desktop.kill()
        self.overlay.ended(1, "the connection to the display has closed")

    def try_nothing_there(self):
        """Without a display or a daemon it prints a sentence."""
        variables = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        for more, words, there in (({}, "DISPLAY, or WAYLAND_DISPLAY with XDG_RUNTIME_DIR, must be set; start gesture-bridge in a desktop session", True), ({"DISPLAY": ":59999"}, "the X server at DISPLAY=:59999 does not answer", True),
                                   ({"WAYLAND_DISPLAY": "none", "XDG_RUNTIME_DIR": self.work}, "no compositor", True),
                                   ({}, "the daemon does not listen", False)):
            path = self.daemon.path if there else f"{self.work}/none"
            done = subprocess.run(
                [self.program, "overlay", "--socket", path], env=variables | more, capture_output=True, text=True, check=False, timeout=LIMIT)
            expect(done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1, f"it says {done.stderr!r}")

    def try_scales(self):
        """The picture is as sharp as the output."""
        if self.kind != "sway":
            return
        for scale, width, height in (("2", 640, 400), ("1.25", 1024, 640), ("1", 1280, 800)):
            self.desktop.say(f"output HEADLESS-1 scale {scale}")
            # sway waits for the window below, which does not follow, for 200 ms.
            self.empty = self.settled(1)
            # In the middle of an odd number of pixels the compositor decides in which direction a panel's place is rounded.
            for name in ("progress-50", "hint-long", "pad-step")[: 2 if scale == "1.25" else 3]:
                last = self.play(name)
                wanted = self.wanted(
                    name, "--width", str(width), "--height", str(height), "--scale", scale, background="#c0a080")
                # The window below has blurred edges at other scales.
                edges = far(self.empty, struct.pack("=I", COLOUR) * WIDTH * HEIGHT)
                self.becomes(lambda now: far(now, wanted) < 40 + edges, f"{name} is not what is drawn at the scale {scale}")
                self.clear(last)

    def try_outputs(self):
        """A touchscreen's pictures are on its own output."""
        if self.kind != "sway":
            return
        self.desktop.say("create_output")
        time.sleep(0.5)
        self.empty = self.settled()
        last = self.play("hint")
        self.becomes(lambda now: now != self.empty, "nothing is shown")
        self.daemon.say(on(dict(last), "HEADLESS-2"))
        self.becomes(lambda now: now == self.empty, "it is not on the other output")
        self.desktop.say("output HEADLESS-2 disable")
        time.sleep(0.5)
        self.daemon.say(on(dict(last), "HEADLESS-1"))
        self.becomes(lambda now: now != self.empty, "it is not on the output that is left")
        self.clear(on(last, "HEADLESS-1"))

    def try_size(self):
        """On X11 its window is a row lower than the screen: GNOME's shell takes one as large for a window in full screen."""
        if self.kind == "sway":
            return
        last = self.play("hint")
        self.becomes(lambda _: len(self.screen.windows()) > 1, "nothing is shown")
        size = self.screen.geometry(self.screen.windows()[-1])[1][2:]
        expect(size == (WIDTH, HEIGHT - 1), f"its size is {size}")
        self.clear(last)

    def try_covered(self):
        """On X11 it goes above a window that covers it, but does not fight with it."""
        if not self.is_x11:
            return
        self.play("hint")
        self.becomes(lambda now: now != self.empty, "nothing is shown")
        above = self.screen.cover()
        end = time.monotonic() + LIMIT
        while self.screen.windows()[-1] == above:
            expect(time.monotonic() < end, "it stays below")
            time.sleep(0.02)


@pytest.mark.parametrize("name", [name[4:] for name in dir(Story) if name.startswith("try_")])
def test_overlay(kind, root, work, program, name):
    # An X server of the test's own, which reports that it has a compositing manager.
    for kind in ("x11", "x11-opacity") if kind == "x11" else (kind,):
        story = Story(program, kind, root, work)
        try:
            story.begin()
            getattr(story, f"try_{name}")()
        finally:
            story.close()


def test_touches(kind, root, work, program):
    """On KWin and on GNOME's shell."""
    desktop = RealDesktop(kind, program, root, work)
    try:
        desktop.try_all()
    finally:
        desktop.close()


test_touches.desktops = {"kwin": 1, "gnome": 1}
