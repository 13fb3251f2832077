#!/usr/bin/python3
"""A window of one colour, by the wire of Wayland alone.

usage: window.py SOCKET APP_ID TITLE
       lines of standard input: `title TEXT`, `fullscreen`, `windowed`; it closes at the end of standard input

Says `shown` when it is on the screen, and `full` or `windowed` when the compositor has made it so.
"""

import os
import select
import struct
import sys

from wayland import Connection, number, text

FULLSCREEN = 2  # xdg_toplevel.state


class Window(Connection):
    """A connection with one window."""

    def __init__(self, path, app, title, colour=0):
        super().__init__(path)
        self.size, self.drawn, self.is_full, self.colour = (400, 300), None, None, colour
        self.compositor = self.bind("wl_compositor", 4)
        self.shm = self.bind("wl_shm", 1)
        self.base = self.bind("xdg_wm_base", 1, {0: lambda body: self.send(self.base, 3, body[:4])})
        self.surface = self.make(self.compositor, 0)
        self.xdg = self.make(self.base, 2, number(self.surface), {0: self.configured})
        self.toplevel = self.make(self.xdg, 1, handlers={0: self.sized, 1: lambda body: sys.exit()})
        self.send(self.toplevel, 3, text(app))
        self.title(title)
        self.commit()

    def say(self, word):
        """Called when the window is shown, and when it begins or ends to fill the screen."""

    def title(self, title):
        self.send(self.toplevel, 2, text(title))

    def commit(self):
        self.send(self.surface, 6)

    def sized(self, body):
        width, height, length = struct.unpack_from("=iiI", body)
        if width and height:
            self.size = width, height
        states = struct.unpack_from(f"={length // 4}I", body, 12)
        if self.is_full != (FULLSCREEN in states):
            self.is_full = FULLSCREEN in states
            if self.drawn:
                self.say("full" if self.is_full else "windowed")

    def configured(self, body):
        self.send(self.xdg, 4, body[:4])
        is_first = self.drawn is None
        if self.drawn != self.size:
            self.draw()
        self.commit()
        if is_first:
            self.say("shown")

    def draw(self):
        width, height = self.drawn = self.size
        length = width * height * 4
        memory = os.memfd_create("window")
        os.write(memory, struct.pack("=I", self.colour) * width * height)
        pool = self.make(self.shm, 0, struct.pack("=i", length), descriptors=[memory])
        os.close(memory)
        # Format 1 is XRGB8888.
        buffer = self.make(pool, 0, struct.pack("=iiiiI", 0, width, height, width * 4, 1))
        self.send(pool, 1)
        self.send(self.surface, 1, struct.pack("=Iii", buffer, 0, 0))
        self.send(self.surface, 2, struct.pack("=iiii", 0, 0, width, height))

    def fill(self):
        """Fills the output; returns once it is drawn so."""
        self.obey("fullscreen")
        while not self.is_full or self.drawn != self.size:
            self.roundtrip()

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word == "title":
            self.title(rest)
        elif word == "fullscreen":
            self.send(self.toplevel, 11, number(0))
        elif word == "windowed":
            self.send(self.toplevel, 12)
        self.commit()


class Speaker(Window):
    def say(self, word):
        print(word, flush=True)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    window = Speaker(*sys.argv[1:])
    lines = b""
    while True:
        ready = select.select([window.socket, 0], [], [])[0]
        if window.socket in ready:
            window.read()
        if 0 in ready:
            data = os.read(0, 65536)
            if not data:
                return
            *whole, lines = (lines + data).split(b"\n")
            for line in whole:
                window.obey(line.decode())


if __name__ == "__main__":
    try:
        main()
    except (ConnectionError, BrokenPipeError):
        sys.exit()
