"""The events of a window for touches, pointers and gestures, by the lines of client.py."""

import dataclasses
import time

from words import BedError

WITHIN = 10  # seconds
QUIET = 0.3  # seconds without a line, after which no more of a hand's doing is to come


class Listening:
    """For what starts a window: `client` is its program, and `read` is how many of its lines were seen."""

    def wait_for(self, is_so, end, otherwise):
        """Waits until that holds, and looks whenever the window has said something."""
        with self.client.changed:
            if not self.client.changed.wait_for(is_so, max(0, end - time.monotonic())):
                raise BedError(f"{otherwise}; it said {self.client.lines[self.read:]}")

    def seen(self, kind=None, count=1):
        """The events since the last call, when so many of that kind (`up`, `axis-stop`) came and nothing more comes."""
        end = time.monotonic() + WITHIN
        if kind:
            self.wait_for(lambda: self.kinds().count(kind) >= count, end, f"not {count} times {kind}")
        with self.client.changed:
            while time.monotonic() < end and self.client.changed.wait(QUIET):
                pass
            lines, self.read = self.heard(), len(self.client.lines)
        return lines

    def heard(self):
        """The events since the last call of `seen` so far."""
        lines = self.client.lines[self.read :]
        return [line for line in lines if line.split()[0] not in ("ready", "seat")]

    def kinds(self):
        return [line.split()[0] for line in self.client.lines[self.read :]]

    def touches(self, kind=None, count=1):
        """The lines of `seen`, touch by touch."""
        return touches(self.seen(kind, count))

    def seat(self):
        """The devices of the seat that the window last got."""
        lines = [line for line in self.client.lines if line.split()[0] == "seat"]
        return lines[-1].split()[1:] if lines else []


@dataclasses.dataclass
class Touch:
    """A touch as the window saw it: all places, first where it came down, in pixels; and `up`, `cancel` or no end yet."""

    places: list
    end: str = ""

    def follows(self, places):
        """Whether it was at these places and no others, except for rounding."""
        close = all(abs(a - b) <= 0.5 for one, other in zip(self.places, places) for a, b in zip(one, other))
        return close and len(self.places) == len(places)


def touches(lines):
    """The touches, in the order in which they came down."""
    every, live = [], {}
    for kind, *words in (line.split() for line in lines):
        if kind == "down":
            live[words[0]] = Touch([])
            every.append(live[words[0]])
        if kind in ("down", "motion") and words[0] in live:
            live[words[0]].places.append((float(words[1]), float(words[2])))
        elif kind == "up" and words[0] in live:
            live.pop(words[0]).end = kind
        elif kind == "cancel":
            while live:
                live.popitem()[1].end = kind
    return every
