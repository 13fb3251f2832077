#!/usr/bin/python3
"""Rules for the window under the finger: the daemon and a mocked touchscreen beside a real sway, or a real X server with i3.

usage: touched.py PROGRAM sway|x11 ROOT [ROUNDS]     PROGRAM is gesture-bridge, ROOT is what `root sway` or `root x11` prints

Two windows lie beside each other, then one above the other, with and without the output turned. In each round (20) one of them
gets the focus, and a finger taps each of them: only the rule for the window under the finger may act. Then they are tabs, and a finger
taps as soon as another one shows; one of them fills the screen, floats above the other, has another title, and there is none. Exit status: 0 if each tap did what it should, 1 if one did
not, with its name on standard error.
"""

import os
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

import environment
from applications import SOON, Story
from compositors import Sway, Window, await_
from rotation import X11Screen

RULES = """
[device."Mocked Touchscreen"]
output = "{output}"

[device."Mocked Touchscreen without Size"]
output = "HEADLESS-2"
size = "300 x 190 mm"

[gesture.tap]
kind = "tap"
run = "echo other >>{done}"

[gesture.hold]
kind = "long-press"
min-duration = "200 ms"
receive = {{ app = "one" }}
run = "echo hold-one >>{done}"

[gesture.hold-elsewhere]
kind = "long-press"
min-duration = "200 ms"
receive = {{ not = {{ app = "one" }} }}
run = "echo hold-elsewhere >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "one" }}
run = "echo one >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "two" }}
run = "echo two >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "two", title = "*film*" }}
run = "echo film >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "two", fullscreen = true }}
run = "echo full >>{done}"
"""
APPS = ("one", "two")
# The panel in mm, as the testbed builds it, and the screen in pixels.
WIDTH, HEIGHT = 300, 190
SCREEN = 1280, 800
# sway does not tell of another layout: a finger has it asked for, at most twice a second.
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

    def lay_out(self, story, layout):
        self.say(f"layout {layout}")
        time.sleep(LAID_OUT)
        story.tap_at_once("it is laid out in another way")
        time.sleep(SOON)

    def turn(self, degrees):
        self.say(f"output HEADLESS-1 transform {degrees}")

    def close_window(self, app):
        self.windows.pop(app).close()

    def close(self):
        for window in self.windows.values():
            window.kill()
        self.sway.kill()


class X11Desktop:
    """i3 on the screen of a Xephyr, with xterms."""

    output = "*"

    def __init__(self, root, work):
        self.screen = X11Screen(root, work)
        self.variables = self.screen.variables
        self.run("printf 'font fixed\\nfocus_follows_mouse no\\n' >/tmp/config")
        self.run("i3 -c /tmp/config >/dev/null 2>&1 &")
        self.await_("case $(xprop -root _NET_SUPPORTING_WM_CHECK) in *'window id'*) ;; *) false ;; esac")

    def run(self, line):
        return self.screen.run(f"export DISPLAY={self.screen.inner}; {line}")

    def await_(self, line):
        await_(lambda: self.run(f"{line} && echo yes").endswith("yes"), line)

    def open(self, app):
        self.run(f"xterm -class {app} -title page >/dev/null 2>&1 &")
        self.await_(f"case $(wmctrl -lx) in *'.{app} '*) ;; *) false ;; esac")

    def focus(self, app):
        self.command(app, "focus")

    def command(self, app, words):
        self.say(f'[class="{app}"] {words}')

    def say(self, words):
        self.run(f"i3-msg '{words}' >/dev/null 2>&1")

    def title(self, app, title):
        self.run(f"wmctrl -x -r xterm.{app} -T '{title}'")

    def lay_out(self, story, layout):
        self.say(f"layout {layout}")
        time.sleep(5 * SOON)

    def turn(self, degrees):
        self.screen.turn(degrees)
        time.sleep(5 * SOON)

    def close_window(self, app):
        self.command(app, "kill")

    def close(self):
        self.screen.close()


