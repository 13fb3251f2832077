"""Compositors of Wayland without a screen, each in a root of its own, and windows that follow commands."""

import json
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

    words, settings, options = [], [], []
    # Actions that it can't do, and of those the ones that it accepts all the same.
    lacks, ignores = (), ()
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
        """The variables by which programs in its session find it."""
        return {"XDG_RUNTIME_DIR": self.folder, "WAYLAND_DISPLAY": os.path.basename(self.socket)}

    def start(self):
        for name in os.listdir(self.folder):
            if name.startswith(("wayland-", "sway.sock")):
                os.unlink(os.path.join(self.folder, name))
        self.prepare()
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        await_(self.is_up, self.words[0])
        self.set_up()

    def command(self):
        return [os.path.join(HERE, "enter"), "--share", self.folder, *self.options, self.root, *HEADLESS, *self.settings, *self.words]

    def set_up(self):
        """Sets values that its configuration can't set."""
        TaskBar(self.socket).resize(1280, 800)

    @property
    def socket(self):
        names = sorted(name for name in os.listdir(self.folder) if name.startswith("wayland-") and not name.endswith(".lock"))
        return os.path.join(self.folder, names[0]) if names else None

    def pid(self):
        """The process of the compositor itself, not one of its children."""
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

    def windows(self):
        """The states of the window of each application, as zwlr_foreign_toplevel_handle_v1.state has them."""
        return TaskBar(self.socket).states()

    def states(self, app):
        return self.windows().get(app)

    def show(self, workspace):
        """Shows a workspace; returns when the compositor has been asked."""
        TaskBar(self.socket).show(workspace)


