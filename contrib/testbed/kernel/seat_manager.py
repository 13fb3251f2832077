"""A login manager of one session that hands its devices to a compositor, as systemd-logind does: for KWin and mutter in a
guest without systemd. Run as root; says `ready` when it can be asked.

usage: seat_manager.py USER        DBUS_SYSTEM_BUS_ADDRESS is the bus

It keeps no state but the devices: the session is active for good, and what a compositor asks for is granted. libsystemd's own
functions don't ask, but read files below /run/systemd, which are written too.
"""

import fcntl
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

SERVICE = "org.freedesktop.login1"
TREE = "/org/freedesktop/login1"
MANAGER, SESSION, SEAT, USER = (f"{SERVICE}.{name}" for name in ("Manager", "Session", "Seat", "User"))
NAME = "c1"
DRM, INPUT = 226, 13  # the kernel's numbers of kinds of devices
SET_MASTER, REVOKE = 0x641E, 0x40044591
ERROR = "org.freedesktop.DBus.Error.FileNotFound"


class Answering(dbus.service.Object):
    """An object with properties, by interface."""

    properties = {}

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.properties[interface][name]

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.properties.get(interface, {})


class Manager(Answering):
    def __init__(self, bus, user):
        super().__init__(bus, TREE)
        self.user = user
        idle = {"IdleHint": False, "LidClosed": False, "Docked": False, "OnExternalPower": True}
        self.properties = {MANAGER: {**idle, "BlockInhibited": ""}}

    @dbus.service.method(MANAGER, in_signature="s", out_signature="o")
    def GetSession(self, name):
        return dbus.ObjectPath(f"{TREE}/session/{NAME}")

    @dbus.service.method(MANAGER, in_signature="u", out_signature="o")
    def GetSessionByPID(self, process):
        return dbus.ObjectPath(f"{TREE}/session/{NAME}")

    @dbus.service.method(MANAGER, in_signature="u", out_signature="o")
    def GetUser(self, user):
        return dbus.ObjectPath(f"{TREE}/user/_{self.user}")

    @dbus.service.method(MANAGER, in_signature="s", out_signature="o")
    def GetSeat(self, name):
        return dbus.ObjectPath(f"{TREE}/seat/seat0")

    @dbus.service.method(MANAGER, out_signature="a(susso)")
    def ListSessions(self):
        return [(NAME, dbus.UInt32(self.user), "user", "seat0", dbus.ObjectPath(f"{TREE}/session/{NAME}"))]

    @dbus.service.method(MANAGER, in_signature="ssss", out_signature="h")
    def Inhibit(self, what, program, why, mode):
        return dbus.types.UnixFd(os.open("/dev/null", os.O_RDONLY))

    @dbus.service.method(MANAGER, out_signature="s")
    def CanSuspend(self):
        return "na"


class Session(Answering):
    def __init__(self, bus, path, user):
        super().__init__(bus, path)
        self.devices = {}
        owner = dbus.Struct((dbus.UInt32(user), dbus.ObjectPath(f"{TREE}/user/_{user}")), signature="uo")
        seat = dbus.Struct(("seat0", dbus.ObjectPath(f"{TREE}/seat/seat0")), signature="so")
        self.properties = {SESSION: {
            "Id": NAME, "User": owner, "Name": "user", "Seat": seat, "Active": True, "State": "active", "Type": "wayland",
            "Class": "user", "VTNr": dbus.UInt32(0), "Display": "", "TTY": "", "Remote": False, "LockedHint": False,
            "IdleHint": False, "Leader": dbus.UInt32(os.getpid()),
        }}

    @dbus.service.method(SESSION, in_signature="b")
    def TakeControl(self, force):
        pass

    @dbus.service.method(SESSION)
    def ReleaseControl(self):
        pass

    @dbus.service.method(SESSION, in_signature="uu", out_signature="hb")
    def TakeDevice(self, major, minor):
        """The open device, and that it is not paused."""
        try:
            number = os.open(node(major, minor), os.O_RDWR | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK)
            if major == DRM:
                fcntl.ioctl(number, SET_MASTER)
        except OSError as error:
            raise dbus.DBusException(str(error), name=ERROR) from None
        self.devices[int(major), int(minor)] = number
        return dbus.types.UnixFd(number), False

    @dbus.service.method(SESSION, in_signature="uu")
    def ReleaseDevice(self, major, minor):
        number = self.devices.pop((int(major), int(minor)), None)
        if number is None:
            return
        try:
            if major == INPUT:
                fcntl.ioctl(number, REVOKE, 0)
        except OSError:
            pass  # unplugged
        os.close(number)

    @dbus.service.method(SESSION, in_signature="uu")
    def PauseDeviceComplete(self, major, minor):
        pass

    @dbus.service.method(SESSION)
    def Activate(self):
        pass

    @dbus.service.method(SESSION, in_signature="s")
    def SetType(self, kind):
        pass

    @dbus.service.method(SESSION, in_signature="b")
    def SetIdleHint(self, idle):
        pass

    @dbus.service.method(SESSION, in_signature="b")
    def SetLockedHint(self, locked):
        pass


