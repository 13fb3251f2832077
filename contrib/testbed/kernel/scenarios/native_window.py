"""Fingers on a touchscreen make gestures that the desktop knows of touchpads, by a touchpad of gesture-bridge's own: what sway and its
window make of them.

The touchscreen is intercepted: sway takes no gesture of a touchpad while a window is touched. Sixty swipes of a finger from the lower edge
(more by `gestures=200`) in a window, which hears nothing else, or of the touch only that it is cancelled. Then sway goes to another
workspace by one, and stays if it is cancelled; and rules, a touchscreen or a daemon goes amid one.
"""

import itertools

from native import COUNT, Hand, workspace
from native_screen import OWN, RULES, edge_pan, own, rule
from stage import SCREEN, rules
from sway import Compositor

COMPOSITOR = True
EXACT_TIME = True
TIMEOUT = 1500
DURATION = 60
TO_THE_SIDE = "down screen a 60,80 b 80,76 c 100,80\nmove screen a,b,c by 60,0 over 320ms"


def gestures(lines):
    """The window's gestures, each kind of movement as a whole; it gets the touches as well."""
    lines = [line for line in lines if line.startswith(("swipe", "pinch", "hold"))]
    lines = [line.split()[0] if "update" in line else line for line in lines]
    return [line for line, _ in itertools.groupby(lines)]


def edge(**settings):
    return rules(rule("edge-pan", '{ native = "swipe", fingers = 4 }', edge='"bottom"', **settings), device=SCREEN)


LATE, AT_ONCE = edge(delays_touches_began="true"), edge()
THREE = rules(rule("pan", '{ native = "swipe", fingers = 4 }', fingers=3, delays_touches_began="true"), device=SCREEN)


def scenario(bed):
    compositor = Compositor(bed, intercepted=[SCREEN])
    compositor.plug("touchscreen", "screen")
    bed.start()
    bed.use(LATE)
    compositor.await_devices(OWN)
    compositor.await_taken_up("screen")
    bed.do("add touchpad pad")
    compositor.await_taken_up("pad")
    bed.do("wait 500ms\ndown pad a 40,30\nmove pad a by 20,12 over 160ms\nmove pad a by 20,12 over 160ms\nup pad\nwait 300ms")
    hand = Hand(bed, 23, "screen")
    compositor.seen()
    many(bed, compositor, hand, "swipes in a window, which hears nothing else", set())
    bed.use(AT_ONCE)
    compositor.await_taken_up("screen")
    many(bed, compositor, hand, "swipes in a window, which has a touch taken back", {"cancel"})
    bed.use(THREE)
    compositor.await_taken_up("screen")
    compositor.command("bindgesture swipe:4:right workspace 2")
    bed.do(f"{TO_THE_SIDE}\nup screen\nwait 300ms")
    bed.compare("sway goes to another workspace", workspace(compositor), "2")
    compositor.command("workspace 1")
    bed.do(f"{TO_THE_SIDE}\ncancel screen a,b,c\nwait 300ms\nup screen\nwait 300ms")
    bed.compare("but not when it is cancelled", workspace(compositor), "1")
    compositor.command("unbindgesture swipe:4:right")
    compositor.seen()
    cancelled = ["swipe-begin 4", "swipe-update", "swipe-end cancelled"]
    bed.do(TO_THE_SIDE)
    bed.use(THREE.replace('kind = "pan"', 'kind = "pan"\nslop = "6 mm"'))
    bed.compare("other rules cancel it", gestures(compositor.seen()), cancelled)
    bed.do("up screen\nwait 300ms")
    compositor.seen()
    bed.do(f"{TO_THE_SIDE}\nremove screen\nwait 600ms")
    bed.compare("a touchscreen that goes cancels it", gestures(compositor.seen()), cancelled)
    compositor.plug("touchscreen", "screen")
    compositor.seen()
    bed.do(f"{TO_THE_SIDE}\nwait 100ms\nsignal KILL\nawait-exit\nwait 600ms")
    heard = gestures(compositor.seen())
    bed.compare("killed, it comes to its end", [line.split()[0] for line in heard], ["swipe-begin", "swipe-update", "swipe-end"])
    bed.compare("and the touchpad goes with it", own(0.1), None)
    bed.do("up screen\nwait 300ms")
    compositor.end()


def many(bed, compositor, hand, what, ends):
    """`ends` are all events of the touches in the window."""
    wrong = []
    for number in range(COUNT):
        end = hand.ending()
        hand.play(edge_pan(hand), end)
        lines = compositor.seen()
        heard, ended = gestures(lines), {line.split()[0] for line in lines} & {"up", "cancel"}
        mark = " cancelled" if end == "cancelled" else ""
        if heard != ["swipe-begin 4", "swipe-update", f"swipe-end{mark}"] or ended != ends:
            wrong.append((number, end, ended, heard))
    bed.check(f"{COUNT} {what}", wrong[:4], [])
