#!/usr/bin/python3
"""A compositor of wlroots without a screen, and windows that follow commands.

usage: headless.py sway|labwc|wayfire|phoc ROOT FOLDER       ROOT is what `root` prints

FOLDER is the compositor's XDG_RUNTIME_DIR. Takes one command a line from standard input; answers each with `ok` or `error ...`.

  desktop on|off           it starts, and listens; it is killed
  socket                   -> ok PATH: where it listens
  open APP TITLE           a window, which gets the focus
  title APP TITLE | fullscreen APP | windowed APP | close APP
  focus APP                gives a window the focus
  turn NUMBER              turns the output, as wl_output.transform counts
  show NAME                shows a workspace
  say COMMAND              a command of sway's
  hang | go on             it is stopped by SIGSTOP, and goes on
"""

import os
import signal

from compositors import COMPOSITORS, Windows
from sessionbus import main, serve_lines


class Headless(Windows):
    """The compositor and its windows; each method named command_X is the command X."""

    def __init__(self, kind, root, folder):
        super().__init__()
        os.chmod(folder, 0o700)
        self.compositor = COMPOSITORS[kind](root, folder)

    def place(self):
        return self.compositor.socket

    def close(self):
        for window in self.windows.values():
            window.kill()
        self.compositor.kill()

    def command_desktop(self, word):
        if word == "on":
            self.compositor.start()
        else:
            self.compositor.kill()

    def command_socket(self, _):
        return self.place()

    def command_focus(self, app):
        self.compositor.focus(app)

    def command_turn(self, number):
        self.compositor.turn(int(number))

    def command_show(self, name):
        self.compositor.show(name)

    def command_say(self, command):
        self.compositor.say(command)

    def command_hang(self, _):
        os.kill(self.compositor.pid(), signal.SIGSTOP)

    def command_go(self, _):
        os.kill(self.compositor.pid(), signal.SIGCONT)


if __name__ == "__main__":
    main(Headless, __doc__, serve_lines)
