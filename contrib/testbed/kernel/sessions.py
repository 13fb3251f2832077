"""Users of a real systemd: they log in on virtual terminals, and its units are installed as a package does it."""

import glob
import os
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
UNITS = os.path.join(HERE, "..", "..", "systemd")
PROGRAM, PROGRAMS = os.environ["bed_program"], "/usr/bin"
LENDER = "gesture-bridge-devices"
WITHIN = 60  # seconds


def run(*words):
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=WITHIN)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: exit status {done.returncode}: {done.stderr.strip()}")
    return done.stdout.strip()


def await_so(what, is_so):
    """Asks more and more seldom, since most questions are a program that is run: that costs more than the wait, where time is virtual."""
    end, pause = time.monotonic() + WITHIN, 0.05
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(pause)
        pause = min(2 * pause, 1)


def told(path):
    with open(path, encoding="ascii") as file:
        return file.read()


# ---- Sessions


def sessions():
    """The id of the session on each terminal."""
    found = {}
    for line in run("loginctl", "list-sessions", "--no-legend").splitlines():
        name = line.split()[0]
        found[run("loginctl", "show-session", name, "-p", "TTY", "--value")] = name
    return found


def log_in(user, terminal):
    """As a display manager does it."""
    run("systemd-run", f"--unit=session-{user}", "-p", "PAMName=bed", "-p", f"User={user}", "-p", f"TTYPath=/dev/{terminal}",
        "-p", "StandardInput=tty", "-p", "UtmpIdentifier=" + terminal, "-p",
        f"Environment=XDG_SEAT=seat0 XDG_VTNR={terminal[3:]} XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user",
        "sleep", "infinity")
    await_so(f"{user} is not logged in", lambda: terminal in sessions())
    manager = f"user@{run('id', '-u', user)}.service"
    await_so(f"{user} has no service manager", lambda: state(manager) == "active")
    return sessions()[terminal]


def hint(session, is_locked):
    """What a screen locker says of the session."""
    run("busctl", "call", "org.freedesktop.login1", f"/org/freedesktop/login1/session/{session_path(session)}",
        "org.freedesktop.login1.Session", "SetLockedHint", "b", str(is_locked).lower())


def session_path(session):
    """As a part of an object's path."""
    first = session[0]
    return (f"_{ord(first):x}" if first.isdigit() else first) + session[1:]


def take_rules_away():
    """gesture-bridge's rules of udev, by which logind gives devices to users."""
    for path in glob.glob("/etc/udev/rules.d/70-gesture-bridge*"):
        os.remove(path)
    run("udevadm", "control", "--reload")


def may_read(path, user):
    """Whether logind lets the user read the node now."""
    return f"user:{user}:rw" in run("getfacl", "-cn", path)


# ---- Units


def state(unit):
    return run("systemctl", "show", unit, "-p", "ActiveState", "--value")


def install_program():
    """Where a package puts it; only there, as the services see neither /home nor /tmp."""
    target = f"{PROGRAMS}/gesture-bridge"
    with open(target, "ab"):
        pass
    run("mount", "--bind", PROGRAM, target)


def install(name, folder):
    """Fills a file of contrib/systemd as contrib/packaging/stage does, and puts it there."""
    with open(os.path.join(UNITS, name), encoding="utf-8") as file:
        text = file.read().replace("@bindir@", PROGRAMS)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def install_lender():
    """The service that hands out touch devices."""
    for kind in ("socket", "service"):
        install(f"{LENDER}.{kind}", "/usr/lib/systemd/system")
    run("systemctl", "daemon-reload")
    run("systemctl", "enable", "--now", f"{LENDER}.socket")


def exposure(said):
    """systemd's exposure score of a unit, from 0 to 10: the last line of `systemd-analyze security`."""
    return next(float(word) for word in said.splitlines()[-1].split() if word.replace(".", "", 1).isdigit())


def process_facts(pid, *names):
    """The values of these fields in /proc/PID/status."""
    facts = dict(line.split(":", 1) for line in told(f"/proc/{pid}/status").splitlines())
    return [facts[name].split() for name in names]


def keep_journal():
    """For whoever wants to know how a fault came about."""
    with open("/out/journal", "wb") as file:
        subprocess.run(["journalctl", "--no-pager", "-o", "short-monotonic"], stdout=file, stderr=file, check=False)
