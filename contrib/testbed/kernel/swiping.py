"""A story for desktops: three fingers on an intercepted touchpad make a swipe of four, which the desktop knows."""

import itertools
import time

from nodes import await_clone
from stage import rules
from words import BedError

PATIENCE = 60  # seconds
PAD = "Mocked Touchpad"
SWIPE = """
[gesture.native]
kind = "pan"
fingers = 3
delays-touches-began = true
began = { native = "swipe", fingers = 4 }
"""
RULES = rules(SWIPE, device=PAD)
POINT = "down pad a 40,30\nmove pad a by 20,12 over 160ms\nmove pad a by 20,12 over 160ms\nup pad"
ENDS = {"finished": "up pad", "cancelled": "cancel pad a,b,c\nwait 400ms\nup pad"}


def swipe(way, end):
    x = 50 - way / 2
    return f"down pad a {x - 12},34 b {x},31 c {x + 12},34\nwait 40ms\nmove pad a,b,c by {way},0 over 320ms\n{ENDS[end]}"


def four(way, end):
    """The same by four fingers themselves; no rule is for them."""
    x, end = 50 - way / 2, {"finished": "up pad", "cancelled": "up pad a\nwait 300ms\nup pad"}[end]
    return f"down pad a {x - 18},34 b {x - 6},31 c {x + 6},31 d {x + 18},34\nwait 40ms\nmove pad a,b,c,d by {way},0 over 320ms\n{end}"


def begin(bed, desktop):
    """The desktop reads the clone, and its pointer is on the window."""
    bed.do("add touchpad pad")
    desktop.await_reader(bed.path("pad"))
    bed.start()
    desktop.await_reader(await_clone(bed.path("pad"), PATIENCE))
    end = time.monotonic() + PATIENCE
    while "move" not in desktop.kinds():
        if time.monotonic() > end:
            raise BedError("the window hears of no pointer")
        bed.do(f"{POINT}\nwait 500ms")
    desktop.seen()


def told(desktop, count):
    """The window's events of this number of swipes, each kind of movement as a whole."""
    lines = [line.split()[0] if "update" in line else line for line in desktop.seen("swipe-end", count)]
    return [line for line, _ in itertools.groupby(lines)]
