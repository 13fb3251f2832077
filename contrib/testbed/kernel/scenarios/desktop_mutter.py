"""Mutter next to the daemon: the events of its windows for touches that gestures take, and for a daemon that dies."""

from desktops import Mutter
from taking import RULES, play

DESKTOP = "mutter"
EXACT_TIME = True
MEMORY = "3000M"


def scenario(bed):
    play(bed, Mutter(bed))
