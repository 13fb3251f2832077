#!/usr/bin/python3
"""A bus of its own with logind's method that sets the light of a screen, and a folder as the kernel has for lights.

usage: lights.py BUS LIGHTS

Listens at the socket BUS, has lights in the folder LIGHTS, and takes one command a line from standard input; answers each with
`ok ...` or `error ...`.

  light NAME KIND LEVEL MOST   a light of the kind firmware, platform or raw
  level NAME                   -> ok LEVEL
  refuse                       logind sets none any more
"""

import os

import dbus
import dbus.lowlevel
from sessionbus import Bus, main

SERVICE, PATH = "org.freedesktop.login1", "/org/freedesktop/login1/session/auto"
CALL = 1  # type of message


class Lights:
    """The bus and the lights; each method named command_X is the command X."""

    def __init__(self, path, folder):
        self.folder, self.refuses = folder, False
        os.makedirs(folder, exist_ok=True)
        self.bus = Bus(path)
        self.bus.start()
        self.connection = self.bus.connect()
        self.connection.add_message_filter(lambda _, message: self.hear(message))
        self.connection.request_name(SERVICE)

    def close(self):
        self.bus.stop()

    def write(self, name, **files):
        os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        for file, text in files.items():
            with open(f"{self.folder}/{name}/{file}", "w", encoding="utf-8") as out:
                out.write(f"{text}\n")

    def command_light(self, words):
        name, kind, level, most = words.split()
        self.write(name, type=kind, brightness=level, max_brightness=most)

    def command_level(self, name):
        with open(f"{self.folder}/{name}/brightness", encoding="utf-8") as file:
            return file.read().strip()

    def command_refuse(self, _):
        self.refuses = True

    def hear(self, message):
        if message.get_type() != CALL or message.get_path() != PATH or message.get_member() != "SetBrightness":
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        kind, name, level = message.get_args_list()
        if self.refuses or kind != "backlight" or message.get_signature() != "ssu":
            reply = dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.AccessDenied", "no")
        else:
            self.write(str(name), brightness=int(level))
            reply = dbus.lowlevel.MethodReturnMessage(message)
        self.connection.send_message(reply)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED


if __name__ == "__main__":
    main(Lights, __doc__)
