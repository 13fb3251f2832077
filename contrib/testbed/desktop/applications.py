#!/usr/bin/python3
"""Rules for applications and actions on a real compositor of Wayland, in a root of its own, with a mocked touchscreen.

usage: applications.py [--at-once] PROGRAM sway|labwc|wayfire|phoc ROOT [SWITCHES]
       PROGRAM is gesture-bridge, ROOT has the compositor (see `root`)
       --at-once   only counts which window counts if a finger lands as soon as the compositor says that another one has the
                   focus

Two windows have the focus in turn, and after each switch (200) a finger taps: only the rule for the window in front may act.
Then a window fills the screen, has another title, and closes; an empty workspace is shown; swipes ask for each action, which the
compositor does unless `doctor` and `check --desktop` say that it can't; a window gets keys; the output turns; the compositor hangs, is
killed and starts anew.
Exit status: 0 if all of it did what it should, 1 if not, with what did not on standard error.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

import environment
from compositors import COMPOSITORS, Window, await_

RULES = """
[gesture.tap]
kind = "tap"
device = "touchscreen"
run = "echo other >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "org.mozilla.firefox" }}
run = "echo firefox >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "f??t" }}
run = "echo foot >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "org.mozilla.firefox", fullscreen = true }}
run = "echo full >>{done}"

[[binding]]
gesture = "tap"
when = {{ app = "org.mozilla.firefox", title = "*film*", output = "HEADLESS-1" }}
run = "echo film >>{done}"

[[binding]]
gesture = "tap"
when = {{ workspace = "mail" }}
run = "echo mail >>{done}"
"""
# What swipes ask for, by the fingers and the direction.
ACTIONS = {
    "next": (3, "left", 'window = "next"'),
    "previous": (3, "right", 'window = "previous"'),
    "fullscreen": (3, "up", 'window = "fullscreen"'),
    "maximize": (3, "down", 'window = "maximize"'),
    "minimize": (4, "down", 'window = "minimize"'),
    "close": (4, "up", 'window = "close"'),
    "workspace-next": (4, "left", 'workspace = "next"'),
    "workspace-previous": (4, "right", 'workspace = "previous"'),
    "workspace-1": (5, "up", "workspace = 1"),
    "left": (5, "left", 'window = "left"'),
    "right": (5, "right", 'window = "right"'),
    "overview": (5, "down", 'overview = "toggle"'),
}
SWIPE = """
[gesture.{name}]
kind = "swipe"
fingers = {fingers}
direction = "{direction}"
run = {{ {action} }}
"""
KEYS = """
[gesture.keys]
kind = "tap"
fingers = 2
run = { keys = "ctrl+a", type = "hi" }
"""
TYPED = ["+Control_L", "+a", "-a", "-Control_L", "+h", "-h", "+i", "-i"]
# What a compositor takes to tell its clients of a change, in seconds.
SOON = 0.05
# After this time what an action should have done will not happen.
NEVER = 1


def action_rules():
    """With doubled braces, for `Story`."""
    swipes = [SWIPE.format(name=name, fingers=fingers, direction=direction, action=action)
              for name, (fingers, direction, action) in ACTIONS.items()]
    turned = [f'[gesture.turned-{direction}]\nkind = "swipe"\nfingers = 2\ndirection = "{direction}"\n'
              f'run = "echo {direction} >>DONE"\n' for direction in ("left", "right", "up", "down")]
    return ("".join(swipes + turned) + KEYS).replace("{", "{{").replace("}", "}}").replace("DONE", "{done}")


class Story:
    """The daemon, its touchscreen, and what its rules have done."""

    def __init__(self, program, variables, work, rules=RULES, devices=("touchscreen event0",)):
        from bed import Bed

        self.done, self.rules = f"{work}/done", f"{work}/rules.toml"
        self.wrong = []
        with open(self.rules, "w", encoding="utf-8") as file:
            file.write(rules.format(done=self.done))
        os.chmod(self.rules, 0o600)
        open(self.done, "w", encoding="utf-8").close()
        for name in ("WAYLAND_DISPLAY", "DISPLAY"):
            os.environ.pop(name, None)
        os.environ.update(variables)
        self.log = open(f"{work}/log", "wb")
        self.bed = Bed([program, "--allow-root", "--log-level", "info", "--config", self.rules], self.log)
        self.do(*(f"add {device}" for device in devices), "start", "await ready within=20s")

    def do(self, *lines):
        for line in lines:
            answer = self.bed.obey(line)
            if not answer.startswith("ok"):
                raise RuntimeError(f"{line}: {answer}")

    def acts(self):
        with open(self.done, encoding="utf-8") as file:
            return file.read().split()

    def tap(self, what, expected, place=""):
        """A finger taps; notes it if another rule acted, or more than one."""
        self.rest()
        acts = self.tap_at_once(what, place)
        if acts != [expected]:
            self.wrong.append(f"{what}: {acts} instead of {expected}")

    def rest(self):
        """A finger that lands sooner after another one is the same finger, which bounces."""
        self.do("wait 60ms")

    def tap_at_once(self, what, place=""):
        """What the rules do for a tap, in the middle or at a place such as `x=75mm y=95mm`."""
        return self.does(what, f"tap {place}")

    def does(self, what, gesture):
        """What the rules do for a gesture."""
        before = len(self.acts())
        self.do(f"play event0 {gesture}", "settle")
        await_(lambda: len(self.acts()) > before, f"what a finger does: {what}")
        return self.acts()[before:]

    def swipe(self, name):
        """A swipe asks for an action."""
        fingers, direction, _ = ACTIONS[name]
        self.rest()
        self.do(f"play event0 swipe fingers={fingers} direction={direction}", "settle")

    def expect(self, holds, what, within=20):
        """Notes it if something does not become so in time."""
        try:
            await_(holds, what, within)
        except RuntimeError as error:
            self.wrong.append(str(error))

    def taps_until(self, what, expected):
        """As `tap`, for what a compositor tells in its own time after it has started."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            acts = self.tap_at_once(what)
            if acts == [expected]:
                return
            time.sleep(0.2)
        self.wrong.append(f"{what}: {acts} instead of {expected}")


