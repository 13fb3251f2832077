#!/usr/bin/python3
"""Clients of touchegg, as Cinnamon is one: they connect by GDBus, with no bus in between, and follow commands.

usage: touchegg.py NAME

The server has the abstract address NAME. Takes one command a line from standard input; answers each with `ok ...` or `error ...`.

  connect CLIENT           it begins to connect
  state CLIENT             -> ok connecting, connected, or refused, or closed
  heard CLIENT             -> ok SIGNAL(VALUES) SIGNAL(VALUES) ...: since the last time
  close CLIENT
  deaf                     something connects that says and reads nothing
"""

import socket

from gi.repository import Gio, GLib
from sessionbus import main

PATH, INTERFACE = "/io/github/joseexposito/Touchegg", "io.github.joseexposito.Touchegg"


class Client:
    def __init__(self, address):
        self.state, self.told, self.connection = "connecting", [], None
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        Gio.DBusConnection.new_for_address(address, flags, None, None, self.connected)

    def connected(self, _, result):
        try:
            self.connection = Gio.DBusConnection.new_for_address_finish(result)
        except GLib.Error:
            self.state = "refused"
            return
        self.state = "connected"
        self.connection.connect("closed", self.closed)
        self.connection.signal_subscribe(None, INTERFACE, None, PATH, None, Gio.DBusSignalFlags.NONE, self.hear)

    def closed(self, *_):
        self.state = "closed"

    def hear(self, _connection, _sender, _path, _interface, signal, values):
        self.told.append(f"{signal}{values.print_(False).replace(' ', '')}{values.get_type_string()}")


class Clients:
    """Each method named command_X is the command X."""

    def __init__(self, name):
        self.name, self.clients, self.deaf = name, {}, []

    def command_connect(self, client):
        self.clients[client] = Client(f"unix:abstract={self.name}")

    def command_state(self, client):
        return self.clients[client].state

    def command_heard(self, client):
        told, self.clients[client].told = self.clients[client].told, []
        return " ".join(told)

    def command_close(self, client):
        self.clients[client].connection.close_sync()

    def close(self):
        """All ends with the program."""

    def command_deaf(self, _):
        one = socket.socket(socket.AF_UNIX)
        one.connect("\0" + self.name)
        self.deaf.append(one)


if __name__ == "__main__":
    main(Clients, __doc__)
