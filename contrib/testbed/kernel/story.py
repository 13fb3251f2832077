"""A window's events of touches, in the words in which a scenario has the expected ones.

    down a 100,50            a touch comes down, in mm of the screen; letters are in this order, and none comes twice
    move a 110,50 in 10      it moves in this number of steps of one length, or in one step
    up a                     it has ended
    cancel a b               these were down, and are taken back
"""

import string

from sway import PIXELS

CLOSE = 0.1  # mm; the rounding of a place by units and pixels


def tell(parts):
    """The words for each of these lists of the window's lines; a move does not continue from one list to the next."""
    teller = Teller()
    return [teller.tell(lines) for lines in parts]


class Teller:
    def __init__(self):
        self.letters, self.live, self.places = iter(string.ascii_lowercase), {}, {}
        self.moves, self.told = {}, []

    def tell(self, lines):
        self.told = []
        for kind, *words in (line.split() for line in lines):
            if kind == "motion" and words[0] in self.live:
                self.moves.setdefault(self.live[words[0]], []).append(place(words))
            elif kind != "frame":
                self.end_moves()
                self.say(kind, words)
        self.end_moves()
        return self.told

    def say(self, kind, words):
        if kind == "down" and words[0] not in self.live:
            letter = self.live[words[0]] = next(self.letters)
            self.places[letter] = place(words)
            self.told.append(f"down {letter} {written(self.places[letter])}")
        elif kind == "up" and words[0] in self.live:
            self.told.append(f"up {self.live.pop(words[0])}")
        elif kind == "cancel":
            # The compositor sends a cancel for each touch, and the first one has removed all touches of the window.
            if self.live:
                self.told.append(" ".join(["cancel", *sorted(self.live.values())]))
            self.live.clear()
        else:
            self.told.append(" ".join(["stray", kind, *words]))

    def end_moves(self):
        for letter, places in self.moves.items():
            steps = f" in {len(places)}" if len(places) > 1 else ""
            crooked = "" if is_even(self.places[letter], places) else " unevenly"
            self.places[letter] = places[-1]
            self.told.append(f"move {letter} {written(places[-1])}{steps}{crooked}")
        self.moves.clear()


def place(words):
    return tuple(float(word) / PIXELS for word in words[1:3])


def written(at):
    return ",".join(f"{round(coordinate, 1):g}" for coordinate in at)


def is_even(start, places):
    """Whether they lie on the way from `start` to the last one, as far apart each."""
    count = len(places)
    return all(
        abs(at - (first + (last - first) * (i + 1) / count)) <= CLOSE
        for i, one in enumerate(places) for first, at, last in zip(start, one, places[-1])
    )
