"""A session bus of its own, and the loop of a program that takes one command a line and answers each with one."""

import inspect
import os
import signal
import socket
import subprocess
import sys
import time

import dbus
from dbus.mainloop.glib import DBusGMainLoop

LIMIT = 60  # seconds


class BedError(Exception):
    """A command could not be done."""


class Bus:
    """The real dbus-daemon at a socket."""

    def __init__(self, path):
        self.path, self.address, self.daemon = path, f"unix:path={path}", None

    def start(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={self.address}"],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_(self.listens)

    def stop(self):
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
        self.daemon = None

    def freeze(self):
        self.daemon.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.daemon.send_signal(signal.SIGCONT)

    def listens(self):
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(self.path) == 0

    def connect(self):
        connection = dbus.bus.BusConnection(self.address)
        connection.set_exit_on_disconnect(False)
        return connection


def await_(is_so, what="it", limit=LIMIT):
    deadline = time.monotonic() + limit
    while not is_so():
        if time.monotonic() > deadline:
            raise BedError(f"{what} took too long")
        time.sleep(0.005)


def obey(bed, line):
    """The result of `bed.command_NAME(REST)`, after `ok`."""
    name, _, rest = line.strip().partition(" ")
    try:
        return " ".join(filter(None, ["ok", getattr(bed, "command_" + name)(rest)]))
    except (BedError, dbus.DBusException, RuntimeError, AttributeError, TypeError, ValueError, OSError, KeyError) as error:
        return f"error {error!r}".replace("\n", " ")


def answer(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def serve(bed):
    """Obeys the lines of standard input in GLib's loop, which serves the bus too, until they end."""
    from gi.repository import GLib

    loop, unread = GLib.MainLoop(), []

    def readable(descriptor, _):
        data = os.read(descriptor, 65536)
        if not data:
            loop.quit()
            return False
        unread.append(data)
        *lines, rest = b"".join(unread).split(b"\n")
        unread[:] = [rest]
        for line in filter(None, lines):
            answer(obey(bed, line.decode()))
        return True

    answer("ok")
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
    loop.run()


def serve_lines(bed):
    """Obeys the lines of standard input one after another, without a loop."""
    answer("ok")
    for line in filter(str.strip, sys.stdin):
        answer(obey(bed, line))


def main(kind, manual, serve=serve):
    """The program of a bed, which is made of its arguments, and closed at the end."""
    if len(sys.argv) != len(inspect.signature(kind).parameters) + 1:
        sys.exit(manual)
    if serve is not serve_lines:
        DBusGMainLoop(set_as_default=True)
    bed = kind(*sys.argv[1:])
    try:
        serve(bed)
    finally:
        bed.close()
