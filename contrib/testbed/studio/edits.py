#!/usr/bin/python3
"""Five hundred random edits by the studio's own connection: the file means what the page is shown, and no other byte has changed.

usage: edits.py PROGRAM [EDITS] [SEED]     PROGRAM is gesture-bridge, with the studio's program in its folder

A reader of its own (tomllib) reads the file that was written; its result for each gesture must be the one that the page was sent.
Taking every gesture of the edits out again must restore the file byte for byte.
"""

import http.client
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import tomllib
import urllib.parse

import websocket

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from trial import ADDRESS, RULES  # noqa: E402


class Page:
    """What a page is for the studio."""

    def __init__(self, address):
        place = urllib.parse.urlsplit(address)
        connection = http.client.HTTPConnection(place.netloc)
        connection.request("GET", f"/?{place.query}")
        cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]
        self.socket = websocket.create_connection(
            f"ws://{place.netloc}/talk", origin=f"http://{place.netloc}", cookie=cookie)
        self.asked = 0

    def ask(self, word, **more):
        self.asked += 1
        self.socket.send(json.dumps({"ask": self.asked, "do": word, **more}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("answer") == self.asked:
                if not answer["ok"]:
                    sys.exit(f"edits.py: {word} {more}: {answer['error']}")
                return answer


def change(rng, made):
    """An edit of a gesture that the edits have made, or one more."""
    name = f"random {rng.randrange(8)}"
    if name not in made:
        # Each gesture has another number of taps or fingers, so that it can be distinguished from the rest.
        place = int(name.split()[1])
        made[name] = True
        return {"add": "gesture", "name": name, "toml": f'kind = "tap"\nfingers = {6 + place // 2}\ntaps = {3 + place % 2}\nrun = "true"'}
    kind = rng.randrange(6)
    if kind == 0:
        del made[name]
        return {"remove": ["gesture", name]}
    key = rng.choice(["slop", "max-duration", "run"])
    if kind == 1 and key != "run":
        return {"unset": ["gesture", name, key]}
    values = {"slop": f"{rng.randrange(1, 9)} mm", "max-duration": f"{rng.randrange(100, 900)} ms", "run": f"echo \"{rng.random()}\" # no\n"}
    return {"set": ["gesture", name, key], "to": json.dumps(values[key])}


def compare(page, rules):
    draft = page.ask("rules")
    page.ask("write", hash=draft["hash"])
    written = tomllib.loads(rules.read_text())["gesture"]
    shown = {one["name"]: one["section"] for one in page.ask("rules")["gestures"]}
    if written != shown:
        sys.exit(f"edits.py: the file says {written}, the page is shown {shown}")
    return len(written)


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    edits, seed = (int(word) for word in [*sys.argv[2:], *["500", "1"][len(sys.argv) - 2 :]])
    rng, made = random.Random(seed), {}
    with tempfile.TemporaryDirectory() as folder:
        rules = pathlib.Path(folder, "bindings.toml")
        rules.write_text(RULES)
        studio = subprocess.Popen(
            [os.path.realpath(sys.argv[1]), "studio", "--no-browser", "--config", str(rules)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_RUNTIME_DIR": folder})
        try:
            page = Page(ADDRESS.search(studio.stdout.readline())[0])
            compared = 0
            for number in range(edits):
                page.ask("edit", edits=[change(rng, made)])
                if number % 50 == 49:
                    compared += compare(page, rules)
            for name in list(made):
                page.ask("edit", edits=[{"remove": ["gesture", name]}])
            compared += compare(page, rules)
            if rules.read_bytes() != RULES.encode():
                sys.exit(f"edits.py: without what the edits made the file is {rules.read_text()}")
        finally:
            studio.send_signal(signal.SIGINT)
            studio.wait(30)
    print(f"{edits} edits, {compared} gestures compared: the file is what the page shows, and the rest is as it was")


if __name__ == "__main__":
    main()
