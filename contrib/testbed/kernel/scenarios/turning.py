"""The output of an intercepted touchscreen turns: the user's left stays left, and nothing stays down in the clone.

sway turns the places for its window, so the window shows which direction along the panel is the user's left.
"""

import time

from nodes import Reader, await_clone
from stage import gesture
from sway import OUTPUT, Compositor

COMPOSITOR = True
EXACT_TIME = True
SCREEN = "Mocked Touchscreen"
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
# No machine is too slow for these.
FLICK = {"fingers": 2, "min_distance": "15 mm", "min_speed": "1 mm/s", "max_duration": "10 s", "slow_after": "10 s"}
RULES = f'[device."{SCREEN}"]\nintercept = true\n' + "".join(gesture("swipe", way, direction=way, **FLICK) for way in WAYS)
TURNS = (90, 180, 270, 0)
STEP = 40  # mm
DOWN = "down screen a 140,85 b 160,105"


class Panel:
    """The touchscreen with its clone and the window above it."""

    def __init__(self, bed, compositor):
        self.bed, self.compositor = bed, compositor
        self.clone = Reader(await_clone(bed.path("screen")))

    def turn(self, degrees, is_told=True):
        self.compositor.command(f"output {OUTPUT} transform {degrees}")
        # sway's own command counts in the opposite direction.
        if is_told:
            self.bed.do(f"await 'is turned by {(360 - degrees) % 360}°'")
        # The window has another size by then, too.
        time.sleep(0.5)
        self.compositor.seen()

    def where(self, x, y):
        """The place, in pixels, at which the window sees a finger that no gesture takes."""
        self.bed.do(f"down screen a {x},{y}\nwait 100ms\nup screen")
        touch = self.compositor.touches("up")[0]
        return touch.places[0]

    def ways(self):
        """For each way along the panel that which the user sees."""
        middle = self.where(150, 95)
        seen = {}
        for name, (x, y) in WAYS.items():
            place = self.where(150 + STEP * x, 95 + STEP * y)
            moved = tuple((b > a + 1) - (b < a - 1) for a, b in zip(middle, place))
            seen[name] = next(way for way, ahead in WAYS.items() if ahead == moved)
        return seen

    def is_clear(self, what):
        time.sleep(0.2)
        self.clone.events()
        self.bed.check(f"{what}, nothing stays down in the clone", self.clone.down, set())

    def swipe(self, way):
        """Two fingers along the panel."""
        x, y = WAYS[way]
        return f"{DOWN}\nmove screen a,b by {STEP * x},{STEP * y} over 300ms\nup screen"


def turned(bed, panel):
    for degrees in TURNS:
        panel.turn(degrees)
        for way, seen in panel.ways().items():
            bed.expect(f"at {degrees}°, {way} on the panel is {seen} for the user", [seen], panel.swipe(way))
            panel.compositor.seen()
        panel.is_clear(f"at {degrees}°")


def amid(bed, panel):
    """The picture turns while fingers are down: that counts from the next first finger on."""
    bed.do(f"{DOWN}\nmove screen a,b by -8,0 over 80ms")
    panel.turn(90, is_told=False)
    rest = f"move screen a,b by {8 - STEP},0 over 300ms\nup screen"
    bed.expect("turned amid a swipe, it is that as which it began", ["left"], rest)
    panel.is_clear("turned amid a swipe")
    seen = panel.ways()
    bed.expect("the next one is as the user sees it", [seen["left"]], panel.swipe("left"))
    panel.turn(0)


def dark(bed, panel):
    """The output sleeps: its touches go to the applications, and no gesture takes any."""
    panel.compositor.command(f"output {OUTPUT} power off")
    bed.do("await 'is off: touches on the device are ignored'")
    bed.expect("a swipe on a screen that is off is none", [], panel.swipe("left"))
    panel.is_clear("off")
    panel.compositor.command(f"output {OUTPUT} power on")
    bed.do("await 'is turned by 0°'")
    panel.compositor.seen()
    bed.expect("on again, a swipe is one", ["left"], panel.swipe("left"))
    panel.is_clear("on again")


def told(bed):
    bed.start()
    compositor = bed.compositor
    compositor.await_taken_up("screen")
    panel = Panel(bed, compositor)
    compositor.seen()
    turned(bed, panel)
    amid(bed, panel)
    dark(bed, panel)
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
    panel.clone.await_end()
    compositor.await_taken_up("screen")


def scenario(bed):
    bed.compositor = Compositor(bed, intercepted=[SCREEN])
    bed.compositor.plug("touchscreen", "screen")
    told(bed)
    bed.compositor.end()
