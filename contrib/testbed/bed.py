#!/usr/bin/python3
"""A bed of mocked input devices for a real program with real libinput and real libudev.

usage: bed.py [--scenario FILE] [--output FILE] [--terminal SIZE] [--virtual-time] [-- PROGRAM [ARGUMENT...]]
       bed.py --serve

Takes one command a line from standard input (or from a scenario file, which ends at its first error) and answers each
with one line on standard output, `ok ...` or `error ...`. Empty lines and `# comments` are skipped without an answer.
The program runs in the mocked environment, its output goes to standard error or to the file of --output. Nothing else
on the machine notices: no kernel support, no permissions, no real devices are used.

  --scenario FILE  take the commands from FILE; exit 1 at the first error
  --output FILE    write the program's output to FILE instead of copying it to standard error
  --terminal SIZE  run the program in a terminal of tmux, 80x24 for example
  --virtual-time   the program's clock stands still, and only the commands here move it: gestures and `wait` take no time, and after
                   each the program and the commands it has started have done all that they can do by then
  --serve          make a bed for each line of standard input, and answer it with `ok`, until there are no more: much sooner than
                   another bed.py is ready. A line of JSON, {"arguments": [...], "environment": {...}, "input": PATH, "output": PATH},
                   names pipes that take the place of the bed's standard input and output

Devices (NODE is event0 to event31)
  add KIND NODE               plug a device in. KIND: touchscreen, touchscreen-without-size, touchpad, pen (on the screen),
                              pen-without-pressure, tablet (a pen beside it), tablet-pad, mouse, keyboard and more (see
                              devices.py), or an evemu description (a path with a "/")
                                                                          -> ok NODE kind=touchscreen size=300x190
  remove NODE                 unplug it, fingers and all
  deny NODE | allow NODE [quietly]   take away the permission to open the node; give it back, with a "change" uevent
  change NODE [PROPERTY...]   a "change" uevent; from then on these udev properties are 1 besides
  give NODE                   a udev rule gives it to whoever is at the seat; whether that helps is up to `deny`
  seat [UID...]               who has sessions at seat0; the first one's has the screen. Without this nobody knows
  udev-rule                   gesture-bridge's udev rule is installed
  forget NODE                 what nobody has read of it is never read, as where nobody had it open
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

Terminal (with --terminal; `await` waits for a line that stands on the screen)
  screen FILE [history]       write what it shows to FILE, with what has scrolled away
  keys NAME...                press keys, in tmux's words: q Up PageDown C-c Escape
  resize SIZE                 200x50
  terminal                    -> ok alternate=1 cursor=0 size=80x24 raw=1
  colours                     whether anything on the screen has a colour of its own    -> ok yes
  hang-up                     close it

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

Devices that misbehave
  flood NODE frames|losses|nonsense [lasting=2s]   from now on, while other commands are obeyed, frames as fast as they are
                              read; with `losses` the kernel's word that some were lost, again and again; of `nonsense`
                              fingers that land where one is down already
  calm NODE                   ends its flood before its time
  ago NODE TIME               what follows on this device is stamped as if it had happened so long ago

Pens (down, move, up and the gestures of one finger are the tip's; it stays near when it lifts)
  hover NODE X,Y              near, the tip in the air
  leave NODE                  out of reach, whether the tip is down or not
  erase NODE NAME X,Y         the other end down; it moves and lifts as a finger NAME does
  press NODE SHARE            how hard the tip presses, from 0 to 1; 0.4 when it comes down
  stylus-button NODE up|down  the button at its side

Buttons
  button NODE left|right|middle down|up     a button of a touchpad; one whose whole surface gives way has only the left one

Switches
  switch NODE on|off          the switch of a tablet

Other
  wait TIME                   200ms, 1.5s
  settle [within=5s]          wait until the program has read everything that was written to its devices, and sleeps
  say TEXT                    write TEXT where the program's output goes
  quit                        as the end of the input: stop the program, remove the devices
"""

import argparse
import inspect
import json
import os
import shlex
import signal
import sys
import time

import devices
import environment
import gestures
from clock import RealClock, VirtualClock
from flood import Flood
from node import Node
from options import OptionParser
from program import Program, await_rest
from screen import Screen
from words import BedError, milliseconds, number, point, split_limit, split_options, time_limit


