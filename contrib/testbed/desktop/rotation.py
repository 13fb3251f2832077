#!/usr/bin/python3
"""A touchscreen that turns with its output: the daemon and a mocked touchscreen beside a real compositor, or a real X server.

usage: rotation.py PROGRAM sway|x11 ROOT [SOURCE]     PROGRAM is gesture-bridge, ROOT is what `root sway` or `root x11` prints,
                                                      SOURCE is how the device is read: libinput, or raw

The output is turned four times. What that makes of a place on the panel is measured: on sway by a virtual pointer, which wlroots
maps to an output as it maps a touchscreen, and a window that says where it is; on X11 by a pointer on the panel of Xephyr, whose
screen says where it is. Each swipe along the panel, each edge and each corner must be the one that was measured, each corner also with a pen. On sway the
output goes off and on again, by its power and altogether, and fingers on it do nothing meanwhile; a recording that is made while it is
turned has the same swipe; and of two touchscreens on two outputs each follows its own. Exit status: 0 if all of it did
what it should, 1 if not, with what was wrong on standard error.
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

import environment
import window
from applications import SOON
from compositors import Sway, await_

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
EDGES = {"left": (0, 0.5), "right": (1, 0.5), "top": (0.5, 0), "bottom": (0.5, 1)}
CORNERS = {"top-left": (0, 0), "top-right": (1, 0), "bottom-left": (0, 1), "bottom-right": (1, 1)}
ORIENTATIONS = {0: "landscape", 90: "portrait", 180: "landscape-flipped", 270: "portrait-flipped"}
# Of the panel in mm, as it is built, and how far inside of it its edges and corners are touched.
WIDTH, HEIGHT, MARGIN = 300, 190, 1.5
# How long a tap may take to do anything, in seconds, where nothing is to be done.
NOTHING = 0.4

RULES = """
[device."*"]
source = "{source}"

[defaults]
tap.max-interval = "100 ms"

