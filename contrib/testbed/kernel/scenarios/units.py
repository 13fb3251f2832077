"""The packaged units of the service that hands out touch devices, under a real systemd: what it may do, and that it recovers.

No udev rule gives the touchscreen to anybody, so the user's daemon has it by the service alone.
"""

import os
import signal
import subprocess
import time

from lending import SOCKET, attempt, borrow, opened, opening, touch
from notes import NOTES
from sessions import (
    LENDER, await_so, exposure, hint, install_lender, install_program, keep_journal, log_in, process_facts, run, state,
    take_rules_away, told)

SYSTEMD = True
EXACT_TIME = True
KERNEL = "systemd.unified_cgroup_hierarchy=0 SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1"
TIMEOUT = 900

RULES = NOTES
SWIPE = "play screen swipe left distance=30mm speed=400"
# systemd calls less than that safe; the figure differs a little from version to version.
MOST_EXPOSED = 1.0
# The old control groups, which KERNEL asks for, keep devices themselves. By the new ones systemd keeps them by BPF, which this
# kernel lacks. systemd 258 has the new ones only.
DEVICES = "/sys/fs/cgroup/devices"


def process():
    """The service's; 0 while it does not run."""
    return int(run("systemctl", "show", f"{LENDER}.service", "-p", "MainPID", "--value"))


def counts(bed, what):
    await_so("the daemon has no device", lambda: opened(bed) == "screen")
    bed.expect(f"{what}: gestures count", ["swipe"], SWIPE)


def install_units(bed):
    install_program()
    install_lender()
    bed.check("the socket is there, and nothing runs", (os.path.exists(SOCKET), state(f"{LENDER}.service")), (True, "inactive"))
    found = exposure(run("systemd-analyze", "security", "--no-pager", f"{LENDER}.service"))
    bed.check(f"systemd finds it exposed to {found} of 10, which is little", found <= MOST_EXPOSED, True)


def what_it_is(bed, screen):
    """The service, its devices and the daemon's."""
    users, groups, rights, privileges, filtered = process_facts(process(), "Uid", "Groups", "CapBnd", "NoNewPrivs", "Seccomp")
    bed.check("it is no user that there is otherwise", 61184 <= int(users[0]) <= 65519, True)
    group = str(os.stat(screen).st_gid)
    bed.check("with the group that may read input devices, and no rights", (group in groups, int(rights[0], 16)), (True, 0))
    bed.check("it can gain none, and its system calls are filtered", (privileges, filtered), (["1"], ["2"]))
    fd = next(fd for fd in bed.descriptors() if os.readlink(f"/proc/{bed.program.pid}/fd/{fd}") == screen)
    flags = told(f"/proc/{bed.program.pid}/fdinfo/{fd}").split("flags:")[1].split()[0]
    bed.check("the daemon's device is open to read", int(flags, 8) & os.O_ACCMODE, os.O_RDONLY)


def kept_by_kernel(bed, screen):
    """What a process in the service's control group may open, root's too."""
    group = run("systemctl", "show", f"{LENDER}.service", "-p", "ControlGroup", "--value")
    tried = {}
    for path, flags in ((screen, os.O_RDONLY), (screen, os.O_RDWR), ("/dev/uinput", os.O_RDONLY), ("/dev/null", os.O_RDWR)):
        code = f"import os; open('{DEVICES}{group}/cgroup.procs', 'w').write(str(os.getpid())); os.open('{path}', {flags})"
        tried[path, flags] = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, check=False).returncode == 0
    bed.check("the kernel lets the service open input devices to read, not to write, and no others", list(tried.values()),
              [True, False, False, True])


def locks(bed, session, screen):
    """Another program of the user has the touchscreen when the session is locked."""
    connection, _, (fd,) = borrow(screen.encode(), bed.user)
    hint(session, True)
    await_so("what is lent can still be read", lambda: attempt(lambda: os.read(fd, 24)) == "ENODEV")
    await_so("the daemon keeps the device", lambda: opened(bed) == "")
    bed.expect("locked: every loan ends, and nothing is recognized", [], SWIPE)
    os.close(fd)
    connection.close()
    bed.check("nothing is lent to any program", borrow(screen.encode(), bed.user)[1:], ("locked", []))
    before = process()
    time.sleep(40)
    bed.check("with nothing lent the service stays, as it knows of the lock", process(), before)
    run("systemctl", "restart", "systemd-logind")
    await_so("logind is not there again", lambda: run("loginctl", "show-session", session, "-p", "LockedHint", "--value") == "no")
    time.sleep(2)
    bed.check("nothing is lent by a logind that has forgotten the lock", borrow(screen.encode(), bed.user)[1:], ("locked", []))
    # The locker reports its end, which that logind passes on to no program; then the next lock.
    for is_locked in (False, True, False):
        hint(session, is_locked)
        time.sleep(0.5)
    counts(bed, "unlocked")


