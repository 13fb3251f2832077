"""The hardened unit under a real systemd of the user: the daemon is confined, and its commands are not.

A user is logged in on a terminal and has a service manager, whose graphical session starts the daemon by its packaged unit,
first as it is, then with confined.conf. Commands are then started by a launcher in a unit of its own.
"""

import os
import signal

from lending import opening
from notes import NOTES
from sessions import (
    await_so, exposure, install, install_lender, install_program, keep_journal, log_in, may_read, process_facts, run,
    take_rules_away, told)

SYSTEMD = True
EXACT_TIME = True
TIMEOUT = 900

RULES = NOTES
USER, HOME, RUNTIME = "bed", "/home/bed", "/run/user/1000"
UNIT, LAUNCHER = "gesture-bridge.service", "gesture-bridge-launcher"
SESSION = "bed-session.target"
SOCKET = f"{RUNTIME}/gesture-bridge/launcher"
SWIPE, PINCH = "play screen swipe left distance=30mm speed=400", "play screen pinch out duration=200"
# systemd 252 says 9.8 and 5.9; the figures differ a little from version to version.
MOST_EXPOSED = 7.0

OWN_RULES = """
[gesture.swipe]
kind = "swipe"
fingers = 3
direction = "left"
min-speed = "1 mm/s"
max-duration = "10 s"
slow-after = "10 s"
run = "~/note WORD"

[gesture.stay]
kind = "pinch"
fingers = 2
run = 'echo $$ > ~/stays; echo stays >> "$RAN"; exec sleep infinity'
"""
# Notes whether it can gain no rights, and whether its system calls are filtered; and writes to the user's files.
NOTE = """#!/bin/sh
rights=$(sed -n 's/^NoNewPrivs:.//p; s/^Seccomp:.//p' /proc/self/status | tr -d '\\n')
touch ~/written && echo "$1-$rights" >> "$RAN"
"""
FREE = "00"


def as_user(*words):
    return run("setpriv", "--reuid=1000", "--regid=1000", "--init-groups", "--", "env", "-i", f"HOME={HOME}", f"USER={USER}",
               f"XDG_RUNTIME_DIR={RUNTIME}", f"DBUS_SESSION_BUS_ADDRESS=unix:path={RUNTIME}/bus",
               f"PATH={os.environ['PATH']}", *words)


def systemctl(*words):
    return as_user("systemctl", "--user", *words)


def fact(name, unit=UNIT):
    return systemctl("show", unit, "-p", name, "--value")


def write(path, text, mode=0o644):
    """A file of the user's."""
    as_user("mkdir", "-p", os.path.dirname(path))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)
    os.chown(path, 1000, 1000)


def write_rules(word):
    write(f"{HOME}/.config/gesture-bridge/bindings.toml", OWN_RULES.replace("WORD", word))


def launchers():
    """The units that are at work for a daemon now."""
    units = systemctl("list-units", "--no-legend", "--plain", "--state=active", f"{LAUNCHER}@*.service")
    return [line.split()[0] for line in units.splitlines()]


def daemon(instead=""):
    """Its process, once one is ready that is not that one."""
    await_so("the daemon is not ready", lambda: fact("ActiveState") == "active" and fact("MainPID") not in ("0", instead))
    return fact("MainPID")


def unit_of(pid):
    return told(f"/proc/{pid}/cgroup").strip().split("/")[-1]


def set_up(bed):
    for name in ("DBUS_SYSTEM_BUS_ADDRESS", "XDG_SESSION_ID"):
        os.environ.pop(name)
    install_program()
    for name in (UNIT, f"{LAUNCHER}.socket", f"{LAUNCHER}@.service"):
        install(name, "/usr/lib/systemd/user")
    write(f"{HOME}/.config/environment.d/bed.conf", f"RAN={os.environ['RAN']}\n")
    write(f"{HOME}/.config/systemd/user/{SESSION}", "[Unit]\nBindsTo=graphical-session.target\n")
    write(f"{HOME}/note", NOTE, 0o755)
    write(os.environ["RAN"], "")
    write_rules("plain")
    own = log_in(USER, "tty1")
    run("loginctl", "activate", own)
    bed.do("add touchscreen screen")
    await_so("the user may not read it", lambda: may_read(bed.path("screen"), 1000))


