"""The common parts of benchmarks: their options, a daemon with a mocked touchscreen for swipes, and the resources of a process."""

import glob
import os
import re
import select
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
BUILT = os.path.join(ROOT, ".build/testbed")
STAMP = os.path.join(BUILT, "stamp")
sys.path.insert(0, os.path.join(HERE, "../testbed"))

import environment
from options import OptionParser


def read_arguments(manual, **defaults):
    """The options of a benchmark, each with its default, and the words of the program: the words after `--`, or a build of
    gesture-bridge as packages have it. The script continues in the mocked environment."""
    parser = OptionParser(manual)
    for name, default in defaults.items():
        if isinstance(default, (bool, list)):
            parser.add_argument(f"--{name}", action="append" if default == [] else "store_true", default=default)
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default)
    options, program = parser.read()
    program = program or [environment.stripped_build()]
    environment.enter(sys.argv[0])
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(name, None)
    return options, program


def judge(holds):
    """The exit status: 0 if all of this holds, and 1 if not; says what does not."""
    for what, is_so in holds.items():
        if not is_so:
            print(f"contrib/bench: {what}", file=sys.stderr)
    return 0 if all(holds.values()) else 1


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def p99(values):
    return percentile(values, 0.99)


def nanoseconds():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


# ---- A process, as /proc describes it


def cpu_seconds(process):
    """The time that all threads of a process have run, to the nanosecond."""
    total = 0
    for path in glob.glob(f"/proc/{process}/task/*/schedstat"):
        with open(path, encoding="utf-8") as file:
            total += int(file.read().split()[0])
    if not total:
        raise RuntimeError("this kernel does not say how long a process has run (/proc/PID/task/*/schedstat)")
    return total / 1e9


def field(path, name):
    with open(path, encoding="utf-8") as file:
        return int(re.search(rf"^{name}:\s+(\d+)", file.read(), re.M)[1])


def wake_ups(process):
    """How often its threads have gone to sleep, and so have been woken."""
    return sum(field(path, "voluntary_ctxt_switches") for path in glob.glob(f"/proc/{process}/task/*/status"))


def resident(process):
    """In kB, shared pages and all."""
    return field(f"/proc/{process}/status", "VmRSS")


def own(process):
    """In kB: resident pages that no file holds, which is the memory that it has asked for."""
    return field(f"/proc/{process}/status", "RssAnon")


def proportional(process):
    """In kB: pages that several processes share count in part."""
    return field(f"/proc/{process}/smaps_rollup", "Pss")


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


# ---- Daemons


class Stamps:
    """A FIFO that the program `stamp` writes to: no stamp is lost, and waiting for one costs nothing."""

    def __init__(self, path):
        os.mkfifo(path, 0o600)
        self.path, self.rest = path, b""
        # Writers never find it closed.
        self.fifo = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def command(self, words):
        """The line of shell that stamps, with further words to write."""
        return f"{STAMP} {self.path} {words}"

    def take(self, seconds):
        """The stamps that have come, as (nanoseconds, words); waits so long for the first one."""
        stamps = []
        if b"\n" not in self.rest:
            select.select([self.fifo], [], [], seconds)
        while select.select([self.fifo], [], [], 0)[0]:
            self.rest += os.read(self.fifo, 65536)
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            stamp, *words = line.decode().split(" ")
            stamps.append((int(stamp), words))
        return stamps


def obey(bed, *lines):
    """The bed's answer to the last of these lines; each must succeed."""
    answer = ""
    for line in lines:
        answer = bed.obey(line)
        if not answer.startswith("ok"):
            raise SystemExit(f"contrib/bench: {line}: {answer}")
    return answer


class Side:
    """One of several daemons on mocked touchscreens of their own, which are swiped upon in turns."""

    WITHIN = 1.0  # seconds for a command to start

    def __init__(self, work, name, words, rules, terminal=None):
        """`{command}` in the words and the rules stands for what a swipe starts, `{rules}` in the words for the file of the rules."""
        from bed import Bed

        self.name, self.folder = name, f"{work}/{re.sub(r'[^a-z0-9]', '-', name.lower())}"
        os.mkdir(self.folder)
        self.stamps = Stamps(f"{self.folder}/stamps")
        self.rules = f"{self.folder}/rules.toml"
        command = self.stamps.command("swiped")
        with open(self.rules, "w", encoding="utf-8") as file:
            file.write(rules.replace("{command}", command))
        words = [word.replace("{command}", command).replace("{rules}", self.rules) for word in words]
        # Each daemon has its own control socket.
        os.environ["XDG_SESSION_ID"] = os.path.basename(self.folder)
        self.bed = Bed(words, open(f"{self.folder}/log", "wb"), terminal)
        self.latencies, self.lost, self.doubled = [], 0, 0
        obey(self.bed, "add touchscreen event0", "start")
        deadline = time.monotonic() + 15
        while "event0" not in obey(self.bed, "opened"):
            if time.monotonic() > deadline or not self.bed.program.is_running():
                raise SystemExit(f"contrib/bench: {self.name} does not open its device; its output is in {self.folder}/log")
            time.sleep(0.05)
        time.sleep(0.5)

    @property
    def pid(self):
        return self.bed.program.pid

    def play(self, ending):
        """Swipes up with three fingers, a frame every 8 ms; returns when they lifted, in nanoseconds."""
        time.sleep(0.05)
        self.stamps.take(0)
        answer = obey(self.bed, f"play event0 swipe up fingers=3 distance=50mm speed=600 ending={ending}")
        return int(answer.split("last=")[1]) * 1000

    def swipe(self, is_counted=True):
        """Swipes once; returns whether its command was started."""
        lifted = self.play("lift")
        stamps = self.stamps.take(self.WITHIN)
        if is_counted:
            self.latencies += [(stamp - lifted) / 1e9 for stamp, _ in stamps[:1]]
            self.lost += not stamps
            self.doubled += len(stamps[1:])
        return bool(stamps)

    def cancelled_swipe(self):
        """Swipes until the screen says that these were palms; returns whether a command was started all the same."""
        self.play("cancel")
        return bool(self.stamps.take(0.3))
