#!/usr/bin/python3
"""From finger to command while somebody watches, by the live view of `--debug` or in the studio, and while nobody does.

usage: contrib/bench watched [OPTION...] [-- PROGRAM]

  --by VIEW|STUDIO     who watches: `view`, in a terminal of 200 columns and 50 rows, or `studio` (view)
  --gestures N         swipes for each of the two daemons (1000)
  -- PROGRAM           measure this instead of building gesture-bridge; the studio needs gesture-bridge-studio next to it

Two daemons with rules of thirteen gestures have a mocked touchscreen each, and are swiped upon in turns of 10. The studio's page is a program
that reads all that it gets and draws nothing, so that a browser's own work does not count. Latency is from the frame in which the fingers
lift to the first instruction of the command. Exit status 0 when the ratio of the medians is at most 1.2 with the view, 1.03 with the studio.
"""
# setup: benchmarks python3-websocket

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import urllib.parse

from common import ROOT, Side, environment, p99, read_arguments

TURN, WARM_UP = 10, 20
MOST = {"view": 1.2, "studio": 1.03}
RULE = """
[gesture.bench]
kind = "pan"
fingers = 3
ended = '{command}'
"""


def open_studio(program, side):
    """A studio for a side's daemon, and what reads it as a page does."""
    import websocket

    process = subprocess.Popen(
        [program, "studio", "--no-browser", "--config", side.rules], stdout=subprocess.PIPE, text=True)
    place = urllib.parse.urlsplit(re.search(r"http://127\.0\.0\.1:\d+/\?token=\w+", process.stdout.readline())[0])
    connection = http.client.HTTPConnection(place.netloc)
    connection.request("GET", f"/?{place.query}")
    cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]
    socket = websocket.create_connection(f"ws://{place.netloc}/talk", origin=f"http://{place.netloc}", cookie=cookie)
    socket.send(json.dumps({"ask": 1, "do": "hello"}))

    def follow():
        try:
            while socket.recv():
                pass
        except (OSError, websocket.WebSocketException):
            pass

    threading.Thread(target=follow, daemon=True).start()
    return process


def main():
    options, program = read_arguments(__doc__, by="view", gestures=1000)
    if options.by not in MOST:
        raise SystemExit("contrib/bench: --by takes view or studio")
    with open(f"{ROOT}/Tests/Fixtures/rules/thirteen.toml", encoding="utf-8") as file:
        rules = file.read() + RULE
    words = [*environment.hurrying(), *program, "--allow-root", "--config", "{rules}"]
    with tempfile.TemporaryDirectory() as work:
        os.environ["XDG_RUNTIME_DIR"] = work
        is_view = options.by == "view"
        seen = [*words, "--debug"] if is_view else words
        sides = [Side(work, "alone", words, rules), Side(work, "watched", seen, rules, "200x50" if is_view else None)]
        studio = None if is_view else open_studio(program[-1], sides[1])
        try:
            for side in sides:
                for _ in range(WARM_UP):
                    side.swipe(is_counted=False)
            for turn in range(options.gestures // TURN):
                for side in sides[:: 1 if turn % 2 else -1]:
                    for _ in range(TURN):
                        side.swipe()
        finally:
            if studio:
                studio.terminate()
                studio.wait(30)
            for side in sides:
                side.bed.close()
    return report(*(side.latencies for side in sides), MOST[options.by])


def report(alone, watched, most):
    print(f"{len(alone)} swipes each\n{'lift to command, ms':24}{'watched':>12}{'alone':>12}{'ratio':>8}")
    for name, take in (("median", statistics.median), ("99 %", p99)):
        print(f"{name:24}{take(watched) * 1e3:>12.3f}{take(alone) * 1e3:>12.3f}{take(watched) / take(alone):>8.2f}")
    return 0 if len(alone) == len(watched) and statistics.median(watched) <= most * statistics.median(alone) else 1


if __name__ == "__main__":
    sys.exit(main())
