#!/usr/bin/python3
"""The default thresholds and the hands in recordings, as a table in Markdown: contrib/guide/thresholds.md is its output.

usage: contrib/bench thresholds DATA [PROGRAM]
       DATA: the folder of the reference recordings; PROGRAM: gesture-bridge; without one it is built

The table compares each default with recorded hands. p1, p50 and p99 are percentiles of n recorded values; for a small n they are near
the least, the median and the greatest value. The name of a recording says what the hand meant to do. Most recordings don't have the
size of the device; these sizes come from the drivers of Linux.
"""

# setup: building

import glob
import itertools
import json
import math
import os
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
# Steps in a mm, by the boards in the names of the recordings.
UNITS = {"touchpad": {"celes": 20, "cyan": 31, "gandof": 31, "auron": 31, "link": 20, "samus": 10, "x86-alex": 45, "heli": 31},
         "touchscreen": {"cyan": 12.5, "samus": 10}}
TOGETHER = 250  # ms: what lands later was not meant to land together
SLOP = {"touchpad": 1.5, "touchscreen": 2.5}  # mm


def recordings(data, program, kind):
    """Each with its name and, for every contact, its places: (ms, x mm, y mm)."""
    for path in sorted(glob.glob(f"{data}/playback/*_{kind}_*")):
        name = os.path.basename(path)
        command = [program, "replay", path, "--config", f"{ROOT}/bindings.toml", "--debug-json", "--device-kind", kind,
                   "--units-per-mm", str(UNITS[kind][name.split("_")[0]])]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        yield name, list(sequences(line for line in map(json.loads, said.splitlines()) if line.get("type") == "frame"))


def sequences(frames):
    """From the first landing to the last lift: the contacts, each a list of places and the time of its end."""
    down, over = {}, []
    for frame in frames:
        for touch in frame["touches"]:
            if touch["phase"] == "began":
                down[touch["id"]] = {"places": [], "end": None}
            contact = down.get(touch["id"])
            if contact is None:
                continue
            if touch["phase"] in ("ended", "cancelled"):
                contact["end"] = frame["t_ms"]
                over.append(down.pop(touch["id"]))
            else:
                contact["places"].append((frame["t_ms"], touch["x"], touch["y"]))
        if over and not down:
            yield over
            over = []


def landed(contact):
    return contact["places"][0][0]


def strayed(contact):
    _, x, y = contact["places"][0]
    return max(math.hypot(a - x, b - y) for _, a, b in contact["places"])


def at(contact, time):
    """Where a contact is at a time, between its places."""
    earlier = [place for place in contact["places"] if place[0] <= time] or contact["places"][:1]
    return earlier[-1][1:]


def travel(contacts):
    """How the centre of contacts that are all down moves after that: (ms, dx, dy, each contact's way), frame by frame."""
    since, until = max(map(landed, contacts)), min(contact["end"] for contact in contacts)
    starts = [at(contact, since) for contact in contacts]
    times = sorted({place[0] for contact in contacts for place in contact["places"] if since <= place[0] < until})
    for time in times:
        ways = [(x - a, y - b) for (x, y), (a, b) in zip((at(contact, time) for contact in contacts), starts)]
        yield time, sum(x for x, _ in ways) / len(ways), sum(y for _, y in ways) / len(ways), ways


def span(contacts, time):
    places = [at(contact, time) for contact in contacts]
    x, y = (sum(column) / len(places) for column in zip(*places))
    return 2 * sum(math.hypot(a - x, b - y) for a, b in places) / len(places)


def swipe(contacts, slop, least):
    """The measurements of a swipe: distance, peak speed, time from slop to `least`, angle there, share of the last finger."""
    way = list(travel(contacts))
    left = next((time for time, x, y, _ in way if math.hypot(x, y) > slop), None)
    there = next(((time, x, y, ways) for time, x, y, ways in way if math.hypot(x, y) >= least), None)
    peak = 0
    for (time, x, y, _), later in itertools.product(way, way):
        if 40 <= later[0] - time <= 80:
            peak = max(peak, math.hypot(later[1] - x, later[2] - y) / (later[0] - time) * 1000)
    result = {"distance": max(math.hypot(x, y) for _, x, y, _ in way), "peak": peak}
    if left is None or there is None:
        return result
    time, x, y, ways = there
    angle = math.degrees(math.atan2(abs(y), abs(x)))
    length = math.hypot(x, y)
    shares = [(a * x + b * y) / length / length * 100 for a, b in ways]
    spans = [abs(span(contacts, moment) - span(contacts, way[0][0])) / max(math.hypot(a, b), 1) * 100
             for moment, a, b, _ in way if math.hypot(a, b) > slop]
    return result | {"time": time - left, "angle": min(angle, 90 - angle), "together": min(shares), "span": max(spans)}