[gesture.hold]
kind = "long-press"
min-duration = "200 ms"
run = "echo hold-none >>{done}"
"""


def rules(done, source):
    text = RULES.format(done=done, source=source)
    for way in WAYS:
        text += f'[gesture.swipe-{way}]\nkind = "swipe"\nfingers = 3\ndirection = "{way}"\nrun = "echo swipe-{way} >>{done}"\n'
    for edge in EDGES:
        text += f'[gesture.edge-{edge}]\nkind = "edge-swipe"\nfingers = 1\nedge = "{edge}"\nrun = "echo edge-{edge} >>{done}"\n'
    for corner in CORNERS:
        text += f'[zone.{corner}]\ncorner = "{corner}"\nsize = "10 mm"\n'
        text += f'[gesture.tap-{corner}]\nkind = "tap"\nreceive = {{ zone = "{corner}" }}\nrun = "echo tap-{corner} >>{done}"\n'
    for name in ORIENTATIONS.values():
        text += f'[[binding]]\ngesture = "hold"\nwhen = {{ orientation = "{name}" }}\nrun = "echo hold-{name} >>{done}"\n'
    return text


# What a window says is for others.
window.say = lambda word: None


class PointedWindow(window.Window):
    """A window that fills the screen, with a virtual pointer that is mapped to the output."""

    def __init__(self, sway):
        self.place = None
        super().__init__(sway.socket, "pointed", "pointed")
        output = self.bind("wl_output", 1)
        seat = self.bind("wl_seat", 1)
        manager = self.globals["zwlr_virtual_pointer_manager_v1"]
        factory, self.next = self.next, self.next + 1
        self.handlers[factory] = {}
        name = window.text("zwlr_virtual_pointer_manager_v1")
        self.send(self.registry, 0, window.number(manager) + name + window.number(2) + window.number(factory))
        self.virtual, self.next = self.next, self.next + 1
        self.handlers[self.virtual] = {}
        self.send(factory, 2, struct.pack("=III", seat, output, self.virtual))
        self.roundtrip()
        self.make(seat, 0, handlers={0: lambda body: self.moved(body[8:]), 2: lambda body: self.moved(body[4:])})
        self.send(self.toplevel, 11, window.number(0))
        self.commit()
        self.pump(lambda: self.is_full)

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
        self.window = PointedWindow(self.sway)
        self.variables = {"XDG_RUNTIME_DIR": self.sway.folder, "WAYLAND_DISPLAY": os.path.basename(self.sway.socket)}

    def turn(self, degrees):
        size = self.window.drawn
        self.sway.say(f"output HEADLESS-1 transform {degrees}")
        wanted = (1280, 800) if degrees % 180 == 0 else (800, 1280)
        self.window.pump(lambda: self.window.drawn == wanted)
        # Half a turn leaves the size as it is.
        if size == wanted:
            time.sleep(SOON)

    def where(self, x, y):
        # The pointer is told of only where it moves.
        self.window.where(0.6, 0.55)
        return self.window.where(x, y)

    def close(self):
        self.sway.kill()


class X11Screen:
    """The screen of a Xephyr, whose window is the panel."""

    turns = (0, 90, 180, 270)
    words = {0: "normal", 90: "right", 180: "inverted", 270: "left"}

    def __init__(self, root, work):
        os.mkdir(f"{work}/run", 0o700)
        number = 1000 + os.getpid() % 40000
        self.outer, self.inner = f":{number}", f":{number + 1}"
        self.shell = subprocess.Popen(
            [os.path.join(HERE, "enter"), root, "sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.run(f"Xvfb {self.outer} -screen 0 1600x1600x24 -noreset -nolisten tcp >/dev/null 2>&1 &")
        self.await_(f"DISPLAY={self.outer} xprop -root >/dev/null 2>&1")
        self.run(f"DISPLAY={self.outer} Xephyr {self.inner} -screen 1280x800 -noreset >/dev/null 2>&1 &")
        self.await_(f"DISPLAY={self.inner} xprop -root >/dev/null 2>&1")
        self.variables = {"XDG_RUNTIME_DIR": f"{work}/run", "DISPLAY": self.inner}

    def run(self, line):
        self.shell.stdin.write(f"{line}\necho; echo END $?\n")
        self.shell.stdin.flush()
        said = []
        while not (line := self.shell.stdout.readline()).startswith("END"):
            if not line:
                raise RuntimeError("the shell beside the X servers has ended")
            said.append(line)
        return "".join(said).strip()

    def await_(self, line):
        await_(lambda: self.run(f"{line} && echo yes") == "yes", line)

    def turn(self, degrees):
        self.run(f"DISPLAY={self.inner} xrandr -o {self.words[degrees]}")
        time.sleep(5 * SOON)

    def where(self, x, y):
        x, y = min(int(x * 1280), 1279), min(int(y * 800), 799)
        for place in (f"{x // 2 + 300} {y // 2 + 200}", f"{x} {y}"):
            self.run(f"DISPLAY={self.outer} xdotool mousemove {place}")
            time.sleep(SOON)
        text = self.run(f"DISPLAY={self.inner} xdotool getmouselocation; DISPLAY={self.inner} xdotool getdisplaygeometry")
        told = text.split()
        x, y = (int(word.split(":")[1]) for word in told[:2])
        return x / int(told[-2]), y / int(told[-1])

    def close(self):
        self.shell.kill()
        self.shell.wait()


class Story:
    """The daemon, its touchscreen, and what its rules have done."""

    def __init__(self, program, variables, work, source, more="", devices=("touchscreen event0", "pen event2")):
        from bed import Bed

        self.done = f"{work}/done"
        self.wrong = []
        self.tries = 0
        with open(f"{work}/rules.toml", "w", encoding="utf-8") as file:
            file.write(rules(self.done, source) + more)
        os.chmod(f"{work}/rules.toml", 0o600)
        open(self.done, "w", encoding="utf-8").close()
        for name in ("WAYLAND_DISPLAY", "DISPLAY"):
            os.environ.pop(name, None)
        os.environ.update(variables)
        self.log = open(f"{work}/log", "wb")
        self.bed = Bed([program, "--allow-root", "--log-level", "info", "--config", f"{work}/rules.toml"], self.log)
        self.do(*(f"add {device}" for device in devices), "start", "await ready within=20s")

    def close(self):
        if self.bed:
            self.bed.close()
        self.bed = None

    def do(self, *lines):
        for line in lines:
            answer = self.bed.obey(line)
            if not answer.startswith("ok"):
                raise RuntimeError(f"{line}: {answer}")

    def acts(self):
        with open(self.done, encoding="utf-8") as file:
            return file.read().split()

    def try_(self, what, expected, *lines):
        """Fingers do this; notes it if another rule acted, or more than one. `expected` is None for none."""
        self.tries += 1
        before = len(self.acts())
        # A finger that lands sooner after another one is the same finger, which bounces.
        self.do("wait 60ms", *lines, "settle")
        try:
            await_(lambda: len(self.acts()) > before, what, within=NOTHING if expected is None else 5)
        except RuntimeError:
            pass
        acts = self.acts()[before:]
        if acts != ([] if expected is None else [expected]):
            self.wrong.append(f"{what}: {acts} instead of {expected}")

    def tap(self, what, expected):
        """Taps the corner that is at the top left of the panel as it is built."""
        self.try_(what, expected, f"play event0 tap x={MARGIN}mm y={MARGIN}mm")


def nearest(names, place):
    return min(names, key=lambda name: sum((a - b) ** 2 for a, b in zip(names[name], place)))


def turn(story, screen, degrees, told):
    """One turn of the output: what it makes of places is measured, and then the daemon must see it alike."""
    screen.turn(degrees)
    time.sleep(SOON)
    said = f"{degrees} degrees"
    centre = screen.where(0.5, 0.5)
    for way, (x, y) in WAYS.items():
        place = screen.where(0.5 + 0.2 * x, 0.5 + 0.2 * y)
        seen = nearest(WAYS, tuple(5 * (a - b) for a, b in zip(place, centre)))
        told.append(f"{way}={seen}")
        story.try_(f"{said}: a swipe {way} on the panel", f"swipe-{seen}", f"play event0 swipe direction={way}")
    for edge, place in EDGES.items():
        seen = nearest(EDGES, screen.where(*place))
        x, y = (MARGIN + share * (length - 2 * MARGIN) for share, length in zip(place, (WIDTH, HEIGHT)))
        way = tuple(-1 if share == 1 else 1 if share == 0 else 0 for share in place)
        story.try_(
            f"{said}: a swipe from the panel's edge {edge}", f"edge-{seen}", f"down event0 a {x},{y}",
            f"move event0 a by {40 * way[0]},{40 * way[1]} over 120ms", "up event0")
    for corner, place in CORNERS.items():
        seen = nearest(CORNERS, screen.where(*place))
        x, y = (MARGIN + share * (length - 2 * MARGIN) for share, length in zip(place, (WIDTH, HEIGHT)))
        story.try_(
            f"{said}: a tap in the panel's corner {corner}", f"tap-{seen}", f"play event0 tap x={x}mm y={y}mm")
        story.try_(
            f"{said}: a tap of the pen in the panel's corner {corner}", f"tap-{seen}", f"play event2 tap x={x}mm y={y}mm",
            # libinput leaves out touches of the screen's fingers up to 90 ms after the pen has left.
            "leave event2", "wait 200ms")


def hold(story, what, orientation):
    story.try_(what, f"hold-{orientation}", "play event0 hold duration=400ms")


def play(story, screen):
    for degrees in screen.turns:
        told = []
        turn(story, screen, degrees, told)
        print(f"{degrees} degrees: {', '.join(told)}")
    if not isinstance(screen, SwayScreen):
        return
    # The panel as it is built is wider than high, and a turn of sway's is a turn of the picture, clockwise.
    for degrees, orientation in {0: 0, 90: 270, 180: 180, 270: 90}.items():
        screen.turn(degrees)
        time.sleep(SOON)
        hold(story, f"the orientation at {degrees} degrees", ORIENTATIONS[orientation])
    screen.turn(0)
    time.sleep(SOON)
    story.tap("before it goes off", "tap-top-left")
    for off, on in (("power off", "power on"), ("disable", "enable")):
        screen.sway.say(f"output HEADLESS-1 {off}")
        time.sleep(5 * SOON)
        story.tap(f"the output is off: {off}", None)
        screen.sway.say(f"output HEADLESS-1 {on}")
        time.sleep(5 * SOON)
        story.tap(f"the output is on again: {on}", "tap-top-left")
    # Turned while fingers are down: these go on as they began.
    story.do("wait 60ms", "down event0 a 120,70 b 140,70 c 160,70", "settle")
    screen.sway.say("output HEADLESS-1 transform 180")
    time.sleep(SOON)
    story.try_("it turns under fingers", "swipe-left", "move event0 a,b,c by -60,0 over 200ms", "up event0")
    story.try_("the next fingers", "swipe-right", "play event0 swipe direction=left")
    screen.sway.kill()
    time.sleep(SOON)
    story.try_("the compositor is gone: the screen stays as it was", "swipe-right", "play event0 swipe direction=left")
    screen.sway.start()
    story.tries += 1
    for _ in range(20):
        before = len(story.acts())
        story.do("wait 500ms", "play event0 swipe direction=left", "settle")
        await_(lambda: len(story.acts()) > before, "a swipe beside another compositor")
        if story.acts()[-1] == "swipe-left":
            return
    story.wrong.append("another compositor has started, and its output is not followed")


def record(program, screen, work):
    """What is wrong with a recording that is made while the output is turned."""
    from bed import Bed

    screen.turn(90)
    time.sleep(SOON)
    path, wrong = f"{work}/turned.touches", []
    with open(f"{work}/record", "wb") as log:
        bed = Bed([program, "record", "--config", f"{work}/rules.toml", path], log)
        try:
            for line in ("add touchscreen event0", "start", "wait 1s", "play event0 swipe direction=left", "wait 200ms", "stop"):
                bed.obey(line)
        finally:
            bed.close()
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if "rotation=270" not in text:
        wrong.append(f"a recording does not have how the screen is turned: {text}")
    replay = subprocess.run([program, "replay", "--config", f"{work}/rules.toml", path], capture_output=True, text=True, check=False)
    # A turn of sway's is a turn of the picture, clockwise.
    if "swipe-down" not in replay.stdout:
        wrong.append(f"a recording has another swipe: {replay.stdout}{replay.stderr}")
    screen.turn(0)
    return wrong


TWO_SCREENS = """
[device."Mocked Touchscreen"]
output = "HEADLESS-1"

