"""A touchscreen that turns with its output, on a real sway and on a real X server.

The output is turned four times. The effect on a place of the panel is measured: on sway by a virtual pointer, which wlroots maps to an
output as it maps a touchscreen, and a window that reports it; on X11 by a pointer on the panel of Xephyr, whose screen reports it. Each
swipe along the panel, each edge and each corner must be the one that was measured, each corner also with a pen. On sway the output also
goes off and on, by its power and altogether, and fingers on it do nothing meanwhile; a recording that is made while it is turned has the
same swipe; and of two touchscreens on two outputs each follows its own.
"""

import os
import struct
import subprocess
import time

import pytest
from compositors import Sway, await_
from daemon import SOON
from wayland import virtual_pointer
from window import Window
from xephyr import Xephyr

# How the device is read, by the desktop.
SOURCES = {"sway": "libinput", "x11": "raw"}
DESKTOPS = dict.fromkeys(SOURCES, 1)

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
EDGES = {"left": (0, 0.5), "right": (1, 0.5), "top": (0.5, 0), "bottom": (0.5, 1)}
CORNERS = {"top-left": (0, 0), "top-right": (1, 0), "bottom-left": (0, 1), "bottom-right": (1, 1)}
ORIENTATIONS = {0: "landscape", 90: "portrait", 180: "landscape-flipped", 270: "portrait-flipped"}
# Of the panel in mm, as it is built, and how far inside of it its edges and corners are touched.
WIDTH, HEIGHT, MARGIN = 300, 190, 1.5
CORNER = f"x={MARGIN}mm y={MARGIN}mm"

RULES = """
[device."*"]
source = "{source}"

[defaults]
tap.max-interval = "100 ms"

[gesture.hold]
kind = "long-press"
min-duration = "200 ms"
run = "echo hold-none >>$DONE"
"""


def rules(source):
    text = RULES.format(source=source)
    for way in WAYS:
        text += f'[gesture.swipe-{way}]\nkind = "swipe"\nfingers = 3\ndirection = "{way}"\nrun = "echo swipe-{way} >>$DONE"\n'
    for edge in EDGES:
        text += f'[gesture.edge-{edge}]\nkind = "edge-swipe"\nfingers = 1\nedge = "{edge}"\nrun = "echo edge-{edge} >>$DONE"\n'
    for corner in CORNERS:
        text += f'[zone.{corner}]\ncorner = "{corner}"\nsize = "10 mm"\n'
        text += f'[gesture.tap-{corner}]\nkind = "tap"\nreceive = {{ zone = "{corner}" }}\nrun = "echo tap-{corner} >>$DONE"\n'
    for name in ORIENTATIONS.values():
        text += f'[[override]]\ngesture = "hold"\nwhen = {{ orientation = "{name}" }}\nrun = "echo hold-{name} >>$DONE"\n'
    return text


class PointedWindow(Window):
    """A window that fills the screen, with a virtual pointer that is mapped to the output."""

    def __init__(self, sway):
        self.place = None
        super().__init__(sway.socket, "pointed", "pointed")
        output, seat = self.bind("wl_output", 1), self.bind("wl_seat", 1)
        self.virtual = virtual_pointer(self, seat, output)
        self.roundtrip()
        self.make(seat, 0, handlers={0: lambda body: self.moved(body[8:]), 2: lambda body: self.moved(body[4:])})
        self.fill()

    def moved(self, body):
        self.place = tuple(part / 256 for part in struct.unpack_from("=ii", body))

    def pump(self, holds):
        end = time.monotonic() + 20
        while not holds():
            if time.monotonic() > end:
                raise RuntimeError("not in time: the window that is pointed at")
            self.roundtrip()
            time.sleep(0.01)

    def where(self, x, y):
        """Where on the window the pointer is that is at this place of the output, both in shares."""
        self.place = None
        self.send(self.virtual, 1, struct.pack("=IIIII", 0, int(x * 10000), int(y * 10000), 10000, 10000))
        self.send(self.virtual, 4)
        self.pump(lambda: self.place)
        return self.place[0] / self.drawn[0], self.place[1] / self.drawn[1]


