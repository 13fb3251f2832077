#!/usr/bin/python3
"""A system bus of its own with a logind that does what it is told, for a program that follows the user's session.

usage: login.py [--strangers] [--broker] BUS

Listens at the socket BUS (DBUS_SYSTEM_BUS_ADDRESS=unix:path=BUS) and takes one command a line from standard input;
answers each with `ok ...` or `error ...`. The bus is the real dbus-daemon, or with --broker the real dbus-broker; logind is
the template of python3-dbusmock.

  session NAME [seat=seat0] [display=yes]   a session of this user, active and unlocked; `display=no`: not the
                                       user's own one
  leave NAME                           it is over
  set NAME PROPERTY true|false         Active, LockedHint
  state NAME TEXT                      State: active, online, closing
  sleep true|false                     PrepareForSleep
  login off|on                         logind ends; a new one begins, without sessions
  bus off|on                           the bus ends; a new one begins, without logind
  freeze | thaw                        logind does not answer for a while
  inhibitors                           -> ok sleep/delay/gesture-bridge
  forge WHAT                           another user of the machine sends to everybody on the bus what only the bus or logind
                                       may say, each message to one receiver, so that no match rule keeps it out: sleep,
                                       wake, gone (logind has left), owner (the forger is logind now), changes

With --strangers the bus lets every user in and has the policy that the machine's system bus comes with; root only. So is
--broker, which implies it.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time

import dbus

LOGIN = "org.freedesktop.login1"
ROOT = "/org/freedesktop/login1"
MOCK = "org.freedesktop.DBus.Mock"
STOCK_POLICY = "/usr/share/dbus-1/system.conf"
STRANGER = 65534  # nobody
LIMIT = 10

# Run by another user, who can't read this file: sends messages on the bus that the user is not allowed to send, to all connections.
FORGER = """
import sys, time
import dbus, dbus.lowlevel
address, what = sys.argv[1:]
bus = dbus.bus.BusConnection(address)
LOGIN, MANAGER = "org.freedesktop.login1", "/org/freedesktop/login1"
own = bus.get_unique_name()
everybody = [name for name in bus.list_names() if name.startswith(":") and name != own]

def signal(path, interface, name, signature, *arguments):
    message = dbus.lowlevel.SignalMessage(path, interface, name)
    message.append(*arguments, signature=signature)
    return [message]

kinds = {
    "sleep": lambda: signal(MANAGER, LOGIN + ".Manager", "PrepareForSleep", "b", True),
    "wake": lambda: signal(MANAGER, LOGIN + ".Manager", "PrepareForSleep", "b", False),
    "gone": lambda: signal("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss", LOGIN, ":1.0", ""),
    "owner": lambda: signal("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss", LOGIN, ":1.0", own),
    "changes": lambda: signal(MANAGER + "/session/bed", "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as",
                              LOGIN + ".Session", {"LockedHint": False}, []),
}
for name in everybody:
    for message in kinds[what]():
        message.set_destination(name)
        bus.send_message(message)