class Sway(Compositor):
    words = ["sway", "--unsupported-gpu", "-c", "/share/config"]
    settings = ["SWAYSOCK=/share/sway.sock"]
    lacks = ("maximize", "minimize", "overview")

    def prepare(self):
        with open(os.path.join(self.folder, "config"), "w", encoding="utf-8") as file:
            file.write(f"output HEADLESS-1 resolution 1280x800\n{self.more}")

    def is_up(self):
        return super().is_up() and takes(self.control)

    def set_up(self):
        pass

    @property
    def control(self):
        return os.path.join(self.folder, "sway.sock")

    @property
    def variables(self):
        return super().variables | {"SWAYSOCK": self.control}

    def say(self, command, kind=0):
        """A message of sway's own socket, a command if no other kind is given; returns the answer when it is done."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(10)
            line.connect(self.control)
            line.sendall(b"i3-ipc" + struct.pack("=II", len(command.encode()), kind) + command.encode())
            head = line.recv(14, socket.MSG_WAITALL)
            return json.loads(line.recv(struct.unpack_from("=I", head, 6)[0], socket.MSG_WAITALL))

    def focus(self, app):
        self.say(f'[app_id="{app}"] focus')

    def order(self, thing=None):
        """The applications with a window, from the left."""
        thing = thing or self.say("", 4)
        own = [thing["app_id"]] if thing.get("app_id") else []
        return own + [app for node in thing["nodes"] for app in self.order(node)]

    def show(self, workspace):
        """Shows a workspace, which may be empty; returns when it has the focus."""
        self.say(f"workspace {workspace}")


class Labwc(Compositor):
    words = ["labwc", "-C", "/share"]
    lacks = ("left", "right", "overview")

    def prepare(self):
        with open(os.path.join(self.folder, "rc.xml"), "w", encoding="utf-8") as file:
            names = "".join(f"<name>{name}</name>" for name in ("1", "mail", "3"))
            file.write(f"<labwc_config><desktops><names>{names}</names></desktops></labwc_config>")


class Wayfire(Compositor):
    words = ["wayfire", "-c", "/share/wayfire.ini"]
    # It ends at once as root.
    options = ["--user"]
    lacks = ("workspace-next", "workspace-previous", "workspace-1", "left", "right", "overview")

    def prepare(self):
        with open(os.path.join(self.folder, "wayfire.ini"), "w", encoding="utf-8") as file:
            # Others of its plugins want a GPU.
            file.write("[core]\nplugins = foreign-toplevel place\n")


class Phoc(Compositor):
    words = ["phoc", "-C", "/share/phoc.ini"]
    settings = ["GSETTINGS_BACKEND=memory"]
    lacks, ignores = Wayfire.lacks, ("maximize", "minimize")

    def prepare(self):
        with open(os.path.join(self.folder, "phoc.ini"), "w", encoding="utf-8") as file:
            file.write("[core]\nxwayland = false\n[output:HEADLESS-1]\nscale = 1\n")


COMPOSITORS = {"sway": Sway, "labwc": Labwc, "wayfire": Wayfire, "phoc": Phoc}


STATES = ("maximized", "minimized", "activated", "fullscreen")


def numbers(body):
    """Of an array."""
    (length,) = struct.unpack_from("=I", body)
    return struct.unpack_from(f"={length // 4}I", body, 4)


class TaskBar(Connection):
    """What a task bar does, and a dialog for outputs, by the protocols of wlroots."""

    def __init__(self, path):
        super().__init__(path)
        self.windows = {}

    def list(self):
        """The windows, and then their changes."""
        self.bind("zwlr_foreign_toplevel_manager_v1", 3, {0: self.listed})
        self.roundtrip()
        self.roundtrip()

    def activate(self, app):
        seat = self.bind("wl_seat", 1)
        self.list()
        for handle, (name, _) in self.windows.items():
            if name == app:
                self.send(handle, 4, number(seat))
        self.roundtrip()
        self.socket.close()

    def states(self):
        self.list()
        self.socket.close()
        return dict(self.windows.values())

    def listed(self, body):
        (handle,) = struct.unpack_from("=I", body)
        self.windows[handle] = "", set()
        self.handlers[handle] = {1: lambda body: self.noted(handle, name=body[4:].split(bytes(1))[0].decode()),
                                 4: lambda body: self.noted(handle, states={STATES[state] for state in numbers(body)})}

    def noted(self, handle, name=None, states=None):
        before = self.windows[handle]
        self.windows[handle] = name or before[0], before[1] if states is None else states

    def show(self, workspace):
        """By ext_workspace_manager_v1."""
        names = {}

        def listed(body):
            (handle,) = struct.unpack("=I", body)
            self.handlers[handle] = {1: lambda body: names.update({body[4:].split(bytes(1))[0].decode(): handle})}

        manager = self.bind("ext_workspace_manager_v1", 1, {1: listed})
        self.roundtrip()
        self.roundtrip()
        self.send(names[workspace], 1)
        self.send(manager, 0)
        self.roundtrip()
        self.socket.close()

    def turn(self, transform):
        self.configure(3, struct.pack("=i", transform))

    def resize(self, width, height):
        self.configure(1, struct.pack("=iii", width, height, 60000))

    def configure(self, request, body):
        """Of the first output, by the request's number of zwlr_output_configuration_head_v1."""
        heads, serials, answers = [], [], []
        manager = self.bind(
            "zwlr_output_manager_v1", 1, {0: lambda body: heads.append(body[:4]), 1: lambda body: serials.append(body[:4])})
        self.roundtrip()
        configuration = self.make(
            manager, 0, serials[-1], {code: lambda body, code=code: answers.append(code) for code in range(3)})
        head = self.make(configuration, 0, heads[0])
        self.send(head, request, body)
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
        self.await_end()

    def await_end(self):
        """The compositor may ask it to close."""
        self.process.wait(10)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Windows:
    """Commands for windows on the desktop at `place()`; each method named command_X is the command X."""

    def __init__(self):
        self.windows = {}

    def command_open(self, words):
        app, _, title = words.partition(" ")
        self.windows[app] = Window(self.place(), app, title)

    def command_title(self, words):
        app, _, title = words.partition(" ")
        self.windows[app].say(f"title {title}")

    def command_fullscreen(self, app):
        self.windows[app].say("fullscreen", "full")

    def command_windowed(self, app):
        self.windows[app].say("windowed", "windowed")

    def command_close(self, app):
        self.windows.pop(app).close()


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