def percentile(values, share):
    values = sorted(values)
    place = (len(values) - 1) * share
    low = math.floor(place)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (place - low)


def defaults(program):
    """By kind and setting: the unit, and the default of each class of device."""
    said = subprocess.run([program, "kinds", "--markdown"], capture_output=True, text=True, check=True).stdout
    found, kind = {}, None
    for line in said.splitlines():
        cells = [cell.strip(' `"') for cell in line.split("|")]
        if line.startswith("## "):
            kind = line[3:]
        elif len(cells) > 6:
            found[kind, cells[1]] = {"unit": cells[2], "touchscreen": cells[4], "touchpad": cells[5]}
    return found


def measure(data, program, kind):
    """Lists of values by the setting they speak for."""
    found = {}

    def note(key, value):
        if value is not None:
            found.setdefault(key, []).append(value)

    for name, parts in recordings(data, program, kind):
        for contacts in parts:
            firsts = sorted(map(landed, contacts))
            if len(contacts) > 1 and firsts[-1] - firsts[0] < TOGETHER and min(c["end"] for c in contacts) > firsts[-1]:
                ends = sorted(contact["end"] for contact in contacts)
                note(("tap", "land-within", "fingers land apart by"), firsts[-1] - firsts[0])
                note(("tap", "lift-within", "fingers lift apart by"), ends[-1] - ends[0])
            if "tap" in name.split("_")[-1] and len(contacts) == 1 and strayed(contacts[0]) < 4:
                if contacts[0]["end"] - landed(contacts[0]) < 1000:
                    note(("tap", "max-duration", "taps last"), contacts[0]["end"] - landed(contacts[0]))
                note(("tap", "slop", "taps stray by"), strayed(contacts[0]))
            wanted = 3 if "three-finger-swipe" in name else 1 if "scroll" in name else 0
            if wanted and len(contacts) == wanted:
                values = swipe(contacts, SLOP[kind], 5 if wanted == 3 else 12)
                what = "three-finger swipes" if wanted == 3 else "scrolls of one finger"
                note(("swipe", "min-distance", f"{what} go"), values["distance"])
                note(("swipe", "min-speed", f"{what} reach"), values["peak"])
                note(("swipe", "slow-after", f"{what} take from the slop to `min-distance`"), values.get("time"))
                note(("swipe", "max-angle", f"{what} lean by"), values.get("angle"))
                if wanted > 1:
                    note(("swipe", "together", f"the finger that moves least in {what} goes, relative to their centre,"), values.get("together"))
                    note(("pinch", "min-share", f"{what} spread, relative to their distance, by"), values.get("span"))
    return found


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0 if sys.argv[1:] and sys.argv[1] in ("-h", "--help") else 2
    program = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, ".build/release/gesture-bridge")
    if len(sys.argv) < 3:
        subprocess.run(["swift", "build", "-c", "release", "--product", "gesture-bridge"], cwd=ROOT, check=True, stdout=2)
    settings = defaults(program)
    print("# Thresholds and recorded hands\n\n<!-- Written by `contrib/bench thresholds`. -->\n")
    print(__doc__.split("\n\n")[2].strip() + "\n")
    print("| device | setting | default | recorded | n | p1 | p50 | p99 |\n|---|---|---|---|---|---|---|---|")
    for kind in ("touchscreen", "touchpad"):
        for (gesture, setting, what), values in sorted(measure(sys.argv[1], program, kind).items()):
            one = settings[gesture, setting]
            figures = " | ".join(f"{percentile(values, share):.1f}" for share in (0.01, 0.5, 0.99))
            print(f"| {kind} | `{gesture}.{setting}` | {one[kind]} | {what} ({one['unit']}) | {len(values)} | {figures} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
