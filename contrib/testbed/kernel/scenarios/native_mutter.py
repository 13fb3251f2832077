"""mutter next to the daemon: its window gets a swipe of four fingers, which three make on an intercepted touchpad."""

from desktops import Mutter
from swiping import RULES, begin, swipe, told

DESKTOP = "mutter"
EXACT_TIME = True
MEMORY = "3000M"
COUNT = 20


def scenario(bed):
    desktop = Mutter(bed)
    begin(bed, desktop)
    wrong = []
    for number in range(COUNT):
        end, mark = ("cancelled", " cancelled") if number % 3 == 2 else ("finished", "")
        bed.do(swipe(40 if number % 2 else -40, end))
        if (heard := told(desktop, 1)) != ["swipe-begin 4", "swipe-update", f"swipe-end{mark}"]:
            wrong.append((number, end, heard))
    bed.check(f"{COUNT} swipes in a window, none of them anything else", wrong[:4], [])
    desktop.end()
