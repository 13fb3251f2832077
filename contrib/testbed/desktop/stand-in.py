#!/usr/bin/python3
"""A session bus of its own with stand-ins for KWin and for GNOME's shell, which follow commands.

usage: stand-in.py BUS

Listens at the socket BUS and takes one command a line from standard input; answers each with `ok ...` or `error ...`.

  kwin on|off|old            KWin owns its name; `old` has the script at /N as 5.27 has
  gnome on|off|plain         the shell with the extension; `plain` has none
  extension own|other        the shell, or another program, owns the extension's name, with the extension's methods
  tell [WINDOW]              KWin's script, or the extension, says that WINDOW has the focus: JSON with app, class, title,
                             full, output, workspace; without one no window has the focus
  forge [WINDOW]             another program says so
  nonsense                   it says what has other types, and less
  modifiers MASK             of GNOME's shell from now on
  hang | go on               calls are not answered for a while; those that came meanwhile never are
  refuse                     KWin loads no script any more
  forget                     KWin unloads the script by itself
  loaded                     -> ok NAME COUNT MODE PATH: the script that is loaded now or `-`, how many were loaded, the mode
                             of the last one's file, and its path
  watched                    -> ok COUNT: how often Watch was called
  refused                    -> ok COUNT: how many calls of KWin's script and of forgers were answered with an error
  bus on|off|freeze|thaw
"""

import json
import os
import re

import dbus
import dbus.lowlevel
from sessionbus import BedError, Bus, main

KWIN, SHELL, EXTENSION = "org.kde.KWin", "org.gnome.Shell", "org.gesture_bridge.Desktop1"
PATH = "/org/gesture_bridge/Desktop1"
CALL, ERROR = 1, 3  # types of messages
BEGIN = re.compile(r'^begin\("([^"]*)", "([^"]*)", (true|false), (true|false), "([^"]*)"\);$', re.MULTILINE)


class StandIn:
    """The programs, each with a connection of its own; each method named command_X is the command X."""

    def __init__(self, path):
        self.bus = Bus(path)
        self.bus.start()
        self.kwin = self.shell = self.other = None
        self.state, self.mask = {}, 0
        self.is_hanging = self.is_refusing = self.is_old = False
        self.script, self.count, self.mode, self.path, self.number = None, 0, 0, "-", 0
        self.listener, self.watchers, self.watches, self.errors = None, [], 0, 0

    def close(self):
        self.bus.stop()

    def connect(self, *names):
        connection = self.bus.connect()
        connection.add_message_filter(self.serve)
        for name in names:
            connection.request_name(name, dbus.bus.NAME_FLAG_DO_NOT_QUEUE)
        return connection

    # ---- Calls

    def serve(self, connection, message):
        if message.get_type() == ERROR:
            self.errors += 1
        if message.get_type() != CALL:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        handler = getattr(self, "call_" + message.get_member(), None)
        if handler is None:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        if self.is_hanging:
            return dbus.lowlevel.HANDLER_RESULT_HANDLED
        signature, values = handler(message)
        if signature is None:
            reply = dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.UnknownObject", "no")
        else:
            reply = dbus.lowlevel.MethodReturnMessage(message)
            if signature:
                reply.append(*values, signature=signature)
        connection.send_message(reply)
        if message.get_member() == "run" and signature is not None:
            self.tell(self.kwin)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    def call_loadScript(self, message):
        path, name = message.get_args_list()
        if self.is_refusing or self.script:
            return "i", [-1]
        self.script, self.count, self.path = str(name), self.count + 1, str(path)
        self.mode = os.lstat(path).st_mode & 0o7777
        self.number = self.count - 1
        return "i", [self.number]

    def call_unloadScript(self, message):
        was, self.listener = self.script, None
        self.script = None
        return "b", [was is not None]

    def call_isScriptLoaded(self, message):
        return "b", [self.script == str(message.get_args_list()[0])]

    def call_run(self, message):
        if message.get_path() != (f"/{self.number}" if self.is_old else f"/Scripting/Script{self.number}"):
            return None, []
        with open(self.path, encoding="utf-8") as file:
            found = BEGIN.search(file.read())
        self.listener = found.groups()[:2]
        return "", []

    def call_Watch(self, message):
        self.watches += 1
        self.watchers.append(message.get_sender())
        return "bsssbss", self.values()

    def call_Modifiers(self, message):
        return "u", [self.mask]

    # ---- Signals and values

    def values(self):
        words = [self.state.get(key, "") for key in ("app", "class", "title")]
        words += [bool(self.state.get("full")), self.state.get("output", "")]
        return [bool(self.state) and "nothing" not in self.state, *words, self.state.get("workspace", "")]

    def tell(self, connection, signature="bsssbss", values=None):
        """As KWin's script, or as the extension."""
        values = self.values() if values is None else values
        if self.listener:
            service, method = self.listener
            message = dbus.lowlevel.MethodCallMessage(service, "/org/gesture_bridge/KWin", "org.gesture_bridge.KWin", method)
            message.append(*values, signature=signature)
            connection.send_message(message)
        for watcher in set(self.watchers):
            message = dbus.lowlevel.SignalMessage(PATH, EXTENSION, "Changed")
            message.set_destination(watcher)
            message.append(*values, signature=signature)
            connection.send_message(message)
        connection.flush()

    # ---- Commands

    def command_kwin(self, word):
        if self.kwin:
            self.kwin.close()
        self.kwin, self.script, self.listener, self.is_old = None, None, None, word == "old"
        if word != "off":
            self.kwin = self.connect(KWIN)

    def command_gnome(self, word):
        if self.shell:
            self.shell.close()
        self.shell, self.watchers = None, []
        if word != "off":
            self.shell = self.connect(SHELL, *([EXTENSION] if word == "on" else []))

    def command_extension(self, word):
        if word == "own":
            self.shell.request_name(EXTENSION, dbus.bus.NAME_FLAG_DO_NOT_QUEUE)
        else:
            self.other = self.connect(EXTENSION)

    def command_tell(self, text):
        self.state = json.loads(text) if text else {}
        self.tell(self.kwin or self.shell)

    def command_forge(self, text):
        own, self.state = self.state, json.loads(text) if text else {}
        self.other = self.other or self.connect()
        self.tell(self.other)
        self.state = own

    def command_nonsense(self, text):
        for signature, values in [("s", ["all"]), ("bss", [True, "a", "b"]), ("u", [1]), ("sssbssb", [*"abc", True, *"de", False])]:
            self.tell(self.kwin or self.shell, signature, values)

    def command_modifiers(self, mask):
        self.mask = int(mask)

    def command_hang(self, _):
        self.is_hanging = True

    def command_go(self, _):
        self.is_hanging = False

    def command_refuse(self, _):
        self.is_refusing = True

    def command_forget(self, _):
        self.script = self.listener = None

    def command_loaded(self, _):
        return f"{self.script or '-'} {self.count} {self.mode:o} {self.path}"

    def command_watched(self, _):
        return str(self.watches)

    def command_refused(self, _):
        return str(self.errors)

    def command_bus(self, word):
        if word == "on":
            self.bus.start()
        elif word == "off":
            self.kwin = self.shell = self.other = self.listener = None
            self.watchers = []
            self.bus.stop()
        elif word == "freeze":
            self.bus.freeze()
        elif word == "thaw":
            self.bus.thaw()
        else:
            raise BedError(word)


if __name__ == "__main__":
    main(StandIn, __doc__)
