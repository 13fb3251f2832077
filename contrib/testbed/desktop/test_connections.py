"""The daemon has one connection to a compositor, whatever the rules need of it, and none if they need nothing.

The connections are counted in the compositor's process: those of its sockets that clients are connected to.
"""

import os

from compositors import Window, await_

# labwc has no control socket: windows and workspaces are changed by protocols of Wayland too.
DESKTOPS = {"sway": 1, "labwc": 1}

NOTHING = """
[gesture.tap]
kind = "tap"
device = "touchpad"
run = "echo other >>$DONE"
"""
EVERYTHING = """
[gesture.tap]
kind = "tap"
device = "touchscreen"
run = "echo other >>$DONE"

[[override]]
gesture = "tap"
when = { app = "foot", fullscreen = false, orientation = "landscape" }
run = "echo foot >>$DONE"

[[override]]
gesture = "tap"
when = { workspace = "nowhere" }
run = "echo nowhere >>$DONE"

[gesture.keys]
kind = "tap"
fingers = 2
run = { keys = "ctrl+a", type = "hi" }

[gesture.click]
kind = "tap"
fingers = 3
device = "touchscreen"
run = { click = "right", at = "finger" }

[gesture.windows]
kind = "swipe"
fingers = 4
direction = "up"
run = { window = "fullscreen" }

[gesture.workspaces]
kind = "swipe"
fingers = 4
direction = "left"
run = { workspace = "next" }
"""


def links(folder):
    """The targets of the links in a folder; a link may be removed meanwhile."""
    for entry in os.scandir(folder):
        try:
            yield os.readlink(entry.path)
        except FileNotFoundError:
            continue


def clients(pid):
    """The number of connections that programs have to a compositor."""
    with open(f"/proc/{pid}/net/unix", encoding="utf-8") as file:
        lines = [line.split() for line in file]
    connected = "03"
    sockets = {f"socket:[{line[6]}]" for line in lines if len(line) == 8 and line[5] == connected and "/wayland-" in line[7]}
    return len(sockets & set(links(f"/proc/{pid}/fd")))


def test_connections(compositor, start):
    compositor.start()
    pid = compositor.pid()
    await_(lambda: clients(pid) == 0, "nothing is connected", 20)
    window = Window(compositor.socket, "foot", "page")
    await_(lambda: clients(pid) == 1, "the window is connected", 20)
    daemon = start(compositor.variables, NOTHING)
    assert clients(pid) == 1
    daemon.write_rules(EVERYTHING)
    daemon.taps_until("the window is known", "foot")
    assert clients(pid) == 2
    daemon.do("play event0 tap fingers=2", "settle")
    assert clients(pid) == 2
    daemon.write_rules(NOTHING)
    await_(lambda: clients(pid) == 1, "the daemon needs nothing", 20)
    daemon.write_rules(EVERYTHING)
    daemon.taps_until("the window is known again", "foot")
    assert clients(pid) == 2
    window.close()
    daemon.taps_until("the window has closed", "other")
    assert clients(pid) == 1
