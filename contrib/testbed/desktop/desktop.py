#!/usr/bin/python3
"""A session bus of its own with the real KWin or the real shell of GNOME, without a screen, and windows that follow commands.

usage: desktop.py kwin|gnome ROOT FOLDER       as root; ROOT is what `bus-root` prints; the bus is at FOLDER/bus

FOLDER is the desktop's XDG_RUNTIME_DIR. Takes one command a line from standard input; answers each with `ok` or `error ...`.

  desktop on|early|bare|x11|free|off   it starts, and has its name on the bus; `early` does not wait for the extension, `bare` is
                           without it, and so is `x11`, which is GNOME with Xwayland for programs that need it; `free` is KWin 6 that
                           gives its protocols to every program; it is killed
  desktop free LAYOUTS     the same, with these layouts of xkb's, such as `de` or `us,ru`
  desktop within ROOT      KWin in a window of a sway of this root, where its output can sleep
  open APP TITLE           a window, which gets the focus
  title APP TITLE | fullscreen APP | windowed APP | close APP
  focus APP                gives a window the focus
  turn TRANSFORM           turns the output, as wl_output.transform counts
  sleep | wake             the output shows nothing, or something again; of KWin only of one that is `within`
  desktops NUMBER          KWin has so many virtual desktops
  overview                 -> ok yes|no: whether GNOME shows its overview
  hold CODE | release CODE   a key, by the kernel's number; of KWin only of one that is `free`
  point X Y                moves the pointer; of KWin only of one that is `free`
  has NAME                 -> ok yes|no: whether the name has an owner on the bus
  watchers                 -> ok COUNT: how many programs and signals the extension has
  rest                     waits until it has none
  told                     -> ok COUNT: how many signals the extension has sent
  scripts                  -> ok yes|no: whether KWin has the script of gesture-bridge
"""

import os
import shutil
import subprocess
import sys

import dbus
import dbus.lowlevel
from compositors import Sway, Windows
from sessionbus import BedError, Bus, await_, main, serve_lines
from wayland import Connection, number, text

HERE = os.path.dirname(os.path.abspath(__file__))
EXTENSION = "org.gesture_bridge.Desktop1"
NAMES = {"kwin": "org.kde.KWin", "gnome": "org.gnome.Shell"}

KWIN = """
exec env XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KWIN_COMPOSE=Q $FREE kwin_wayland ${WITHIN:---virtual} --width 1280 --height 800
"""

# The shell ends at once without a logind on a system bus, and starts no Xwayland if it finds no cgroup of its own.
GNOME = """
if [ -n "$XWAYLAND" ]; then
  mkdir -p /sys/fs/cgroup
  python3 -c 'import ctypes; ctypes.CDLL(None).mount(b"cgroup", b"/sys/fs/cgroup", b"cgroup2", 0, None)'
fi
export XDG_CURRENT_DESKTOP=GNOME XDG_SESSION_TYPE=wayland GSETTINGS_BACKEND=keyfile XDG_SESSION_ID=c1 XDG_SEAT=seat0
export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/tmp/system
dbus-daemon --session --nopidfile --fork --address=$DBUS_SYSTEM_BUS_ADDRESS
login() { gdbus call --system --dest org.freedesktop.login1 --object-path /org/freedesktop/login1 --method "$@" >/dev/null; }
for template in logind upower; do python3 -m dbusmock --system --template $template & done
for try in $(seq 100); do login org.freedesktop.DBus.Peer.Ping 2>/dev/null && break; sleep 0.1; done
mock=org.freedesktop.DBus.Mock
login $mock.AddSeat seat0
login $mock.AddUser 0 tester true
login $mock.AddSession c1 seat0 0 tester true
mkdir -p ~/.config/glib-2.0/settings
gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
[ -z "$EXTENSION" ] || /share/extension/install
exec gnome-shell --unsafe-mode --headless --virtual-monitor 1280x800
"""

FOCUS = """
const windows = workspace.windowList ? workspace.windowList() : workspace.clientList();
for (const window of windows)
  if (String(window.resourceClass) === "%s")
    if (workspace.windowList) workspace.activeWindow = window; else workspace.activeClient = window;
"""


class Keyboard(Connection):
    """KWin's org_kde_kwin_fake_input."""

    def __init__(self, path):
        super().__init__(path)
        self.input = self.bind("org_kde_kwin_fake_input", 4)
        self.send(self.input, 0, text("gesture-bridge") + text("a test holds a key"))

    def key(self, code, state):
        self.send(self.input, 10, number(code) + number(state))
        self.roundtrip()

    def point(self, x, y):
        self.send(self.input, 9, number(x * 256) + number(y * 256))
        self.roundtrip()


