#!/usr/bin/python3
"""Keys and clicks that gestures send to a real desktop, with a mocked touchscreen, and a daemon that is killed again and again.

usage: keys.py PROGRAM sway|x11|kwin|gnome ROOT [GESTURES] [SEED]     PROGRAM is gesture-bridge, ROOT is what `root sway`, `root x11`,
                                                                      `bus-root kwin` or `bus-root gnome` prints

Fingers tap, drag with a key held, and are broken off as palms; rules are read anew, the device is unplugged and the daemon is
killed (SIGKILL) in the middle of a drag, and at any moment of any gesture; the user types in between. A window says what it gets: each gesture must send what its rule says, once, and nothing
may be down when the fingers are up. Exit status: 0 if all is so, 1 if not, with what was wrong on standard error. The last line counts
gestures, crashes, and how often something stayed down.
"""

import os
import random
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.path.insert(0, HERE)

import devices
import environment

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


class Story:
    def __init__(self, program, seat, work):
        self.program, self.seat, self.work, self.wrong = program, seat, work, []
        self.gestures = self.crashes = self.stayed = 0
        self.rules = f"{work}/rules.toml"
        self.write_rules("")
        for name in ("WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS"):
            os.environ.pop(name, None)
        os.environ.update(seat.variables)
        self.log = open(f"{work}/log", "wb")
        self.bed = None
        self.begin()

    def begin(self):
        from bed import Bed

        self.bed = Bed(
            [self.program, "--allow-root", "--log-level", "info", "--config", self.rules], self.log)
        self.do(f"add touchscreen {NODE}", "start", "await sending keys and clicks by within=20s")

    def write_rules(self, remark):
        with open(self.rules + ".new", "w", encoding="utf-8") as file:
            file.write(RULES % self.seat.held + remark)
        os.chmod(self.rules + ".new", 0o600)
        os.rename(self.rules + ".new", self.rules)

    def do(self, *lines):
        for line in lines:
            answer = self.bed.obey(line)
            if not answer.startswith("ok"):
                raise RuntimeError(f"{line}: {answer}")

    def got(self, count):
        return self.seat.got(count)

    def expect(self, what, events):
        got = self.got(len(events))
        if got != events:
            self.wrong.append(f"{what}: {' '.join(got)}")

    def expect_all_up(self, what):
        time.sleep(0.05)
        down = self.seat.down()
        for event in self.got(0):
            if event[0] == "+":
                down.add(event[1:])
            elif event[0] == "-":
                down.discard(event[1:])
        if down:
            self.stayed += 1
            self.wrong.append(f"{what}: {' '.join(sorted(down))} stayed down")

    def drag(self, number, ending):
        fingers = " ".join(f"{name} 100,{40 + 25 * place}" for place, name in enumerate("abcd"))
        self.do(f"down {NODE} {fingers}", f"move {NODE} a,b,c,d by {number * 10 + 15},0 over 120ms")
        got = self.got(1 + 2 * number)
        modifier, key = self.seat.held_symbols
        if got[:1] != [f"+{modifier}"] or got.count(f"+{key}") < number or f"-{modifier}" in got:
            self.wrong.append(f"drag of {number} steps: {' '.join(got)}")
        if ending == "lift":
            self.do(f"up {NODE}")
        elif ending == "palm":
            self.do(f"cancel {NODE} a b c d", f"up {NODE}")
        elif ending == "rules":
            self.write_rules(f"# {random.random()}\n")
            self.do("await reloaded within=10s", f"up {NODE}")
        elif ending == "unplug":
            self.do(f"remove {NODE}", f"add touchscreen {NODE}", "wait 200ms")
        elif ending == "kill":
            self.do("signal KILL", "await-exit")
            self.bed.close()
        elif ending == "stop":
            self.do("stop")
            self.bed.close()
        # The press went before; only the release is still to come.
        got = self.got(1)
        if got.count(f"-{modifier}") != 1:
            self.wrong.append(f"a drag ends by {ending}: {' '.join(got) or 'nothing'}")
        if ending in ("kill", "stop"):
            self.crashes += ending == "kill"
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
        self.crashes += 1
        self.expect_all_up("killed at any moment")
        self.begin()

    def click_at_the_finger(self, x, y):
        self.do("wait 80ms", f"down {NODE} a {x},{y}", "wait 700ms", f"up {NODE}")
        self.expect(f"a press at {x},{y}", CLICK)
        left, top, width, height = self.seat.pointer()
        surface = devices.touchscreen().size_mm()
        wanted = x / surface[0] * width, y / surface[1] * height
        if abs(left - wanted[0]) > 1.5 or abs(top - wanted[1]) > 1.5:
            self.wrong.append(f"a press at {x},{y} clicks at {left},{top} of {width},{height}")

    def scroll(self, way):
        self.do("wait 80ms", f"down {NODE} a 60,60 b 60,90", f"move {NODE} a,b by 0,{way} over 200ms", f"up {NODE}", "settle")

        def is_right(got):
            """All but the slop, with 12 pixels a mm, and its end."""
            scrolled = sum(int(event.split("_")[2]) for event in got if event.startswith("axis_0"))
            return 0.6 < scrolled / (-12 * way) <= 1 and (not self.seat.tells_ends or "stop_0" in got)

        # A busy machine pauses in its midst.
        got, end = self.got(3), time.monotonic() + 5
        while not is_right(got) and time.monotonic() < end:
            got += self.got(0)
        if not self.seat.tells_ends:
            got += self.got(0)
        if not is_right(got):
            self.wrong.append(f"scrolling by {way} mm: {' '.join(got)}")


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
        elif kind == "crash":
            story.crash()
        else:
            story.do("wait 80ms")
            story.drag(random.randint(1, 4), random.choice(endings) if number % 4 == 0 else "lift")
        story.gestures += 1
        story.expect_all_up(f"gesture {number}, {kind}")
        if len(story.wrong) > 20:
            break


def main():
    if len(sys.argv) not in (4, 5, 6):
        sys.exit(__doc__)
    environment.enter(__file__)
    program, kind, root = sys.argv[1:4]
    gestures = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    random.seed(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    from seats import SEATS

    if kind not in SEATS:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as work:
        seat = story = None
        try:
            seat = SEATS[kind](root, work)
            story = Story(os.path.abspath(program), seat, work)
            seat.settle()
            story.do("wait 300ms")
            story.got(0)
            play(story, gestures)
            wrong = story.wrong
        except RuntimeError as error:
            wrong = (story.wrong if story else []) + [str(error)]
        finally:
            if story and story.bed:
                story.bed.close()
            if seat:
                seat.close()
        for one in wrong:
            print(f"keys: {one}", file=sys.stderr)
        for path in (f"{work}/log", f"{work}/run/log") if wrong else ():
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as log:
                    print("".join(log.readlines()[-15:]), file=sys.stderr)
        made = (story.gestures, story.crashes, story.stayed) if story else (0, 0, 0)
        print("{}: {} gestures, {} crashes, {} times something stayed down, {} wrong".format(kind, *made, len(wrong)))
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
