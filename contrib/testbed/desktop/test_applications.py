"""Rules for applications and actions on a real compositor of Wayland, with a mocked touchscreen.

Two windows have the focus in turn, and after each switch a finger taps: only the rule for the window in front may act. Then a window
fills the screen, has another title, and closes; an empty workspace is shown; swipes ask for each action, which the compositor does unless
`doctor` and `check --desktop` say that it can't; a window gets keys; the output turns; the compositor hangs, is killed and starts again.
"""

import os
import signal
import socket
import subprocess
import time

from compositors import Window, await_
from daemon import SOON

DESKTOPS = {"sway": 200, "labwc": 20, "phoc": 20}
NIGHTLY = {"labwc": 200, "sway sid": 200, "labwc sid": 200, "wayfire sid": 200, "phoc sid": 200}

RULES = """
[gesture.tap]
kind = "tap"
device = "touchscreen"
run = "echo other >>$DONE"

[[override]]
gesture = "tap"
when = { app = "org.mozilla.firefox" }
run = "echo firefox >>$DONE"

[[override]]
gesture = "tap"
when = { app = "f??t" }
run = "echo foot >>$DONE"

[[override]]
gesture = "tap"
when = { app = "org.mozilla.firefox", fullscreen = true }
run = "echo full >>$DONE"

[[override]]
gesture = "tap"
when = { app = "org.mozilla.firefox", title = "*film*", output = "HEADLESS-1" }
run = "echo film >>$DONE"

[[override]]
gesture = "tap"
when = { workspace = "mail" }
run = "echo mail >>$DONE"
"""
# The requests of swipes, by the fingers and the direction.
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
# After this time an action that has not happened will not happen any more.
NEVER = 1


def action_rules():
    swipes = [SWIPE.format(name=name, fingers=fingers, direction=direction, action=action)
              for name, (fingers, direction, action) in ACTIONS.items()]
    turned = [SWIPE.format(name=f"turned-{way}", fingers=2, direction=way, action=f'command = "echo {way} >>$DONE"')
              for way in ("left", "right", "up", "down")]
    return "".join(swipes + turned) + KEYS


def test_applications(compositor, start, count):
    # The window with the focus is the one under the finger.
    compositor.more = "workspace_layout tabbed\n"
    compositor.start()
    daemon = start(compositor.variables, RULES + action_rules())
    daemon.tap("no window", "other")
    apps = {"firefox": "org.mozilla.firefox", "foot": "foot"}
    windows = {name: Window(compositor.socket, app, "page") for name, app in apps.items()}
    for number in range(count):
        name = ("firefox", "foot")[number % 2]
        compositor.focus(apps[name])
        time.sleep(SOON)
        daemon.tap(f"switch {number}", name)
    compositor.focus(apps["firefox"])
    for what, lines, expected in (
        ("another title and the output", [("title a film",)], "film"),
        ("it fills the screen", [("title page",), ("fullscreen", "full")], "full"),
        ("and no longer", [("windowed", "windowed")], "firefox"),
    ):
        for line in lines:
            windows["firefox"].say(*line)
        time.sleep(SOON)
        daemon.tap(what, expected)
    has_workspaces = "workspace-next" not in compositor.lacks
    if has_workspaces:
        for what, workspace, expected in (("an empty workspace", "mail", "mail"), ("and back", "1", "firefox")):
            compositor.show(workspace)
            time.sleep(SOON)
            daemon.tap(what, expected)
    Actions(daemon, compositor).play()
    windows["firefox"].close()
    time.sleep(SOON)
    daemon.tap("it closes", "foot")
    turn(daemon, compositor)
    type_keys(daemon, compositor)
    # A busy compositor may not have reported yet that the window for keys has closed.
    daemon.taps_until("the window for keys has closed", "foot")
    pid = compositor.pid()
    os.kill(pid, signal.SIGSTOP)
    daemon.tap("the compositor has just hung", "foot")
    time.sleep(1.2)
    daemon.tap("the compositor hangs", "other")
    os.kill(pid, signal.SIGCONT)
    time.sleep(SOON)
    daemon.taps_until("it continues", "foot")
    compositor.kill()
    windows["foot"].kill()
    time.sleep(SOON)
    daemon.tap("the compositor is killed", "other")
    compositor.start()
    windows["foot"] = Window(compositor.socket, "foot", "shell")
    daemon.taps_until("another compositor has started", "foot")
    if has_workspaces:
        compositor.show("mail")
        time.sleep(SOON)
        daemon.tap("its workspaces", "mail")
        swipe(daemon, "workspace-1")
        await_(lambda: "activated" in compositor.states("foot"), "its workspaces are changed", 20)
        daemon.taps_until("its workspaces are changed", "foot")
    type_keys(daemon, compositor)
    swipe(daemon, "close")
    await_(lambda: compositor.states("foot") is None, "its windows are closed", 20)
    windows["foot"].kill()