def race(story, compositor, switches):
    """Prints how often the new window counts, and how often the old one."""
    apps = {"firefox": "org.mozilla.firefox", "foot": "foot"}
    windows = [Window(compositor.socket, app, name) for name, app in apps.items()]
    new = 0
    for number in range(switches):
        name = ("firefox", "foot")[number % 2]
        story.rest()
        compositor.focus(apps[name])
        new += story.tap_at_once(f"switch {number}") == [name]
    for window in windows:
        window.kill()
    print(f"the new window counts in {new} of {switches} taps")


def play(story, compositor, switches, program):
    story.tap("no window", "other")
    windows = {"firefox": Window(compositor.socket, "org.mozilla.firefox", "page"), "foot": Window(compositor.socket, "foot", "shell")}
    apps = {"firefox": "org.mozilla.firefox", "foot": "foot"}
    for number in range(switches):
        name = ("firefox", "foot")[number % 2]
        compositor.focus(apps[name])
        time.sleep(SOON)
        story.tap(f"switch {number}", name)
    compositor.focus(apps["firefox"])
    windows["firefox"].say("title a film")
    time.sleep(SOON)
    story.tap("another title and the output", "film")
    windows["firefox"].say("title page")
    windows["firefox"].say("fullscreen", "full")
    time.sleep(SOON)
    story.tap("it fills the screen", "full")
    windows["firefox"].say("windowed", "windowed")
    time.sleep(SOON)
    story.tap("and no longer", "firefox")
    has_workspaces = "workspace-next" not in compositor.lacks
    if has_workspaces:
        compositor.show("mail")
        time.sleep(SOON)
        story.tap("an empty workspace", "mail")
        compositor.show("1")
        time.sleep(SOON)
        story.tap("and back", "firefox")
    Actions(story, compositor, program).play(windows)
    windows["firefox"].close()
    time.sleep(SOON)
    story.tap("it closes", "foot")
    turn(story, compositor)
    type_keys(story, compositor)
    # A busy compositor may not have reported yet that the window for keys has closed.
    story.taps_until("the window for keys has closed", "foot")
    pid = compositor.pid()
    os.kill(pid, signal.SIGSTOP)
    story.tap("the compositor has just hung", "foot")
    time.sleep(1.2)
    story.tap("the compositor hangs", "other")
    os.kill(pid, signal.SIGCONT)
    time.sleep(SOON)
    story.taps_until("it goes on", "foot")
    compositor.kill()
    windows["foot"].kill()
    time.sleep(SOON)
    story.tap("the compositor is killed", "other")
    compositor.start()
    windows["foot"] = Window(compositor.socket, "foot", "shell")
    story.taps_until("another compositor has started", "foot")
    if has_workspaces:
        compositor.show("mail")
        time.sleep(SOON)
        story.tap("its workspaces", "mail")
        story.swipe("workspace-1")
        story.expect(lambda: "activated" in compositor.states("foot"), "its workspaces are changed")
        story.taps_until("its workspaces are changed", "foot")
    type_keys(story, compositor)
    story.swipe("close")
    story.expect(lambda: compositor.states("foot") is None, "its windows are closed")
    windows["foot"].kill()