def panel(x, y, degrees=0):
    """Where a place on the screen, in shares as the person before it sees it, is on the panel."""
    x, y = {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[degrees]
    return f"x={x * WIDTH:.1f}mm y={y * HEIGHT:.1f}mm"


def rounds(story, desktop, what, places, number, degrees=0):
    for turn in range(number):
        focused = APPS[turn % 2]
        desktop.focus(focused)
        time.sleep(SOON)
        for app, place in zip(APPS, places):
            story.tap(f"{what}, round {turn}, the focus in {focused}, a tap on {app}", app, panel(*place, degrees))


def at_once(story, desktop, number):
    """One tab or the other gets the focus, and the finger taps as soon as the desktop says that it has."""
    for turn in range(number):
        app = APPS[turn % 2]
        story.rest()
        desktop.focus(app)
        acts = story.tap_at_once(f"tabs, turn {turn}")
        if acts != [app]:
            story.wrong.append(f"tabs, turn {turn}, a tap on {app} at once: {acts}")


def hold(story, what, place, expected):
    story.rest()
    before = len(story.acts())
    story.do(f"play event0 hold duration=400ms {panel(*place)}", "settle")
    await_(lambda: len(story.acts()) > before, what)
    if story.acts()[before:] != [expected]:
        story.wrong.append(f"{what}: {story.acts()[before:]} instead of {expected}")


def play(story, desktop, number):
    beside, above = ((0.25, 0.5), (0.75, 0.5)), ((0.5, 0.25), (0.5, 0.75))
    story.tap("no window", "other")
    for app in APPS:
        desktop.open(app)
    time.sleep(5 * SOON)
    rounds(story, desktop, "beside each other", beside, number)
    desktop.focus("two")
    time.sleep(SOON)
    hold(story, "held on what has no focus", beside[0], "hold-one")
    hold(story, "held elsewhere", beside[1], "hold-elsewhere")
    for degrees in (90, 180, 270):
        desktop.turn(degrees)
        time.sleep(5 * SOON)
        rounds(story, desktop, f"turned by {degrees} degrees", beside, 2, degrees)
    desktop.turn(0)
    time.sleep(5 * SOON)
    desktop.lay_out(story, "splitv")
    rounds(story, desktop, "one above the other", above, number)
    desktop.lay_out(story, "tabbed")
    at_once(story, desktop, 5 * number)
    desktop.lay_out(story, "splith")
    desktop.title("two", "a film")
    time.sleep(SOON)
    desktop.focus("one")
    time.sleep(SOON)
    story.tap("another title", "film", panel(*beside[1]))
    desktop.title("two", "page")
    desktop.command("two", "fullscreen enable")
    time.sleep(5 * SOON)
    story.tap("it fills the screen", "full", panel(*beside[0]))
    desktop.command("two", "fullscreen disable")
    time.sleep(5 * SOON)
    story.tap("and no longer", "one", panel(*beside[0]))
    desktop.command("two", "floating enable, resize set 400 300, move position 100 100")
    time.sleep(5 * SOON)
    story.tap("it floats above the other", "two", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    desktop.focus("one")
    time.sleep(5 * SOON)
    story.tap("and has no focus", "two", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    story.tap("beside what floats", "one", panel(1000 / SCREEN[0], 700 / SCREEN[1]))
    desktop.say("workspace 2")
    time.sleep(5 * SOON)
    story.tap("an empty workspace", "other", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    desktop.say("workspace 1")
    time.sleep(5 * SOON)
    story.tap("and back", "one", panel(1000 / SCREEN[0], 700 / SCREEN[1]))
    desktop.close_window("one")
    time.sleep(5 * SOON)
    story.tap("no window is under the finger", "other", panel(1000 / SCREEN[0], 700 / SCREEN[1]))
    story.tap("the other is still there", "two", panel(300 / SCREEN[0], 250 / SCREEN[1]))
    if isinstance(desktop, SwayDesktop):
        two_outputs(story, desktop)


def two_outputs(story, desktop):
    """A second output, turned, with a window of its own."""
    desktop.say("create_output")
    desktop.say("output HEADLESS-2 resolution 1280x800 position 1280 0 transform 90 scale 2")
    desktop.open("one")
    desktop.command("one", "move container to output HEADLESS-2")
    desktop.command("two", "floating disable")
    desktop.focus("two")
    time.sleep(LAID_OUT)
    story.tap("the first of two outputs", "two", panel(0.5, 0.5))
    story.rest()
    for place in ((0.25, 0.25), (0.75, 0.75)):
        before = len(story.acts())
        story.do(f"play event1 tap {panel(*place, 90)}", "settle")
        await_(lambda: len(story.acts()) > before, "a tap on the second output")
        story.rest()
        if story.acts()[before:] != ["one"]:
            story.wrong.append(f"the second of two outputs: {story.acts()[before:]} instead of one")


def main():
    if len(sys.argv) not in (4, 5) or sys.argv[2] not in ("sway", "x11"):
        sys.exit(__doc__)
    environment.enter(__file__)
    program, kind, root = sys.argv[1:4]
    number = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    with tempfile.TemporaryDirectory() as work:
        desktop = story = None
        try:
            desktop = (SwayDesktop if kind == "sway" else X11Desktop)(root, work)
            devices = ("touchscreen event0", "touchscreen-without-size event1")
            rules = RULES.replace("{output}", desktop.output)
            story = Story(os.path.abspath(program), desktop.variables, work, rules, devices)
            play(story, desktop, number)
            wrong = story.wrong
        except RuntimeError as error:
            wrong = [str(error)] + (story.wrong if story else [])
        finally:
            if story:
                story.bed.close()
            if desktop:
                desktop.close()
        for one in wrong:
            print(f"touched: {one}", file=sys.stderr)
        if wrong and os.path.exists(f"{work}/log"):
            with open(f"{work}/log", encoding="utf-8", errors="replace") as log:
                print("".join(log.readlines()[-15:]), file=sys.stderr)
        print(f"{kind}: {number} rounds and what comes after them, {len(wrong)} wrong")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