class Bed:
    """The testbed and its commands: each method named command_X is the command X and returns its answer."""

    # The class that runs the program if it has no terminal.
    program_kind = Program
    clock = RealClock()

    def __init__(self, program, sink, terminal=None, clock=None):
        self.program_words, self.sink, self.terminal = program, sink, terminal
        self.clock = clock or self.clock
        self.testbed = environment.testbed()
        self.root = self.testbed.get_root_dir()
        self.opens = f"{self.root}/opens"
        self.nodes = {}
        self.floods = {}
        self.program = None

    def close(self):
        if self.program:
            self.program.end()
        for node in self.nodes.values():
            os.close(node.fifo)
        self.nodes.clear()
        self.clock.close()
        del self.testbed  # removes its directory

    def obey(self, line):
        try:
            name, *words = shlex.split(line)
            method = getattr(self, "command_" + name.replace("-", "_"), None)
            if not method:
                raise BedError(f"unknown command {name}; bed.py --help lists them all")
            answer = method(*words)
            self.clock.catch_up()
            return " ".join(filter(None, ["ok", answer]))
        except (BedError, gestures.HandError) as error:
            return f"error {error}"
        except TypeError as error:
            if "argument" not in str(error):
                raise
            return f"error {name} was given too few or too many words; bed.py --help shows how it is used"
        except OSError as error:
            return f"error {error.filename}: {error.strerror}" if error.filename else f"error {error.strerror}"
        except ValueError as error:
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
        self.let_catch_up()
        self.nodes[name] = Node(self.testbed, name, description, self.clock)
        if description.kind in ("touchscreen", "touchpad", "pen"):
            return "{} kind={} size={:.0f}x{:.0f}".format(name, description.kind, *description.size_mm())
        return f"{name} kind={description.kind}"

    def let_catch_up(self):
        """A message of udev's for a program that has not read the last ten is lost, and the bed with it."""
        self.clock.settle()
        if self.program:
            await_rest(self.program.pid)

    def command_remove(self, name):
        self.let_catch_up()
        self.node(name).remove()
        del self.nodes[name]

    def command_deny(self, name):
        os.chmod(self.node(name).path, 0)

    def command_allow(self, name, quietly=""):
        os.chmod(self.node(name).path, 0o660)
        if quietly != "quietly":
            self.let_catch_up()
            self.node(name).change()

    def command_change(self, name, *properties):
        self.let_catch_up()
        self.node(name).change(properties)

    def command_give(self, name):
        self.node(name).is_given = True
        self.node(name).write_database()

    def command_seat(self, *users):
        active = f"ACTIVE=2\nACTIVE_UID={users[0]}\n" if users else ""
        self.write("run/systemd/seats/seat0", f"IS_SEAT0=1\n{active}UIDS={' '.join(users)}\n")

    def command_udev_rule(self):
        self.write("etc/udev/rules.d/70-gesture-bridge.rules", "")

    def write(self, path, text):
        os.makedirs(os.path.dirname(f"{self.root}/{path}"), exist_ok=True)
        with open(f"{self.root}/{path}", "w", encoding="utf-8") as file:
            file.write(text)

    def command_forget(self, name):
        self.node(name).discard_unread()

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
        if not self.program_words:
            raise BedError("no program was given after --")
        if self.program:
            if self.program.is_running():
                raise BedError("the program is running already; use `stop` first")
            self.program.end()
        if os.path.exists(self.opens):
            os.unlink(self.opens)
        for node in self.nodes.values():
            node.discard_unread()
        environment = dict(os.environ, UMOCKDEV_DIR=self.root, GESTURE_BED_OPENS=self.opens, **self.clock.environment())
        if os.environ.get("XDG_RUNTIME_DIR", "/run/user/").startswith("/run/user/"):
            # The daemon of the user who runs this keeps its lock.
            environment.update(XDG_RUNTIME_DIR=self.root, XDG_SESSION_ID="bed")
        command = [*self.program_words, *arguments]
        if self.terminal:
            self.program = Screen(command, environment, self.terminal)
        else:
            self.program = self.program_kind(command, environment, self.sink, self.clock.descriptors)
        self.clock.start(self.program)
        return f"pid={self.program.pid}"

    def command_await(self, *words):
        text, limit = split_limit(words)
        program = self.running()
        return self.await_within(limit, lambda deadline: program.await_line(" ".join(text), deadline))

    def await_within(self, limit, attempt):
        """Returns the result of `attempt(DEADLINE)`. Meanwhile a virtual clock moves if nothing else happens."""
        deadline = time_limit(limit)
        end = self.clock.now() + deadline - time.monotonic()
        while True:
            # Known before the attempt: a line that comes during an attempt can end the program, which the next one finds.
            has_ended = self.program is not None and not self.program.is_running()
            is_last = has_ended or time.monotonic() >= deadline
            try:
                return attempt(deadline if has_ended else min(deadline, time.monotonic() + self.clock.SLICE))
            except BedError:
                if is_last:
                    raise
            self.clock.hurry(end)

    def command_await_file(self, path, *words):
        words, limit = split_limit(words)
        return self.await_within(limit, lambda deadline: self.await_text(path, " ".join(words), deadline))

    @staticmethod
    def await_text(path, text, deadline):
        while True:
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as file:
                    if text in file.read():
                        return ""
            if time.monotonic() >= deadline:
                raise BedError(f"{path} has no {text!r}")
            time.sleep(0.005)

    def command_await_exit(self, *words):
        return self.await_within(words, self.running().await_exit)

    def command_status(self):
        return self.program.status() if self.program else "not-started"

    def command_signal(self, name):
        try:
            value = signal.Signals["SIG" + name.upper().removeprefix("SIG")]
        except KeyError:
            raise BedError(f"unknown signal {name}") from None
        self.running().send_signal(value)

    def command_stop(self, *words):
        self.running().terminate()
        return self.await_within(words, self.program.await_exit)

    # ---- Terminal

    def screen(self):
        if not isinstance(self.running(), Screen):
            raise BedError("the program has no terminal; start the bed with --terminal 80x24")
        return self.program

    def command_screen(self, path, history=""):
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.screen().text(history == "history"))

    def command_keys(self, *names):
        self.screen().keys(names)

    def command_resize(self, size):
        self.screen().resize(size)

    def command_terminal(self):
        return self.screen().state()

    def command_colours(self):
        return "yes" if self.screen().has_colours() else "no"

    def command_hang_up(self):
        self.screen().hang_up()

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

    def write_paced(self, node, frames, write=None):
        """Writes frames, each its pause in ms after the one before, by an absolute clock; `write` also gets that time."""
        count, stamp = 0, 0
        with self.clock.as_a_hand():
            due = self.clock.now()
            for pause, events in frames:
                due += pause / 1000
                self.clock.sleep_until(due)
                stamp = write(events, due) if write else node.write(events)
                count += 1
        self.clock.settle()
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

        node = self.node(name)
        return self.write_paced(node, frames(), node.write_due)

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
        frames = max(1, round(milliseconds(duration) / gestures.FRAME_MS))
        held = node.fingers().fingers
        starts = {finger: held[finger][1:] for finger in self.finger_names([fingers]) if finger in held}
        if not starts:
            raise BedError(f"finger {fingers} is not down")
        steps = [
            (gestures.FRAME_MS, [("move", finger, x + dx * i / frames, y + dy * i / frames) for finger, (x, y) in starts.items()])
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

    # ---- Devices that misbehave

    def command_flood(self, name, kind, *words):
        words, options = split_options(words)
        seconds = milliseconds(options.pop("lasting", "2s")) / 1000
        if words or options:
            raise BedError(f"{[*words, *options][0]} means nothing to a flood")
        self.floods[name] = Flood(self.node(name).fifo, kind, seconds)

    def command_calm(self, name):
        if name not in self.floods:
            raise BedError(f"there is no flood of {name}")
        self.floods.pop(name).stop()

    def command_ago(self, name, duration):
        self.node(name).ago = round(milliseconds(duration) * 1000)

    # ---- Pens

    def pen(self, name, operation):
        surface = self.node(name).pen()
        return self.write_paced(self.node(name), [(0, surface.frame([operation]))])

    def command_hover(self, name, at):
        return self.pen(name, ("hover", *point(at)))

    def command_leave(self, name):
        return self.pen(name, ("leave",))

    def command_erase(self, name, finger, at):
        return self.pen(name, ("eraser", finger, *point(at)))

    def command_press(self, name, share):
        return self.pen(name, ("pressure", number(share)))

    def command_stylus_button(self, name, state):
        self.node(name).pen()
        if state not in ("up", "down"):
            raise BedError(f"a button is up or down, not {state}")
        events = [(devices.EV_KEY, devices.BTN_STYLUS, int(state == "down")), (devices.EV_SYN, 0, 0)]
        return self.write_paced(self.node(name), [(0, events)])

    # ---- Buttons

    BUTTONS = {"left": devices.BTN_LEFT, "right": devices.BTN_RIGHT, "middle": devices.BTN_MIDDLE}

    def command_button(self, name, button, state):
        node = self.node(name)
        if button not in self.BUTTONS or not node.description.has(devices.EV_KEY, self.BUTTONS[button]):
            raise BedError(f"{name} has no {button} button")
        if state not in ("up", "down"):
            raise BedError(f"a button is up or down, not {state}")
        events = [(devices.EV_KEY, self.BUTTONS[button], int(state == "down")), (devices.EV_SYN, 0, 0)]
        return self.write_paced(node, [(0, events)])

    def command_switch(self, name, state):
        node = self.node(name)
        if node.description.kind != "switch":
            raise BedError(f"{name} is a {node.description.kind}, and has no switch")
        if state not in ("on", "off"):
            raise BedError(f"a switch is on or off, not {state}")
        node.write([(devices.EV_SW, devices.SW_TABLET_MODE, int(state == "on")), (devices.EV_SYN, 0, 0)])

    # ---- Other

    def command_wait(self, duration):
        self.clock.sleep_until(self.clock.now() + milliseconds(duration) / 1000)

    def command_say(self, *words):
        self.sink.write((" ".join(words) + "\n").encode())
        self.sink.flush()

    def command_settle(self, *words):
        deadline = time_limit(words)
        while any(node.unread() for node in self.nodes.values()):
            if time.monotonic() > deadline:
                unread = [name for name, node in self.nodes.items() if node.unread()]
                raise BedError(f"not everything was read: {' '.join(unread)}")
            time.sleep(0.001)
        # On a busy machine the program may not have handled the events yet that it has read.
        self.let_catch_up()


def read_arguments():
    parser = OptionParser(__doc__)
    parser.add_argument("--scenario", type=argparse.FileType("r"), default=sys.stdin)
    parser.add_argument("--output", type=argparse.FileType("wb"), default=sys.stderr.buffer)
    parser.add_argument("--terminal", metavar="SIZE")
    parser.add_argument("--virtual-time", action="store_true")
    return parser.read()


def run(bed, options):
    """Obeys every line; returns the exit status."""
    is_scenario = options.scenario is not sys.stdin
    for line in options.scenario:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line == "quit":
            break
        answer = bed.obey(line)
        if is_scenario and answer.startswith("error"):
            print(f"{answer} (line: {line})", flush=True)
            return 1
        print(answer, flush=True)
    return 0


def serve():
    """Makes a bed for each line of standard input, in a copy of this process, which has loaded what a bed needs."""
    environment.umockdev()
    for line in sys.stdin:
        wanted = json.loads(line)
        ends = os.open(wanted["input"], os.O_RDONLY), os.open(wanted["output"], os.O_WRONLY)
        if os.fork() == 0:
            become(wanted, ends)
        for end in ends:
            os.close(end)
        print("ok", flush=True)
        bury()
    return 0


def become(wanted, ends):
    """Becomes a bed, as if this process had been started as one."""
    for standard, end in enumerate(ends):
        os.dup2(end, standard)
        os.close(end)
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    # Only Python's own variables: those of the C library must not move while a thread of umockdev's reads them.
    os.environ = dict(wanted["environment"], LD_PRELOAD=environment.preloaded(wanted["environment"]))
    sys.argv[1:] = wanted["arguments"]
    sys.exit(main())


def bury():
    """Reports beds that a signal ended, as in a crash: such a bed can't report it itself."""
    try:
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if os.WIFSIGNALED(ended[1]):
                print(f"bed.py: a bed was ended by {signal.Signals(os.WTERMSIG(ended[1])).name}", file=sys.stderr)
    except ChildProcessError:
        pass


def main():
    options, program = read_arguments()
    bed = Bed(program, options.output, options.terminal, VirtualClock() if options.virtual_time else None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return run(bed, options)
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    finally:
        bed.close()


if __name__ == "__main__":
    if "-h" not in sys.argv and "--help" not in sys.argv:
        environment.enter(__file__)
    sys.exit(serve() if sys.argv[1:] == ["--serve"] else main())
