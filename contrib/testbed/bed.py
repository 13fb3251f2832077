#!/usr/bin/python3
"""A bed of mocked input devices for a real program with real libinput and real libudev.

usage: bed.py [--scenario FILE] [--output FILE] [--quiet] [-- PROGRAM [ARGUMENT...]]

Takes one command a line from standard input (or from a scenario file, which ends at its first error) and answers each
with one line on standard output, `ok ...` or `error ...`. Empty lines and `# comments` are skipped without an answer.
The program runs in the mocked environment, its output goes to standard error or to the file of --output. Nothing else
on the machine notices: no kernel support, no permissions, no real devices are used.

  --scenario FILE  take the commands from FILE; exit 1 at the first error
  --output FILE    write the program's output to FILE instead of copying it to standard error
  --quiet          answer only with errors and with the texts of `say`

Devices (NODE is event0 to event31)
  add KIND NODE               plug a device in. KIND: touchscreen, touchscreen-without-size, touchpad, mouse, keyboard,
                              or an evemu description (a path with a "/")   -> ok NODE kind=touchscreen size=300x190
  remove NODE                 unplug it, fingers and all
  deny NODE | allow NODE      take away or give back the permission to open the node
  opened                      device nodes the program has opened since `start`          -> ok event0 event1

Program
  start [ARGUMENT...]         start PROGRAM; arguments given here follow its own         -> ok pid=1234
  await TEXT [within=5s]      wait for a line of its output that contains TEXT, after the line the last `await` found
                                                                                         -> ok THE WHOLE LINE
  await-file PATH TEXT [within=5s]   wait until the file contains TEXT
  await-exit [within=5s]      wait until the program has ended                           -> ok exited=0 (or killed=15)
  status                      -> ok running pid=1234, ok exited=0, ok killed=15, or ok not-started
  signal NAME                 send it a signal, such as HUP
  stop [within=5s]            SIGTERM, then wait                                         -> ok exited=0

Gestures (x and y in mm from the top left corner, default the centre)
  play NODE tap    [fingers=1] [count=1] [duration=60ms] [gap=100ms] [x= y=]
  play NODE hold   [fingers=1] [duration=800ms] [x= y=]
  play NODE swipe  [fingers=3] [direction=left] [distance=60mm] [speed=150] [x= y=]
                   up, down, left, right, up-left ...; 36 mm on a touchpad
  play NODE pinch  [out|in] [fingers=2] [near=10mm] [far=35mm] [duration=400ms] [x= y=]
  play NODE rotate [angle=60] [fingers=2] [radius=30mm] [duration=500ms] [x= y=]
                   ... each but tap also ending=lift, =cancel or =stay. A cancel is TOUCH_CANCEL on a touchscreen
                   (palms, lifted after 20 ms) and a cancelled gesture on a touchpad (one finger lifts 250 ms late)
  script NODE FILE            play the `E: seconds type code value` lines of a recording (type and code in hex)
                              These answer: ok frames=32 last=MICROSECONDS (CLOCK_MONOTONIC stamp of the last frame)

Fingers (each line one frame; a finger has any name without a comma)
  down NODE FINGER X,Y [FINGER X,Y...]
  move NODE FINGER X,Y [FINGER X,Y...]
  move NODE FINGER,FINGER by DX,DY [over 80ms]      a frame every 8 ms
  up NODE [FINGER...]         all that are down when none is named
  cancel NODE [FINGER...]     the device declares them palms; they stay until `up`. A touchscreen gives TOUCH_CANCEL,
                              a touchpad just ends its gesture

Other
  wait TIME                   200ms, 1.5s
  settle [within=5s]          wait until the program has read everything that was written to its devices
  say TEXT                    write TEXT to standard output (also with --quiet)
  quit                        as the end of the input: stop the program, remove the devices
"""

import argparse
import ctypes
import fcntl
import inspect
import os
import shlex
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SHIM = os.path.join(HERE, "../../.build/testbed/mockshim.so")
FIFO_BYTES = 64 * 1024
FRAME_MS = 8


class BedError(Exception):
    """A command that can't be done; its text is the answer."""


