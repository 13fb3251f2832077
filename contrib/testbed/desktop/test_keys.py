"""Keys and clicks that gestures send to a real desktop, and a daemon that is killed again and again.

Fingers tap, drag with a key held, and are broken off as palms; rules are read again, the device is unplugged and the daemon is killed
(SIGKILL) in the middle of a drag, and at any moment of any gesture; the user types in between. A window reports the keys that it gets:
each gesture must send what its rule says, once, and nothing may be down when the fingers are up.
"""

import os
import random
import time

import devices
from daemon import Daemon

DESKTOPS = {"sway": 100, "x11": 100}
NIGHTLY = {"kwin": 25, "gnome": 25}

RULES = """
[device."*"]
output = "*"

[gesture.key]
kind = "tap"
fingers = 2
device = "touchscreen"
run = { keys = ["Ctrl+c", "Shift+Left"] }

[gesture.click]
kind = "tap"
fingers = 3
device = "touchscreen"
run = { click = "right" }

[gesture.place]
kind = "long-press"
device = "touchscreen"
run = { click = "right", at = "finger" }

[gesture.scroll]
kind = "pan"
fingers = 2
device = "touchscreen"
changed = { scroll = "natural" }

[gesture.glide]
kind = "pan"
fingers = 3
device = "touchscreen"
changed = { scroll = "natural", glide = "100 ms" }

[gesture.switch]
kind = "pan"
fingers = 4
axis = "horizontal"
device = "touchscreen"
began = { hold = "%s" }
step = { every = "10 mm", right = { keys = "%s" } }
"""

KEY = "+Control_L +c -c -Control_L +Shift_L +Left -Left -Shift_L".split()
CLICK = "+273 -273".split()
NODE = "event0"