[device."Mocked Touchscreen without Size"]
output = "HEADLESS-2"
size = "300 x 190 mm"
"""


def two_screens(program, screen, work, source):
    """What is wrong with two touchscreens, each on an output of its own."""
    screen.sway.say("create_output")
    screen.sway.say("output HEADLESS-2 resolution 1280x800 transform 180")
    time.sleep(5 * SOON)
    os.mkdir(f"{work}/two")
    # The one for `*` comes first: of several sections the last one that fits counts.
    devices = ("touchscreen event0", "touchscreen-without-size event1")
    story = Story(program, screen.variables, f"{work}/two", source, TWO_SCREENS, devices)
    try:
        story.try_("the first screen", "swipe-left", "play event0 swipe direction=left")
        story.try_("the second screen", "swipe-right", "play event1 swipe direction=left")
        screen.sway.say("output HEADLESS-1 transform 180")
        screen.sway.say("output HEADLESS-2 transform 0")
        time.sleep(5 * SOON)
        story.try_("the first screen has turned", "swipe-right", "play event0 swipe direction=left")
        story.try_("the second screen has turned back", "swipe-left", "play event1 swipe direction=left")
        screen.sway.say("output HEADLESS-1 disable")
        time.sleep(5 * SOON)
        story.try_("the first screen is off", None, "play event0 swipe direction=left")
        story.try_("and not the second", "swipe-left", "play event1 swipe direction=left")
        screen.sway.say("output HEADLESS-1 enable")
    finally:
        story.close()
    return story.wrong


def main():
    if len(sys.argv) not in (4, 5) or sys.argv[2] not in ("sway", "x11"):
        sys.exit(__doc__)
    environment.enter(__file__)
    program, kind, root, source = (sys.argv[1:] + ["libinput"])[:4]
    with tempfile.TemporaryDirectory() as work:
        screen = story = None
        try:
            screen = (SwayScreen if kind == "sway" else X11Screen)(root, work)
            story = Story(os.path.abspath(program), screen.variables, work, source)
            play(story, screen)
            wrong = story.wrong
            if kind == "sway":
                story.close()
                screen.close()
                shutil.rmtree(f"{work}/run")
                screen = SwayScreen(root, work)
                wrong += record(os.path.abspath(program), screen, work)
                wrong += two_screens(os.path.abspath(program), screen, work, source)
        except RuntimeError as error:
            wrong = [str(error)] + (story.wrong if story else [])
        finally:
            if story:
                story.close()
            if screen:
                screen.close()
        for one in wrong:
            print(f"rotation: {one}", file=sys.stderr)
        if wrong and os.path.exists(f"{work}/log"):
            with open(f"{work}/log", encoding="utf-8", errors="replace") as log:
                print("".join(log.readlines()[-15:]), file=sys.stderr)
        print(f"{story.tries if story else 0} tries, {len(wrong)} wrong")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
