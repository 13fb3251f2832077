"""A keyboard and a mouse of the daemon's own, without a compositor or X: the events that libinput gets from them.

Nothing stays down, also when the daemon is killed while a gesture keeps a key down: the kernel takes the devices away. Then with a
compositor that takes no keys: the layout is that of its seat.
"""

import os
import time

from nodes import told_of_devices
from program import Program
from seat_only import SeatOnly

EXACT_TIME = True
DURATION = 30
RULES = """
[gesture.press]
kind = "tap"
fingers = 2
run = { keys = "Ctrl+z", click = "right", scroll = "down" }

[gesture.type]
kind = "tap"
fingers = 3
run = { type = "y@Z" }

[gesture.lacking]
kind = "tap"
fingers = 4
run = { keys = "ж" }

[gesture.along]
kind = "pan"
fingers = 5
changed = { move = "pointer", scroll = "natural" }

[gesture.hold]
kind = "pan"
fingers = 1
began = { hold = "Alt+x" }
"""
# By the kernel's names of keys, which are those of an American keyboard: y, @ and Z on a German one.
TYPED = ["+KEY_Z", "-KEY_Z", "+KEY_RIGHTALT", "+KEY_Q", "-KEY_Q", "-KEY_RIGHTALT"]
TYPED += ["+KEY_LEFTSHIFT", "+KEY_Y", "-KEY_Y", "-KEY_LEFTSHIFT"]
PRESSED = ["+KEY_LEFTCTRL", "+KEY_Y", "-KEY_Y", "-KEY_LEFTCTRL"]
# libinput waits some milliseconds before it reports that a button is up, for buttons that bounce.
CLICKED = ["+BTN_RIGHT", "-BTN_RIGHT", "wheel"]
HELD = ["+KEY_LEFTALT", "+KEY_X"]
# The same text on a French keyboard.
TYPED_THERE = ["+KEY_Y", "-KEY_Y", "+KEY_RIGHTALT", "+KEY_0", "-KEY_0", "-KEY_RIGHTALT"]
TYPED_THERE += ["+KEY_LEFTSHIFT", "+KEY_W", "-KEY_W", "-KEY_LEFTSHIFT"]
SHORTCUT = ["+KEY_LEFTCTRL", "+KEY_Z", "-KEY_Z", "-KEY_LEFTCTRL"]
TAP = "play screen tap fingers={}"


def names():
    return sorted(name for name in told_of_devices("input*/name").values() if name.startswith("gesture-bridge"))


def await_none(within=5):
    """The devices that still exist then."""
    end = time.monotonic() + within
    while names() and time.monotonic() < end:
        time.sleep(0.05)
    return names()


class Libinput:
    """`libinput debug-events` of all devices."""

    def __init__(self):
        with open("/out/libinput", "ab", buffering=0) as sink:
            self.sink = os.fdopen(os.dup(sink.fileno()), "ab", buffering=0)
        command = ["stdbuf", "-oL", "libinput", "debug-events", "--show-keycodes", "--udev", "seat0"]
        self.program, self.read = Program(command, dict(os.environ), self.sink), 0

    def heard(self, count, what=("KEYBOARD_KEY", "POINTER_BUTTON", "POINTER_SCROLL_WHEEL")):
        """The changes of keys, buttons and wheels since the last time, once there are this many; notches count once."""
        end = time.monotonic() + 10
        while len(found := self.found(what)) < count and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.3)
        found, self.read = self.found(what), len(self.program.lines)
        return found

    def moved(self):
        """The distance that the pointer and the wheels have moved since the last time, in libinput's units without acceleration."""
        time.sleep(0.3)
        way = [0.0, 0.0]
        for line in self.program.lines[self.read :]:
            if "POINTER_MOTION " in line:
                # `POINTER_MOTION +0.52s 1.00/ 0.00 (+2.00/+0.00)`: the numbers in brackets are not accelerated.
                x, y = line[line.index("(") + 1 : line.index(")")].split("/")
                way[0], way[1] = way[0] + float(x), way[1] + float(y)
        found, self.read = self.found(("POINTER_SCROLL_WHEEL",)), len(self.program.lines)
        return way, len(found)

    def found(self, what):
        events = []
        for line in self.program.lines[self.read :]:
            words = line.split()
            if len(words) < 2 or words[1] not in what:
                continue
            if words[1] == "POINTER_SCROLL_WHEEL":
                events.append("wheel")
            else:
                name = next(word for word in words if word.startswith(("KEY_", "BTN_", "(")))
                events.append(("+" if "pressed" in line else "-") + name)
        return events

    def end(self):
        self.program.end()


