#!/usr/bin/python3
"""Rules for applications on a real compositor of Wayland, in a root of its own, with a mocked touchscreen.

usage: applications.py PROGRAM ROOT [SWITCHES]       PROGRAM is gesture-bridge, ROOT has a sway (see kernel/sway-root)

Two windows have the focus in turn, and after each switch (200) a finger taps: only the rule for the window in front may act.
Then a window fills the screen, has another title, and closes; the compositor hangs, is killed and starts anew. Exit status: 0
if each tap did what it should, 1 if one did not, with its name on standard error.
"""

import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

import environment

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
"""
# What a compositor takes to tell its clients of a change, in seconds.
SOON = 0.05


class Sway:
    """A sway without a screen."""

    def __init__(self, root, folder):
        self.root, self.folder, self.process = root, folder, None

    def start(self):
        for name in os.listdir(self.folder):
            if name.startswith(("wayland-", "sway.sock")):
                os.unlink(os.path.join(self.folder, name))
        with open(os.path.join(self.folder, "config"), "w", encoding="utf-8") as file:
            file.write("output HEADLESS-1 resolution 1280x800\n")
        settings = [
            "XDG_RUNTIME_DIR=/share", "SWAYSOCK=/share/sway.sock", "WLR_BACKENDS=headless", "WLR_RENDERER=pixman",
            "WLR_LIBINPUT_NO_DEVICES=1",
        ]
        words = ["sway", "--unsupported-gpu", "-c", "/share/config"]
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [os.path.join(HERE, "enter"), "--share", self.folder, self.root, *settings, *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        await_(lambda: os.path.exists(self.socket) and os.path.exists(self.control), "sway")

    @property
    def socket(self):
        return os.path.join(self.folder, "wayland-1")

    @property
    def control(self):
        return os.path.join(self.folder, "sway.sock")

    def say(self, command):
        """A command of sway's by its own socket; returns when it is done."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(10)
            line.connect(self.control)
            line.sendall(b"i3-ipc" + struct.pack("=II", len(command), 0) + command.encode())
            line.recv(4096)

    def pid(self):
        """Of sway itself, and not of what starts it."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.control)
            return struct.unpack("=iII", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]

    def kill(self):
        self.process.kill()
        self.process.wait()


class Window:
    def __init__(self, sway, app, title):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "window.py"), sway.socket, app, title], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.await_("shown")

    def await_(self, word):
        while self.process.stdout.readline().strip() != word:
            pass

    def say(self, line, answer=None):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        if answer:
            self.await_(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


class Story:
    """The daemon, its touchscreen, and what its rules have done."""

    def __init__(self, program, sway, work):
        from bed import Bed

        self.done = f"{work}/done"
        self.wrong = []
        with open(f"{work}/rules.toml", "w", encoding="utf-8") as file:
            file.write(RULES.format(done=self.done))
        os.chmod(f"{work}/rules.toml", 0o600)
        open(self.done, "w", encoding="utf-8").close()
        os.environ.update(XDG_RUNTIME_DIR=sway.folder, WAYLAND_DISPLAY="wayland-1")
        self.log = open(f"{work}/log", "wb")
        self.bed = Bed([program, "--allow-root", "--log-level", "info", "--config", f"{work}/rules.toml"], self.log)
        self.do("add touchscreen event0", "start", "await ready within=20s")

    def do(self, *lines):
        for line in lines:
            answer = self.bed.obey(line)
            if not answer.startswith("ok"):
                raise RuntimeError(f"{line}: {answer}")

    def acts(self):
        with open(self.done, encoding="utf-8") as file:
            return file.read().split()

    def tap(self, what, expected):
        """A finger taps; notes it if another rule acted, or more than one."""
        before = len(self.acts())
        # A finger that lands sooner after another one is the same finger, which bounces.
        self.do("wait 60ms", "play event0 tap", "settle")
        await_(lambda: len(self.acts()) > before, f"what a tap does: {what}")
        acts = self.acts()[before:]
        if acts != [expected]:
            self.wrong.append(f"{what}: {acts} instead of {expected}")

    def taps_until(self, what, expected):
        """As `tap`, for what a compositor tells in its own time after it has started."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            before = len(self.acts())
            self.do("play event0 tap", "settle")
            await_(lambda: len(self.acts()) > before, f"what a tap does: {what}")
            if self.acts()[before:] == [expected]:
                return
            time.sleep(0.2)
        self.wrong.append(f"{what}: {self.acts()[-1]} instead of {expected}")


def await_(holds, what, within=20):
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(f"not in time: {what}")
        time.sleep(0.005)


def play(story, sway, switches):
    story.tap("no window", "other")
    windows = {"firefox": Window(sway, "org.mozilla.firefox", "page"), "foot": Window(sway, "foot", "shell")}
    criteria = {"firefox": "org.mozilla.firefox", "foot": "foot"}
    for number in range(switches):
        name = ("firefox", "foot")[number % 2]
        sway.say(f'[app_id="{criteria[name]}"] focus')
        time.sleep(SOON)
        story.tap(f"switch {number}", name)
    sway.say('[app_id="org.mozilla.firefox"] focus')
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
    windows["firefox"].close()
    time.sleep(SOON)
    story.tap("it closes", "foot")
    pid = sway.pid()
    os.kill(pid, signal.SIGSTOP)
    story.tap("the compositor has just hung", "foot")
    time.sleep(1.2)
    story.tap("the compositor hangs", "other")
    os.kill(pid, signal.SIGCONT)
    time.sleep(SOON)
    story.taps_until("it goes on", "foot")
    sway.kill()
    windows["foot"].process.kill()
    time.sleep(SOON)
    story.tap("the compositor is killed", "other")
    sway.start()
    windows["foot"] = Window(sway, "foot", "shell")
    story.taps_until("another compositor has started", "foot")
    windows["foot"].process.kill()


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    environment.enter(__file__)
    program, root = sys.argv[1:3]
    switches = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/run", 0o700)
        sway = Sway(root, f"{work}/run")
        story = None
        try:
            sway.start()
            story = Story(os.path.abspath(program), sway, work)
            play(story, sway, switches)
            wrong = story.wrong
        except RuntimeError as error:
            wrong = [str(error)]
        finally:
            if story:
                story.bed.close()
            if sway.process:
                sway.kill()
        for one in wrong:
            print(f"applications: {one}", file=sys.stderr)
        if wrong and os.path.exists(f"{work}/log"):
            with open(f"{work}/log", encoding="utf-8", errors="replace") as log:
                print("".join(log.readlines()[-15:]), file=sys.stderr)
        print(f"{switches} switches and 9 other taps, {len(wrong)} wrong")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
