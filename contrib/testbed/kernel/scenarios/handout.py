"""The service hands out touch devices that can only be read, to the user at the seat, and takes them back."""

import fcntl
import os
import resource
import signal
import socket
import struct
import subprocess
import time

from devices import ABS_MT_POSITION_X, ABS_X
from lending import LIMIT, SOCKET, attempt, borrow, opened, opening, touch
from notes import NOTES

EXACT_TIME = True
RULES = NOTES
PROGRAM = os.environ["bed_program"]
SEATS = "/run/systemd/seats"
USER, OTHER, SERVICE = 65534, 54321, 65533
EVIOCGRAB, EVIOCGABS, EVIOCSABS = 0x40044590, 0x80184540, 0x401845C0
MOST = 32
RANGES = (ABS_X, ABS_MT_POSITION_X)


def ranges(fd):
    """The device's axes, without their present values."""
    return [struct.unpack("6i", fcntl.ioctl(fd, EVIOCGABS + code, bytes(24)))[1:] for code in RANGES]


def spoil(fd):
    """As if the device were 5 units wide."""
    for code in RANGES:
        fcntl.ioctl(fd, EVIOCSABS + code, struct.pack("6i", 0, 5, 5, 0, 0, 0))


def strangers(users, most):
    """Connections that ask for nothing, as many of each user as there is room for."""
    found = []
    for user in users:
        os.seteuid(user)
        for _ in range(most):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
            try:
                connection.connect(SOCKET)
            except BlockingIOError:
                break
            found.append(connection)
        os.seteuid(0)
    return found


def seat(user, name="seat0"):
    """As logind writes it: another file of the same name."""
    with open(f"{SEATS}/.new", "w", encoding="ascii") as file:
        file.write(f"# This is private data. Do not parse.\nACTIVE=2\nACTIVE_UID={user}\nUIDS={USER} {OTHER}\n")
    os.rename(f"{SEATS}/.new", f"{SEATS}/{name}")


def watched(bed):
    """How often the daemon has reported that it reads a touchscreen: only after that it gets landings of fingers."""
    return sum("watching the touchscreen" in line for line in bed.program.lines)


def await_(is_so, what):
    end = time.monotonic() + LIMIT
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


def refusal(request, user=USER):
    connection, word, passed = borrow(request, user)
    connection.close()
    return word, len(passed)


