"""Real desktops next to the daemon, each with one window: Xorg, KWin and mutter, which contrib/testbed/kernel/desktop-root
unpacks, and sway.

    desktop = KWin(bed)                 # up, and its window is there
    desktop.await_reader("/dev/input/event3")
    desktop.end()

All that the programs said is in .build/testbed/kernel/SCENARIO/desktop.
"""

import glob
import os
import time

from program import Program
from served import HOME, ROOT, SAID, START, Served, wait_for
from sway import CLIENT, Compositor
from window import Listening
from words import BedError

HERE = os.path.dirname(os.path.abspath(__file__))
SYSTEM_BUS, SESSION_BUS = "unix:path=/run/dbus/system_bus_socket", f"unix:path={HOME}/bus"
OPEN_BUS = f"""<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>{SYSTEM_BUS}</listen>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
  </policy>
</busconfig>
"""
# A screen of 1200 x 760 pixels, four to a millimetre of the touchscreen, without hardware and virtual terminals. The input
# is real all the same.
XORG_CONFIG = """
Section "ServerFlags"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "device"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "1200x760" 74.5 1200 1264 1392 1584 760 761 764 784
EndSection
Section "Screen"
  Identifier "screen"
  Device "device"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1200x760"
  EndSubSection
EndSection
"""


class Sway(Served, Compositor):
    program, cancels, palm = "sway", True, "cancel"

    def __init__(self, bed):
        super().__init__(bed)
        self.server = self.sway


class Desktop(Served, Listening):
    """A server with its window."""

    def __init__(self, bed):
        self.bed, self.programs, self.read, self.client = bed, [], 0, None
        self.sink = open(SAID, "ab", buffering=0)
        self.server = self.begin()

    def start(self, *command, until=None, **surroundings):
        program = Program(command, {**os.environ, **surroundings}, self.sink)
        self.programs.append(program)
        if until:
            program.await_line(until, time.monotonic() + START)
        return program

    def end(self):
        """Everything ends, the window first."""
        while self.programs:
            self.programs.pop().end()


class Xorg(Desktop):
    program, is_wayland = "Xorg", False

    def begin(self):
        config = "/tmp/xorg.conf"
        with open(config, "w", encoding="ascii") as file:
            file.write(XORG_CONFIG)
        os.makedirs("/tmp/.X11-unix", mode=0o1777, exist_ok=True)
        server = self.start(
            "chroot", ROOT, "/usr/lib/xorg/Xorg", ":5", "-config", config, "-logfile", "/tmp/xorg.log", "-verbose", "3",
            "-noreset", "-ac", "-nolisten", "tcp", "-keeptty")
        wait_for(lambda: os.path.exists("/tmp/.X11-unix/X5"), "Xorg has no socket")
        self.client = self.start("/usr/bin/python3", "-B", f"{HERE}/xwindow.py", until="ready", DISPLAY=":5")
        return server


class Wayland(Desktop):
    """A compositor that gets its devices from a login manager."""

    def begin(self):
        os.makedirs("/run/dbus", exist_ok=True)
        with open("/tmp/system-bus.conf", "w", encoding="ascii") as file:
            file.write(OPEN_BUS)
        bus = ("dbus-daemon", "--nofork", "--nopidfile", "--print-address", "--config-file=/tmp/system-bus.conf")
        self.start(*bus, until="unix:")
        manager = ("/usr/bin/python3", "-B", f"{HERE}/seat_manager.py", "65534")
        self.start(*manager, until="ready", DBUS_SYSTEM_BUS_ADDRESS=SYSTEM_BUS)
        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--")
        session = ("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", f"--address={SESSION_BUS}")
        self.start(*nobody, *session, until="unix:")
        # As the login manager would have it for the user at the screen.
        for node in glob.glob("/dev/dri/*"):
            os.chmod(node, 0o666)
        self.prepare()
        surroundings = {
            "XDG_RUNTIME_DIR": HOME, "XDG_SESSION_ID": "c1", "XDG_SEAT": "seat0", "XDG_SESSION_TYPE": "wayland",
            "DBUS_SYSTEM_BUS_ADDRESS": SYSTEM_BUS, "DBUS_SESSION_BUS_ADDRESS": SESSION_BUS, "LANG": "C.UTF-8",
        }
        server = self.start("chroot", "--userspec=65534:65534", "--groups=", ROOT, *self.command, **surroundings, **self.surroundings)
        wait_for(lambda: self.sockets() or not server.is_running(), f"{self.program} has no socket")
        if not server.is_running():
            raise BedError(f"{self.program} ends: {server.lines[-20:]}")
        self.client = self.start(*CLIENT, until="ready", XDG_RUNTIME_DIR=HOME, WAYLAND_DISPLAY=self.sockets()[0])
        return server

    command, surroundings = (), {}

    def prepare(self):
        """The work of the package's own scripts."""

    @staticmethod
    def sockets():
        return [name for name in sorted(os.listdir(HOME)) if name.startswith("wayland-") and "." not in name]


class KWin(Wayland):
    program, cancels, palm = "kwin_wayland", True, "cancel"
    command = ("kwin_wayland", "--drm", "--no-lockscreen")
    surroundings = {"KWIN_COMPOSE": "Q", "XDG_CURRENT_DESKTOP": "KDE"}


class Mutter(Wayland):
    # mutter doesn't report a cancelled touch to a window: for the window it stays down.
    program, palm = "mutter", ""
    command = ("mutter", "--display-server", "--wayland", "--no-x11")
    surroundings = {"GSETTINGS_BACKEND": "memory"}

    def prepare(self):
        compiler = glob.glob(f"{ROOT}/usr/lib/*/glib-2.0/glib-compile-schemas")[0].removeprefix(ROOT)
        self.start("chroot", ROOT, compiler, "/usr/share/glib-2.0/schemas").await_exit(time.monotonic() + START)
