#!/usr/bin/python3
"""Rules for applications on a real compositor of Wayland, in a root of its own, with a mocked touchscreen.

usage: applications.py [--at-once] PROGRAM sway|labwc ROOT [SWITCHES]
       PROGRAM is gesture-bridge, ROOT has the compositor (see `root`)
       --at-once   only counts which window counts if a finger lands as soon as the compositor says that another one has the
                   focus

Two windows have the focus in turn, and after each switch (200) a finger taps: only the rule for the window in front may act.
Then a window fills the screen, has another title, and closes; sway shows an empty workspace; the compositor hangs, is killed and
starts anew. Exit status: 0 if each tap did what it should, 1 if one did not, with its name on standard error.
"""

import os
import signal
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
# What a compositor takes to tell its clients of a change, in seconds.
SOON = 0.05


class Story:
    """The daemon, its touchscreen, and what its rules have done."""

    def __init__(self, program, variables, work, rules=RULES, devices=("touchscreen event0",)):
        from bed import Bed

        self.done = f"{work}/done"
        self.wrong = []
        with open(f"{work}/rules.toml", "w", encoding="utf-8") as file:
            file.write(rules.format(done=self.done))
        os.chmod(f"{work}/rules.toml", 0o600)
        open(self.done, "w", encoding="utf-8").close()
        for name in ("WAYLAND_DISPLAY", "DISPLAY"):
            os.environ.pop(name, None)
        os.environ.update(variables)
        self.log = open(f"{work}/log", "wb")
        self.bed = Bed([program, "--allow-root", "--log-level", "info", "--config", f"{work}/rules.toml"], self.log)
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
        before = len(self.acts())
        self.do(f"play event0 tap {place}", "settle")
        await_(lambda: len(self.acts()) > before, f"what a tap does: {what}")
        return self.acts()[before:]

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


def play(story, compositor, switches):
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
    if compositor.tells_workspaces:
        compositor.show("mail")
        time.sleep(SOON)
        story.tap("an empty workspace", "mail")
        compositor.show("1")
        time.sleep(SOON)
        story.tap("and back", "firefox")
    windows["firefox"].close()
    time.sleep(SOON)
    story.tap("it closes", "foot")
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
    if compositor.tells_workspaces:
        compositor.show("mail")
        time.sleep(SOON)
        story.tap("its workspaces", "mail")
    windows["foot"].kill()


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
            story = Story(os.path.abspath(program), compositor.variables, work)
            (race if "--at-once" in sys.argv else play)(story, compositor, switches)
            wrong = story.wrong
        except RuntimeError as error:
            wrong = [str(error)]
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
