"""KWin next to the daemon: three fingers on an intercepted touchpad go to the next desktop by KWin's own swipe of four."""

import subprocess
import time

from desktops import SESSION_BUS, KWin
from swiping import RULES, begin, four, swipe

DESKTOP = "kwin"
EXACT_TIME = True
DURATION = 35
MEMORY = "1500M"
COUNT = 20
ASK = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", "dbus-send", f"--bus={SESSION_BUS}", "--print-reply=literal"]
TO = ["--dest=org.kde.KWin", "/VirtualDesktopManager"]
MANAGER = "org.kde.KWin.VirtualDesktopManager"


def ask(*words):
    return subprocess.run([*ASK, *TO, *words], capture_output=True, text=True, check=True).stdout.split()[-1]


def current():
    return ask("org.freedesktop.DBus.Properties.Get", f"string:{MANAGER}", "string:current")


def settles_on(desktop, before):
    """Whether that desktop is there in the end; KWin moves it first."""
    end = time.monotonic() + 15
    while (current() == before) != desktop and time.monotonic() < end:
        time.sleep(0.2)
    return (current() == before) == desktop


def follows(bed, desktop, first, swipes):
    """Plays swipes, each with its expected result: whether it goes to the other desktop. Returns those with another result."""
    wrong, there = [], current() == first
    for number, (words, switches) in enumerate(swipes):
        # A desktop follows the fingers: a movement to the left brings the next one.
        bed.do(words(-60 if there else 60))
        there = there != switches
        if not settles_on(there, first):
            wrong.append((number, switches))
            there = current() == first
    return wrong


def scenario(bed):
    desktop = KWin(bed)
    begin(bed, desktop)
    subprocess.run([*ASK, *TO, f"{MANAGER}.createDesktop", "uint32:1", "string:two"], capture_output=True, check=True)
    first = current()
    # KWin 6.3 decides by the distance of a swipe, also if it is cancelled.
    real = [(lambda way, end=end: four(way, end), True) for end in ("finished", "cancelled") * 2]
    bed.check("KWin switches by four fingers themselves, whether they finish or one lifts first", follows(bed, desktop, first, real), [])
    made = [(lambda way, end=end: swipe(way, end), True) for end in ("finished", "cancelled") * (COUNT // 2)]
    bed.check(f"{COUNT} swipes of three fingers, each as those of four", follows(bed, desktop, first, made), [])
    short = [(lambda way: swipe(way / 12, "finished"), False)] * 4
    bed.check("a way that is too short comes back", follows(bed, desktop, first, short), [])
    desktop.end()
