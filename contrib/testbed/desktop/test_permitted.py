"""A real KWin gives the program what the .desktop file that is installed names, and no more.

Without a file it gives nothing; with the package's the modifier keys; with the user's copy of the other one, which `doctor` says how
to make, keys and clicks too, while it runs already. KWin 6.7 gives the modifiers to every program.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time

from compositors import HERE, await_
from sessionbus import Bus

DESKTOPS = {"kwin": 1}
ENTRIES = os.path.join(HERE, "../../desktops/kwin")
RULES = """
[gesture.tap]
kind = "tap"
device = "touchscreen"

[[override]]
gesture = "tap"
when = { app = "firefox", modifiers = "ctrl" }
run = { keys = "Alt+Left" }
"""
MODIFIERS, WINDOWS = "Wayland reports the modifier keys", "KWin reports the focused window"
KEYS = "org_kde_kwin_fake_input sends keys and clicks"
COMMAND = re.compile(r"run `(install -D [^`]*)`")
# KWin looks for the program at the same path, and compares the two; without a menu KDE's libraries find no .desktop file. The user's HOME
# and the package's files are outside of the root, so that they can be written while KWin runs.
START = """
mkdir -p "$(dirname "$FOLDER")" "$PROGRAM" ~/.local ~/.config/menus
ln -sfn /share "$FOLDER"
cp /share/program "$PROGRAM/gesture-bridge"
ln -sfn /share/home ~/.local/share
echo '<Menu><Name>Applications</Name><DefaultAppDirs/><Include><All/></Include></Menu>' >~/.config/menus/applications.menu
exec env XDG_DATA_DIRS=/share/package:/usr/share XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KWIN_COMPOSE=Q \\
  kwin_wayland --virtual --width 1280 --height 800
"""


def fill(name, target, place):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(f"{ENTRIES}/{name}", encoding="utf-8") as entry, open(target, "w", encoding="utf-8") as filled:
        filled.write(entry.read().replace("@bindir@", place))


def doctor(program, root, is_installed):
    """The output of the program's doctor in a KWin of its own; if the program is installed, also once its command has been run."""
    with tempfile.TemporaryDirectory() as work:
        folder, place = f"{work}/run", f"{work}/bin"
        os.mkdir(folder, 0o700)
        os.makedirs(f"{folder}/home/applications")
        os.mkdir(place)
        own = shutil.copy(program, f"{place}/gesture-bridge")
        os.link(own, f"{folder}/program")
        if is_installed:
            fill("gesture-bridge.desktop", f"{folder}/package/applications/gesture-bridge.desktop", place)
            fill("gesture-bridge-keys.desktop", f"{work}/share/gesture-bridge/kwin/gesture-bridge-keys.desktop", place)
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

            def ask():
                return subprocess.run(
                    [own, "doctor", "--config", rules], env=there, text=True, capture_output=True, check=False).stdout

            said = [ask()]
            if is_installed:
                # Its lines are folded.
                command = COMMAND.search(" ".join(said[0].split()))
                if command:
                    home = command[1].replace("~/.local/share", f"{folder}/home")
                    subprocess.run(home, shell=True, check=True)
                    # KDE's libraries look for new files at most every 1.5 s.
                    time.sleep(2)
                said.append(ask())
            return said
        finally:
            if kwin:
                kwin.kill()
                kwin.wait()
            bus.stop()


def test_permitted(root, program):
    for is_installed, wanted in ((False, [(False, False)]), (True, [(True, False), (True, True)])):
        said = doctor(program, root, is_installed)
        assert [(MODIFIERS in one, KEYS in one) for one in said] == wanted, said
        assert all(WINDOWS in one for one in said), said
