"""Compositors of Wayland without a screen, each in a root of its own, and windows that do what they are told."""

import os
import queue
import socket
import struct
import subprocess
import sys
import threading
import time

from wayland import Connection, number

HERE = os.path.dirname(os.path.abspath(__file__))
HEADLESS = ["XDG_RUNTIME_DIR=/share", "WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1"]
LIMIT = 60  # seconds


class Compositor:
    """One that runs in `root`; `folder` is its XDG_RUNTIME_DIR."""

    words, settings = [], []
    tells_workspaces = False
    # More lines of sway's configuration.
    more = ""

    def __init__(self, root, folder):
        self.root, self.folder, self.process = root, folder, None

    def prepare(self):
        """Makes its configuration."""

    def is_up(self):
        return self.socket is not None and takes(self.socket)

    @property
    def variables(self):
        """What programs in its session find it by."""
        return {"XDG_RUNTIME_DIR": self.folder, "WAYLAND_DISPLAY": os.path.basename(self.socket)}

    def start(self):
        for name in os.listdir(self.folder):
            if name.startswith(("wayland-", "sway.sock")):
                os.unlink(os.path.join(self.folder, name))
        self.prepare()
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [os.path.join(HERE, "enter"), "--share", self.folder, self.root, *HEADLESS, *self.settings, *self.words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        await_(self.is_up, self.words[0])

    @property
    def socket(self):
        names = sorted(name for name in os.listdir(self.folder) if name.startswith("wayland-") and not name.endswith(".lock"))
        return os.path.join(self.folder, names[0]) if names else None

    def pid(self):
        """Of the compositor itself, and not of what starts it."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.socket)
            return struct.unpack("=iII", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def focus(self, app):
        """Gives a window the focus; returns when the compositor has done so."""
        TaskBar(self.socket).activate(app)

    def turn(self, transform):
        """Turns the first output, as wl_output.transform counts."""
        TaskBar(self.socket).turn(transform)


class Sway(Compositor):
    words = ["sway", "--unsupported-gpu", "-c", "/share/config"]
    settings = ["SWAYSOCK=/share/sway.sock"]
    tells_workspaces = True

    def prepare(self):
        with open(os.path.join(self.folder, "config"), "w", encoding="utf-8") as file:
            file.write(f"output HEADLESS-1 resolution 1280x800\n{self.more}")

    def is_up(self):
        return super().is_up() and takes(self.control)

    @property
    def control(self):
        return os.path.join(self.folder, "sway.sock")

    @property
    def variables(self):
        return super().variables | {"SWAYSOCK": self.control}

    def say(self, command):
        """A command of sway's by its own socket; returns when it is done."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(10)
            line.connect(self.control)
            line.sendall(b"i3-ipc" + struct.pack("=II", len(command.encode()), 0) + command.encode())
            line.recv(4096)

    def focus(self, app):
        self.say(f'[app_id="{app}"] focus')

    def show(self, workspace):
        """Shows a workspace, which may be empty; returns when it has the focus."""
        self.say(f"workspace {workspace}")


class Labwc(Compositor):
    words = ["labwc", "-C", "/share"]

    def prepare(self):
        with open(os.path.join(self.folder, "rc.xml"), "w", encoding="utf-8") as file:
            file.write('<labwc_config><desktops number="3"/></labwc_config>')


COMPOSITORS = {"sway": Sway, "labwc": Labwc}


class TaskBar(Connection):
    """What a task bar does, and a dialog for outputs, by the protocols of wlroots."""

    def __init__(self, path):
        super().__init__(path)
        self.windows = {}

    def activate(self, app):
        self.bind("zwlr_foreign_toplevel_manager_v1", 3, {0: self.listed})
        seat = self.bind("wl_seat", 1)
        self.roundtrip()
        self.roundtrip()
        for handle, name in self.windows.items():
            if name == app:
                self.send(handle, 4, number(seat))
        self.roundtrip()
        self.socket.close()

    def listed(self, body):
        (handle,) = struct.unpack_from("=I", body)
        self.handlers[handle] = {1: lambda body: self.windows.update({handle: body[4:].split(bytes(1))[0].decode()})}

    def turn(self, transform):
        heads, serials, answers = [], [], []
        manager = self.bind(
            "zwlr_output_manager_v1", 1, {0: lambda body: heads.append(body[:4]), 1: lambda body: serials.append(body[:4])})
        self.roundtrip()
        configuration = self.make(
            manager, 0, serials[-1], {code: lambda body, code=code: answers.append(code) for code in range(3)})
        head = self.make(configuration, 0, heads[0])
        self.send(head, 3, struct.pack("=i", transform))
        self.send(configuration, 2)
        while not answers:
            self.read()
        self.socket.close()


class Window:
    """A window of window.py; it is there when it is shown."""

    def __init__(self, path, app, title):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "window.py"), path, app, title], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.await_("shown")

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, line, answer=None):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        if answer:
            self.await_(answer)

    def await_(self, word):
        try:
            while self.lines.get(timeout=LIMIT) != word:
                pass
        except queue.Empty:
            raise RuntimeError(f"the window is not {word}") from None

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)

    def kill(self):
        self.process.kill()
        self.process.wait()


def takes(path):
    """Whether somebody takes connections there: a socket has its name before it listens."""
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(path)
        except OSError:
            return False
    return True


def await_(holds, what, within=LIMIT):
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(f"not in time: {what}")
        time.sleep(0.005)
