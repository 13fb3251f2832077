"""Mutter beside the daemon: what its windows hear of touches that gestures take, and of a daemon that dies."""

from desktops import Mutter
from taking import RULES, play

DESKTOP = "mutter"
EXACT_TIME = True
MEMORY = "3000M"


def scenario(bed):
    play(bed, Mutter(bed))
