"""A compositor that has a seat with a keyboard's layout, and takes no keys of programs: by the wire of Wayland alone."""

import os
import socket
import struct
import sys
import threading

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../desktop"))
from seat import keymap_text

DISPLAY, XKB_TEXT, KEYBOARD = 1, 1, 2


class SeatOnly:
    """Listens at that path until it ends."""

    def __init__(self, path, layouts):
        self.path, self.layouts, self.keyboards, self.lines = path, layouts, [], []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        os.chmod(path, 0o666)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            self.lines.append(line)
            threading.Thread(target=self.serve, args=(line,), daemon=True).start()

    def end(self):
        os.unlink(self.path)
        for line in [self.listener, *self.lines]:
            line.shutdown(socket.SHUT_RDWR)
            line.close()

    def use(self, layouts):
        """Gives all keyboards these layouts."""
        self.layouts = layouts
        for line, keyboard in self.keyboards:
            self.tell_keymap(line, keyboard)

    def tell_keymap(self, line, keyboard):
        text = keymap_text(self.layouts)
        memory = os.memfd_create("keymap")
        os.write(memory, text)
        send(line, keyboard, 0, struct.pack("=II", XKB_TEXT, len(text)), [memory])
        os.close(memory)

    def serve(self, line):
        unread, registry, seat = b"", None, None
        try:
            while data := line.recv(4096):
                unread += data
                while len(unread) >= 8:
                    thing, head = struct.unpack_from("=II", unread)
                    if len(unread) < head >> 16:
                        break
                    body, unread = unread[8 : head >> 16], unread[head >> 16 :]
                    request = thing, head & 0xFFFF
                    (made,) = struct.unpack("=I", body[-4:])
                    if request == (DISPLAY, 0):
                        send(line, made, 0, struct.pack("=I", 0))
                    elif request == (DISPLAY, 1):
                        registry = made
                        send(line, registry, 0, struct.pack("=II8sI", 1, 8, b"wl_seat", 5))
                    elif request == (registry, 0):
                        seat = made
                        send(line, seat, 0, struct.pack("=I", KEYBOARD))
                    elif request == (seat, 1):
                        self.keyboards.append((line, made))
                        self.tell_keymap(line, made)
        except OSError:
            pass
        self.keyboards = [one for one in self.keyboards if one[0] is not line]


def send(line, thing, code, body, files=()):
    socket.send_fds(line, [struct.pack("=II", thing, (8 + len(body)) << 16 | code) + body], files)
