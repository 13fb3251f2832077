#!/usr/bin/python3
"""Takes pictures of the overlay and of the practice page on a real sway, with fingers on mocked devices.

usage: overlay.py PROGRAM RULES FOLDER     PROGRAM is gesture-bridge; the pictures are in FOLDER

Prints the words of each picture.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from desktop import session, still, words  # noqa: E402

# The fingers on a touchscreen (event0) and on a touchpad (event1). `picture NAME` takes one, `up` ends a gesture.
DARK = """
down event0 a 150,100 b 172,92 c 194,99
move event0 a,b,c by -10,0 over 60ms
picture progress-20
move event0 a,b,c by -14,0 over 100ms
picture progress-50
up event0
wait 1500ms
down event0 a 150,100 b 172,92 c 194,99
move event0 a,b,c by -60,0 over 300ms
picture progress-100
up event0
wait 1500ms
play event0 pinch out near=20mm far=21mm duration=100ms ending=stay
wait 150ms
picture pinch
up event0
wait 1500ms
play event0 rotate angle=4 duration=100ms ending=stay
wait 150ms
picture turn
up event0
wait 1500ms
down event0 a 130,110 b 148,100 c 166,102 d 182,112
move event0 a,b,c,d by 0,-20 over 300ms
wait 300ms
picture step-level
up event0
wait 1500ms
down event1 a 40,36 b 55,32 c 70,35
move event1 a,b,c by -21,0 over 120ms
picture pad
up event1
wait 1500ms
down event0 a 120,90
move event0 a by 22,24 over 300ms
move event0 a by 30,-36 over 400ms
picture trail-possible
move event0 a by 16,-18 over 150ms
up event0
wait 150ms
picture trail-recognized
"""
HINT = """
down event0 a 130,98 b 150,88 c 170,94
wait 1200ms
picture hint
up event0
"""
LIGHT_HINT = HINT.replace("hint", "hint-light")
LIGHT = """
down event0 a 150,100 b 172,92 c 194,99
move event0 a,b,c by -26,0 over 150ms
picture progress-scale-2
up event0
"""
LESSON = """
wait 1000ms
play event0 swipe left fingers=3 distance=32mm
wait 2600ms
picture lesson
"""
SHOTS = [
    # The logical size and scale of the output, its colour, the theme, a subcommand, and the fingers.
    (480, 300, 1, "#3c4856", "dark", None, DARK),
    (720, 450, 1, "#3c4856", "dark", None, HINT),
    (720, 450, 1, "#d8d0c4", "light", None, LIGHT_HINT),
    (480, 300, 2, "#d8d0c4", "light", None, LIGHT),
    (800, 500, 1, "#3c4856", "dark", "practice", LESSON),
]


def main(program, rules, folder):
    text = pathlib.Path(rules).read_text(encoding="utf-8")
    for width, height, scale, colour, theme, subcommand, hand in SHOTS:
        size = width * scale, height * scale
        output = f"output HEADLESS-1 resolution {size[0]}x{size[1]} scale {scale} bg {colour} solid_color"
        settings = f"{output}\nseat * hide_cursor 1\n"
        themed = text.replace("[overlay]\n", f'[overlay]\ntheme = "{theme}"\n')
        more = {"subcommand": subcommand, "ready": "Make"} if subcommand else {}
        with session(program, themed, settings, more=("add touchpad event1",), **more) as here:
            for name, pixels, said in shots(here, hand):
                pathlib.Path(folder, f"{name}.png").write_bytes(still(pixels, *size))
                print(f"=== {name}", *said, sep="\n", flush=True)


def shots(here, hand):
    """The name, the pixels and the words of each picture."""
    for line in hand.strip().splitlines():
        word, _, name = line.partition(" ")
        if word != "picture":
            here.bed.do(line)
            continue
        # The program draws what has happened.
        here.screen.picture()
        pixels, _ = here.screen.picture()
        yield name, pixels, said(here)


def said(here):
    if (here.folder / "scenes").exists():
        return words([scene for scene in here.scenes() if scene["items"]][-1])
    # The practice says the same in its terminal.
    here.bed.do(f"screen {here.folder}/screen")
    lines = (here.folder / "screen").read_text(encoding="utf-8").splitlines()
    return [line.rstrip() for line in lines if line.strip()]


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