def scenario(bed):
    os.makedirs(SEATS)
    os.makedirs(os.path.dirname(SOCKET))
    os.chown(os.path.dirname(SOCKET), SERVICE, SERVICE)
    bed.do("add touchscreen screen\nadd touchpad pad\nadd keyboard keys\nadd mouse mouse\nadd half-keyboard-touchpad half")
    screen = bed.path("screen")
    group = os.stat(screen).st_gid

    # The access that udev's rule gives to every program of the session.
    bed.do("allow screen")
    subprocess.run(["setfacl", "-m", f"u:{USER}:rw", screen], check=True)
    os.seteuid(USER)
    fd = os.open(screen, os.O_RDWR)
    os.seteuid(0)
    bed.check("a node that is given by uaccess can be written to", attempt(lambda: touch(fd)), "done")
    os.close(fd)
    bed.do("deny screen")

    seat(USER)
    # As systemd starts it: an ordinary user, with the group that may read input devices, and no more than that.
    service = subprocess.Popen(
        ["setpriv", f"--reuid={SERVICE}", f"--regid={SERVICE}", f"--groups={group}", "--no-new-privs",
         "--bounding-set=-all", "--", PROGRAM, "hand-out", "--socket", SOCKET, "--log-level", "info"],
        stderr=subprocess.PIPE, text=True)
    await_(lambda: os.path.exists(SOCKET) and os.stat(SOCKET).st_mode & 0o777 == 0o666, "the socket")

    connection, word, (fd,) = borrow(screen.encode(), USER)
    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    bed.check("it gives the user at the seat an open touchscreen", (word, flags & os.O_ACCMODE), ("lent", os.O_RDONLY))
    bed.check("to which can't be written", attempt(lambda: touch(fd)), "EBADF")
    bed.check("nor when it is opened anew", opening(f"/proc/self/fd/{fd}", os.O_RDWR, USER), "EACCES")
    bed.check("though it can be grabbed, as the kernel asks no more for that",
              attempt(lambda: fcntl.ioctl(fd, EVIOCGRAB, 1)), "done")
    root = os.open(screen, os.O_RDONLY)
    before = ranges(root)
    bed.check("and what it says of its axes can be changed", attempt(lambda: spoil(fd)), "done")
    bed.check("for all who read it", ranges(root)[0], (5, 5, 0, 0, 0))
    again, _, (second,) = borrow(screen.encode(), USER)
    bed.check("who borrows it next finds it as it was", ranges(second), before)
    spoil(second)
    connection.close()
    await_(lambda: attempt(lambda: os.read(fd, 24)) == "ENODEV", "the end of the loan")
    bed.check("when the borrower leaves, its copies are useless", attempt(lambda: fcntl.ioctl(fd, EVIOCGRAB, 1)), "ENODEV")
    await_(lambda: ranges(root) == before, "that its axes are as before")
    bed.check("and the device is what it was before", ranges(root), before)
    spoil(second)
    seat(OTHER)
    others, word, (third,) = borrow(screen.encode(), OTHER)
    bed.check("the next user at the seat finds it so too", (word, ranges(third)), ("lent", before))
    bed.check("and the last one can't change it any more", attempt(lambda: spoil(second)), "ENODEV")
    spoil(third)
    seat(USER)
    await_(lambda: attempt(lambda: os.read(third, 24)) == "ENODEV", "the end of the loan of the next user")
    await_(lambda: ranges(root) == before, "that its axes are as before once more")
    for each in (again, others):
        each.close()
    for each in (fd, second, third, root):
        os.close(each)

    for name in ["keys", "mouse", "half"]:
        bed.check(f"{name}: not handed out", refusal(bed.path(name).encode()), ("no-touch-device", 0))
    os.symlink(bed.path("keys"), "/dev/input/event99")
    for path in [b"/dev/input/event99", b"/dev/input/../mem", b"/dev/mem", b"/etc/shadow", b"event0", b"\xff\0", b"x" * 64,
                 screen.encode() + b"\0"]:
        bed.check(f"{path[:20]!r}: not handed out", refusal(path), ("no-touch-device", 0))
    bed.check("a packet that is too long is no request", refusal(b"x" * 65), ("", 0))
    bed.check("another user gets nothing", refusal(screen.encode(), OTHER), ("not-active", 0))

    loans = [borrow(screen.encode(), USER) for _ in range(MOST)]
    bed.check("one user gets so many", [word for _, word, _ in loans], ["lent"] * MOST)
    bed.check("and no more", refusal(screen.encode())[0], "too-many")
    bed.check("while others are still answered", refusal(screen.encode(), OTHER), ("not-active", 0))
    for connection, _, passed in loans:
        connection.close()
        os.close(passed[0])

    idle = strangers(range(20001, 20005), MOST)
    bed.check("users without the seat take nobody's place", (len(idle), refusal(screen.encode())), (4 * MOST, ("lent", 1)))
    for connection in idle:
        connection.close()

    # As when systemd has to start it on a machine that is starting.
    service.send_signal(signal.SIGSTOP)
    bed.start(root=False)
    bed.check("a service that takes its time keeps no daemon waiting", opened(bed), "")
    service.send_signal(signal.SIGCONT)
    await_(lambda: len(opened(bed).split()) == 2, "the devices")
    bed.check("the daemon has all its devices from it", sorted(opened(bed).split()), ["pad", "screen"])
    bed.expect("and recognizes gestures", ["swipe"], "play screen swipe left")
    bed.do("stop")

    service.send_signal(signal.SIGSTOP)
    resource.setrlimit(resource.RLIMIT_NOFILE, (10000, 10000))
    idle = strangers([OTHER], 9000)
    bed.check("another user can fill its queue", 16 < len(idle) < 9000, True)
    bed.start(root=False)
    time.sleep(2)
    bed.check("then nobody gets anything", opened(bed), "")
    service.send_signal(signal.SIGCONT)
    await_(lambda: len(opened(bed).split()) == 2, "the devices, when the service is there again")
    bed.check("but once the service works, the daemon has its devices", sorted(opened(bed).split()), ["pad", "screen"])
    for connection in idle:
        connection.close()
    bed.do("stop")
    loans = [borrow(screen.encode(), USER) for _ in range(MOST)]
    bed.start(root=False)
    time.sleep(2)
    bed.check("another program of the user can have all that the user gets", opened(bed), "")
    for connection, _, passed in loans:
        connection.close()
        os.close(passed[0])
    await_(lambda: len(opened(bed).split()) == 2, "the devices, when the other program has ended")
    bed.check("when that has ended, the daemon has its devices", sorted(opened(bed).split()), ["pad", "screen"])

    seat(OTHER)
    await_(lambda: not opened(bed), "that the devices are closed")
    bed.check("with another session on the screen nothing is read", opened(bed), "")
    bed.expect("and nothing recognized", [], "play screen swipe left")
    seat(USER)
    # A device that is removed before the service has opened it for the daemon can't be opened.
    await_(lambda: "screen" in opened(bed), "that the devices are read again")
    bed.do("remove screen")
    before = watched(bed)
    bed.do("add touchscreen again")
    await_(lambda: "again" in opened(bed) and watched(bed) > before, "a device that is plugged in")
    bed.expect("with the screen a device that comes is read again", ["swipe"], "play again swipe left")

    # Away and back before the daemon has asked again.
    seat(OTHER)
    await_(lambda: "again" not in opened(bed), "that the device is closed")
    before = watched(bed)
    seat(USER)
    await_(lambda: "again" in opened(bed) and watched(bed) > before, "that the device is asked for once more")
    bed.expect("a device that was taken back for a moment is read again", ["swipe"], "play again swipe left")

    service.terminate()
    bed.check("the service ends when told to", service.wait(LIMIT), 0)
    await_(lambda: not opened(bed), "that nothing stays lent")
    bed.check("and nothing stays lent", opened(bed), "")
    words = service.stderr.read()
    bed.check("it says what it does", [text in words for text in [
        f"{screen} is lent to user {USER} (pid ", f"{screen} is taken back from user {USER}",
        f'"{bed.path("keys")}" is not lent to user {USER}: it is not a connected touch device',
        f'"{screen}" is not lent to user {USER}: the program that requested the device has ended']], [True] * 4)
    bed.check("and takes no borrower that has left for a device that can't be opened", "can't be opened" in words, False)
    bed.check("the daemon ends when told to", bed.do("stop"), "exited=0")