def swipe(daemon, name):
    """A swipe asks for an action."""
    fingers, direction, _ = ACTIONS[name]
    daemon.rest()
    daemon.do(f"play event0 swipe fingers={fingers} direction={direction}", "settle")


class Actions:
    """The requests of swipes to the compositor; a task bar reports the results."""

    def __init__(self, daemon, compositor):
        self.daemon, self.compositor = daemon, compositor

    def play(self):
        """Two windows are there, and that of Firefox has the focus, on the first workspace."""
        firefox, foot = "org.mozilla.firefox", "foot"
        self.ask("check", "--desktop", self.daemon.rules)
        self.ask("doctor", "--config", self.daemon.rules)
        self.act("next", lambda: self.has(foot, "activated"))
        self.act("previous", lambda: self.has(firefox, "activated"))
        for action, state in (("fullscreen", "fullscreen"), ("maximize", "maximized")):
            self.act(action, lambda state=state: self.has(firefox, state))
            self.act(action, lambda state=state: not self.has(firefox, state))
        self.act("minimize", lambda: self.has(firefox, "minimized"))
        self.compositor.focus(firefox)
        await_(lambda: self.has(firefox, "activated"), "the window has the focus again", 20)
        self.act("right", lambda: self.compositor.order() == [foot, firefox])
        self.act("left", lambda: self.compositor.order() == [firefox, foot])
        self.act("overview", None)
        self.workspaces()
        third = Window(self.compositor.socket, "third", "third")
        await_(lambda: self.has("third", "activated"), "the third window has the focus", 20)
        self.act("close", lambda: self.compositor.states("third") is None)
        third.kill()
        self.compositor.focus(firefox)
        time.sleep(SOON)
        self.daemon.tap("all actions have been asked for", "firefox")

    def workspaces(self):
        """The second workspace has a window, because sway has only workspaces that are shown or have one."""
        if "workspace-next" in self.compositor.lacks:
            for name in ("workspace-next", "workspace-previous", "workspace-1"):
                self.act(name, None)
            return
        self.compositor.show("mail")
        letter = Window(self.compositor.socket, "letter", "letter")
        self.compositor.show("1")
        await_(lambda: not self.has("letter", "activated"), "the first workspace is shown", 20)
        for name, app in (("next", "letter"), ("previous", "org.mozilla.firefox"), ("next", "letter"), ("1", "org.mozilla.firefox")):
            self.act(f"workspace-{name}", lambda app=app: self.has(app, "activated"))
            time.sleep(SOON)
            self.daemon.tap(f"the workspace of {app}", "mail" if app == "letter" else "firefox")
        letter.close()

    def has(self, app, state):
        return state in (self.compositor.states(app) or ())

    def act(self, name, holds):
        """A swipe asks for an action: then this must hold, or nothing may happen if the action can't be done here."""
        can, before = name not in self.compositor.lacks, self.compositor.windows()
        swipe(self.daemon, name)
        if can and name not in self.compositor.ignores:
            await_(holds, f"what {name} does", 20)
            # The daemon has to get the report of it too.
            time.sleep(SOON)
        else:
            time.sleep(NEVER if can else SOON)
            assert self.compositor.windows() == before, name

    def ask(self, *words):
        """The program reports the actions that can't be done here, and nothing else."""
        done = subprocess.run([self.daemon.program, *words], capture_output=True, text=True, check=False, timeout=20)
        # Lines may be folded.
        said = " ".join(done.stdout.split())
        lacks = [name for name, (_, _, action) in ACTIONS.items() if f"`{action}` can't be done in this session" in said]
        assert sorted(lacks) == sorted(self.compositor.lacks), words


def turn(daemon, compositor):
    """Swipes to the left of the panel, while the output turns."""
    for transform, direction in ((1, "up"), (2, "right"), (3, "down"), (0, "left")):
        compositor.turn(transform)
        time.sleep(SOON)
        daemon.try_(f"the output is turned by {transform}", direction, "play event0 swipe fingers=2 direction=left")


def type_keys(daemon, compositor):
    """A window gets a chord and a text. Keys of a keyboard that the compositor doesn't know yet are lost."""
    from seat import Listener

    listener = Listener(compositor.socket)
    await_(lambda: listener.is_focused, "the window for keys has the focus", 20)

    def typed():
        listener.events.clear()
        daemon.rest()
        daemon.do("play event0 tap fingers=2", "settle")
        end = time.monotonic() + NEVER
        while len(listener.events) < len(TYPED) and time.monotonic() < end:
            time.sleep(0.005)
        return listener.events == TYPED

    await_(typed, "keys", 20)
    # Its thread reads.
    listener.socket.shutdown(socket.SHUT_RDWR)
    time.sleep(SOON)
