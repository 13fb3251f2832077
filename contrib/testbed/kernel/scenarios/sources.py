"""Recorded hands on two alike touchpads, one read by its slots and one by libinput: the same swipes by both, else nothing.

Needs the reference recordings that tests use: GESTURE_BRIDGE_DATA names their folder. `run` takes `units=0.8` (1): a factor for the assumed
units per mm of a recording that doesn't have them; the fingers are then larger, or smaller, than they were.
`only=cyan` plays the recordings with this in their names.
"""

import glob
import json
import os
import statistics
import time

import devices
from uinput import Device

EXACT_TIME = True
RECORDINGS = True
TIMEOUT = 600
DURATION = 120

DATA = os.environ["bed_data"]
# Units per mm of the touchpads of these boards, which their recordings don't contain.
BOARDS = {"celes": 20, "cyan": 31, "gandof": 31, "auron": 31, "link": 20, "samus": 10, "x86-alex": 45, "heli": 31}
OTHERS = 40
UNITS = float(os.environ.get("bed_units", 1))
ONLY = os.environ.get("bed_only", "")
LEAST = 100, 66  # mm
LINK = "/tmp/recording"
X, Y, SYN_MT_REPORT = devices.ABS_MT_POSITION_X, devices.ABS_MT_POSITION_Y, 2
SOURCES = {"Slots": "raw", "Gestures": "libinput"}
# The results of the shipped rules for the swipes in the names of recordings; the others scroll, point, click and tap.
SWIPES = {"three-finger-swipe-left": "next-workspace", "three-finger-swipe-right": "previous-workspace"}


def rules():
    with open(f"{os.environ['bed_root']}/bindings.toml", encoding="utf-8") as file:
        return file.read() + "".join(f'\n[device."{name}"]\nsource = "{source}"\n' for name, source in SOURCES.items())


RULES = rules()


def recordings():
    """Each with the description of its touchpad."""
    for path in sorted(glob.glob(f"{DATA}/playback/*_touchpad_*")):
        yield path, recorded(path, UNITS * BOARDS[os.path.basename(path).split("_")[0]])
    descriptions = [path[: -len(".desc")] for path in glob.glob(f"{DATA}/evemu/touchpads/*.desc")]
    for path in sorted(glob.glob(f"{DATA}/evemu/touchpads/*.events")):
        own = [one for one in descriptions if path.startswith(one + ".")]
        yield path, devices.read_evemu(max(own, key=len) + ".desc") if own else recorded(path, UNITS * OTHERS)


def recorded(path, units_per_mm):
    """A touchpad as that of a recording must have been, which it does not tell: as large as its places ask for, at least."""
    seen, keys = {code: [0, 0] for code in (0, 1)}, {devices.BTN_LEFT, devices.BTN_TOUCH}
    is_anonymous = False
    with open(path, encoding="utf-8") as file:
        for words in map(str.split, file):
            if len(words) < 5 or words[0] != "E:":
                continue
            event_type, code, value = int(words[2], 16), int(words[3], 16), int(words[4])
            if event_type == devices.EV_ABS:
                least, greatest = seen.get(code, (0, 0))
                seen[code] = min(least, value), max(greatest, value)
            elif event_type == devices.EV_KEY:
                keys.add(code)
            is_anonymous |= (event_type, code) == (devices.EV_SYN, SYN_MT_REPORT)
    if X in seen and not is_anonymous:
        seen |= {devices.ABS_MT_SLOT: (0, 9), devices.ABS_MT_TRACKING_ID: (0, 65535)}
    units = round(units_per_mm)
    description = devices.touchpad()
    description.axes = {code: devices.Axis(*reach, 0, 0, 0) for code, reach in seen.items()}
    for codes, mm in (((0, X), LEAST[0]), ((1, Y), LEAST[1])):
        ranges = [seen[code] for code in codes if code in seen]
        least = min(one for one, _ in ranges)
        greatest = max(least + mm * units, max(one for _, one in ranges) + 2 * units)
        for code in codes:
            if code in seen:
                description.axes[code] = devices.Axis(least, greatest, 0, 0, units)
    description.bits[devices.EV_ABS] = devices.mask(seen, 8)
    description.bits[devices.EV_KEY] = devices.mask(keys | set(devices.BTN_TOOL_OF_FINGERS.values()), 96)
    return description


