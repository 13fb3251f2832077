#!/usr/bin/python3
"""How soon the studio answers while a threshold is dragged, and what an open studio costs the daemon.

usage: contrib/bench studio [PROGRAM] [SWIPES]     PROGRAM: gesture-bridge, with gesture-bridge-studio beside it; without one both are
                                                   built. SWIPES of each: 400

Two daemons have a mocked touchscreen each, and one has its studio open: its page is a program that reads all it is told and draws nothing,
so that a browser's own work on a machine with few processors does not count. They are swiped in turns of 10; latency is from the frame in
which the fingers lift to the start of the command. Then a real Chromium has the page, 200 attempts are made under 30 rules, and a threshold
is dragged to and fro: counted is the time from the page's question to its answer with the verdicts of all attempts, and of that the replay.
Exit status: 0 if a command is at most 3 % later by the median, and 95 of 100 answers come within 16 ms; else 1.
"""

import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
sys.path[:0] = [os.path.join(HERE, "../testbed"), os.path.join(HERE, "../testbed/studio"), HERE]

import environment
from browsers import Browser, WebSocket
from sides import Side

TURN = 10
ATTEMPTS = 200
MOST, SOON = 1.03, 16  # ms
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=\w+")
# In the page: how long each question about a threshold takes, and of that the replay.
WATCH = """(() => {
  const asked = new Map(), send = WebSocket.prototype.send
  let isWatched = false
  window.answers = []
  WebSocket.prototype.send = function (text) {
    if (!isWatched) {
      isWatched = true
      this.addEventListener('message', event => {
        const answer = JSON.parse(event.data)
        if (asked.has(answer.answer)) answers.push([performance.now() - asked.get(answer.answer), answer.took])
      })
    }
    const question = JSON.parse(text)
    if (question.do === 'try') asked.set(question.ask, performance.now())
    return send.call(this, text)
  }
  return 0
})()"""


def rules():
    """29 gestures that can be told from one another, beside the one that is measured."""
    swipes = [f'kind = "swipe"\nfingers = {fingers}\ndirection = "{way}"' for fingers in (3, 4, 5) for way in ("left", "right", "down", "up")]
    others = swipes[:3] + swipes[4:]
    others += [f'kind = "tap"\nfingers = {fingers}' for fingers in range(1, 6)]
    others += [f'kind = "long-press"\nfingers = {fingers}' for fingers in range(2, 6)]
    others += [f'kind = "pinch"\nfingers = {fingers}' for fingers in (2, 3, 4)] + [f'kind = "rotation"\nfingers = {fingers}' for fingers in (2, 3)]
    others += [f'kind = "edge-swipe"\nedge = "{edge}"' for edge in ("left", "right", "top", "bottom")]
    return "".join(f'\n[gesture.rule-{number}]\n{lines}\nrun = "true"\n' for number, lines in enumerate(others))


class Studio:
    """A studio for a side's daemon."""

    def __init__(self, program, side):
        surroundings = {**os.environ, "XDG_SESSION_ID": side.name}
        self.process = subprocess.Popen(
            [program, "studio", "--no-browser", "--config", side.rules], stdout=subprocess.PIPE, text=True, env=surroundings)
        self.address = ADDRESS.search(self.process.stdout.readline())[0]

    def read(self):
        """Follows it as a page does, and draws nothing."""
        place = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection(place.netloc)
        connection.request("GET", f"/?{place.query}")
        cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]
        connection.close()
        socket = WebSocket(f"ws://{place.netloc}/talk", [f"Origin: http://{place.netloc}", f"Cookie: {cookie}"])
        socket.send(json.dumps({"ask": 1, "do": "hello"}))

        def follow():
            try:
                while socket.receive():
                    pass
            except (OSError, ValueError):
                pass

        threading.Thread(target=follow, daemon=True).start()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


def rank(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def latencies(program, work, swipes):
    """The ratio of the medians, with a studio open and without."""
    sides = [Side(program, work, name, rules()) for name in ("without", "with")]
    studio = Studio(program, sides[1])
    studio.read()
    time.sleep(1)
    for turn in range(swipes // TURN):
        for side in sides[:: 1 if turn % 2 else -1]:
            for _ in range(TURN):
                side.swipe()
    studio.end()
    for side in sides:
        side.bed.close()
    off, on = (statistics.median(side.latencies) for side in sides)
    late = [rank(side.latencies, 0.99) for side in sides]
    print(f"lift to command, µs           median {off:7.0f} without, {on:7.0f} with: {on / off:.3f}")
    print(f"                              99 %   {late[0]:7.0f} without, {late[1]:7.0f} with: {late[1] / late[0]:.3f}", flush=True)
    return on / off


def answers(program, work):
    """The 95th of 100 answers while a threshold is dragged, in ms."""
    side = Side(program, work, "drag", rules())
    studio = Studio(program, side)
    with Browser("chromium", (1280, 900)) as browser:
        browser.open(studio.address)
        browser.wait("!document.getElementById('now').hidden", 20)
        for number in range(ATTEMPTS):
            side.do(f"play event0 swipe left fingers=3 distance={8 + number % 30}mm speed=400")
            side.do("wait 80ms")
        browser.click("#tab-attempts")
        browser.choose("#attempts-gesture", "rule-0")
        browser.wait("document.querySelectorAll('#attempts .threshold').length > 0", 60)
        browser.middle(".threshold .stage")
        pictures = browser.evaluate("document.querySelectorAll('#attempts .tile').length")
        browser.evaluate(WATCH)
        left, top, width, height = browser.evaluate(
            "(b => [b.left, b.top, b.width, b.height])(document.querySelector('.threshold .stage').getBoundingClientRect())")
        for start, end in ((0.02, 0.98), (0.98, 0.02)) * 3:
            browser.drag((left + width * start, top + height / 2), (left + width * end, top + height / 2), steps=100)
            time.sleep(0.2)
        whole, replays = zip(*browser.evaluate("answers"))
    studio.end()
    side.bed.close()
    print(f"answers while dragging, ms    median {statistics.median(whole):.1f}, 95 % {rank(whole, 0.95):.1f}; {len(whole)} of {pictures} attempts each")
    print(f"of that the replay            median {statistics.median(replays):.1f}, 95 % {rank(replays, 0.95):.1f}", flush=True)
    return rank(whole, 0.95)


def main():
    if len(sys.argv) > 3 or sys.argv[1:] and sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    environment.enter(__file__)
    program = os.path.abspath(sys.argv[1]) if sys.argv[1:] else os.path.join(ROOT, ".build/dist/bin/gesture-bridge")
    if not sys.argv[1:]:
        subprocess.run([os.path.join(ROOT, "contrib/release")], check=True, stdout=sys.stderr)
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/run", 0o700)
        os.environ["XDG_RUNTIME_DIR"] = f"{work}/run"
        ratio = latencies(program, work, int(sys.argv[2]) if sys.argv[2:] else 400)
        late = answers(program, work)
    sys.exit(0 if ratio <= MOST and late <= SOON else 1)


main()
