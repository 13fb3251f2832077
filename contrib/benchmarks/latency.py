#!/usr/bin/python3
"""How much later a swipe comes because of other rules: with the shipped rules beside it, and alone.

usage: contrib/bench latency [PROGRAM]      PROGRAM: gesture-bridge; without one it is built

Swipes of 2, 3 and 4 fingers at 100 to 800 mm/s, a frame every 8 ms, on a touchscreen and on a touchpad read by its slots. The
fingers land together, or one after the other as hands do, and move at once. A swipe that stands alone in its rules comes with
the frame in which it is certain: far, straight and fast enough. The columns are the times of both from the first movement on,
and how many frames lie between them.
"""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
FRAME = 8  # ms
SPEEDS = (100, 200, 400, 800)  # mm/s
WAY = 30  # mm
DEVICES = {"touchscreen": "screen: touchscreen 256x144 mm", "touchpad": "pad: touchpad 120x80 mm"}
APART = {"together": 0, "25 ms apart": 25}


def rule(fingers):
    """A swipe on every device, also of as few fingers as point and scroll."""
    return "".join(
        f'[gesture.{name}]\nkind = "swipe"\ndevice = "{name}"\nfingers = {fingers}\nrun = "true"\n' for name in DEVICES)


def script(device, fingers, speed, apart):
    """Touches that move to the right, and when the first movement is."""
    lines, start = [f"touches\ndevice {DEVICES[device]}\n"], FRAME + apart * (fingers - 1)
    places = {chr(ord("a") + number): (20 + 16 * number, 40) for number in range(fingers)}
    for number, (finger, (x, y)) in enumerate(places.items()):
        lines.append(f"{apart * number}ms down {finger} {x},{y}\n")
    names, duration = ",".join(places), WAY * 1000 / speed
    steps = int(duration / FRAME)
    for step in range(1, steps + 1):
        lines.append(f"{start + FRAME * (step - 1)}ms move {names} by {WAY / steps:.4f},0\n")
    lines.append(f"{start + FRAME * steps + 60}ms up {names}\n")
    return "".join(lines), start


def recognized(program, folder, rules, touches):
    """When the first swipe was recognized, in ms; None if none was."""
    paths = [f"{folder}/rules.toml", f"{folder}/hand.touches"]
    for path, text in zip(paths, (rules, touches)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    command = [program, "replay", paths[1], "--config", paths[0], "--json"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    events = [json.loads(line) for line in said.splitlines()]
    return next((event["t_ms"] for event in events if event["state"] == "recognized"), None)


def main():
    if len(sys.argv) > 2 or sys.argv[1:] and sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0 if len(sys.argv) == 2 else 2
    program = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".build/release/gesture-bridge")
    if len(sys.argv) < 2:
        subprocess.run(["swift", "build", "-c", "release", "--product", "gesture-bridge"], cwd=ROOT, check=True, stdout=2)
    with open(os.path.join(ROOT, "bindings.toml"), encoding="utf-8") as file:
        shipped = file.read()
    worst = 0
    print(f"{'device':12} {'fingers':>7} {'landing':>12} {'mm/s':>5} {'alone':>7} {'shipped':>8} {'frames':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for device in DEVICES:
            for fingers in (2, 3, 4):
                for landing, apart in APART.items():
                    for speed in SPEEDS:
                        touches, start = script(device, fingers, speed, apart)
                        alone = recognized(program, folder, rule(fingers), touches)
                        beside = recognized(program, folder, rule(fingers) + shipped, touches)
                        if alone is None or beside is None:
                            print(f"{device:12} {fingers:7} {landing:>12} {speed:5} is not recognized")
                            worst = 99
                            continue
                        later = (beside - alone) / FRAME
                        worst = max(worst, later)
                        print(f"{device:12} {fingers:7} {landing:>12} {speed:5} {alone - start:7.0f} "
                              f"{beside - start:8.0f} {later:7.1f}")
    print(f"at most {worst:.1f} frames later")
    return 0


if __name__ == "__main__":
    sys.exit(main())
