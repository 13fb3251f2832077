"""Rules for the window under the finger, on a real sway and on a real X server with i3.

Two windows lie next to each other, then one above the other, with and without the output turned. In each round one of them gets the
focus, and a finger taps each of them: only the rule for the window under the finger may act. Then they are tabs, and a finger taps as soon
as another one shows; one of them fills the screen, floats above the other, has another title, and there is none.
"""

import os
import time

from compositors import Sway, Window
from daemon import SOON
from xephyr import Xephyr

DESKTOPS = {"sway": 20, "x11": 20}

RULES = """
[device."Mocked Touchscreen"]
output = "{output}"

[device."Mocked Touchscreen without Size"]
output = "HEADLESS-2"
size = "300 x 190 mm"

[gesture.tap]
kind = "tap"
run = "echo other >>$DONE"

[gesture.hold]
kind = "long-press"
min-duration = "200 ms"
receive = { app = "one" }
run = "echo hold-one >>$DONE"

[gesture.hold-elsewhere]
kind = "long-press"
min-duration = "200 ms"
receive = { not = { app = "one" } }
run = "echo hold-elsewhere >>$DONE"

[[override]]
gesture = "tap"
when = { app = "one" }
run = "echo one >>$DONE"

[[override]]
gesture = "tap"
when = { app = "two" }
run = "echo two >>$DONE"

[[override]]
gesture = "tap"
when = { app = "two", title = "*film*" }
run = "echo film >>$DONE"

[[override]]
gesture = "tap"
when = { app = "two", fullscreen = true }
run = "echo full >>$DONE"
"""
APPS = ("one", "two")
# The panel in mm, as the testbed builds it, and the screen in pixels.
WIDTH, HEIGHT = 300, 190
SCREEN = 1280, 800
# sway does not report a changed layout: the daemon asks for it when a finger lands, at most twice a second.
LAID_OUT = 0.6


class SwayDesktop:
    """sway with windows of its own."""

    output = "HEADLESS-1"

    def __init__(self, root, work):
        os.mkdir(f"{work}/run", 0o700)
        self.sway, self.windows = Sway(root, f"{work}/run"), {}
        self.sway.start()
        self.variables = self.sway.variables

    def open(self, app):
        self.windows[app] = Window(self.sway.socket, app, "page")

    def focus(self, app):
        self.say(f'[app_id="{app}"] focus')

    def command(self, app, words):
        self.say(f'[app_id="{app}"] {words}')

    def say(self, words):
        self.sway.say(words)

    def title(self, app, title):
        self.windows[app].say(f"title {title}")

    def lay_out(self, daemon, layout):
        self.say(f"layout {layout}")
        time.sleep(LAID_OUT)
        daemon.does("it is laid out in another way", "play event0 tap")
        time.sleep(SOON)

    def turn(self, degrees):
        self.say(f"output HEADLESS-1 transform {degrees}")

    def close_window(self, app):
        self.windows.pop(app).close()

    def close(self):
        for window in self.windows.values():
            window.kill()
        self.sway.kill()


class X11Desktop(Xephyr):
    """i3 on the screen of a Xephyr, with xterms."""

    output = "*"

    def __init__(self, root, work):
        super().__init__(root, work)
        self.run("printf 'font fixed\\nfocus_follows_mouse no\\n' >/tmp/config")
        self.run("i3 -c /tmp/config >/dev/null 2>&1 &")
        self.await_("case $(xprop -root _NET_SUPPORTING_WM_CHECK) in *'window id'*) ;; *) false ;; esac")

    def open(self, app):
        self.run(f"xterm -class {app} -title page >/dev/null 2>&1 &")
        self.await_(f"case $(wmctrl -lx) in *'.{app} '*) ;; *) false ;; esac")

    def focus(self, app):
        self.command(app, "focus")
        # i3 answers before the X server has carried out i3's requests.
        self.await_(f"""active=$(xprop -root _NET_ACTIVE_WINDOW)
            case $(xprop -id "${{active##*# }}" WM_CLASS) in *'"{app}"'*) ;; *) false ;; esac""")

    def command(self, app, words):
        self.say(f'[class="{app}"] {words}')

    def say(self, words):
        self.run(f"i3-msg '{words}' >/dev/null 2>&1")

    def title(self, app, title):
        self.run(f"wmctrl -x -r xterm.{app} -T '{title}'")

    def lay_out(self, daemon, layout):
        self.say(f"layout {layout}")
        time.sleep(5 * SOON)

    def close_window(self, app):
        self.command(app, "kill")


