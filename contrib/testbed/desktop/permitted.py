#!/usr/bin/python3
"""A real KWin gives the program the modifier keys where the package's .desktop file is installed, and not where it is not.

usage: permitted.py PROGRAM ROOT       PROGRAM is gesture-bridge, ROOT is what `bus-root kwin` prints: KWin from 6.3 on

Exit status: 0 if `doctor` says so, 1 if it does not, with what it says on standard error. KWin 6.7 gives them to every program.
"""

import os
import shutil
import subprocess
import sys
import tempfile

from compositors import HERE, await_
from sessionbus import Bus

ENTRY = os.path.join(HERE, "../../desktops/kwin/gesture-bridge.desktop")
RULES = """
[gesture.tap]
kind = "tap"
device = "touchscreen"

[[binding]]
gesture = "tap"
when = { app = "firefox", modifiers = "ctrl" }
run = "true"
"""
MODIFIERS, WINDOWS = "Wayland tells of the modifier keys", "KWin tells of the focused window"
# KWin looks for the program at the same path, and compares the two; without a menu KDE's libraries find no .desktop file.
START = """
mkdir -p "$(dirname "$FOLDER")" "$PROGRAM" ~/.local/share/applications ~/.config/menus
ln -sfn /share "$FOLDER"
cp /share/program "$PROGRAM/gesture-bridge"
echo '<Menu><Name>Applications</Name><DefaultAppDirs/><Include><All/></Include></Menu>' >~/.config/menus/applications.menu
[ ! -e /share/entry ] || cp /share/entry ~/.local/share/applications/gesture-bridge.desktop
exec env XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KWIN_COMPOSE=Q kwin_wayland --virtual --width 1280 --height 800
"""


def doctor(program, root, is_installed):
    """What the program's doctor says in a KWin of its own."""
    with tempfile.TemporaryDirectory() as work:
        folder, place = f"{work}/run", f"{work}/bin"
        os.mkdir(folder, 0o700)
        os.mkdir(place)
        own = shutil.copy(program, f"{place}/gesture-bridge")
        os.link(own, f"{folder}/program")
        if is_installed:
            with open(ENTRY, encoding="utf-8") as entry, open(f"{folder}/entry", "w", encoding="utf-8") as filled:
                filled.write(entry.read().replace("@bindir@", place))
        rules = os.path.join(work, "rules.toml")
        with open(os.open(rules, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(RULES)
        bus, kwin = Bus(f"{folder}/bus"), None
        try:
            bus.start()
            connection = bus.connect()
            settings = ["XDG_RUNTIME_DIR=/share", "DBUS_SESSION_BUS_ADDRESS=unix:path=/share/bus"]
            settings += [f"FOLDER={folder}", f"PROGRAM={place}"]
            words = [os.path.join(HERE, "enter"), "--share", folder, "--seeing", root, "/usr/bin/env", *settings]
            kwin = subprocess.Popen(
                [*words, "/bin/bash", "-c", START],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            await_(lambda: connection.name_has_owner("org.kde.KWin") and os.path.exists(f"{folder}/wayland-0"), "KWin")
            there = dict(os.environ, XDG_RUNTIME_DIR=folder, WAYLAND_DISPLAY="wayland-0", DBUS_SESSION_BUS_ADDRESS=bus.address)
            return subprocess.run(
                [own, "doctor", "--config", rules], env=there, text=True, capture_output=True, check=False).stdout
        finally:
            if kwin:
                kwin.kill()
                kwin.wait()
            bus.stop()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    status = 0
    for is_installed in (True, False):
        said = doctor(*sys.argv[1:], is_installed)
        if WINDOWS not in said or (MODIFIERS in said) != is_installed:
            print(f"permitted: with the .desktop file installed: {is_installed}\n{said}", file=sys.stderr)
            status = 1
    print(f"permitted: KWin {'does as it should' if status == 0 else 'does not'}")
    sys.exit(status)


if __name__ == "__main__":
    main()