class SwayScreen:
    """sway's only output."""

    turns = (0, 90, 180, 270)

    def __init__(self, root, work):
        os.mkdir(f"{work}/run", 0o700)
        self.sway = Sway(root, f"{work}/run")
        self.sway.start()
        self.window, self.variables = PointedWindow(self.sway), self.sway.variables

    def turn(self, degrees):
        size = self.window.drawn
        self.sway.say(f"output HEADLESS-1 transform {degrees}")
        wanted = (1280, 800) if degrees % 180 == 0 else (800, 1280)
        self.window.pump(lambda: self.window.drawn == wanted)
        # Half a turn doesn't change the size.
        if size == wanted:
            time.sleep(SOON)

    def where(self, x, y):
        # The window gets the pointer's place only when it moves.
        self.window.where(0.6, 0.55)
        return self.window.where(x, y)

    def close(self):
        self.sway.kill()


class X11Screen(Xephyr):
    """The screen of a Xephyr."""

    def where(self, x, y):
        x, y = min(int(x * 1280), 1279), min(int(y * 800), 799)
        for place in (f"{x // 2 + 300} {y // 2 + 200}", f"{x} {y}"):
            self.run(f"xdotool mousemove {place}", self.outer)
            time.sleep(SOON)
        text = self.run("xdotool getmouselocation; xdotool getdisplaygeometry")
        told = text.split()
        x, y = (int(word.split(":")[1]) for word in told[:2])
        return x / int(told[-2]), y / int(told[-1])


def nearest(names, place):
    return min(names, key=lambda name: sum((a - b) ** 2 for a, b in zip(names[name], place)))


def turn(daemon, screen, degrees, told):
    """One turn of the output: what it makes of places is measured, and then the daemon must see it alike."""
    screen.turn(degrees)
    time.sleep(SOON)
    said = f"{degrees} degrees"
    centre = screen.where(0.5, 0.5)
    for way, (x, y) in WAYS.items():
        place = screen.where(0.5 + 0.2 * x, 0.5 + 0.2 * y)
        seen = nearest(WAYS, tuple(5 * (a - b) for a, b in zip(place, centre)))
        told.append(f"{way}={seen}")
        daemon.try_(f"{said}: a swipe {way} on the panel", f"swipe-{seen}", f"play event0 swipe direction={way}")
    for edge, place in EDGES.items():
        seen = nearest(EDGES, screen.where(*place))
        x, y = (MARGIN + share * (length - 2 * MARGIN) for share, length in zip(place, (WIDTH, HEIGHT)))
        way = tuple(-1 if share == 1 else 1 if share == 0 else 0 for share in place)
        daemon.try_(
            f"{said}: a swipe from the panel's edge {edge}", f"edge-{seen}", f"down event0 a {x},{y}",
            f"move event0 a by {40 * way[0]},{40 * way[1]} over 120ms", "up event0")
    for corner, place in CORNERS.items():
        seen = nearest(CORNERS, screen.where(*place))
        x, y = (MARGIN + share * (length - 2 * MARGIN) for share, length in zip(place, (WIDTH, HEIGHT)))
        daemon.try_(
            f"{said}: a tap in the panel's corner {corner}", f"tap-{seen}", f"play event0 tap x={x}mm y={y}mm")
        daemon.try_(
            f"{said}: a tap of the pen in the panel's corner {corner}", f"tap-{seen}", f"play event2 tap x={x}mm y={y}mm",
            # libinput drops touches of the screen's fingers up to 90 ms after the pen has left.
            "leave event2", "wait 200ms")


def hold(daemon, what, orientation):
    daemon.try_(what, f"hold-{orientation}", "play event0 hold duration=400ms")


@pytest.fixture
def screen(kind, root, work):
    screen = (SwayScreen if kind == "sway" else X11Screen)(root, work)
    yield screen
    screen.close()


def test_turns(screen, kind, start):
    daemon = start(screen.variables, rules(SOURCES[kind]), devices=("touchscreen event0", "pen event2"))
    for degrees in screen.turns:
        told = []
        turn(daemon, screen, degrees, told)
        print(f"{degrees} degrees: {', '.join(told)}")
    if kind == "sway":
        play(daemon, screen)