class Seat(Answering):
    session = dbus.Struct((NAME, dbus.ObjectPath(f"{TREE}/session/{NAME}")), signature="so")
    properties = {SEAT: {"Id": "seat0", "CanGraphical": True, "CanTTY": False, "ActiveSession": session}}


class User(Answering):
    def __init__(self, bus, user):
        super().__init__(bus, f"{TREE}/user/_{user}")
        session = dbus.Struct((NAME, dbus.ObjectPath(f"{TREE}/session/{NAME}")), signature="so")
        self.properties = {USER: {
            "UID": dbus.UInt32(user), "Name": "user", "State": "active", "Display": session,
            "Sessions": dbus.Array([session], signature="(so)"),
        }}


def node(major, minor):
    """The path of a device's node."""
    with open(f"/sys/dev/char/{major}:{minor}/uevent", encoding="utf-8") as file:
        return "/dev/" + next(line.strip().partition("=")[2] for line in file if line.startswith("DEVNAME="))


def write_files(user):
    """Writes the files that libsystemd reads about sessions, users and seats."""
    session = {
        "UID": user, "USER": "user", "ACTIVE": 1, "IS_DISPLAY": 1, "STATE": "active", "REMOTE": 0, "TYPE": "wayland",
        "CLASS": "user", "SEAT": "seat0", "LEADER": os.getpid(), "VTNR": 0,
    }
    owner = {
        "NAME": "user", "STATE": "active", "RUNTIME": "/tmp/home", "DISPLAY": NAME, "SESSIONS": NAME, "SEATS": "seat0",
        "ACTIVE_SESSIONS": NAME, "ONLINE_SESSIONS": NAME, "ACTIVE_SEATS": "seat0", "ONLINE_SEATS": "seat0",
    }
    seat = {"IS_SEAT0": 1, "CAN_GRAPHICAL": 1, "ACTIVE": NAME, "ACTIVE_UID": user, "SESSIONS": NAME, "UIDS": user}
    for path, facts in ((f"sessions/{NAME}", session), (f"users/{user}", owner), ("seats/seat0", seat)):
        os.makedirs(os.path.dirname(f"/run/systemd/{path}"), exist_ok=True)
        with open(f"/run/systemd/{path}", "w", encoding="ascii") as file:
            file.writelines(f"{key}={value}\n" for key, value in facts.items())


def main():
    user = int(sys.argv[1])
    write_files(user)
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    # A compositor names its session in one of these ways.
    sessions = [Session(bus, f"{TREE}/session/{name}", user) for name in (NAME, "auto", "self")]
    objects = [Manager(bus, user), Seat(bus, f"{TREE}/seat/seat0"), User(bus, user), *sessions]
    name = dbus.service.BusName(SERVICE, bus)
    print("ready", flush=True)
    GLib.MainLoop().run()
    return objects, name


if __name__ == "__main__":
    main()
