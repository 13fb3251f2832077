#!/usr/bin/python3
"""A session bus of its own with players of MPRIS, which say what they were asked.

usage: players.py BUS

Listens at the socket BUS and takes one command a line from standard input; answers each with `ok ...` or `error ...`.

  player NAME STATE        a player with this PlaybackStatus: Playing, Paused or Stopped
  hang NAME                it answers no more
  heard                    -> ok NAME METHOD NAME METHOD ...: what the players were asked
"""

import dbus
import dbus.lowlevel
from sessionbus import Bus, main

PREFIX, PLAYER = "org.mpris.MediaPlayer2.", "org.mpris.MediaPlayer2.Player"
PATH = "/org/mpris/MediaPlayer2"
CALL = 1  # type of message


class Players:
    """The bus and its players; each method named command_X is the command X."""

    def __init__(self, path):
        self.bus = Bus(path)
        self.bus.start()
        self.states, self.connections, self.hanging, self.asked = {}, {}, set(), []

    def close(self):
        self.bus.stop()

    def command_player(self, words):
        name, state = words.split()
        self.states[name] = state
        if name in self.connections:
            return
        connection = self.bus.connect()
        connection.add_message_filter(lambda _, message: self.hear(name, message))
        connection.request_name(PREFIX + name)
        self.connections[name] = connection

    def command_hang(self, name):
        self.hanging.add(name)

    def command_heard(self, _):
        return " ".join(self.asked)

    def hear(self, name, message):
        if message.get_type() != CALL or message.get_path() != PATH:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        if name in self.hanging:
            return dbus.lowlevel.HANDLER_RESULT_HANDLED
        reply = dbus.lowlevel.MethodReturnMessage(message)
        if message.get_member() == "Get":
            reply.append(dbus.String(self.states[name], variant_level=1), signature="v")
        elif message.get_interface() == PLAYER:
            self.asked.append(f"{name} {message.get_member()}")
        self.connections[name].send_message(reply)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED


if __name__ == "__main__":
    main(Players, __doc__)
