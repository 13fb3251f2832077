"""KWin beside the daemon: what its windows hear of touches that gestures take, and of a daemon that dies."""

from desktops import KWin
from taking import RULES, play

DESKTOP = "kwin"
EXACT_TIME = True
MEMORY = "1500M"


def scenario(bed):
    play(bed, KWin(bed))
