#!/usr/bin/python3
"""Films the overlay's pictures of gestures on a mocked touchscreen, as an animated PNG.

usage: overlay.py PROGRAM RULES PICTURE     PROGRAM is gesture-bridge

The daemon sends the scenes by its control socket; `gesture-bridge overlay` draws that picture by picture, ten a second.
"""

import itertools
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

BED = pathlib.Path(__file__).resolve().parents[3] / "testbed" / "bed.py"
HAND = """
down event0 a 160,105 b 178,96 c 196,102
wait 1300ms
move event0 a,b,c by -64,2 over 650ms
wait 200ms
up event0
wait 1200ms
down event0 a 105,90
move event0 a by 22,24 over 260ms
move event0 a by 46,-54 over 420ms
up event0
wait 600ms
"""
EVERY = 100_000  # µs between two pictures
STAY = 1_000_000  # µs that the end of a gesture stays
WIDTH, HEIGHT = 640, 400
BACKGROUND = "#323d4a"


def main(program, rules, picture):
    program = os.path.realpath(program)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = scenes(program, pathlib.Path(rules).read_text(encoding="utf-8"), folder)
        frames = list(drawn(program, lines, folder))
    pathlib.Path(picture).write_bytes(animated(frames))


def scenes(program, rules, folder):
    """The lines that the daemon sends to its overlay while the hand moves."""
    (folder / "bindings.toml").write_text(rules, encoding="utf-8")
    (folder / "bindings.toml").chmod(0o600)
    surroundings = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "XDG_SESSION_ID": "film"}
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        surroundings.pop(display, None)
    root = ["--allow-root"] if os.geteuid() == 0 else []
    bed = subprocess.Popen(
        ["/usr/bin/python3", str(BED), "--output", str(folder / "daemon.log"), "--", program, *root, "--config",
         str(folder / "bindings.toml")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=surroundings)

    def do(line):
        bed.stdin.write(line + "\n")
        bed.stdin.flush()
        answer = bed.stdout.readline().strip()
        if not answer.startswith("ok"):
            sys.exit(f"overlay.py: {line}: {answer or 'the bed has ended'}")

    for line in ("add touchscreen event0", "start", "await ready within=30s"):
        do(line)
    with open(folder / "scenes.jsonl", "w", encoding="utf-8") as file:
        listener = subprocess.Popen([program, "ctl", "subscribe", "overlay", "--json"], stdout=file, env=surroundings)
        time.sleep(0.5)
        for line in HAND.strip().splitlines():
            do(line)
        listener.send_signal(signal.SIGINT)
        listener.wait(10)
    do("stop")
    bed.stdin.close()
    bed.wait(30)
    lines = (folder / "scenes.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if json.loads(line).get("event") in ("overlay", "scene")]


def drawn(program, lines, folder):
    """One PNG after another: the picture of the scenes up to a time; the result of a gesture remains for a while."""
    told = [(json.loads(line), line) for line in lines]
    times = [scene["time"] for scene, _ in told if scene["event"] == "scene"]
    now, end = times[0] - 3 * EVERY, times[-1] + STAY
    while now <= end:
        past = [(scene, line) for scene, line in told if scene["event"] != "scene" or scene["time"] <= now]
        # An empty scene means that the fingers are up: the scene before it is still shown.
        while len(past) > 1 and is_empty(past[-1][0]) and now - past[-1][0]["time"] < STAY:
            past.pop()
        file = folder / "now.jsonl"
        file.write_text("".join(line + "\n" for _, line in past), encoding="utf-8")
        if past[-1][0]["event"] == "scene":
            subprocess.run(
                [program, "overlay", "--picture", str(folder / "now.png"), "--scene", str(file), "--width", str(WIDTH), "--height", str(HEIGHT),
                 "--theme", "dark", "--background", BACKGROUND], check=True)
            yield (folder / "now.png").read_bytes()
        now += EVERY


def is_empty(scene):
    return scene["event"] == "scene" and not scene["touches"] and not scene["items"]


def animated(frames):
    """The pictures in one file: the unchanged chunks of each, after a word on how long it is shown."""
    # A picture that remains is there once, for a longer time.
    shown = [(chunks(frame), len(list(same))) for frame, same in itertools.groupby(frames)]
    head = shown[0][0]["IHDR"]
    if any(part["IHDR"] != head for part, _ in shown):
        sys.exit("overlay.py: the pictures are not of one size")
    width, height = struct.unpack(">II", head[:8])
    data, number = [chunk("IHDR", head), chunk("acTL", struct.pack(">II", len(shown), 0))], 0
    for index, (part, times) in enumerate(shown):
        data.append(chunk("fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, times * EVERY // 1000, 1000, 0, 0)))
        number += 1
        if index == 0:
            data.append(chunk("IDAT", part["IDAT"]))
        else:
            data.append(chunk("fdAT", struct.pack(">I", number) + part["IDAT"]))
            number += 1
    return b"\x89PNG\r\n\x1a\n" + b"".join(data) + chunk("IEND", b"")


def chunks(png):
    found, place = {}, 8
    while place < len(png):
        size, kind = struct.unpack(">I4s", png[place:place + 8])
        kind = kind.decode()
        found[kind] = found.get(kind, b"") + png[place + 8:place + 8 + size]
        place += size + 12
    return found


def chunk(kind, data):
    body = kind.encode() + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