def enter_mocked_environment():
    """Starts this script anew with the preload libraries, which must be there before Python itself is."""
    shim = os.path.realpath(SHIM)
    if shim in os.environ.get("LD_PRELOAD", ""):
        return
    subprocess.run([os.path.join(HERE, "build")], check=True)
    # The shim stands before umockdev: it answers what umockdev's functions of the same name leave open.
    preload = [shim, "libumockdev-preload.so.0", os.environ.get("LD_PRELOAD")]
    os.environ["LD_PRELOAD"] = ":".join(filter(None, preload))
    os.execv(sys.executable, [sys.executable, "-B", os.path.abspath(__file__), *sys.argv[1:]])


def milliseconds(text):
    try:
        if text.endswith("ms"):
            return float(text[:-2])
        if text.endswith("s"):
            return float(text[:-1]) * 1000
    except ValueError:
        pass
    raise BedError(f"{text} is no time; write 200ms or 1.5s")


def number(text):
    for suffix, factor in (("ms", 1), ("mm/s", 1), ("mm", 1), ("deg", 1), ("s", 1000)):
        if text.endswith(suffix):
            text, scale = text.removesuffix(suffix), factor
            break
    else:
        scale = 1
    try:
        return float(text) * scale
    except ValueError:
        raise BedError(f"{text} is no number") from None


def point(text):
    x, comma, y = text.partition(",")
    if not comma:
        raise BedError(f"{text} is no position; write X,Y in mm")
    return number(x), number(y)


def split_options(words):
    """Separates `key=value` words from the others."""
    options = dict(word.split("=", 1) for word in words if "=" in word)
    return [word for word in words if "=" not in word], options


def split_limit(words):
    """Separates a closing `within=2s` from the text before it, which may hold any words."""
    at = len(words) - 1 if words and words[-1].startswith("within=") else len(words)
    return words[:at], words[at:]


def time_limit(words):
    """The end of a wait given as `within=2s` and nothing else."""
    words, options = split_options(words)
    if words:
        raise BedError(f"{words[0]} means nothing here")
    limit = milliseconds(options.pop("within", "5s")) / 1000
    if options:
        raise BedError(f"unknown option {next(iter(options))}")
    return time.monotonic() + limit


