"""The counts at each station from a hand to a window, so that the place where a touch is lost is known.

    hand      the frames that the kernel was given, without those in which nothing is new to it
    device    the events of other readers of the device: nothing as long as the device is intercepted
    daemon    the frames in the daemon's output for `--debug-json`
    clone     the events of the clone
    window    the events of the window; it gets only a touchscreen's contacts

At each of them frames and landings of contacts are counted.
"""

import collections
import json
import os
import shutil

from devices import ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS, EV_SYN
from nodes import Reader, clones

DEBUG = "/tmp/debug.json"
# The daemon's lines for each frame are written to a file: no program has to read them in time.
START = ["sh", "-c", f'exec >>{DEBUG}; exec "$0" "$@" --debug-json']
TOUCHSCREEN = "screen"


class Ear:
    """Counts what another reader of a node hears."""

    def __init__(self, path):
        self.reader, self.is_within = Reader(path), False

    def listen(self, count):
        """Adds the events since the last time; false once the node is removed."""
        for _, event_type, code, value in self.reader.events():
            if event_type == EV_ABS and code >= ABS_MT_SLOT:
                self.is_within = True
                count["landings"] += code == ABS_MT_TRACKING_ID and value >= 0
            elif event_type == EV_SYN and self.is_within:
                self.is_within = False
                count["frames"] += 1
        return not self.reader.is_gone


class Ledger:
    """Counts for each device and station since the last `clear`."""

    def __init__(self, bed, names):
        self.bed, self.names = bed, {bed.node(name).description.name: name for name in names}
        self.counts = collections.defaultdict(collections.Counter)
        self.slot, self.known = {}, {}
        self.devices = {name: Ear(bed.path(name)) for name in names}
        self.clones, self.read = {}, 0
        open(DEBUG, "ab").close()

    # ---- Events

    def write(self, name, events):
        """The hand has written a frame."""
        known, count, is_new = self.known.setdefault(name, {}), self.counts[name, "hand"], False
        slot = self.slot.get(name, 0)
        for event_type, code, value in events:
            if event_type != EV_ABS or code < ABS_MT_SLOT:
                continue
            if code == ABS_MT_SLOT:
                slot = value
            elif known.get((slot, code)) != value:
                known[slot, code] = value
                is_new = True
                count["landings"] += code == ABS_MT_TRACKING_ID and value >= 0
        self.slot[name] = slot
        count["frames"] += is_new
        self.listen()

    def listen(self):
        """Reads what the kernel keeps for other readers."""
        for name, ear in self.devices.items():
            ear.listen(self.counts[name, "device"])
        for path, (name, ear) in list(self.clones.items()):
            if not ear.listen(self.counts[name, "clone"]):
                ear.reader.close()
                del self.clones[path]

    def look(self):
        """There may be other clones now."""
        names = {self.bed.path(name): name for name in self.devices}
        for path, clone in clones().items():
            if clone not in self.clones and path in names and os.path.exists(clone):
                self.clones[clone] = names[path], Ear(clone)

    def hear(self, lines):
        """Adds these lines of the window."""
        count = self.counts[TOUCHSCREEN, "window"]
        for line in lines:
            word = line.split()[0]
            count["landings"] += word == "down"
            count["frames"] += word == "frame"

    def read_daemon(self):
        with open(DEBUG, "rb") as file:
            file.seek(self.read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self.read += len(whole)
        for line in whole.splitlines():
            if line.startswith(b'{"type":"frame"'):
                self.take(line)

    def take(self, line):
        try:
            frame = json.loads(line)
        except ValueError:
            return  # a daemon was killed in the midst of it
        if name := self.names.get(frame["device"]):
            count = self.counts[name, "daemon"]
            count["frames"] += 1
            count["landings"] += sum(touch["phase"] == "began" for touch in frame["touches"])

    # ---- Results

    def clear(self):
        """Counts again from zero; no event is pending."""
        self.listen()
        self.look()
        self.read_daemon()
        os.truncate(DEBUG, 0)
        self.read = 0
        self.counts.clear()

    def balance(self, passes=False):
        """The counts that do not agree, if the devices were intercepted all the time and nothing is on its way.

        `passes`: each touch of the screen may pass as soon as it has landed.
        """
        self.listen()
        self.read_daemon()
        wrong = []
        for name in self.devices:
            hand, device, daemon, clone, window = (
                self.counts[name, station] for station in ("hand", "device", "daemon", "clone", "window"))
            agree = [
                ("frames of the hand and the daemon's", hand["frames"] == daemon["frames"]),
                ("landings of the hand and the daemon's", hand["landings"] == daemon["landings"]),
                ("other readers heard the device itself", not device["landings"]),
            ]
            if name == TOUCHSCREEN:
                agree += [
                    ("landings of the daemon and the clone's", clone["landings"] == daemon["landings"] if passes
                     else clone["landings"] <= daemon["landings"]),
                    ("landings of the clone and the window's", clone["landings"] == window["landings"]),
                ]
            wrong += [f"{name}: {what} ({self.told(name)})" for what, is_so in agree if not is_so]
        return wrong

    def keep(self):
        """For users who want to know how a fault happened: the daemon's output since the last `clear`."""
        shutil.copy(DEBUG, "/out/debug")

    def told(self, name):
        """All counts of a device, as frames/landings."""
        stations = ("hand", "device", "daemon", "clone", *(["window"] if name == TOUCHSCREEN else []))
        return ", ".join(
            f"{station} {self.counts[name, station]['frames']}/{self.counts[name, station]['landings']}"
            for station in stations)