def silence(bed, screen):
    """A service that starts while logind does not answer."""
    logind = int(run("systemctl", "show", "systemd-logind", "-p", "MainPID", "--value"))
    os.kill(logind, signal.SIGSTOP)
    before = process()
    os.kill(before, signal.SIGKILL)
    await_so("there is no other service", lambda: process() not in (0, before))
    bed.check("while nobody says whether the session is locked, nothing is lent", borrow(screen.encode(), bed.user)[1:], ("", []))
    bed.check("nor to the daemon", opened(bed), "")
    os.kill(logind, signal.SIGCONT)
    counts(bed, "when logind answers")


def scenario(bed):
    try:
        play(bed)
    finally:
        keep_journal()


def play(bed):
    bed.user = 1000
    for name in ("DBUS_SYSTEM_BUS_ADDRESS", "XDG_SESSION_ID"):
        os.environ.pop(name)
    os.chown("/tmp/home", bed.user, bed.user)
    take_rules_away()
    install_units(bed)
    own, other = log_in("bed", "tty1"), log_in("other", "tty2")
    run("loginctl", "activate", own)
    bed.do("add touchscreen screen")
    run("udevadm", "settle")
    screen = bed.path("screen")
    barred = [opening(screen, flags, bed.user) for flags in (os.O_RDONLY, os.O_RDWR)]
    bed.check("the user may neither read nor write the touchscreen", barred, ["EACCES", "EACCES"])

    bed.start(root=False)
    counts(bed, "lent")
    what_it_is(bed, screen)
    if os.path.isdir(DEVICES):
        kept_by_kernel(bed, screen)
    connection, word, (fd,) = borrow(screen.encode(), bed.user)
    written = attempt(lambda: touch(fd)), opening(f"/proc/self/fd/{fd}", os.O_RDWR, bed.user)
    bed.check("nor does what is lent let the user write", (word, written), ("lent", ("EBADF", "EACCES")))

    run("loginctl", "activate", other)
    await_so("the daemon keeps the device", lambda: opened(bed) == "")
    await_so("what is lent can still be read", lambda: attempt(lambda: os.read(fd, 24)) == "ENODEV")
    bed.expect("another terminal: the loan ends, and nothing is recognized", [], SWIPE)
    for one in (connection, os.fdopen(fd)):
        one.close()
    bed.check("nothing is lent there", borrow(screen.encode(), bed.user)[1], "not-active")
    await_so("the service does not end", lambda: state(f"{LENDER}.service") == "inactive")
    bed.check("with nothing lent the service ends, and its socket stays", state(f"{LENDER}.socket"), "active")
    run("loginctl", "activate", own)
    counts(bed, "back")
    locks(bed, own, screen)
    silence(bed, screen)

    before = process()
    os.kill(before, signal.SIGKILL)
    await_so("there is no other service", lambda: process() not in (0, before))
    counts(bed, "killed, and started again")
    before = process()
    run("systemctl", "restart", f"{LENDER}.service")
    await_so("there is no other service", lambda: process() not in (0, before))
    counts(bed, "restarted")

    run("systemctl", "disable", "--now", f"{LENDER}.socket")
    await_so("the daemon keeps the device", lambda: opened(bed) == "")
    bed.check("switched off, neither socket nor service is there", (os.path.exists(SOCKET), process()), (False, 0))
    bed.expect("and nothing is recognized", [], SWIPE)
    run("systemctl", "enable", "--now", f"{LENDER}.socket")
    # As the daemon's message advises: udev's event makes it ask again.
    run("udevadm", "trigger", "--subsystem-match=input")
    counts(bed, "switched on again")
    bed.do("stop")