def ready(bed, libinput):
    bed.do("await 'sending keys and clicks through uinput'")
    bed.check("a keyboard and a mouse are there", names(), ["gesture-bridge keyboard", "gesture-bridge mouse"])
    libinput.heard(0)


def scenario(bed):
    bed.do("add touchscreen screen")
    os.environ["XKB_DEFAULT_LAYOUT"] = "de"
    libinput = Libinput()
    try:
        bed.write_rules(RULES)
        play(bed, libinput)
        bed.do("stop")
        bed.write_rules(RULES)
        play_beside_a_compositor(bed, libinput)
    finally:
        libinput.end()


def play(bed, libinput):
    bed.check("without a daemon there is no keyboard", names(), [])
    bed.start()
    ready(bed, libinput)
    bed.do(TAP.format(2))
    heard = libinput.heard(7)
    bed.check("keys, a click and a notch", (heard[:4], sorted(heard[4:])), (PRESSED, CLICKED))
    bed.do(TAP.format(3))
    bed.check("text by the layout that the environment names", libinput.heard(10), TYPED)
    bed.do(TAP.format(4))
    bed.do("await 'no key for \"ж\"'")
    bed.check("what the layout lacks is left out", libinput.heard(0), [])
    bed.do("down screen a 60,40\ndown screen b 60,60\ndown screen c 60,80\ndown screen d 60,100\ndown screen e 60,120")
    bed.do("move screen a,b,c,d,e by 40,-20 over 300ms\nup screen")
    (x, y), turned = libinput.moved()
    bed.check("the pointer goes along", 12 * 30 < x < 12 * 40 and -12 * 20 < y < -12 * 14, True)
    bed.check("and the wheels", turned >= 10, True)
    is_read = bed.said("gesture-bridge keyboard") or bed.said("gesture-bridge mouse")
    bed.check("the daemon takes its own devices for no touch devices", is_read, False)
    for ending in ("lift", "SIGKILL", "SIGTERM"):
        bed.do("down screen a 60,60\nmove screen a by 30,0 over 200ms")
        bed.check(f"before the end by {ending} keys are down", libinput.heard(2), HELD)
        if ending == "lift":
            bed.do("up screen")
        else:
            bed.do(f"signal {ending[3:]}\nawait-exit")
        bed.check(f"after the end by {ending} none is", sorted(libinput.heard(2)), ["-KEY_LEFTALT", "-KEY_X"])
        if ending != "lift":
            bed.do("up screen")
            bed.check("and the devices are gone", await_none(), [])
            bed.start()
            ready(bed, libinput)
    bed.use(RULES.split("[gesture.press]", maxsplit=1)[0] + '[gesture.press]\nkind = "tap"\nrun = "true"\n')
    bed.check("without such rules there are none", await_none(), [])


def play_beside_a_compositor(bed, libinput):
    compositor = SeatOnly("/tmp/home/wayland-0", "fr")
    bed.start()
    ready(bed, libinput)
    bed.do(TAP.format(3))
    bed.check("text by the layout of the compositor's seat", libinput.heard(10), TYPED_THERE)
    compositor.use("us,ru")
    bed.do("wait 300ms\n" + TAP.format(3))
    bed.do("await 'with different keys for \"y\", and the current layout is not known; keep only one of these layouts'")
    bed.check("text is left out where it is not known which of two layouts is in use", libinput.heard(0), [])
    bed.do(TAP.format(2))
    bed.check("a shortcut is not", libinput.heard(7)[:4], SHORTCUT)
    bed.do("down screen a 60,60\nmove screen a by 30,0 over 200ms")
    bed.check("before the compositor ends keys are down", libinput.heard(2), HELD)
    compositor.end()
    bed.check("after that none is", sorted(libinput.heard(2)), ["-KEY_LEFTALT", "-KEY_X"])
    bed.do("up screen")
    ready(bed, libinput)
    bed.do(TAP.format(3))
    bed.check("without it the layout is that of the environment", libinput.heard(10), TYPED)
    compositor = SeatOnly("/tmp/home/wayland-0", "fr")
    bed.do(TAP.format(3))
    bed.do("await 'the compositor has changed, so gesture-bridge looks for another way'")
    ready(bed, libinput)
    bed.do(TAP.format(3))
    bed.check("when there is a compositor its layout counts", libinput.heard(10), TYPED_THERE)
    compositor.end()
