"""Xorg beside the daemon: what its windows hear of touches that gestures take, and of a daemon that dies."""

from desktops import Xorg
from taking import RULES, play

DESKTOP = "xorg"
EXACT_TIME = True


def scenario(bed):
    play(bed, Xorg(bed))