class Outputs(Connection):
    """KWin's protocols for its outputs."""

    def device(self):
        """The first output; KWin 6.7 has a registry of its own for them."""
        if "kde_output_device_v2" in self.globals:
            return self.bind("kde_output_device_v2", 2)
        found = []
        self.bind("kde_output_device_registry_v2", 21, {1: found.append})
        self.roundtrip()
        return int.from_bytes(found[0], sys.byteorder)

    def turn(self, transform):
        device = self.device()
        configuration = self.make(self.bind("kde_output_management_v2", 2), 0)
        self.send(configuration, 2, number(device) + number(transform))
        self.send(configuration, 5)
        self.roundtrip()

    def power(self, mode):
        manager, output = self.bind("org_kde_kwin_dpms_manager", 1), self.bind("wl_output", 1)
        self.send(self.make(manager, 0, number(output)), 0, number(mode))
        self.roundtrip()


class Desktop(Windows):
    """The bus, the desktop and its windows; each method named command_X is the command X."""

    def __init__(self, kind, root, folder):
        super().__init__()
        self.kind, self.root, self.folder = kind, root, folder
        os.chmod(folder, 0o700)
        shutil.copytree(os.path.join(HERE, "../../desktops/gnome"), os.path.join(folder, "extension"))
        self.bus = Bus(os.path.join(folder, "bus"))
        self.process, self.keyboard, self.around = None, None, None
        self.bus.start()
        self.connection = self.bus.connect()
        self.heard, self.questions = os.path.join(folder, "heard"), 0
        with open(self.heard, "wb") as file:
            self.monitor = subprocess.Popen(
                ["dbus-monitor", "--address", self.bus.address, f"type=signal,interface={EXTENSION}"], stdin=subprocess.DEVNULL,
                stdout=file)

    def close(self):
        for window in self.windows.values():
            window.process.kill()
        self.command_desktop("off")
        self.monitor.kill()
        self.monitor.wait()
        self.bus.stop()

    def call(self, path, interface, method, signature, *arguments):
        return self.connection.call_blocking(NAMES[self.kind], path, interface, method, signature, arguments, timeout=20)

    def ask(self, text):
        """The result of JavaScript in GNOME's shell, as JSON."""
        is_done, result = self.call("/org/gnome/Shell", "org.gnome.Shell", "Eval", "s", text)
        if not is_done:
            raise BedError(str(result))
        return str(result)

    def evaluate(self, text):
        self.ask(f"{text}; 0")

    def evaluates(self):
        try:
            self.evaluate("0")
        except dbus.DBusException:
            return False
        return True

    def load_main(self):
        """Makes the shell's main module `global.testMain`; from GNOME 45 on modules can't be read at once."""
        self.evaluate(
            "try { global.testMain = imports.ui.main } catch (error)"
            " { import('resource:///org/gnome/shell/ui/main.js').then(main => global.testMain = main) }")
        await_(lambda: self.ask("typeof global.testMain?.layoutManager") == '"object"', "the module")

    def leaves_overview(self):
        self.evaluate("global.testMain.overview.hide()")
        return self.ask("global.testMain.overview.visible") == "false"

    # ---- Commands

    def command_desktop(self, words):
        word, _, layouts = words.partition(" ")
        if word == "off":
            if self.process:
                self.process.kill()
                self.process.wait()
                # The processes in it end a moment later, and a shell that finds its name on the bus does not start.
                await_(lambda: not self.connection.name_has_owner(NAMES[self.kind]), "the end of the desktop")
            if self.around:
                self.around.kill()
            self.process = self.keyboard = self.around = None
            return
        # A shell that finds this file from a recent start assumes a crash, and disables extensions.
        for name in os.listdir(self.folder):
            if name.startswith("wayland-") or name == "gnome-shell-disable-extensions":
                os.unlink(os.path.join(self.folder, name))
        # KWin reads the script by the path that it has outside.
        script = 'mkdir -p "$(dirname "$FOLDER")"; ln -sfn /share "$FOLDER"\n' + (KWIN if self.kind == "kwin" else GNOME)
        settings = ["XDG_RUNTIME_DIR=/share", "DBUS_SESSION_BUS_ADDRESS=unix:path=/share/bus", f"FOLDER={self.folder}"]
        settings.append(f"EXTENSION={'' if word in ('bare', 'x11') else 'yes'}")
        settings.append(f"XWAYLAND={'yes' if word == 'x11' else ''}")
        settings.append(f"FREE={'KWIN_WAYLAND_NO_PERMISSION_CHECKS=1' if word == 'free' else ''}")
        if word == "within":
            self.around = Sway(layouts, self.folder)
            self.around.start()
            settings.append(f"WITHIN=--wayland-display {os.path.basename(self.around.socket)} --socket wayland-0")
        elif layouts:
            settings.append(f"XKB_DEFAULT_LAYOUT={layouts}")
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [os.path.join(HERE, "enter"), "--share", self.folder, self.root, "/usr/bin/env", *settings, "/bin/bash", "-c", script],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            await_(lambda: self.connection.name_has_owner(NAMES[self.kind]) and os.path.exists(self.place()), "the desktop")
        except BedError as error:
            with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
                raise BedError(f"{error}; there is {sorted(os.listdir(self.folder))}; it said: {log.read()[-1500:]}") from None
        if self.kind == "gnome":
            await_(self.evaluates, "the shell")
            if word == "on":
                await_(lambda: self.connection.name_has_owner(EXTENSION), "the extension")
            # It starts with the overview, in which no window has the focus, and closes it only when it has started.
            self.load_main()
            await_(lambda: self.ask("global.testMain.layoutManager._startingUp") == "false", "the start of the shell")
            await_(self.leaves_overview, "the end of the overview")

    def place(self):
        return os.path.join(self.folder, "wayland-0")

    def command_focus(self, app):
        if self.kind == "gnome":
            return self.evaluate(
                "global.get_window_actors().map(actor => actor.meta_window)"
                f".find(window => window.get_wm_class() === '{app}').activate(global.get_current_time())")
        path = os.path.join(self.folder, "focus.js")
        with open(path, "w", encoding="utf-8") as file:
            file.write(FOCUS % app)
        scripting = "org.kde.kwin.Scripting"
        number = self.call("/Scripting", scripting, "loadScript", "ss", path, "focus")
        try:
            self.call(f"/Scripting/Script{number}", "org.kde.kwin.Script", "run", "")
        except dbus.DBusException:
            # KWin 5.
            self.call(f"/{number}", "org.kde.kwin.Script", "run", "")
        self.call("/Scripting", scripting, "unloadScript", "s", "focus")

    def input(self):
        """Of KWin."""
        self.keyboard = self.keyboard or Keyboard(self.place())
        return self.keyboard

    def key(self, code, state):
        if self.kind == "kwin":
            return self.input().key(int(code), state)
        return self.emulate("KEYBOARD", f"notify_key(imports.gi.GLib.get_monotonic_time(), {int(code)}, {state})")

    def emulate(self, kind, call):
        """By a device of GNOME's shell, which stays."""
        device = f"global.test{kind.title()}"
        self.evaluate(
            f"{device} ??= (global.stage.context?.get_backend?.() ?? imports.gi.Clutter.get_default_backend())"
            f".get_default_seat().create_virtual_device(imports.gi.Clutter.InputDeviceType.{kind}_DEVICE); {device}.{call}")

    def displays(self, interface="org.gnome.Mutter.DisplayConfig"):
        """Those of GNOME."""
        name = "org.gnome.Mutter.DisplayConfig"
        return dbus.Interface(self.connection.get_object(name, "/org/gnome/Mutter/DisplayConfig"), interface)

    def command_turn(self, transform):
        if self.kind == "kwin":
            return Outputs(self.place()).turn(int(transform))
        serial, monitors, _, _ = self.displays().GetCurrentState()
        (connector, *_), modes, _ = monitors[0]
        place = (dbus.Int32(0), dbus.Int32(0), dbus.Double(1), dbus.UInt32(transform), True, [(connector, modes[0][0], {})])
        # 1: not to be kept, and not asked about.
        self.displays().ApplyMonitorsConfig(serial, dbus.UInt32(1), [place], {})

    def power(self, mode):
        if self.kind == "kwin":
            return Outputs(self.place()).power(mode)
        properties = self.displays("org.freedesktop.DBus.Properties")
        properties.Set("org.gnome.Mutter.DisplayConfig", "PowerSaveMode", dbus.Int32(mode))

    def command_sleep(self, _):
        self.power(3)

    def command_wake(self, _):
        self.power(0)

    def command_desktops(self, number):
        for place in range(1, int(number)):
            self.call("/VirtualDesktopManager", "org.kde.KWin.VirtualDesktopManager", "createDesktop", "us", place, f"Desktop {place + 1}")

    def command_overview(self, _):
        return "yes" if self.ask("global.testMain.overview.visible") == "true" else "no"

    def command_point(self, place):
        x, y = map(int, place.split())
        if self.kind == "kwin":
            return self.input().point(x, y)
        return self.emulate("POINTER", f"notify_absolute_motion(imports.gi.GLib.get_monotonic_time(), {x}, {y})")

    def command_hold(self, code):
        self.key(code, 1)

    def command_release(self, code):
        self.key(code, 0)

    def command_has(self, name):
        return "yes" if self.connection.name_has_owner(name) else "no"

    def command_scripts(self, _):
        is_loaded = self.call("/Scripting", "org.kde.kwin.Scripting", "isScriptLoaded", "s", "gesture-bridge")
        return "yes" if is_loaded else "no"

    def command_watchers(self, _):
        counted = "global.testMain.extensionManager.lookup('gesture-bridge@gesture-bridge').stateObj"
        count = self.ask(f"{counted}._watchers.size + {counted}._signals.length + {counted}._windowSignals.length")
        # GNOME 43 writes whole numbers with a point.
        return count.removesuffix(".0")

    def command_rest(self, _):
        await_(lambda: self.command_watchers("") == "0", "the end of the last watcher")

    def command_told(self, _):
        # The monitor may be late: once it has got this signal, it has got all earlier ones.
        self.questions += 1
        self.connection.send_message(dbus.lowlevel.SignalMessage("/", EXTENSION, "Asked"))
        await_(lambda: self.count_heard("Asked") == self.questions, "the monitor of the bus")
        return str(self.count_heard("Changed"))

    def count_heard(self, signal):
        with open(self.heard, encoding="utf-8") as file:
            return file.read().count(f"member={signal}")


if __name__ == "__main__":
    main(Desktop, __doc__, serve_lines)
