"""Hyprland next to the daemon, which contrib/testbed/kernel/desktop-root unpacks. It draws on the kernel's own screen, by Mesa.

    hyprland = Hyprland()                       # up, and it draws
    hyprland.ask("j/activewindow")["class"]
    hyprland.end()

All its output is in .build/testbed/kernel/SCENARIO/desktop.
"""

import glob
import json
import os
import socket
import time

from program import Program
from served import HOME, ROOT, SAID, START, Served, wait_for

CONFIG = """
hl.monitor({ output = "", mode = "1280x800@60", position = "auto", scale = 1 })
hl.config({
  animations = { enabled = false },
  input = { kb_layout = "de" },
  misc = { disable_hyprland_logo = true, disable_splash_rendering = true },
})
"""


class Hyprland(Served):
    """Hyprland without a window. It and the daemon are root's."""

    program = "Hyprland"

    def __init__(self):
        self.sink, self.server = open(SAID, "ab", buffering=0), None
        os.chown(HOME, 0, 0)
        self.seats = Program(["seatd", "-u", "root", "-l", "info"], dict(os.environ), self.sink)
        self.seats.await_line("seatd started", time.monotonic() + START)
        with open("/tmp/hyprland.lua", "w", encoding="ascii") as file:
            file.write(CONFIG)
        self.begin()

    def begin(self):
        """Starts it, until it draws."""
        surroundings = {"XDG_RUNTIME_DIR": HOME, "LIBSEAT_BACKEND": "seatd", "SEATD_VTBOUND": "0", "LANG": "C.UTF-8"}
        words = ["chroot", ROOT, "Hyprland", "--i-am-really-stupid", "--config", "/tmp/hyprland.lua"]
        before = set(glob.glob(f"{HOME}/hypr/*"))
        self.server = Program(words, {**os.environ, **surroundings}, self.sink)
        wait_for(lambda: self.signatures() - before and self.is_drawing(), f"{self.program} does not draw: {self.server.lines[-20:]}")

    def signatures(self):
        """The folders of those that have a socket of requests, also of those that have ended."""
        return {os.path.dirname(path) for path in glob.glob(f"{HOME}/hypr/*/.socket.sock")}

    def is_drawing(self):
        try:
            return self.ask("j/monitors")[0]["dpmsStatus"] and bool(self.displays())
        except (OSError, IndexError, ValueError):
            return False

    @staticmethod
    def displays():
        return [name for name in sorted(os.listdir(HOME)) if name.startswith("wayland-") and "." not in name]

    @property
    def display(self):
        return f"{HOME}/{self.displays()[0]}"

    def ask(self, request):
        """The answer of the newest one, from JSON if the request is for that."""
        newest = max(self.signatures(), key=os.path.getmtime)
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(START)
            line.connect(f"{newest}/.socket.sock")
            line.sendall(request.encode())
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        return json.loads(answer) if request.startswith("j/") else answer.decode()

    def kill(self):
        """As when it crashes."""
        self.server.process.kill()
        self.server.await_exit(time.monotonic() + START)
        for name in self.displays():
            os.unlink(f"{HOME}/{name}")

    def end(self):
        self.server.end()
        self.seats.end()
