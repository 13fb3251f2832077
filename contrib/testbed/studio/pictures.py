#!/usr/bin/python3
"""Makes the pictures of contrib/guide/studio.md: the studio's four views in a real Chromium, with fingers on a mocked touchscreen, and
the rules that gesture-bridge comes with.

usage: pictures.py PROGRAM FOLDER     PROGRAM is gesture-bridge, with the studio's program in its folder; the pictures are in FOLDER

Prints the words of each picture but the last, with a # for each number.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from browser import Browser  # noqa: E402
from trial import ADDRESS, Bed  # noqa: E402
from try_page import Journey  # noqa: E402

SIZE = 1180, 940
# Each is wanted when it is 12 mm or longer.
DISTANCES = 8, 10, 14, 18, 25, 32, 40, 11, 13


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        shutil.copy(HERE.parents[2] / "bindings.toml", work / "bindings.toml")
        bed = Bed(program, work, work / "bindings.toml", more=())
        studio = subprocess.Popen(
            [program, "studio", "--no-browser", "--config", "bindings.toml"],
            cwd=work, stdout=subprocess.PIPE, text=True, env=bed.surroundings)
        try:
            with Browser("chromium", SIZE, calm=True) as browser:
                journey = Journey(browser, ADDRESS.search(studio.stdout.readline())[0], bed.hand)
                journey.open()
                draw(journey, bed, folder)
        finally:
            studio.send_signal(signal.SIGINT)
            studio.wait(30)
            bed.end()


def draw(journey, bed, folder):
    browser = journey.browser

    def picture(name, prints=True):
        browser.evaluate("scrollTo(0, 0)")
        browser.screenshot(folder / f"{name}.png")
        if not prints:
            return
        shown = f'{browser.text("header")}\n{browser.text("main")}'
        # On a busy machine, gestures of more fingers have failed by now.
        shown = re.sub(r"^[·✘]\n(.*)\n(waiting|failed)$", r"\1", shown, flags=re.M)
        # The numbers of an axis are as many as the measured values need.
        words = re.sub(r"(#\n)+", "#\n", re.sub(r"\d+(\.\d+)?", "#", shown))
        print(f"=== {name}", words, sep="\n", flush=True)

    bed.do("play event0 swipe left fingers=3 distance=9mm ending=stay")
    browser.wait("document.querySelector('#now .gauge')?.innerText.includes('9 mm')")
    picture("now")
    bed.do("up event0")
    bed.do("wait 700ms")
    for distance in DISTANCES:
        bed.do(f"play event0 swipe left fingers=3 distance={distance}mm")
        bed.do("wait 600ms")
    journey.choose_gesture()
    browser.wait(f"document.querySelectorAll('#attempts .tile').length === {len(DISTANCES) + 1}")
    browser.evaluate("document.querySelector('#attempts .tile').focus()")
    for distance in reversed(DISTANCES):
        browser.key("y" if distance > 12 else "n")
        browser.key("ArrowRight")
    meant = sum(distance > 12 for distance in DISTANCES)
    outcome = f"{meant} of {meant} that are meant and 0 of {len(DISTANCES) - meant} that are not"
    browser.wait(f"document.querySelector('#attempts').innerText.includes('{outcome}')")
    browser.wait("[...document.querySelectorAll('#attempts .tile')].every(one => one.innerText.includes('recognized'))")
    browser.wait("document.querySelector('#attempts').innerText.includes('trigger nothing else')", 120)
    picture("attempts")
    journey.tab("gestures")
    browser.wait("document.querySelector('#gestures form, #gestures .field')")
    picture("gestures")
    journey.tab("new")
    journey.press("Start", "#new")
    time.sleep(0.5)
    for _ in range(5):
        bed.hand(4, "left")
    browser.wait("document.querySelectorAll('#new .slots .in').length === 5")
    browser.wait("document.querySelector('#new .proposals').getAttribute('aria-busy') === 'false'", 120)
    # Its findings on other gestures come when they come.
    picture("new", prints=False)


if __name__ == "__main__":
    main()