bus.flush()
# When the bus answers, it has passed on all earlier messages.
bus.list_names()
"""

# Becomes dbus-broker's launcher: that wants a listening socket as descriptor 3, and a journal, whose socket is in a folder of systemd's
# that this machine may lack. It runs in a mount namespace of its own.
BROKER = """
import os, socket, subprocess, sys
path, config = sys.argv[1:]
bus = socket.socket(socket.AF_UNIX)
bus.bind(path)
os.chmod(path, 0o666)
bus.listen(64)
subprocess.run(["mount", "-t", "tmpfs", "none", "/run/systemd"], check=True)
os.mkdir("/run/systemd/journal")
journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
journal.bind("/run/systemd/journal/socket")
bus, journal = os.dup(bus.fileno()), os.dup(journal.fileno())
os.dup2(bus, 3, inheritable=True)
os.dup2(journal, 4, inheritable=True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", DBUS_SYSTEM_BUS_ADDRESS="unix:path=" + path)
os.execvp("dbus-broker-launch", ["dbus-broker-launch", "--scope", "system", "--config-file", config])
"""


def named(name, path):
    """An object with its name, as logind reports sessions, seats and users."""
    return dbus.Struct((name, dbus.ObjectPath(path)), signature="so")


class Login:
    """The bus, logind, and their commands; each method named command_X is the command X."""

    def __init__(self, path, admits_strangers, is_broker):
        self.path, self.address = path, f"unix:path={path}"
        self.admits_strangers, self.is_broker = admits_strangers, is_broker
        self.daemon = self.logind = self.bus = None

    def start_bus(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.daemon = subprocess.Popen(self.bus_command(), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.await_(self.listens)
        self.bus = dbus.bus.BusConnection(self.address)

    def bus_command(self):
        if self.is_broker:
            own_mounts = ["unshare", "--mount", "--propagation", "private"]
            return [*own_mounts, sys.executable, "-c", BROKER, self.path, self.stock_policy()]
        kind = f"--config-file={self.stock_policy()}" if self.admits_strangers else "--session"
        return ["dbus-daemon", kind, "--nofork", "--nopidfile", f"--address={self.address}"]

    def stock_policy(self):
        """A file with the machine's own policy for the system bus, without the settings of the bus as a process."""
        with open(STOCK_POLICY, encoding="utf-8") as file:
            text = file.read()
        for element in ["user", "pidfile", "listen", "servicehelper"]:
            text = re.sub(rf"<{element}>.*?</{element}>", "", text)
        text = re.sub(r"<(fork|syslog|standard_system_servicedirs)/>", "", text)
        text = text.replace("<includedir>system.d<", f"<includedir>{os.path.dirname(STOCK_POLICY)}/system.d<")
        text = text.replace("</busconfig>", f"<listen>{self.address}</listen></busconfig>")
        path = self.path + ".conf"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def listens(self):
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(self.path) == 0

    def start_login(self):
        command = [sys.executable, "-m", "dbusmock", "--system", "--template", "logind"]
        environment = dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=self.address)
        self.logind = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.await_(lambda: self.bus.name_has_owner(LOGIN))
        # The template's own takes the number for a text.
        self.mock(ROOT).AddMethod(f"{LOGIN}.Manager", "GetUser", "u", "o", f'ret = "{ROOT}/user/%u" % args[0]')
        self.mock(ROOT).AddUser(dbus.UInt32(os.getuid()), "tester", True)

    def stop(self, process):
        # The process that started us may have blocked other signals.
        if process:
            process.kill()
            process.wait()

    def close(self):
        self.stop(self.logind)
        self.stop(self.daemon)

    @staticmethod
    def await_(is_so):
        deadline = time.monotonic() + LIMIT
        while not is_so():
            if time.monotonic() > deadline:
                raise TimeoutError("it took too long")
            time.sleep(0.005)

    def mock(self, path):
        return dbus.Interface(self.bus.get_object(LOGIN, path, introspect=False), MOCK)

    def set(self, path, interface, name, value):
        """Sets a property, and says so on the bus."""
        properties = dbus.Interface(self.bus.get_object(LOGIN, path, introspect=False), dbus.PROPERTIES_IFACE)
        properties.Set(f"{LOGIN}.{interface}", name, value)

    def obey(self, line):
        name, *words = line.split()
        try:
            return " ".join(filter(None, ["ok", getattr(self, "command_" + name)(*words)]))
        except (dbus.DBusException, AttributeError, TypeError, OSError) as error:
            return f"error {error}".replace("\n", " ")

    # ---- Commands

    def command_session(self, name, *options):
        options = dict(option.split("=") for option in options)
        seat, user = options.get("seat", "seat0"), os.getuid()
        self.mock(ROOT).AddSession(name, seat or "none", dbus.UInt32(user), "tester", True)
        path = f"{ROOT}/session/{name}"
        if not seat:
            self.set(path, "Session", "Seat", named("", "/"))
        if options.get("display") != "no":
            self.set(f"{ROOT}/user/{user}", "User", "Display", named(name, path))
        self.mock(ROOT).EmitSignal(f"{LOGIN}.Manager", "SessionNew", "so", [name, dbus.ObjectPath(path)])

    def command_leave(self, name):
        path = f"{ROOT}/session/{name}"
        self.mock(ROOT).RemoveObject(path)
        self.set(f"{ROOT}/user/{os.getuid()}", "User", "Display", named("", "/"))
        self.mock(ROOT).EmitSignal(f"{LOGIN}.Manager", "SessionRemoved", "so", [name, dbus.ObjectPath(path)])

    def command_set(self, name, key, value):
        self.set(f"{ROOT}/session/{name}", "Session", key, dbus.Boolean(value == "true"))

    def command_state(self, name, value):
        self.set(f"{ROOT}/session/{name}", "Session", "State", value)

    def command_sleep(self, value):
        self.set(ROOT, "Manager", "PreparingForSleep", dbus.Boolean(value == "true"))
        self.mock(ROOT).EmitSignal(f"{LOGIN}.Manager", "PrepareForSleep", "b", [dbus.Boolean(value == "true")])

    def command_login(self, value):
        if value == "on":
            return self.start_login()
        self.stop(self.logind)
        self.logind = None
        self.await_(lambda: not self.bus.name_has_owner(LOGIN))

    def command_bus(self, value):
        if value == "on":
            return self.start_bus()
        self.stop(self.daemon)
        self.stop(self.logind)
        self.daemon = self.logind = None

    def command_freeze(self):
        self.logind.send_signal(signal.SIGSTOP)

    def command_thaw(self):
        self.logind.send_signal(signal.SIGCONT)

    def command_inhibitors(self):
        manager = dbus.Interface(self.bus.get_object(LOGIN, ROOT, introspect=False), f"{LOGIN}.Manager")
        return " ".join(f"{what}/{mode}/{who}" for what, who, _, mode, _, _ in manager.ListInhibitors())


    def command_forge(self, what):
        subprocess.run(
            [sys.executable, "-c", FORGER, self.address, what], user=STRANGER, group=STRANGER, extra_groups=[], check=True,
            timeout=LIMIT)


def main():
    options = {word for word in sys.argv[1:] if word in ("--strangers", "--broker")}
    arguments = [word for word in sys.argv[1:] if word not in options]
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return
    is_broker = "--broker" in options
    login = Login(arguments[0], admits_strangers=is_broker or "--strangers" in options, is_broker=is_broker)
    try:
        login.start_bus()
        login.start_login()
        print("ok", flush=True)
        for line in filter(str.strip, sys.stdin):
            print(login.obey(line), flush=True)
    finally:
        login.close()


if __name__ == "__main__":
    main()