class Story(Daemon):
    """The daemon, and what the desktop's window gets."""

    def __init__(self, program, seat, work):
        self.seat, self.random_rules = seat, RULES % seat.held
        super().__init__(program, work, self.random_rules, ready="await sending keys and clicks through within=20s")

    def got(self, count):
        return self.seat.got(count)

    def expect(self, what, events):
        assert self.got(len(events)) == events, what

    def expect_all_up(self, what):
        time.sleep(0.05)
        down = self.seat.down()
        for event in self.got(0):
            if event[0] == "+":
                down.add(event[1:])
            elif event[0] == "-":
                down.discard(event[1:])
        assert not down, f"{what}: something stayed down"

    def drag(self, number, ending):
        fingers = " ".join(f"{name} 100,{40 + 25 * place}" for place, name in enumerate("abcd"))
        self.do(f"down {NODE} {fingers}", f"move {NODE} a,b,c,d by {number * 10 + 15},0 over 120ms")
        got = self.got(1 + 2 * number)
        modifier, key = self.seat.held_symbols
        assert got[:1] == [f"+{modifier}"] and got.count(f"+{key}") >= number and f"-{modifier}" not in got
        if ending == "lift":
            self.do(f"up {NODE}")
        elif ending == "palm":
            self.do(f"cancel {NODE} a b c d", f"up {NODE}")
        elif ending == "rules":
            self.write_rules(f"{self.random_rules}# {random.random()}\n")
            self.do("await reloaded within=10s", f"up {NODE}")
        elif ending == "unplug":
            self.do(f"remove {NODE}", f"add touchscreen {NODE}", "wait 200ms")
        elif ending == "kill":
            self.do("signal KILL", "await-exit")
            self.bed.close()
        elif ending == "stop":
            self.do("stop")
            self.bed.close()
        # The press has come already. Steps can be late on a busy machine; the release comes after them.
        got, end = [], time.monotonic() + 5
        while f"-{modifier}" not in got and time.monotonic() < end:
            got += self.got(1)
        assert got.count(f"-{modifier}") == 1, f"a drag ends by {ending}"
        if ending in ("kill", "stop"):
            self.begin()

    def type(self):
        """The user's own keys, which change the keyboard in use."""
        if self.seat.type():
            self.expect("the user types", ["+a", "-a"])

    def crash(self):
        """The daemon is killed at any moment of any gesture; what it has sent by then is not known."""
        fingers = random.randint(1, 4)
        names = "abcd"[:fingers]
        self.do("wait 80ms", f"down {NODE} " + " ".join(f"{name} 100,{40 + 25 * place}" for place, name in enumerate(names)))
        if random.random() < 0.6:
            self.do(f"move {NODE} {','.join(names)} by {random.randint(-50, 50)},{random.randint(-30, 30)} over 120ms")
        elif random.random() < 0.5:
            self.do(f"wait {random.randint(1, 600)}ms")
        is_lifted = random.random() < 0.5
        if is_lifted:
            self.do(f"up {NODE}")
        time.sleep(random.random() * 0.02)
        self.do("signal KILL", "await-exit")
        if not is_lifted:
            self.do(f"up {NODE}")
        self.bed.close()
        self.expect_all_up("killed at any moment")
        self.begin()

    def click_at_the_finger(self, x, y):
        self.do("wait 80ms", f"down {NODE} a {x},{y}", "wait 700ms", f"up {NODE}")
        self.expect(f"a press at {x},{y}", CLICK)
        left, top, width, height = self.seat.pointer()
        surface = devices.touchscreen().size_mm()
        wanted = x / surface[0] * width, y / surface[1] * height
        assert abs(left - wanted[0]) <= 1.5 and abs(top - wanted[1]) <= 1.5, f"a press at {x},{y} of {width},{height}"

    def scroll(self, way):
        self.do("wait 80ms", f"down {NODE} a 60,60 b 60,90", f"move {NODE} a,b by 0,{way} over 200ms", f"up {NODE}", "settle")

        def is_right(got):
            """All but the slop, with 12 pixels a mm, and its end."""
            return 0.6 < self.way(got) / (-12 * way) <= 1 and (not self.seat.tells_ends or "stop_0" in got)

        # A busy machine can pause in the middle.
        got, end = self.got(3), time.monotonic() + 5
        while not is_right(got) and time.monotonic() < end:
            got += self.got(0)
        if not self.seat.tells_ends:
            got += self.got(0)
        assert is_right(got), f"scrolling by {way} mm: {' '.join(got)}"

    def glide(self):
        """Scrolling continues after the fingers have lifted, until one lands."""
        fingers = [f"down {NODE} a 60,70 b 60,90 c 85,80", f"move {NODE} a,b,c by 0,-25 over 120ms", f"up {NODE}"]
        dragged = 12 * 25

        def scrolled(*more):
            self.do("wait 80ms", *fingers, *more)
            got, last = self.got(1), time.monotonic()
            while time.monotonic() < last + 0.5:
                if more_of_it := self.got(0):
                    got, last = got + more_of_it, time.monotonic()
            return self.way(got)

        # On a busy machine the fingers can seem to rest before they lift; then nothing glides.
        whole = next((way for way in (scrolled() for _ in range(3)) if way >= 1.4 * dragged), 0)
        assert whole >= 1.4 * dragged, f"scrolling ends with the fingers: {whole} pixels"
        stopped = scrolled(f"down {NODE} a 60,60", "settle")
        assert stopped < (dragged + whole) / 2, f"scrolling goes on below a finger: {stopped} of {whole} pixels"
        self.do(f"up {NODE}")

    @staticmethod
    def way(events):
        """How far they scroll, in pixels downwards."""
        return sum(int(event.split("_")[2]) for event in events if event.startswith("axis_0"))


def test_keys(kind, root, work, program, count, seed):
    from seats import SEATS

    random.seed(seed)
    seat = SEATS[kind](root, work)
    try:
        os.environ.update(seat.variables)
        story = Story(program, seat, work)
        try:
            seat.settle()
            story.do("wait 300ms")
            story.got(0)
            play(story, count)
        finally:
            story.close()
    finally:
        seat.close()


def play(story, gestures):
    endings = ["lift"] * 6 + ["palm"] * 2 + ["rules", "unplug", "kill", "stop"]
    for number in range(gestures):
        if random.random() < 0.2:
            story.type()
        kind = random.choice(story.seat.kinds if random.random() < 0.95 else ["crash"])
        if kind == "key":
            story.do("wait 80ms", f"play {NODE} tap fingers=2")
            story.expect("two fingers tap", KEY)
        elif kind == "click":
            story.do("wait 80ms", f"play {NODE} tap fingers=3")
            story.expect("three fingers tap", CLICK)
        elif kind == "place":
            story.click_at_the_finger(random.randint(5, 150), random.randint(5, 90))
        elif kind == "scroll":
            story.scroll(random.choice([-1, 1]) * random.randint(15, 30))
        elif kind == "glide":
            story.glide()
        elif kind == "crash":
            story.crash()
        else:
            story.do("wait 80ms")
            story.drag(random.randint(1, 4), random.choice(endings) if number % 4 == 0 else "lift")
        story.expect_all_up(f"gesture {number}, {kind}")
