#!/usr/bin/python3
"""Makes the pictures of contrib/guide/studio.md: the studio's four views in a real Chromium, with fingers on a mocked touchscreen.

usage: pictures.py PROGRAM [FOLDER]     PROGRAM is gesture-bridge, with the studio's program in its folder; FOLDER is
contrib/guide/pictures/studio
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from browser import Browser  # noqa: E402
from trial import ADDRESS, RULES, Bed  # noqa: E402
from try_page import Journey  # noqa: E402


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    program = os.path.realpath(sys.argv[1])
    folder = pathlib.Path(sys.argv[2]) if sys.argv[2:] else HERE.parents[1] / "guide" / "pictures" / "studio"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        rules = work / "bindings.toml"
        rules.write_text(RULES)
        bed = Bed(program, work, rules, more=())
        studio = subprocess.Popen(
            [program, "studio", "--no-browser", "--config", str(rules)], stdout=subprocess.PIPE, text=True, env=bed.surroundings)
        try:
            with Browser("chromium", (1180, 780), calm=True) as browser:
                journey = Journey(browser, ADDRESS.search(studio.stdout.readline())[0], bed.hand)
                journey.open()
                draw(journey, bed, folder)
        finally:
            studio.send_signal(signal.SIGINT)
            studio.wait(30)
            bed.end()


def draw(journey, bed, folder):
    browser = journey.browser
    bed.do("play event0 swipe left fingers=3 distance=9mm ending=stay")
    time.sleep(0.3)
    browser.screenshot(folder / "now.png")
    bed.do("up event0")
    bed.do("wait 700ms")
    for distance in (8, 10, 14, 18, 25, 32, 40, 11, 13):
        bed.do(f"play event0 swipe left fingers=3 distance={distance}mm")
        bed.do("wait 600ms")
    journey.choose_gesture()
    browser.click("#attempts .tile")
    for _ in range(7):
        browser.key("y")
        browser.key("ArrowRight")
    browser.key("ArrowRight")
    browser.key("n")
    time.sleep(0.5)
    browser.screenshot(folder / "attempts.png")
    journey.tab("gestures")
    time.sleep(0.5)
    browser.screenshot(folder / "gestures.png")
    journey.tab("new")
    journey.press("Start", "#new")
    time.sleep(0.5)
    journey.make(5, "up")
    browser.wait("document.querySelectorAll('#new .slots .in').length === 5")
    time.sleep(2)
    browser.screenshot(folder / "new.png")


if __name__ == "__main__":
    main()
