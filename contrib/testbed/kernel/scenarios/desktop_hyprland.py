"""Hyprland next to the daemon: each action, keys, the overlay, a turned screen, other virtual keyboards, and a Hyprland that was restarted.

A touch gives the window under it the focus, before the gesture's action.
"""

import os
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../desktop"))

# First, as the module `window` of the kernel's bed is another one.
from seat import Keyboard, Listener, keymap_text
from compositors import Window
from guest import RULES as RULES_FILE, SURROUNDINGS
from hyprland import Hyprland
from served import wait_for

DESKTOP = "hyprland"
EXACT_TIME = True
MEMORY = "2500M"
NIGHTLY = True
TIMEOUT = 600
DURATION = 90
ONE, TWO, KEYS = "org.example.one", "org.example.two", "org.example.keys"
READY = "Hyprland controls windows and workspaces"
ACTIONS = {
    (2, "left"): '{ workspace = "next" }', (2, "right"): '{ workspace = "previous" }', (2, "up"): "{ workspace = 2 }",
    (3, "left"): '{ window = "fullscreen" }', (3, "right"): '{ window = "maximize" }', (3, "up"): '{ window = "next" }',
    (3, "down"): '{ window = "previous" }', (4, "left"): '{ window = "left" }', (4, "right"): '{ window = "right" }',
    (4, "up"): '{ keys = ["z", "Ctrl+a"] }', (4, "down"): '{ window = "close" }', (5, "left"): '{ window = "minimize" }',
}
FLICK = 'min-distance = "15 mm"\nmin-speed = "1 mm/s"\nmax-duration = "10 s"\nslow-after = "10 s"'
RULES = "".join(
    f'\n[gesture.{direction}-{fingers}]\nkind = "swipe"\nfingers = {fingers}\ndirection = "{direction}"\n{FLICK}\nrun = {run}\n'
    for (fingers, direction), run in ACTIONS.items()
) + f"""
[gesture.turned]
kind = "swipe"
fingers = 5
direction = "up"
{FLICK}
run = "echo up >>$RAN"

[gesture.there]
kind = "tap"
run = "echo elsewhere >>$RAN"

[[override]]
gesture = "there"
when = {{ workspace = "2" }}
run = "echo second >>$RAN"
"""
# The place where the fingers land, in mm of the touchscreen's 300 x 190: in the left window and in the right one.
LEFT, RIGHT = 75, 225
# Two minutes after Hyprland has ended the daemon stops looking for it by itself.
LONG = 180
PRESSED = ["+z", "-z", "+Control_L", "+a", "-a", "-Control_L"]


class Keys(Listener):
    """A window that notes its keys, and counts the keymaps that it gets."""

    keymaps = 0

    def mapped(self, body):
        self.keymaps += 1
        super().mapped(body)


