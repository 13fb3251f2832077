#!/usr/bin/python3
"""Films gestures on a mocked touchscreen, on a real sway, as an animated PNG.

usage: workspaces.py PROGRAM RULES PICTURE     PROGRAM is gesture-bridge; a window shows RULES

Prints the words of the overlay and of the window that shows what happens.
"""

import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from desktop import animated, session, words  # noqa: E402

HAND = """
wait 600ms
down event0 a 163,124 b 181,114 c 199,120
wait 1500ms
move event0 a,b,c by -60,2 over 700ms
wait 300ms
up event0
wait 1000ms
down event0 a 176,116
move event0 a by 20,22 over 300ms
move event0 a by 40,-48 over 450ms
up event0
wait 1800ms
down event0 a 115,124 b 133,114 c 151,120
move event0 a,b,c by 60,-2 over 500ms
wait 200ms
up event0
wait 1500ms
"""
EVERY = 0.05  # s between two pictures
END = 1.0  # s before it all begins again
WIDTH, HEIGHT = 800, 500
SETTINGS = f"""
output HEADLESS-1 resolution {WIDTH}x{HEIGHT}
output * bg #31475e solid_color
font pango:DejaVu Sans 9
default_border normal 1
titlebar_padding 8 3
gaps inner 8
seat * hide_cursor 1
for_window [title="^foot$"] floating enable, resize set 340 210, move position 410 240
client.focused #3584e4 #26415f #ffffff #3584e4
client.unfocused #1d2733 #1d2733 #9aa7b5 #1d2733
client.focused_inactive #1d2733 #1d2733 #9aa7b5 #1d2733
bar {{
  position top
  font pango:DejaVu Sans 9
  colors {{
    background #161d26
    focused_workspace #3584e4 #3584e4 #ffffff
    inactive_workspace #161d26 #161d26 #9aa7b5
  }}
}}
"""


def main(program, rules, picture):
    text = pathlib.Path(rules).read_text(encoding="utf-8")
    with session(program, text, SETTINGS, more=()) as here:
        frames, scenes = film(here), here.scenes()
        said = (here.folder / "said").read_text(encoding="utf-8")
    pathlib.Path(picture).write_bytes(animated(frames, WIDTH, HEIGHT, END))
    lines = [line for scene in scenes for line in words(scene)]
    print(*dict.fromkeys(lines), said.rstrip(), sep="\n")


def film(here):
    """The pictures and their times."""
    desktop = here.desktop
    desktop.show("2")
    desktop.open("gesture-bridge kinds", "gesture-bridge kinds | fold -sw 105")
    desktop.show("1")
    desktop.open("bindings.toml", f'printf %s "$(head -n 30 {here.folder}/bindings.toml)"')
    command = "gesture-bridge ctl subscribe gesture"
    desktop.open(command, f"{command} | tee {here.folder}/said")
    frames, is_over = [], threading.Event()

    def look():
        due = time.monotonic()
        while not is_over.is_set():
            frames.append(here.screen.picture())
            due += EVERY
            time.sleep(max(0, due - time.monotonic()))

    camera = threading.Thread(target=look)
    camera.start()
    try:
        for line in HAND.strip().splitlines():
            here.bed.do(line)
    finally:
        is_over.set()
        camera.join()
    return frames


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
