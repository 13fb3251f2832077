"""A client of a Wayland compositor, by the wire alone: no library is needed."""

import os
import socket
import struct
import sys


class Connection:
    """One connection. Objects are numbers, in the order in which they are made; handlers get an event's arguments as bytes."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.unread, self.next, self.handlers, self.globals = b"", 2, {}, {}
        self.handlers[1] = {0: self.failed}
        self.registry = self.make(1, 1, handlers={0: self.offered})
        self.roundtrip()

    def send(self, thing, opcode, body=b"", descriptors=()):
        socket.send_fds(self.socket, [struct.pack("=II", thing, (8 + len(body)) << 16 | opcode) + body], descriptors)

    def make(self, thing, opcode, rest=b"", handlers=None, descriptors=()):
        """A request whose first argument is a new object."""
        made, self.next = self.next, self.next + 1
        self.handlers[made] = handlers or {}
        self.send(thing, opcode, number(made) + rest, descriptors)
        return made

    def bind(self, interface, version, handlers=None):
        made, self.next = self.next, self.next + 1
        self.handlers[made] = handlers or {}
        self.send(self.registry, 0, number(self.globals[interface]) + text(interface) + number(version) + number(made))
        return made

    def read(self):
        data, descriptors, _, _ = socket.recv_fds(self.socket, 65536, 8)
        for descriptor in descriptors:
            os.close(descriptor)
        if not data:
            sys.exit()
        self.unread += data
        while len(self.unread) >= 8:
            thing, head = struct.unpack_from("=II", self.unread)
            if len(self.unread) < head >> 16:
                break
            body, self.unread = self.unread[8 : head >> 16], self.unread[head >> 16 :]
            self.handlers.get(thing, {}).get(head & 0xFFFF, lambda body: None)(body)

    def roundtrip(self):
        done = []
        self.make(1, 0, handlers={0: done.append})
        while not done:
            self.read()

    @staticmethod
    def failed(body):
        sys.exit(f"the compositor reports: {body[12:].rstrip(bytes(1)).decode()}")

    def offered(self, body):
        name, length = struct.unpack_from("=II", body)
        self.globals[body[8 : 7 + length].decode()] = name


def number(value):
    return struct.pack("=I", value)


def text(value):
    data = value.encode() + bytes(1)
    return number(len(data)) + data + bytes(-len(data) % 4)