def as_packaged(bed):
    systemctl("enable", UNIT)
    systemctl("start", SESSION)
    pid = daemon()
    bed.check("the session starts the daemon", process_facts(pid, "NoNewPrivs", "Seccomp"), [["0"], ["0"]])
    bed.expect("its commands are free", [f"plain-{FREE}"], SWIPE)
    return security()


def security():
    return exposure(as_user("systemd-analyze", "--user", "security", "--no-pager", UNIT))


def confine():
    """As the file says itself."""
    folder = f"{HOME}/.config/systemd/user/{UNIT}.d"
    as_user("mkdir", "-p", folder)
    install("confined.conf", folder)
    before = fact("MainPID")
    systemctl("daemon-reload")
    systemctl("restart", UNIT)
    return daemon(instead=before)


def borrows(bed):
    """Without the udev rule the daemon has the touchscreen by the service of the system."""
    take_rules_away()
    run("setfacl", "-b", bed.path("screen"))
    install_lender()
    # The daemon has begun as often within a minute as its unit allows.
    systemctl("reset-failed", UNIT)
    before = fact("MainPID")
    systemctl("restart", UNIT)
    daemon(instead=before)
    barred = opening(bed.path("screen"), os.O_RDONLY, 1000)
    bed.check("without the udev rule the user may not open the touchscreen", barred, "EACCES")
    # A service that has to be started first is asked again a moment later.
    await_so("nothing is borrowed", lambda: "Mocked Touchscreen" in as_user("gesture-bridge", "ctl", "status"))
    bed.expect("and the confined daemon borrows it", [f"fresh-{FREE}"], SWIPE)


def scenario(bed):
    try:
        play(bed)
    finally:
        keep_journal()


def play(bed):
    set_up(bed)
    before = as_packaged(bed)
    pid = confine()
    after = security()
    bed.check(f"confined.conf: systemd finds the daemon exposed to {after} instead of {before}", after < MOST_EXPOSED < before,
              True)
    bed.check("the daemon can gain no rights, and its system calls are filtered", process_facts(pid, "NoNewPrivs", "Seccomp"),
              [["1"], ["2"]])
    bed.check("it says so itself", "confined" in as_user("gesture-bridge", "ctl", "status"), True)
    (launcher,) = launchers()
    bed.check("its launcher is free", process_facts(fact("MainPID", launcher), "NoNewPrivs", "Seccomp"), [["0"], ["0"]])
    os.remove(f"{HOME}/written")
    bed.expect("and so are its commands", [f"plain-{FREE}"], SWIPE)
    bed.check("they write to the user's files", os.stat(f"{HOME}/written").st_uid, 1000)

    write_rules("fresh")
    systemctl("reload", UNIT)
    bed.expect("new rules are at work after a reload", [f"fresh-{FREE}"], SWIPE)
    bed.check("by the same daemon", fact("MainPID"), pid)

    bed.expect("a command that stays", ["stays"], PINCH)
    stays = told(f"{HOME}/stays").strip()
    bed.check("is in the launcher's group, not in the daemon's", unit_of(stays), launcher)
    os.kill(int(pid), signal.SIGKILL)
    pid = daemon(instead=pid)
    await_so("the old launcher goes on", lambda: launcher not in launchers())
    bed.expect("killed, the daemon comes back with another launcher", [f"fresh-{FREE}"], SWIPE)
    bed.check("and the command goes on", os.path.exists(f"/proc/{stays}"), True)

    (launcher,) = launchers()
    systemctl("kill", "-s", "KILL", launcher)
    daemon(instead=pid)
    bed.expect("killed, the launcher takes the daemon with it, and both come back", [f"fresh-{FREE}"], SWIPE)

    borrows(bed)
    systemctl("stop", SESSION)
    await_so("the daemon goes on", lambda: fact("ActiveState") == "inactive")
    await_so("a launcher goes on", lambda: not launchers())
    bed.check("the session's end stops the daemon, the launcher and its socket",
              (fact("ActiveState", f"{LAUNCHER}.socket"), os.path.exists(SOCKET)), ("inactive", False))
    bed.check("without a failure", systemctl("list-units", "--failed", "--no-legend", "--plain"), "")
    run("systemctl", "stop", f"session-{USER}")
    await_so("the command outlives its session", lambda: not os.path.exists(f"/proc/{stays}"))
    bed.check("with the session its commands end", os.path.exists(f"/proc/{stays}"), False)
