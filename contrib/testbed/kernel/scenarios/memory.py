"""The kernel kills the daemon for its memory, under fingers: nothing stays pressed or grabbed, and another daemon continues.

The daemon is alone in a control group. Something that the kernel kills last fills it: a daemon, its guards, or all of them are
killed, as it comes, or all at once, as systemd does it. Time is real: while it stands still, a process with too little memory never
continues.
"""

import os
import subprocess
import time

from nodes import Reader, await_clone, clones, guards, held
from notes import EARLY_NOTES
from sessions import await_so

DURATION = 25
RULES = EARLY_NOTES + """
[device."Mocked Touchscreen"]
intercept = true
"""
SWIPE = "play screen swipe left distance=30mm speed=400"
GROUPS = "/sys/fs/cgroup"
GROUP, HOARD = f"{GROUPS}/daemon", "/tmp/hoard"
ALONE = ["sh", "-c", f'echo $$ >{GROUP}/cgroup.procs; exec "$0" "$@"']
ROUNDS = int(os.environ.get("bed_rounds", 6))


def limit(name, value):
    with open(f"{GROUP}/{name}", "w", encoding="ascii") as file:
        file.write(str(value))


def told(name):
    with open(f"{GROUP}/{name}", encoding="ascii") as file:
        return file.read()


def killed():
    return int(dict(line.split() for line in told("memory.events").splitlines())["oom_kill"])


def starve(together):
    limit("memory.oom.group", together)
    limit("memory.max", int(told("memory.current")) + (100 << 10))
    hoard = f"echo $$ >{GROUP}/cgroup.procs; echo -999 >/proc/self/oom_score_adj; head -c 64M /dev/zero >{HOARD}"
    subprocess.run(["sh", "-c", hoard], stderr=subprocess.DEVNULL, check=False)


def start_intercepting(bed):
    """Returns the clone's node; the clone is there a moment before it gets touches."""
    bed.start()
    await_so("the touchscreen is not intercepted", lambda: bed.said("is intercepted"))
    return await_clone(bed.path("screen"))


def await_release(bed, other):
    """Until no guard has the device, and the other reader has it for itself."""
    end = time.monotonic() + 20
    while (guards() or clones()) and time.monotonic() < end:
        time.sleep(0.05)
    bed.check("no guard and no clone is left", (guards(), clones()), ([], {}))
    other.grab()
    other.ungrab()


def await_fingers(clone, number):
    """Waits until this number is down; a busy machine may take its time."""
    end = time.monotonic() + 5
    while len(clone.down) != number and time.monotonic() < end:
        time.sleep(0.02)
        clone.events()


def scenario(bed):
    os.makedirs(GROUPS, exist_ok=True)
    subprocess.run(["mount", "-t", "cgroup2", "none", GROUPS], check=True)
    with open(f"{GROUPS}/cgroup.subtree_control", "w", encoding="ascii") as file:
        file.write("+memory")
    os.mkdir(GROUP)
    bed.program_words = [*ALONE, *bed.program_words]
    bed.do("add touchscreen screen")
    other = Reader(bed.path("screen"))
    for number in range(ROUNDS):
        clone = Reader(start_intercepting(bed))
        bed.do("down screen a 100,50 b 130,60")
        await_fingers(clone, 2)
        bed.check(f"round {number}: two fingers are down in the clone", len(clone.down), 2)
        before = killed()
        starve(number % 2)
        bed.do("await-exit within=20s\nmove screen a by 5,0 over 80ms\nup screen")
        bed.check("the kernel has killed for memory", killed() > before, True)
        limit("memory.max", "max")
        os.unlink(HOARD)
        await_release(bed, other)
        bed.check("no contact and no key is down", held(bed.path("screen")), ([], []))
        clone.close()
        other.events()
        bed.do("down screen a 100,50\nwait 60ms\nup screen\nwait 100ms")
        heard = [value for _, kind, code, value in other.events() if (kind, code) == (3, 0x39)]
        bed.check("others hear the next touch, and its end", (len(heard), heard[-1]), (2, -1))
    start_intercepting(bed)
    bed.expect("gestures work as ever", ["swipe"], SWIPE)
    bed.do("stop")