class Pad(Device):
    """A touchpad that knows when its frames were; another one is under the same hand."""

    def __init__(self, description, name, other=None):
        description.name = name
        super().__init__(description)
        self.other, self.times = other, []

    def write(self, events):
        self.times.append(time.monotonic() * 1000)
        if self.other:
            self.other.write(events)
        return super().write(events)

    def frame(self):
        """How many ms it is from one frame to the next, as a rule."""
        return statistics.median(b - a for a, b in zip(self.times, self.times[1:]))


def said_of(bed, description, hand):
    """The daemon's output for a movement on both; the last line has the time of its frames."""
    before = len(bed.program.lines)
    for name in SOURCES:
        bed.nodes[name] = pad = Pad(description, name, bed.nodes.get("Slots"))
    # A pad that reports only one finger has no gestures in libinput, so the daemon doesn't read it there.
    if "Slots" not in (pads := bed.do("wait 1s\nopened")):
        raise RuntimeError(f"the daemon reads {pads or 'nothing'}")
    bed.do(f"{hand.replace('PAD', name)}\nwait 2s")
    for name in SOURCES:
        bed.nodes.pop(name).remove()
    return [json.loads(line) for line in bed.program.lines[before:] if line.startswith("{")], pad


def found(said, device):
    """The gestures that were recognized on a device, each with its time."""
    those = [one for one in said if one.get("device") == device and one.get("state") in ("began", "recognized")]
    return [(one["gesture"], one["t_ms"]) for one in those]


def compare(bed, path, description):
    # Names of recordings have spaces, by which the bed parts its words.
    if os.path.lexists(LINK):
        os.unlink(LINK)
    os.symlink(path, LINK)
    said, pad = said_of(bed, description, f"script PAD {LINK}")
    title = os.path.basename(path)
    expected = [gesture for words, gesture in SWIPES.items() if words in title]
    those = [found(said, name) for name in SOURCES]
    gestures = [[gesture for gesture, _ in one] for one in those]
    bed.compare(f"{title}: {', '.join(expected) or 'nothing'}", gestures, [expected] * len(SOURCES))
    apart = [abs(time - other) for (_, time), (_, other) in zip(*those)]
    if apart:
        told = f"... {max(apart):.1f} ms apart, within a frame of {pad.frame():.1f} ms"
        bed.compare(told, max(apart) <= pad.frame(), True)
    return len(apart)


def late(bed):
    """Two fingers scroll, a third one joins them, and all move on, by less than a swipe, then by one."""
    scroll = "down PAD a 70,30 b 85,30\nwait 50ms\nmove PAD a,b by -25,0 over 200ms\ndown PAD c 75,30\nwait 50ms\n"
    said, _ = said_of(bed, devices.touchpad(), scroll + "move PAD a,b,c by -5,0 over 400ms\nup PAD")
    nothing = [found(said, name) for name in SOURCES]
    bed.check("what two fingers did before a third one came is no part of a swipe", nothing, [[], []])
    said, _ = said_of(bed, devices.touchpad(), scroll + "move PAD a,b,c by -20,0 over 200ms\nup PAD")
    swipes = [[gesture for gesture, _ in found(said, name)] for name in SOURCES]
    bed.check("what all three do is one", swipes, [["next-workspace"], ["next-workspace"]])


def scenario(bed):
    bed.start("--dry-run", "--debug-json")
    late(bed)
    chosen = [(path, description) for path, description in recordings() if ONLY in os.path.basename(path)]
    count = sum(compare(bed, path, description) for path, description in chosen)
    bed.check("there were swipes", count > 0, True)
    bed.do("stop")
