"""A client of a Wayland compositor, by the wire alone: no library is needed."""

import mmap
import os
import socket
import struct


class Connection:
    """One connection. Objects are numbers, in the order in which they are made; handlers get an event's arguments as bytes. Open files that
    come with events are kept in `files`."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.unread, self.files, self.next, self.handlers, self.globals, self.versions = b"", [], 2, {}, {}, {}
        self.handlers[1] = {0: self.failed}
        self.registry = self.make(1, 1, handlers={0: self.offered})
        self.roundtrip()

    def send(self, thing, opcode, body=b"", descriptors=()):
        socket.send_fds(self.socket, [struct.pack("=II", thing, (8 + len(body)) << 16 | opcode) + body], descriptors)

    def make(self, thing, opcode, rest=b"", handlers=None, descriptors=(), before=b""):
        """A request with a new object among its arguments, the first of them if none are before."""
        made, self.next = self.next, self.next + 1
        self.handlers[made] = handlers or {}
        self.send(thing, opcode, before + number(made) + rest, descriptors)
        return made

    def bind(self, interface, version, handlers=None):
        name = number(self.globals[interface]) + text(interface) + number(version)
        return self.make(self.registry, 0, handlers=handlers, before=name)

    def read(self):
        data, descriptors, _, _ = socket.recv_fds(self.socket, 65536, 28)
        self.files += descriptors
        if not data:
            raise ConnectionError
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
        raise RuntimeError(f"the compositor reports: {body[12:].rstrip(bytes(1)).decode()}")

    def offered(self, body):
        name, length = struct.unpack_from("=II", body)
        interface = body[8 : 7 + length].decode()
        self.globals[interface], self.versions[interface] = name, struct.unpack("=I", body[-4:])[0]


class Pictures:
    """Of the first output of wlroots' compositors."""

    def __init__(self, connection):
        self.connection = connection
        self.output, self.copier = connection.bind("wl_output", 1), connection.bind("zwlr_screencopy_manager_v1", 1)
        self.shm, self.memory, self.buffer = connection.bind("wl_shm", 1), None, None

    def picture(self):
        """The pixels, and when they were shown."""
        told = {}
        frame = self.connection.make(self.copier, 0, struct.pack("=iI", 0, self.output), {
            0: lambda body: told.update(buffer=struct.unpack("=IIII", body)),
            2: lambda body: told.update(ready=struct.unpack("=III", body)),
            3: lambda body: told.update(failed=True)})
        while "buffer" not in told:
            self.connection.read()
        kind, width, height, stride = told["buffer"]
        if self.memory is None:
            descriptor = os.memfd_create("screen")
            os.truncate(descriptor, stride * height)
            self.memory = mmap.mmap(descriptor, stride * height)
            pool = self.connection.make(self.shm, 0, struct.pack("=i", stride * height), descriptors=[descriptor])
            self.buffer = self.connection.make(pool, 0, struct.pack("=iiiiI", 0, width, height, stride, kind))
        self.connection.send(frame, 0, number(self.buffer))
        while "ready" not in told:
            self.connection.read()
            if "failed" in told:
                raise RuntimeError("the screen can't be copied")
        self.connection.send(frame, 1)
        high, low, nanoseconds = told["ready"]
        return bytes(self.memory), (high << 32 | low) + nanoseconds / 1e9


def number(value):
    return struct.pack("=I", value)


def text(value):
    data = value.encode() + bytes(1)
    return number(len(data)) + data + bytes(-len(data) % 4)


def virtual_pointer(connection, seat, output=0):
    """A pointer of zwlr_virtual_pointer_manager_v1, which may be mapped to an output."""
    manager = connection.bind("zwlr_virtual_pointer_manager_v1", 2 if output else 1)
    return connection.make(manager, 2 if output else 0, before=number(seat) + (number(output) if output else b""))
