"""Sway beside the daemon: what its windows hear of touches that gestures take, and of a daemon that dies."""

from desktops import Sway
from taking import RULES, play

COMPOSITOR = True
EXACT_TIME = True


def scenario(bed):
    play(bed, Sway(bed))
