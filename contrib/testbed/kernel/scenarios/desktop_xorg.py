"""Xorg next to the daemon: the events of its windows for touches that gestures take, and for a daemon that dies."""

from desktops import Xorg
from taking import RULES, play

DESKTOP = "xorg"
EXACT_TIME = True


def scenario(bed):
    play(bed, Xorg(bed))