class Story:
    def __init__(self, bed):
        self.bed, self.hyprland = bed, Hyprland()
        bed.do("add touchscreen screen")
        self.hyprland.await_reader(bed.path("screen"))
        os.environ["WAYLAND_DISPLAY"] = self.hyprland.display

    def tell(self):
        self.bed.start()
        self.bed.do(f"await '{READY}' within=20s")
        self.windows()
        self.bed.do("wait 2s")
        self.check()
        self.act_on_windows()
        self.act_on_workspaces()
        self.close()
        self.type()
        self.draw()
        self.turn()
        self.restart()
        self.bed.check("it ends when told to", self.bed.do("stop"), "exited=0")

    # ---- The state of Hyprland

    def active(self):
        """The window with the focus, and how it fills the screen: 0, 1 (maximized) or 2 (full screen)."""
        window = self.hyprland.ask("j/activewindow")
        return window.get("class"), window.get("fullscreen")

    def workspace(self):
        return self.hyprland.ask("j/activeworkspace")["id"]

    def left_edge(self, app):
        return next((window["at"][0] for window in self.hyprland.ask("j/clients") if window["class"] == app), None)

    # ---- The fingers

    def swipe(self, fingers, direction, x=LEFT):
        """Away from the edges of the half in which it begins."""
        dx, dy = {"left": (-30, 0), "right": (30, 0), "up": (0, -30), "down": (0, 30)}[direction]
        places = " ".join(f"{name} {x},{60 + 15 * number}" for number, name in enumerate("abcde"[:fingers]))
        names = ",".join("abcde"[:fingers])
        self.bed.do(f"wait 200ms\ndown screen {places}\nmove screen {names} by {dx},{dy} over 200ms\nup screen")

    def expect(self, what, hand, found, expected):
        """The hand does it once, and then it becomes so."""
        hand()
        end = time.monotonic() + 20
        while (now := found()) != expected and time.monotonic() < end:
            time.sleep(0.1)
        self.bed.compare(what, now, expected)

    def layers(self):
        """The namespaces of the surfaces that lie above or below windows."""
        levels = self.hyprland.ask("j/layers")["Virtual-1"]["levels"]
        return [surface["namespace"] for level in levels.values() for surface in level]

    # ---- The parts of the story

    def draw(self):
        """A recognized gesture is shown above the windows, and leaves nothing behind. Only here: as it appears, Hyprland gives the focus back to
        the window under the pointer."""
        self.bed.use("[overlay]\nshow = true\n" + RULES)
        self.bed.do("wait 2s")
        self.expect("nothing is drawn", lambda: None, self.layers, [])
        self.bed.expect("a swipe", ["up"], lambda: self.swipe(5, "up"))
        self.expect("what is recognized is drawn", lambda: None, self.layers, ["gesture-bridge"])
        self.expect("and then nothing", lambda: None, self.layers, [])
        self.bed.use(RULES)

    def windows(self):
        path = self.hyprland.display
        # One after the other: the first window is at the left.
        self.one = Window(path, ONE, "one")
        wait_for(lambda: self.left_edge(ONE) is not None, "the first window is not there")
        self.two = Window(path, TWO, "two")
        wait_for(lambda: self.left_edge(TWO) is not None, "the second window is not there")

    def act_on_windows(self):
        expect, swipe, active = self.expect, self.swipe, self.active
        expect("full screen", lambda: swipe(3, "left"), active, (ONE, 2))
        expect("and back", lambda: swipe(3, "left"), active, (ONE, 0))
        expect("maximized", lambda: swipe(3, "right"), active, (ONE, 1))
        expect("and back", lambda: swipe(3, "right"), active, (ONE, 0))
        expect("the next window", lambda: swipe(3, "up"), active, (TWO, 0))
        expect("the previous window", lambda: swipe(3, "down", RIGHT), active, (ONE, 0))
        places = self.left_edge(ONE), self.left_edge(TWO)
        expect("to the right", lambda: swipe(4, "right"), lambda: (self.left_edge(TWO), self.left_edge(ONE)), places)
        expect("to the left", lambda: swipe(4, "left", RIGHT), lambda: (self.left_edge(ONE), self.left_edge(TWO)), places)
        swipe(5, "left")
        self.bed.do("await 'window = \"minimize\"'")

    def act_on_workspaces(self):
        expect, swipe, workspace = self.expect, self.swipe, self.workspace
        self.tap("on the first workspace", "elsewhere")
        expect("the next workspace, which is new", lambda: swipe(2, "left"), workspace, 2)
        self.tap("on the second one", "second")
        expect("and another one", lambda: swipe(2, "left"), workspace, 3)
        expect("the previous one", lambda: swipe(2, "right"), workspace, 2)
        expect("and the first", lambda: swipe(2, "right"), workspace, 1)
        expect("before the first is none", lambda: swipe(2, "right"), workspace, 1)
        expect("the second by its number", lambda: swipe(2, "up"), workspace, 2)
        expect("and back", lambda: swipe(2, "right"), workspace, 1)
        self.tap("on the first workspace again", "elsewhere")

    def tap(self, what, note):
        self.bed.expect(f"a tap {what}", [note], "wait 300ms\nplay screen tap x=150mm y=95mm")

    def close(self):
        self.expect("closed", lambda: self.swipe(4, "down"), lambda: self.left_edge(ONE), None)

    def type(self):
        """Keys go to the window under the fingers; other virtual keyboards with other keymaps make no difference."""
        path = self.hyprland.display
        self.keys = Keys(path)
        wait_for(lambda: self.left_edge(KEYS) is not None, "there is no window for keys")
        x = LEFT if self.left_edge(KEYS) < 640 else RIGHT
        self.press("keys", x)
        others = [Keyboard(path, keymap_text(layout)) for layout in ("us", "fr", "es", "us(dvorak)", "it")]
        self.doctor()
        time.sleep(5)
        before = self.keys.keymaps
        time.sleep(60)
        self.bed.check("keymaps that come in a minute in which nobody types", self.keys.keymaps - before, 0)
        for number, other in enumerate(others):
            other.press(30, 1)
            other.press(30, 0)
            time.sleep(2)
            self.keys.events.clear()
            self.press(f"keys after those of keyboard {number + 1}", x)
        for other in others:
            other.socket.close()
        self.press("keys after the others have gone", x)
        self.bed.check("few keymaps for all that", self.keys.keymaps <= 60, True)

    def press(self, what, x):
        self.keys.events.clear()
        self.expect(what, lambda: self.swipe(4, "up", x), lambda: self.keys.events[:6], PRESSED)

    def turn(self):
        """The touchscreen turns with the screen, of which Hyprland reports only that it is done."""
        swipe = {0: "up", 1: "left", 2: "down", 3: "right"}
        for transform in (1, 2, 3, 0):
            answer = self.hyprland.ask(f'eval hl.monitor({{ output = "Virtual-1", mode = "1280x800@60", scale = 1, transform = {transform} }})')
            self.bed.check(f"Hyprland takes transform {transform}", answer, "ok")
            self.bed.do(f"await 'is turned by {90 * transform}°' within=20s")
            self.bed.do("wait 500ms")
            self.bed.expect(f"at {90 * transform}° a swipe up is one", ["up"], lambda: self.swipe(5, swipe[transform], 150))

    # ---- The output of the program

    def run(self, *words):
        environment = {**os.environ, **SURROUNDINGS, "WAYLAND_DISPLAY": self.hyprland.display}
        done = subprocess.run([self.bed.program_words[0], *words], env=environment, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def doctor(self):
        said = self.run("doctor", "--config", RULES_FILE)
        self.bed.check("the doctor knows what sends keys", "zwp_virtual_keyboard_v1 sends keys and clicks" in said, True)
        self.bed.check("the doctor knows what controls windows", READY in said, True)

    def check(self):
        said = self.run("check", "--desktop", RULES_FILE)
        self.bed.check("check knows what controls windows", READY in said, True)
        lacks = [line.split("`")[1] for line in said.splitlines() if "can't be done in this session" in line]
        self.bed.check("and what can't be done", lacks, ['window = "minimize"'])
        # The same with rules that were written when nothing was known of the session.
        with open("/tmp/first.toml", "w", encoding="utf-8") as file:
            file.write(self.run("init", "--stdout", "--desktop", "none"))
        said = self.run("check", "--desktop", "/tmp/first.toml")
        lacks = [line.split("`")[1] for line in said.splitlines() if "can't be done in this session: Hyprland" in line]
        self.bed.check("and of the first rules for any desktop", sorted(lacks), ['overview = "toggle"', 'window = "minimize"'])

    # ---- Another Hyprland

    def restart(self):
        before = self.hyprland.signatures()
        self.hyprland.kill()
        time.sleep(LONG)
        self.hyprland.begin()
        self.hyprland.await_reader(self.bed.path("screen"))
        self.bed.check("the new one has a socket of its own", len(self.hyprland.signatures() - before), 1)
        self.bed.do("wait 2s")
        self.windows()
        self.expect("restarted: the next workspace by the first swipe", lambda: self.swipe(2, "left"), self.workspace, 2)
        self.tap("on the second workspace", "second")
        self.expect("restarted: the previous workspace", lambda: self.swipe(2, "right"), self.workspace, 1)
        self.expect("restarted: full screen", lambda: self.swipe(3, "left"), self.active, (ONE, 2))
        self.expect("and back", lambda: self.swipe(3, "left"), self.active, (ONE, 0))


def scenario(bed):
    story = Story(bed)
    try:
        story.tell()
    finally:
        story.hyprland.end()