class Actions:
    """What swipes ask the compositor for; a task bar says what becomes of it."""

    def __init__(self, story, compositor, program):
        self.story, self.compositor, self.program = story, compositor, program

    def play(self, windows):
        """Two windows are there, and that of Firefox has the focus, on the first workspace."""
        firefox, foot = "org.mozilla.firefox", "foot"
        self.ask("check", "--desktop", self.story.rules)
        self.ask("doctor", "--config", self.story.rules)
        self.act("next", lambda: self.has(foot, "activated"))
        self.act("previous", lambda: self.has(firefox, "activated"))
        for action, state in (("fullscreen", "fullscreen"), ("maximize", "maximized")):
            self.act(action, lambda state=state: self.has(firefox, state))
            self.act(action, lambda state=state: not self.has(firefox, state))
        self.act("minimize", lambda: self.has(firefox, "minimized"))
        self.compositor.focus(firefox)
        self.story.expect(lambda: self.has(firefox, "activated"), "the window has the focus again")
        self.act("right", lambda: self.compositor.order() == [foot, firefox])
        self.act("left", lambda: self.compositor.order() == [firefox, foot])
        self.act("overview", None)
        self.workspaces()
        third = Window(self.compositor.socket, "third", "third")
        self.story.expect(lambda: self.has("third", "activated"), "the third window has the focus")
        self.act("close", lambda: self.compositor.states("third") is None)
        third.kill()
        self.compositor.focus(firefox)
        time.sleep(SOON)
        self.story.tap("all actions have been asked for", "firefox")

    def workspaces(self):
        """The second workspace has a window, because sway has only workspaces that are shown or have one."""
        if "workspace-next" in self.compositor.lacks:
            for name in ("workspace-next", "workspace-previous", "workspace-1"):
                self.act(name, None)
            return
        self.compositor.show("mail")
        letter = Window(self.compositor.socket, "letter", "letter")
        self.compositor.show("1")
        self.story.expect(lambda: not self.has("letter", "activated"), "the first workspace is shown")
        for name, app in (("next", "letter"), ("previous", "org.mozilla.firefox"), ("next", "letter"), ("1", "org.mozilla.firefox")):
            self.act(f"workspace-{name}", lambda app=app: self.has(app, "activated"))
            time.sleep(SOON)
            self.story.tap(f"the workspace of {app}", "mail" if app == "letter" else "firefox")
        letter.close()

    def has(self, app, state):
        return state in (self.compositor.states(app) or ())

    def act(self, name, holds):
        """A swipe asks for an action. Notes it if what should hold then does not, or if anything happens although it can't be done here."""
        can, before = name not in self.compositor.lacks, self.compositor.windows()
        self.story.swipe(name)
        if can and name not in self.compositor.ignores:
            self.story.expect(holds, f"what {name} does")
            # The daemon has to hear of it too.
            time.sleep(SOON)
        else:
            time.sleep(NEVER if can else SOON)
            if (after := self.compositor.windows()) != before:
                self.story.wrong.append(f"{name} makes {after} of {before}")

    def ask(self, *words):
        """Notes it if the program does not say what can't be done here, and of nothing else."""
        done = subprocess.run([self.program, *words], capture_output=True, text=True, check=False, timeout=20)
        # Lines may be folded.
        said = " ".join(done.stdout.split())
        lacks = [name for name, (_, _, action) in ACTIONS.items() if f"`{action}` can't be done here" in said]
        if sorted(lacks) != sorted(self.compositor.lacks):
            self.story.wrong.append(f"{words[0]}: {lacks} can't be done instead of {self.compositor.lacks}")


