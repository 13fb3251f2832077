"""Sway next to the daemon: the events of its windows for touches that gestures take, and for a daemon that dies."""

from desktops import Sway
from taking import RULES, play

COMPOSITOR = True
EXACT_TIME = True


def scenario(bed):
    play(bed, Sway(bed))
