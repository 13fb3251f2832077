"""KWin next to the daemon: the events of its windows for touches that gestures take, and for a daemon that dies."""

from desktops import KWin
from taking import RULES, play

DESKTOP = "kwin"
EXACT_TIME = True
MEMORY = "1500M"


def scenario(bed):
    play(bed, KWin(bed))