def play(daemon, screen):
    # The panel as it is built is wider than high, and a turn of sway's is a turn of the picture, clockwise.
    for degrees, orientation in {0: 0, 90: 270, 180: 180, 270: 90}.items():
        screen.turn(degrees)
        time.sleep(SOON)
        hold(daemon, f"the orientation at {degrees} degrees", ORIENTATIONS[orientation])
    screen.turn(0)
    time.sleep(SOON)
    daemon.tap("before it goes off", "tap-top-left", CORNER)
    for off, on in (("power off", "power on"), ("disable", "enable")):
        screen.sway.say(f"output HEADLESS-1 {off}")
        time.sleep(5 * SOON)
        daemon.tap(f"the output is off: {off}", None, CORNER)
        screen.sway.say(f"output HEADLESS-1 {on}")
        time.sleep(5 * SOON)
        daemon.tap(f"the output is on again: {on}", "tap-top-left", CORNER)
    # The screen turns while fingers are down: their gesture continues as it began.
    daemon.do("wait 60ms", "down event0 a 120,70 b 140,70 c 160,70", "settle")
    screen.sway.say("output HEADLESS-1 transform 180")
    time.sleep(SOON)
    daemon.try_("it turns under fingers", "swipe-left", "move event0 a,b,c by -60,0 over 200ms", "up event0")
    daemon.try_("the next fingers", "swipe-right", "play event0 swipe direction=left")
    screen.sway.kill()
    time.sleep(SOON)
    daemon.try_("the compositor is gone: the screen stays as it was", "swipe-right", "play event0 swipe direction=left")
    screen.sway.start()

    def is_followed():
        return daemon.does("a swipe", "wait 500ms", "play event0 swipe direction=left")[-1] == "swipe-left"

    await_(is_followed, "another compositor has started, and its output is followed", 60)


def test_recording(screen, work, program):
    """A recording that is made while the output is turned has the turned swipe."""
    from bed import Bed

    os.environ.update(screen.variables)
    screen.turn(90)
    time.sleep(SOON)
    path = f"{work}/turned.touches"
    with open(f"{work}/rules.toml", "w", encoding="utf-8") as file:
        file.write(rules("libinput"))
    with open(f"{work}/log", "wb") as log:
        bed = Bed([program, "record", "--config", f"{work}/rules.toml", path], log)
        try:
            for line in ("add touchscreen event0", "start", "wait 1s", "play event0 swipe direction=left", "wait 200ms", "stop"):
                bed.obey(line)
        finally:
            bed.close()
    with open(path, encoding="utf-8") as file:
        assert "rotation=270" in file.read()
    # A turn of sway's is a turn of the picture, clockwise.
    assert "swipe-down" in subprocess.check_output([program, "replay", "--config", f"{work}/rules.toml", path], text=True)


test_recording.desktops = {"sway": 1}

TWO_SCREENS = """
[device."Mocked Touchscreen"]
output = "HEADLESS-1"

[device."Mocked Touchscreen without Size"]
output = "HEADLESS-2"
size = "300 x 190 mm"
"""


def test_two_screens(screen, start):
    """Two touchscreens, each on an output of its own."""
    screen.sway.say("create_output")
    screen.sway.say("output HEADLESS-2 resolution 1280x800 transform 180")
    time.sleep(5 * SOON)
    # The one for `*` comes first: of several sections the last one that fits counts.
    devices = ("touchscreen event0", "touchscreen-without-size event1")
    daemon = start(screen.variables, rules("libinput") + TWO_SCREENS, devices=devices)
    for what, commands, first, second in (
        ("the second is turned", (), "swipe-left", "swipe-right"),
        ("both turn", ("output HEADLESS-1 transform 180", "output HEADLESS-2 transform 0"), "swipe-right", "swipe-left"),
        ("the first is off", ("output HEADLESS-1 disable",), None, "swipe-left"),
    ):
        for command in commands:
            screen.sway.say(command)
        time.sleep(5 * SOON)
        daemon.try_(f"{what}: the first screen", first, "play event0 swipe direction=left")
        daemon.try_(f"{what}: the second screen", second, "play event1 swipe direction=left")


test_two_screens.desktops = {"sway": 1}