def turn(story, compositor):
    """Swipes to the left of the panel, while the output turns."""
    for transform, direction in ((1, "up"), (2, "right"), (3, "down"), (0, "left")):
        compositor.turn(transform)
        time.sleep(SOON)
        story.rest()
        acts = story.does("a swipe", "swipe fingers=2 direction=left")
        if acts != [direction]:
            story.wrong.append(f"the output is turned by {transform}: {acts} instead of {direction}")


def type_keys(story, compositor):
    """A window gets a chord and a text. What comes from a keyboard that the compositor has yet to learn of is lost."""
    from seat import Listener

    listener = Listener(compositor.socket)
    story.expect(lambda: listener.is_focused, "the window for keys has the focus")
    end = time.monotonic() + 20
    while time.monotonic() < end:
        listener.events.clear()
        story.rest()
        story.do("play event0 tap fingers=2", "settle")
        try:
            await_(lambda: len(listener.events) >= len(TYPED), "keys", NEVER)
            break
        except RuntimeError:
            pass
    if listener.events != TYPED:
        story.wrong.append(f"keys: {listener.events}")
    # Its thread reads.
    listener.socket.shutdown(socket.SHUT_RDWR)
    time.sleep(SOON)


def main():
    words = [word for word in sys.argv[1:] if word != "--at-once"]
    if len(words) not in (3, 4) or words[1] not in COMPOSITORS:
        sys.exit(__doc__)
    environment.enter(__file__)
    program, kind, root = words[:3]
    switches = int(words[3]) if len(words) > 3 else 200
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/run", 0o700)
        compositor = COMPOSITORS[kind](root, f"{work}/run")
        # The window with the focus is the one under the finger.
        compositor.more = "workspace_layout tabbed\n"
        story = None
        try:
            compositor.start()
            program = os.path.abspath(program)
            if "--at-once" in sys.argv:
                story = Story(program, compositor.variables, work)
                race(story, compositor, switches)
            else:
                story = Story(program, compositor.variables, work, RULES + action_rules())
                play(story, compositor, switches, program)
            wrong = story.wrong
        except RuntimeError as error:
            wrong = (story.wrong if story else []) + [str(error)]
        finally:
            if story:
                story.bed.close()
            compositor.kill()
        for one in wrong:
            print(f"applications: {one}", file=sys.stderr)
        if wrong and os.path.exists(f"{work}/log"):
            with open(f"{work}/log", encoding="utf-8", errors="replace") as log:
                print("".join(log.readlines()[-15:]), file=sys.stderr)
        if "--at-once" not in sys.argv:
            print(f"{kind}: {switches} switches and what comes after them, {len(wrong)} wrong")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
