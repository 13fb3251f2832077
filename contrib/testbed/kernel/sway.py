"""A real compositor next to the daemon: sway without a screen, which reads the guest's devices, and one window.

    compositor = Compositor(bed)                      # up, and the window fills its output
    compositor.plug("touchscreen", "screen")          # sway has it, the window is notified, the daemon watches it
    bed.do("down screen a 100,50\\nup screen")
    compositor.seen("up")                             # ["down 0 399.93 199.95", "frame", "up 0", "frame"]
    compositor.end()

client.py describes the window's lines. The output of sway and of the window is in .build/testbed/kernel/SCENARIO/compositor.
"""

import glob
import json
import os
import select
import socket
import struct
import time

from program import Program
from window import WITHIN, Listening
from words import BedError

PIXELS = 4  # for a millimetre of the mocked touchscreen
WIDTH, HEIGHT = 300 * PIXELS, 190 * PIXELS
CLIENT = ["/usr/bin/python3", "-B", os.path.realpath(f"{__file__}/../../desktop/client.py")]
OUTPUT = "HEADLESS-1"
CONFIG, SOCKET, SAID = "/tmp/sway.config", "/tmp/home/sway.sock", "/out/compositor"
CONFIG_TEXT = f"""
xwayland disable
default_border none
output {OUTPUT} resolution {WIDTH}x{HEIGHT} position 0,0 scale 1
input type:touch map_to_output {OUTPUT}
exec echo "sway is up: $WAYLAND_DISPLAY"
"""
SURROUNDINGS = {
    "XDG_RUNTIME_DIR": "/tmp/home", "XDG_SESSION_TYPE": "wayland", "SWAYSOCK": SOCKET, "LIBSEAT_BACKEND": "seatd",
    "SEATD_VTBOUND": "0", "WLR_BACKENDS": "headless,libinput", "WLR_RENDERER": "pixman",
}
# The capabilities of a seat, by sway's types of devices.
KINDS = {"touch": {"touch"}, "pointer": {"touchpad", "pointer"}}
# The / of sway can be another one than that of seatd and the window: contrib/testbed/kernel/sway-root gives the reason.
AS_NOBODY = ["chroot", "--userspec=65534:65534", "--groups=", os.environ.get("bed_sway", "/")]
START = 30  # seconds; a busy machine needs some