class Node:
    """One mocked device: its place in the testbed, its FIFO, and the fingers on it."""

    def __init__(self, testbed, name, description):
        self.testbed, self.name, self.description = testbed, name, description
        self.root = testbed.get_root_dir()
        self.path = f"{self.root}/dev/input/{name}"
        self.surface = None
        # Complete before the uevent, which add_from_string() sends: the first thing a program does is open it.
        self.write_database()
        testbed.load_ioctl(f"/dev/input/{name}", self.write_ioctls())
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        # A FIFO holds 64 KiB. The pty umockdev would make holds 4 KiB and then swallows frames.
        os.mkfifo(self.path, 0o660)
        self.fifo = os.open(self.path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        testbed.add_from_string(devices.record_text(description, name))

    @property
    def database(self):
        return f"{self.root}/run/udev/data/c13:{devices.minor_number(self.name)}"

    def write_database(self):
        with open(self.database, "w", encoding="utf-8") as file:
            file.write(devices.database_text(self.description))

    def write_ioctls(self):
        path = f"{self.root}/{self.name}.ioctl"
        with open(path, "w", encoding="utf-8") as file:
            file.write(devices.ioctl_text(self.description, f"/dev/input/{self.name}"))
        return path

    def remove(self):
        """As a kernel does it: readers see ENODEV, the node vanishes, then the uevents come."""
        os.unlink(self.path)
        os.close(self.fifo)
        os.unlink(self.database)
        parent = "/sys" + devices.sysfs_parent(self.name)
        self.testbed.uevent(f"{parent}/{self.name}", "remove")
        self.testbed.uevent(parent, "remove")
        self.testbed.remove_device(f"{parent}/{self.name}")
        self.testbed.remove_device(parent)
        # umockdev leaves these behind, and then refuses a device of the same name.
        for path in (f"sys/class/input/{self.name}", f"dev/.node/input_{self.name}", f"ioctl/dev/input/{self.name}"):
            if os.path.lexists(f"{self.root}/{path}"):
                os.unlink(f"{self.root}/{path}")

    def fingers(self):
        if self.description.kind not in ("touchscreen", "touchpad"):
            raise BedError(f"{self.name} is a {self.description.kind}; fingers need a touchscreen or touchpad")
        if self.surface is None:
            self.surface = gestures.Surface(self.description)
        return self.surface

    def write(self, events):
        """Writes one whole frame, stamped now. Returns the stamp in microseconds."""
        stamp = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        seconds, microseconds = divmod(stamp, 1_000_000)
        data = b"".join(struct.pack("<qqHHi", seconds, microseconds, *event) for event in events)
        deadline = time.monotonic() + 5
        while True:
            try:
                os.write(self.fifo, data)
                return stamp
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise BedError(f"nobody has read {self.name} for 5 s and its {FIFO_BYTES} bytes are full") from None
                time.sleep(0.005)

    def unread(self):
        return struct.unpack("i", fcntl.ioctl(self.fifo, termios.FIONREAD, b"\0\0\0\0"))[0]

    def discard_unread(self):
        """What happened before anybody had opened a device is never seen by who opens it later."""
        while self.unread():
            os.read(self.fifo, FIFO_BYTES)


class Program:
    """The program under test: its process and what it has printed."""

    def __init__(self, command, environment, sink):
        self.lines, self.read_up_to = [], 0
        self.changed = threading.Condition()
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=self.die_with_the_bed,
        )
        self.reader = threading.Thread(target=self.read_output, args=(sink,), daemon=True)
        self.reader.start()

    @staticmethod
    def die_with_the_bed():
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)

    def read_output(self, sink):
        for line in self.process.stdout:
            sink.write(line)
            sink.flush()
            with self.changed:
                self.lines.append(line.decode(errors="replace").rstrip("\n"))
                self.changed.notify_all()

    def await_line(self, text, deadline):
        with self.changed:
            while True:
                for i in range(self.read_up_to, len(self.lines)):
                    if text in self.lines[i]:
                        self.read_up_to = i + 1
                        return self.lines[i]
                left = deadline - time.monotonic()
                if left <= 0:
                    raise BedError(f"no line with {text!r}; the program: {self.status()}")
                self.changed.wait(min(left, 0.1))
                if self.process.poll() is not None and not self.reader.is_alive() and not self.has_unread(text):
                    raise BedError(f"no line with {text!r}; the program: {self.status()}")

    def has_unread(self, text):
        return any(text in line for line in self.lines[self.read_up_to :])

    def status(self):
        code = self.process.poll()
        if code is None:
            return f"running pid={self.process.pid}"
        return f"exited={code}" if code >= 0 else f"killed={-code}"

    def await_exit(self, deadline):
        try:
            self.process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise BedError(f"the program is still running, pid={self.process.pid}") from None
        self.reader.join(0.5)
        return self.status()

    def end(self):
        """Leaves nothing running behind."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(2)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.reader.join(0.5)


class Bed:
    """The testbed and its commands: each method named command_X is the command X and returns its answer."""

    def __init__(self, program, sink):
        self.command_line, self.sink = program, sink
        self.testbed = UMockdev.Testbed.new()
        self.root = self.testbed.get_root_dir()
        os.makedirs(f"{self.root}/run/udev/data", exist_ok=True)
        with open(f"{self.root}/run/udev/control", "w", encoding="utf-8"):
            pass
        self.opens = f"{self.root}/opens"
        self.nodes = {}
        self.program = None

    def close(self):
        if self.program:
            self.program.end()
        for node in self.nodes.values():
            os.close(node.fifo)
        self.nodes.clear()
        del self.testbed  # removes its directory

    def obey(self, line):
        try:
            name, *words = shlex.split(line)
            method = getattr(self, "command_" + name.replace("-", "_"), None)
            if not method:
                raise BedError(f"unknown command {name}; bed.py --help lists them all")
            return " ".join(filter(None, ["ok", method(*words)]))
        except (BedError, gestures.HandError) as error:
            return f"error {error}"
        except TypeError as error:
            if "argument" not in str(error):
                raise
            return f"error {name} was given too few or too many words; bed.py --help shows how it is used"
        except (ValueError, OSError) as error:
            return f"error {error}"

    # ---- Devices

    def node(self, name):
        if name not in self.nodes:
            raise BedError(f"there is no {name}; add it first")
        return self.nodes[name]

    def command_add(self, kind, name):
        if not name.removeprefix("event").isdigit() or not name.startswith("event") or int(name[5:]) > 31:
            raise BedError(f"{name} is no node; use event0 to event31")
        if name in self.nodes:
            raise BedError(f"{name} is there already; remove it first")
        if "/" in kind:
            description = devices.read_evemu(kind)
        elif kind in devices.BUILT_IN:
            description = devices.BUILT_IN[kind]()
        else:
            raise BedError(f"unknown device {kind}; use {', '.join(devices.BUILT_IN)} or a path to an evemu description")
        self.nodes[name] = Node(self.testbed, name, description)
        if description.kind in ("touchscreen", "touchpad"):
            return "{} kind={} size={:.0f}x{:.0f}".format(name, description.kind, *description.size_mm())
        return f"{name} kind={description.kind}"

    def command_remove(self, name):
        self.node(name).remove()
        del self.nodes[name]

    def command_deny(self, name):
        os.chmod(self.node(name).path, 0)

    def command_allow(self, name):
        os.chmod(self.node(name).path, 0o660)

    def command_opened(self):
        if not os.path.exists(self.opens):
            return ""
        with open(self.opens, encoding="utf-8") as file:
            entries = [line.split() for line in file]
        return " ".join(sorted({path.removeprefix("/dev/input/") for path, result in entries if int(result) >= 0}))

    # ---- Program

    def running(self):
        if self.program is None:
            raise BedError("the program isn't started; use `start`")
        return self.program

    def command_start(self, *arguments):
        if not self.command_line:
            raise BedError("no program was given after --")
        if self.program:
            if self.program.process.poll() is None:
                raise BedError("the program is running already; use `stop` first")
            self.program.end()
        if os.path.exists(self.opens):
            os.unlink(self.opens)
        for node in self.nodes.values():
            node.discard_unread()
        environment = dict(os.environ, UMOCKDEV_DIR=self.root, GESTURE_BED_OPENS=self.opens)
        self.program = Program([*self.command_line, *arguments], environment, self.sink)
        return f"pid={self.program.process.pid}"

    def command_await(self, *words):
        text, limit = split_limit(words)
        return self.running().await_line(" ".join(text), time_limit(limit))

    def command_await_file(self, path, *words):
        words, limit = split_limit(words)
        text, deadline = " ".join(words), time_limit(limit)
        while time.monotonic() < deadline:
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as file:
                    if text in file.read():
                        return ""
            time.sleep(0.005)
        raise BedError(f"{path} has no {text!r}")

    def command_await_exit(self, *words):
        return self.running().await_exit(time_limit(words))

    def command_status(self):
        return self.program.status() if self.program else "not-started"

    def command_signal(self, name):
        try:
            value = signal.Signals["SIG" + name.upper().removeprefix("SIG")]
        except KeyError:
            raise BedError(f"unknown signal {name}") from None
        self.running().process.send_signal(value)

    def command_stop(self, *words):
        deadline = time_limit(words)
        self.running().process.terminate()
        return self.program.await_exit(deadline)

    # ---- Gestures

    def command_play(self, name, gesture, *words):
        node = self.node(name)
        node.fingers()
        if gesture not in gestures.PLAYABLE:
            raise BedError(f"unknown gesture {gesture}; use {', '.join(gestures.PLAYABLE)}")
        method = getattr(gestures.Gestures(node.description), gesture)
        known = inspect.signature(method).parameters
        plain, options = split_options(words)
        if plain and "direction" in known:
            options["direction"] = plain.pop(0)
        if plain:
            raise BedError(f"{plain[0]} means nothing to {gesture}")
        values = {}
        for key, text in options.items():
            if key not in known:
                raise BedError(f"{gesture} has no {key}; it has {', '.join(known)}")
            values[key] = text if key in ("direction", "ending") else number(text)
            if key in ("fingers", "count"):
                values[key] = int(values[key])
        return self.perform(node, method(**values))

    def perform(self, node, steps):
        surface = node.fingers()
        return self.write_paced(node, ((pause, surface.frame(operations)) for pause, operations in steps))

    def write_paced(self, node, frames):
        """Writes frames, each its pause in ms after the one before, by an absolute clock."""
        due, count, stamp = time.monotonic(), 0, 0
        for pause, events in frames:
            due += pause / 1000
            time.sleep(max(0, due - time.monotonic()))
            stamp = node.write(events)
            count += 1
        return f"frames={count} last={stamp}"

    def command_script(self, name, path):
        def frames():
            events, start, before = [], None, 0.0
            with open(path, encoding="utf-8", errors="replace") as file:
                for line in file:
                    words = line.split("#")[0].split()
                    if len(words) != 5 or words[0] != "E:":
                        continue
                    seconds = float(words[1])
                    start = seconds if start is None else start
                    event = (int(words[2], 16), int(words[3], 16), int(words[4]))
                    events.append(event)
                    if event[:2] == (devices.EV_SYN, 0):
                        now = (seconds - start) * 1000
                        yield now - before, events
                        events, before = [], now

        return self.write_paced(self.node(name), frames())

    # ---- Fingers

    @staticmethod
    def finger_names(words):
        return [finger for word in words for finger in word.split(",") if finger]

    def command_down(self, name, *words):
        return self.place("down", name, words)

    def command_move(self, name, *words):
        if "by" in words:
            return self.move_by(name, *words)
        return self.place("move", name, words)

    def place(self, operation, name, words):
        if not words or len(words) % 2:
            raise BedError(f"{operation} takes pairs of FINGER X,Y")
        pairs = zip(words[::2], words[1::2])
        return self.perform(self.node(name), [(0, [(operation, finger, *point(at)) for finger, at in pairs])])

    def move_by(self, name, fingers, by, distance, over="over", duration="8ms"):
        if (by, over) != ("by", "over"):
            raise BedError("write: move NODE FINGER,FINGER by DX,DY over 80ms")
        node = self.node(name)
        dx, dy = point(distance)
        frames = max(1, round(milliseconds(duration) / FRAME_MS))
        held = node.fingers().fingers
        starts = {finger: held[finger][1:] for finger in self.finger_names([fingers]) if finger in held}
        if not starts:
            raise BedError(f"finger {fingers} is not down")
        steps = [
            (FRAME_MS, [("move", finger, x + dx * i / frames, y + dy * i / frames) for finger, (x, y) in starts.items()])
            for i in range(1, frames + 1)
        ]
        return self.perform(node, steps)

    def end_touches(self, operation, name, words):
        node = self.node(name)
        fingers = self.finger_names(words) or list(node.fingers().fingers)
        if not fingers:
            raise BedError(f"no finger is down on {name}")
        return self.perform(node, [(0, [(operation, finger) for finger in fingers])])

    def command_up(self, name, *words):
        return self.end_touches("up", name, words)

    def command_cancel(self, name, *words):
        return self.end_touches("palm", name, words)

    # ---- Other

    def command_wait(self, duration):
        time.sleep(milliseconds(duration) / 1000)

    def command_settle(self, *words):
        deadline = time_limit(words)
        while any(node.unread() for node in self.nodes.values()):
            if time.monotonic() > deadline:
                unread = [name for name, node in self.nodes.items() if node.unread()]
                raise BedError(f"not everything was read: {' '.join(unread)}")
            time.sleep(0.001)


def read_arguments():
    arguments, program = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, program = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--scenario", type=argparse.FileType("r"), default=sys.stdin)
    parser.add_argument("--output", type=argparse.FileType("wb"), default=sys.stderr.buffer)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args(arguments)
    if options.help:
        print(__doc__)
        sys.exit(0)
    return options, program


def run(bed, options):
    """Obeys every line; returns the exit status."""
    is_scenario = options.scenario is not sys.stdin
    for line in options.scenario:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line == "quit":
            break
        if line.startswith("say "):
            print(line[4:], flush=True)
            if options.quiet:
                continue
        answer = "ok" if line.startswith("say ") else bed.obey(line)
        if answer.startswith("error") or not options.quiet:
            print(f"{answer} (line: {line})" if is_scenario and answer.startswith("error") else answer, flush=True)
        if is_scenario and answer.startswith("error"):
            return 1
    return 0


def main():
    options, program = read_arguments()
    bed = Bed(program, options.output)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return run(bed, options)
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    finally:
        bed.close()


if __name__ == "__main__":
    if "-h" not in sys.argv and "--help" not in sys.argv:
        enter_mocked_environment()
        import gi

        gi.require_version("UMockdev", "1.0")
        from gi.repository import UMockdev

        import devices
        import gestures
    sys.exit(main())
