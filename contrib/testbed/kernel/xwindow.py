"""Two windows of X11 that tell what the server gives them, in the words of client.py; run as a program, it needs DISPLAY.

    ready                                           both are there
    down ID X Y, motion ID X Y, up ID               in the left one, which takes touches (XInput 2.2)
    button 1 pressed X Y, button 1 released X Y     in the right one, which knows only a pointer: X makes clicks for it

It speaks X11's own protocol over its socket; no library is needed. Places are those of the screen, in pixels.
"""

import os
import socket
import struct

LEFT = 0.7  # of the screen's width
EVERY_MASTER = 1
BUTTON_PRESS, BUTTON_RELEASE, GENERIC = 4, 5, 35
TOUCH = {18: "down", 19: "motion", 20: "up"}
EVENT_BYTES = 32


def padded(data):
    return data + bytes(-len(data) % 4)


class Server:
    """A connection: requests are sent, and what comes is read event by event."""

    def __init__(self, display):
        self.socket = socket.socket(socket.AF_UNIX)
        path = f"/tmp/.X11-unix/X{display.lstrip(':')}"
        # A server in another root has its socket's file there, and here only an abstract name.
        self.socket.connect(path if os.path.exists(path) else f"\0{path}")
        self.socket.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        accepted, _, _, words = struct.unpack("<BxHHH", self.receive(8))
        setup = self.receive(words * 4)
        if accepted != 1:
            raise SystemExit(f"X11 refuses: {setup!r}")
        self.next_id, vendor, formats = *struct.unpack_from("<4xI", setup), setup[16:18], setup[21]
        self.keycodes = setup[26], setup[27]
        screen = 32 + len(padded(bytes(*struct.unpack("<H", vendor)))) + 8 * formats
        self.root, self.width, self.height = *struct.unpack_from("<I", setup, screen), *struct.unpack_from("<HH", setup, screen + 20)

    def receive(self, count):
        data = self.socket.recv(count, socket.MSG_WAITALL)
        if len(data) < count:
            raise SystemExit("the server has gone")
        return data

    def send(self, operation, detail, body):
        self.socket.sendall(struct.pack("<BBH", operation, detail, 1 + len(body) // 4) + body)

    def answer(self):
        """The next answer; nothing else has been asked for by then."""
        while True:
            data = self.next()
            if data[0] <= 1:
                return data

    def next(self):
        """The next event or answer, whole; an error ends the program."""
        data = self.receive(EVENT_BYTES)
        if data[0] == 0:
            raise SystemExit(f"X11 reports error {data[1]} of request {data[10]}")
        if data[0] in (1, GENERIC):
            data += self.receive(struct.unpack_from("<4xI", data)[0] * 4)
        return data

    def extension(self, name):
        """The number of its requests."""
        self.send(98, 0, struct.pack("<Hxx", len(name)) + padded(name))
        answer = self.answer()
        if not answer[8]:
            raise SystemExit(f"the server has no {name.decode()}")
        return answer[9]

    def window(self, left, top, width, height, colour, events=0):
        """A window that no window manager minds."""
        self.next_id += 1
        place = struct.pack("<IIhhHHHHI", self.next_id, self.root, left, top, width, height, 0, 1, 0)
        background, override_redirect, event_mask = 0x2, 0x200, 0x800
        self.send(1, 0, place + struct.pack("<IIII", background | override_redirect | event_mask, colour, 1, events))
        self.send(8, 0, struct.pack("<I", self.next_id))
        return self.next_id


def say(*words):
    print(*words, flush=True)


def tell(event):
    kind = event[0] & 0x7F
    if kind == GENERIC:
        what, touch, x, y = *struct.unpack_from("<8xH6xI", event), *struct.unpack_from("<ii", event, 32)
        if what in TOUCH:
            say(TOUCH[what], touch, *([] if what == 20 else [f"{x / 65536:.2f}", f"{y / 65536:.2f}"]))
    elif kind in (BUTTON_PRESS, BUTTON_RELEASE):
        x, y = struct.unpack_from("<20xhh", event)
        say("button", event[1], "pressed" if kind == BUTTON_PRESS else "released", x, y)


def main():
    server = Server(os.environ["DISPLAY"])
    input_requests = server.extension(b"XInputExtension")
    server.send(input_requests, 47, struct.pack("<HH", 2, 2))
    server.answer()
    middle = int(server.width * LEFT)
    touched = server.window(0, 0, middle, server.height, 0)
    server.window(middle, 0, server.width - middle, server.height, 0, 1 << 2 | 1 << 3)
    mask = sum(1 << number for number in TOUCH)
    server.send(input_requests, 46, struct.pack("<IHxxHHI", touched, 1, EVERY_MASTER, 1, mask))
    # An answer comes only after everything before it was done.
    server.send(input_requests, 47, struct.pack("<HH", 2, 2))
    server.answer()
    say("ready")
    while True:
        tell(server.next())


if __name__ == "__main__":
    main()
