"""A real systemd with its logind: gestures rest while the session is locked, has no screen, or the machine sleeps.

Two users are logged in on virtual terminals. The daemon is an ordinary user's and has its devices by udev's rules and logind
alone; the touchscreen is intercepted. So devices that logind takes away are closed, and come back by themselves. `run` takes `parts=sleeps`
(locks,switches,sleeps).
"""

import fcntl
import os
import time

from nodes import clones, guards
from notes import NOTES
from sessions import await_so, hint, log_in, may_read, run, told

SYSTEMD = True
EXACT_TIME = True
TIMEOUT = 900

PARTS = os.environ.get("bed_parts", "locks,switches,sleeps").split(",")
RULES = NOTES + """
[device."Mocked Touchscreen"]
intercept = true
"""
SWIPE = "play screen swipe left distance=30mm speed=400"
ASLEEP = 6  # seconds
# systemd runs this just before the sleep: an alarm that rings earlier would never ring again.
ALARM = f"""#!/bin/sh
if [ "$1" = pre ]; then echo 0 >/sys/class/rtc/rtc0/wakealarm; echo +{ASLEEP} >/sys/class/rtc/rtc0/wakealarm; fi
"""
ALARM_FILE = "/usr/lib/systemd/system-sleep/alarm"
SUCCESSES = "/sys/power/suspend_stats/success"
VT_ACTIVATE, VT_WAITACTIVE = 0x5606, 0x5607


def counts(bed, what):
    await_so("the device is not intercepted", lambda: clones() and guards())
    time.sleep(0.5)
    bed.expect(f"{what}: gestures count", ["swipe"], SWIPE)


def rests(bed, what):
    await_so("the device is still intercepted", lambda: not clones() and not guards())
    bed.expect(f"{what}: gestures rest, and nothing is grabbed", [], SWIPE)


def locks(bed, session):
    hint(session, True)
    rests(bed, "locked")
    hint(session, False)
    counts(bed, "unlocked")
    hint(session, True)
    rests(bed, "locked again")
    run("systemctl", "restart", "systemd-logind")
    time.sleep(2)
    is_locked = run("loginctl", "show-session", session, "-p", "LockedHint", "--value")
    bed.check("logind forgets a lock when it starts anew", is_locked, "no")
    rests(bed, "locked, with a logind that has forgotten it")
    # The locker reports its end, which logind passes on to no program; then the next lock.
    for is_locked in (False, True, False):
        hint(session, is_locked)
        time.sleep(0.5)
    counts(bed, "locked and unlocked once more")


def switches(bed, own, other):
    run("loginctl", "activate", other)
    await_so("the user may still read it", lambda: not may_read(bed.path("screen"), bed.user))
    rests(bed, "on another terminal")
    run("loginctl", "activate", own)
    await_so("the user may not read it", lambda: may_read(bed.path("screen"), bed.user))
    counts(bed, "back")
    # As a key does it, past logind.
    change_terminal(2)
    rests(bed, "on another terminal by the kernel")
    change_terminal(1)
    counts(bed, "back by the kernel")


def change_terminal(number):
    with open("/dev/tty0", "rb", buffering=0) as terminal:
        fcntl.ioctl(terminal, VT_ACTIVATE, number)
        fcntl.ioctl(terminal, VT_WAITACTIVE, number)


def waits_for_us():
    return "gesture-bridge" in run("systemd-inhibit", "--list", "--no-legend")


def sleeps(bed):
    """Under fingers, until its clock wakes it."""
    await_so("sleep does not wait for the daemon", waits_for_us)
    bed.check("the machine can sleep to idle", "freeze" in told("/sys/power/state"), True)
    before = int(told(SUCCESSES))
    bed.do("down screen a 100,50 b 130,50\nwait 100ms")
    os.makedirs(os.path.dirname(ALARM_FILE), exist_ok=True)
    with open(ALARM_FILE, "w", encoding="ascii") as file:
        file.write(ALARM)
    os.chmod(ALARM_FILE, 0o755)
    run("systemctl", "suspend")
    bed.do("await 'the machine sleeps' within=60s\nawait 'in use again' within=60s\nup screen")
    bed.check("it slept, and woke", int(told(SUCCESSES)), before + 1)
    counts(bed, "awake")
    await_so("nothing has the next sleep wait for the daemon", waits_for_us)


def scenario(bed):
    bed.user = 1000
    for name in ("DBUS_SYSTEM_BUS_ADDRESS", "XDG_SESSION_ID"):
        os.environ.pop(name)
    os.chown("/tmp/home", bed.user, bed.user)
    bed.check("systemd is the first process", told("/proc/1/comm").strip(), "systemd")
    own, other = log_in("bed", "tty1"), log_in("other", "tty2")
    run("loginctl", "activate", own)
    bed.do("add touchscreen screen")
    await_so("the user may not read it", lambda: may_read(bed.path("screen"), bed.user))
    bed.start(root=False)
    counts(bed, "in the session")
    if "locks" in PARTS:
        locks(bed, own)
    if "switches" in PARTS:
        switches(bed, own, other)
    if "sleeps" in PARTS:
        sleeps(bed)
    run("systemctl", "stop", "session-bed")
    rests(bed, "logged out")
    bed.do("stop")