class Compositor(Listening):
    """sway, its window, and what the window has said."""

    def __init__(self, bed, intercepted=()):
        """`intercepted`: the names of those devices that the daemon makes a clone of as long as it runs."""
        self.bed, self.programs, self.read, self.intercepted = bed, [], 0, intercepted
        self.sink = open(SAID, "ab", buffering=0)
        if os.path.exists(SOCKET):
            os.unlink(SOCKET)  # of one that was killed
        with open(CONFIG, "w", encoding="utf-8") as file:
            file.write(CONFIG_TEXT)
        # If sway starts without devices, it doesn't look at existing ones before the first event.
        alone = {} if glob.glob("/dev/input/event*") else {"WLR_LIBINPUT_NO_DEVICES": "1"}
        # seatd prints this when it can be reached.
        self.start("seatd", "-u", "nobody", "-l", "info", until="seatd started")
        self.sway = self.start(*AS_NOBODY, "sway", "--unsupported-gpu", "--config", CONFIG, until="sway is up: ", **alone)
        self.display = self.sway.lines[self.sway.read_up_to - 1].split()[-1]
        self.ipc = Ipc()
        self.client = self.start(*CLIENT, until="ready", WAYLAND_DISPLAY=self.display)

    def start(self, *command, until, **surroundings):
        program = Program(command, {**os.environ, **SURROUNDINGS, **surroundings}, self.sink)
        self.programs.append(program)
        program.await_line(until, time.monotonic() + START)
        return program

    def end(self):
        """Everything ends, the window first."""
        while self.programs:
            self.programs.pop().end()

    def kill(self):
        """As when it crashes; its window goes with it."""
        self.sway.process.kill()
        self.client.await_exit(time.monotonic() + WITHIN)
        self.end()

    # ---- Devices

    def plug(self, kind, name):
        """A new device, which all who are there have taken up: sway, the window, the daemon."""
        self.bed.do(f"add {kind} {name}")
        self.await_taken_up(name)
        self.await_daemon(self.bed.node(name).description, "watching the {}")

    def unplug(self, name):
        """Waits until all know that it is removed."""
        description = self.bed.node(name).description
        self.bed.do(f"remove {name}")
        self.await_devices(description.name, self.count(description.name))
        self.await_daemon(description, "the {} was removed")

    def await_taken_up(self, name):
        """For a device of the bed that was plugged in before."""
        device = self.bed.node(name).description.name
        self.await_devices(device, self.count(device))

    def count(self, device):
        """How many of that name sway is to have: a clone has the name of the device it stands in for."""
        own = sum(node.description.name == device for node in self.bed.nodes.values())
        return own * 2 if device in self.intercepted and self.has_daemon() else own

    def has_daemon(self):
        return self.bed.program is not None and self.bed.program.is_running()

    def await_daemon(self, description, words):
        if self.has_daemon():
            text = words.format(f'{description.kind} "{description.name}"')
            self.bed.do(f"await '{text}'")

    def await_devices(self, name, count=1):
        """Waits until sway has so many devices of that name, and the window listens to what the seat has by them."""
        end = time.monotonic() + WITHIN
        self.await_count(name, count)
        types = {device["type"] for device in self.ipc.devices()}
        kinds = [kind for kind, those in KINDS.items() if types & those]
        self.wait_for(lambda: self.seat() == kinds, end, f"the window did not hear of {name}")

    def await_count(self, name, count):
        """Waits until sway has so many devices of that name."""
        end = time.monotonic() + WITHIN
        self.ipc.forget_news()
        while self.ipc.device_names().count(name) != count:
            self.ipc.await_news(end)

    def command(self, text):
        """Adds a line to sway's configuration."""
        answer = self.ipc.ask(self.ipc.asking, Ipc.RUN_COMMAND, text.encode())
        if not all(part["success"] for part in answer):
            raise BedError(f"sway does not obey {text!r}: {answer}")


class Ipc:
    """sway's own socket: what devices it has, and word when that changes."""

    RUN_COMMAND, SUBSCRIBE, GET_INPUTS = 0, 2, 100
    MAGIC, HEADER = b"i3-ipc", "<6sII"

    def __init__(self):
        self.asking, self.listening = self.connect(), self.connect()
        self.ask(self.listening, self.SUBSCRIBE, b'["input"]')

    @staticmethod
    def connect():
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(SOCKET)
        return connection

    def devices(self):
        return self.ask(self.asking, self.GET_INPUTS)

    def device_names(self):
        return [device["name"] for device in self.devices()]

    def forget_news(self):
        """sway has no patience with one who never listens."""
        while select.select([self.listening], [], [], 0)[0]:
            self.answer(self.listening)

    def await_news(self, end):
        self.listening.settimeout(max(0.001, end - time.monotonic()))
        try:
            self.answer(self.listening)
        except TimeoutError:
            raise BedError(f"sway has no other devices than {self.device_names()}") from None

    def ask(self, connection, question, text=b""):
        connection.sendall(struct.pack(self.HEADER, self.MAGIC, len(text), question) + text)
        return self.answer(connection)

    def answer(self, connection):
        _, length, _ = struct.unpack(self.HEADER, self.receive(connection, struct.calcsize(self.HEADER)))
        return json.loads(self.receive(connection, length))

    @staticmethod
    def receive(connection, count):
        data = connection.recv(count, socket.MSG_WAITALL)
        if len(data) < count:
            raise BedError("sway has gone")
        return data