def panel(x, y, degrees=0):
    """Where a place on the screen, in shares as the person before it sees it, is on the panel."""
    x, y = {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[degrees]
    return f"x={x * WIDTH:.1f}mm y={y * HEIGHT:.1f}mm"


def rounds(daemon, desktop, what, places, number, degrees=0):
    for turn in range(number):
        focused = APPS[turn % 2]
        desktop.focus(focused)
        time.sleep(SOON)
        for app, place in zip(APPS, places):
            daemon.tap(f"{what}, round {turn}, the focus in {focused}, a tap on {app}", app, panel(*place, degrees))


def at_once(daemon, desktop, number):
    """One tab or the other gets the focus, and the finger taps as soon as the desktop reports it."""
    for turn in range(number):
        app = APPS[turn % 2]
        daemon.rest()
        desktop.focus(app)
        assert daemon.does(f"tabs, turn {turn}", "play event0 tap") == [app]


def hold(daemon, what, place, expected):
    daemon.try_(what, expected, f"play event0 hold duration=400ms {panel(*place)}")


def test_touched(kind, root, work, start, count):
    desktop = (SwayDesktop if kind == "sway" else X11Desktop)(root, work)
    try:
        devices = ("touchscreen event0", "touchscreen-without-size event1")
        play(start(desktop.variables, RULES.replace("{output}", desktop.output), devices=devices), desktop, count)
    finally:
        desktop.close()


def play(daemon, desktop, number):
    beside, above = ((0.25, 0.5), (0.75, 0.5)), ((0.5, 0.25), (0.5, 0.75))
    daemon.tap("no window", "other")
    for app in APPS:
        desktop.open(app)
    time.sleep(5 * SOON)
    rounds(daemon, desktop, "beside each other", beside, number)
    desktop.focus("two")
    time.sleep(SOON)
    hold(daemon, "held on what has no focus", beside[0], "hold-one")
    hold(daemon, "held elsewhere", beside[1], "hold-elsewhere")
    for degrees in (90, 180, 270):
        desktop.turn(degrees)
        time.sleep(5 * SOON)
        rounds(daemon, desktop, f"turned by {degrees} degrees", beside, 2, degrees)
    desktop.turn(0)
    time.sleep(5 * SOON)
    desktop.lay_out(daemon, "splitv")
    rounds(daemon, desktop, "one above the other", above, number)
    desktop.lay_out(daemon, "tabbed")
    at_once(daemon, desktop, 5 * number)
    desktop.lay_out(daemon, "splith")
    desktop.title("two", "a film")
    time.sleep(SOON)
    desktop.focus("one")
    time.sleep(SOON)
    daemon.tap("another title", "film", panel(*beside[1]))
    desktop.title("two", "page")
    desktop.command("two", "fullscreen enable")
    daemon.taps_until("it fills the screen", "full", panel(*beside[0]))
    desktop.command("two", "fullscreen disable")
    daemon.taps_until("and no longer", "one", panel(*beside[0]))
    desktop.command("two", "floating enable, resize set 400 300, move position 100 100")
    daemon.taps_until("it floats above the other", "two", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    desktop.focus("one")
    time.sleep(5 * SOON)
    daemon.tap("and has no focus", "two", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    daemon.tap("beside what floats", "one", panel(1000 / SCREEN[0], 700 / SCREEN[1]))
    desktop.say("workspace 2")
    daemon.taps_until("an empty workspace", "other", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    desktop.say("workspace 1")
    daemon.taps_until("and back", "one", panel(1000 / SCREEN[0], 700 / SCREEN[1]))
    desktop.close_window("one")
    daemon.taps_until("no window is under the finger", "other", panel(1000 / SCREEN[0], 700 / SCREEN[1]))
    daemon.tap("the other is still there", "two", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    if isinstance(desktop, SwayDesktop):
        two_outputs(daemon, desktop)


def two_outputs(daemon, desktop):
    """A second output, turned, with a window of its own."""
    desktop.say("create_output")
    desktop.say("output HEADLESS-2 resolution 1280x800 position 1280 0 transform 90 scale 2")
    desktop.open("one")
    desktop.command("one", "move container to output HEADLESS-2")
    desktop.command("two", "floating disable")
    desktop.focus("two")
    time.sleep(LAID_OUT)
    daemon.tap("the first of two outputs", "two", panel(0.5, 0.5))
    for place in ((0.25, 0.25), (0.75, 0.75)):
        daemon.try_("the second of two outputs", "one", f"play event1 tap {panel(*place, 90)}")
