#!/usr/bin/python3
"""What large rules files cost: `check` of up to 20,000 gestures, and a daemon with 1,000.

usage: contrib/bench rules [OPTION...] [-- PROGRAM]
       contrib/bench rules --write SHAPE COUNT      prints such a file

  --counts N,...   how many gestures each file has (1000,10000,20000)
  --shapes S,...   which files (all)
  --runs N         runs of `check` for each file; the median counts (5)
  --check          only `check`, not the daemon
  --daemon N       how many rules the daemon has (1000)
  --quick          100 and 1000 gestures, one run, a tenth of the events: to see that it works, not for figures
  -- PROGRAM       gesture-bridge; without one it is built

The files, each of COUNT gestures or bindings:
  distinct     what a hand would write: 17 gestures of 11 kinds for each application, mode, zone or device; bindings with
               conditions, taps that wait for one another, a drawing, steps. Nothing is wrong with it
  identical    one gesture again and again under other names: each but the first can't be told apart from it
  wrong        gestures with a mistake each: a kind, a key, a unit, a type, a name of another gesture, a zone
  idle         distinct gestures that do nothing, a warning each
  bindings     bindings of one gesture, each for an application of its own
  chains       double taps that wait for one another in chains of 100
  chain        one chain through the whole file
  apps         a tenth as many gestures, each with ten applications of its own; COUNT other applications are left out for all

`check`: wall and CPU time, the CPU time beside Python's tomllib that reads the same file (which checks nothing), what is
printed, and the exit status. "growth" is the CPU time for each gesture, beside that in the file before it.
The daemon runs with --dry-run on mocked devices, with the rules of `distinct` and with those that are shipped, in turns; see
`contrib/bench core --help` for what the rows mean.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
SHIPPED = os.path.join(ROOT, "bindings.toml")
sys.path.insert(0, os.path.join(HERE, "../testbed"))

import environment
from options import OptionParser

GESTURES_OF_A_BLOCK = 17
LONGEST_CHAIN = 100
DAEMON_RUNS = 7


# MARK: Rules


def gesture(name, kind, *lines):
    return f'[gesture.{name}]\nkind = "{kind}"\n' + "".join(f"{line}\n" for line in lines)


def own_place(block):
    """What the gestures of a block have that no other block has, and the sections it needs."""
    match block % 4:
        case 0:
            return [f'receive = {{ app = "org.example.App{block}" }}'], ""
        case 1:
            return [f'receive = {{ mode = "mode-{block}" }}'], gesture(
                f"enter-{block}", "swipe", "fingers = 4", f'device = "Remote {block}*"', 'direction = "up"',
                f'run = {{ mode = "mode-{block}" }}')
        case 2:
            x, y = block % 10 * 10, block // 10 % 10 * 10
            zone = f'[zone.place-{block}]\nrect = {{ x = "{x} %", y = "{y} %", width = "10 %", height = "10 %" }}\n'
            return [f'zone = "place-{block}"', 'device = "touchscreen"'], zone
        case _:
            return [f'device = "Pad {block}*"'], ""


def block_of_gestures(block):
    """The gestures of one application, mode, zone or device."""
    place, sections = own_place(block)
    leave = f', mode = "default"' if block % 4 == 1 else ""
    name = f"g{block}"
    texts = [sections]
    for way, where in (("left", "next"), ("right", "previous")):
        texts.append(
            gesture(
                f"{name}-{way}", "swipe", "fingers = 3", f'direction = "{way}"', *place,
                f'run = {{ workspace = "{where}"{leave} }}'))
        texts.append(
            f'[[binding]]\ngesture = "{name}-{way}"\nwhen = {{ app = "org.example.Reader{block}" }}\n'
            f'run = {{ keys = "Page_{"Down" if way == "left" else "Up"}" }}\n')
    for way, state in (("in", "minimize"), ("out", "maximize")):
        texts.append(
            gesture(f"{name}-{way}", "pinch", "fingers = 4", f'direction = "{way}"', *place, f'run = {{ window = "{state}" }}'))
    waits = [f'require-to-fail = ["{name}-triple", "{name}-double"]', f'require-to-fail = ["{name}-triple"]']
    for taps, word in ((1, "single"), (2, "double"), (3, "triple")):
        texts.append(
            gesture(
                f"{name}-{word}", "tap", "fingers = 2", f"taps = {taps}", *waits[taps - 1 : taps], *place,
                f'run = "notify-send {word}"'))
    texts.append(
        gesture(
            f"{name}-talk", "long-press", "fingers = 3", 'min-duration = "600 ms"', *place,
            'began = "wpctl set-mute @DEFAULT_AUDIO_SOURCE@ 0"', 'ended = "wpctl set-mute @DEFAULT_AUDIO_SOURCE@ 1"'))
    texts.append(
        gesture(
            f"{name}-volume", "pan", "fingers = 5", 'axis = "vertical"', *place,
            'step = { every = "6 mm", up = "wpctl set-volume @DEFAULT_AUDIO_SINK@ 2%+", down = "wpctl set-volume @DEFAULT_AUDIO_SINK@ 2%-" }'))
    texts.append(
        gesture(f"{name}-turn", "rotation", "fingers = 2", 'min-angle = "30 deg"', *place, f'run = ["notify-send", "turn"]'))
    texts.append(
        gesture(f"{name}-up", "swipe", "fingers = 4", 'direction = "up"', "priority = 1", *place, f'run = {{ overview = "toggle"{leave} }}'))
    texts.append(
        gesture(f"{name}-down", "swipe", "fingers = 4", 'direction = "down"', *place, f'run = {{ media = "next"{leave} }}'))
    texts.append(
        gesture(f"{name}-lock", "edge-swipe", 'edge = "top-right"', *place, 'run = ["loginctl", "lock-session"]'))
    texts.append(
        gesture(f"{name}-tick", "stroke", "fingers = 2", 'path = "down-right up-right"', 'after = "rest 300 ms"', *place,
                'run = "notify-send done"'))
    texts.append(gesture(f"{name}-tip", "tip-tap", 'side = "left"', *place, 'run = { keys = "Ctrl+Tab" }'))
    texts.append(gesture(f"{name}-aside", "hold-and-swipe", 'direction = "left"', *place, 'run = { keys = "Alt+Left" }'))
    texts.append(
        gesture(f"{name}-close", "sequence", f'steps = ["{name}-left", "{name}-down"]', *place, 'run = { window = "close" }'))
    return "".join(texts)


def distinct(count):
    blocks = range(-(-count // GESTURES_OF_A_BLOCK))
    return '[defaults]\nnot-in = ["steam_app_*"]\n' + "".join(block_of_gestures(block) for block in blocks)


def identical(count):
    return "".join(gesture(f"g{number}", "tap", 'run = "true"') for number in range(count))


MISTAKES = (
    lambda number: gesture(f"g{number}", "swype", 'run = "true"'),
    lambda number: gesture(f"g{number}", "swipe", 'direktion = "left"', 'run = "true"'),
    lambda number: gesture(f"g{number}", "swipe", "min-distance = 14", 'run = "true"'),
    lambda number: gesture(f"g{number}", "tap", 'fingers = "two"', 'run = "true"'),
    lambda number: gesture(f"g{number}", "tap", "run = 5"),
    lambda number: gesture(f"g{number}", "tap", f'require-to-fail = ["another{number}"]', 'run = "true"'),
    lambda number: gesture(f"g{number}", "tap", f'zone = "place{number}"', 'run = "true"'),
)


def wrong(count):
    return "".join(MISTAKES[number % len(MISTAKES)](number) for number in range(count))


def idle(count):
    return "".join(gesture(f"g{number}", "tap", f'device = "Pad {number}*"') for number in range(count))


def bindings(count):
    return gesture("one", "swipe", 'run = "true"') + "".join(
        f'[[binding]]\ngesture = "one"\nwhen = {{ app = "org.example.App{number}" }}\nrun = "notify-send {number}"\n'
        for number in range(count))


def waiting(count, length):
    """Chains of `length` taps, each of which waits for the one before it."""
    texts = []
    for number in range(count):
        wait = [f'require-to-fail = ["g{number - 1}"]'] if number % length else []
        texts.append(
            gesture(f"g{number}", "tap", f'device = "Pad {number}*"', "taps = 2", *wait, 'run = "true"'))
    return "".join(texts)


def apps(count):
    excluded = ", ".join(f'"org.example.App{number}"' for number in range(count))
    texts = [f"[defaults]\nnot-in = [{excluded}]\n"]
    for number in range(count // 10):
        own = ", ".join(f'"org.example.Own{number * 10 + other}"' for other in range(10))
        texts.append(gesture(f"g{number}", "swipe", f'receive = {{ app = [{own}] }}', 'run = "true"'))
    return "".join(texts)


SHAPES = {
    "distinct": distinct, "identical": identical, "wrong": wrong, "idle": idle, "bindings": bindings,
    "chains": lambda count: waiting(count, LONGEST_CHAIN), "chain": lambda count: waiting(count, count), "apps": apps,
}


# MARK: check


def check(program, path):
    """One run: wall and CPU seconds, bytes printed, exit status."""
    with tempfile.TemporaryFile() as output:
        began = time.monotonic()
        process = subprocess.Popen([program, "check", path], stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        return wall, usage.ru_utime + usage.ru_stime, output.tell(), process.returncode


def tomllib_seconds(text):
    began = time.process_time()
    tomllib.loads(text)
    return time.process_time() - began


def check_shape(program, shape, counts, runs, folder):
    before = None
    for count in counts:
        text, path = SHAPES[shape](count), f"{folder}/{shape}-{count}.toml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        results = [check(program, path) for _ in range(runs)]
        wall, cpu, printed = (statistics.median(column) for column in list(zip(*results))[:3])
        growth = f"{cpu / count / before:.2f}" if before else "-"
        before = cpu / count
        print(
            f"{shape:10}{count:>8,}{len(text) / 1e6:>8.2f}{wall * 1e3:>10.0f}{cpu * 1e3:>9.0f}{cpu / tomllib_seconds(text):>10.2f}"
            f"{growth:>8}{printed / 1e3:>12.1f}{results[0][3]:>7}", flush=True)


def check_all(program, shapes, counts, runs):
    print(f"{'file':10}{'count':>8}{'MB':>8}{'wall, ms':>10}{'CPU, ms':>9}{'/ tomllib':>10}{'growth':>8}{'printed, kB':>12}{'exit':>7}")
    wall, cpu, printed, status = (statistics.median(column) for column in zip(*(check(program, SHIPPED) for _ in range(runs))))
    print(f"{'shipped':10}{'':>8}{os.path.getsize(SHIPPED) / 1e6:>8.2f}{wall * 1e3:>10.0f}{cpu * 1e3:>9.0f}{'':>18}{printed / 1e3:>12.1f}{status:>7.0f}")
    with tempfile.TemporaryDirectory() as folder:
        for shape in shapes:
            check_shape(program, shape, counts, runs, folder)


# MARK: The daemon


def in_turns(measure, one, other, runs):
    """The medians of both, and of their ratios."""
    pairs = []
    for run in range(runs):
        order = (one, other) if run % 2 else (other, one)
        measured = {name: measure(command) for name, command in order}
        pairs.append((measured["many"], measured["shipped"]))
    many, shipped = (statistics.median(column) for column in zip(*pairs))
    return many, shipped, statistics.median(a / b for a, b in pairs if b) if shipped else None


def measure_daemon(program, count, runs, scale):
    from core import Bench

    with tempfile.TemporaryDirectory() as work:
        path = f"{work}/rules.toml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(distinct(count))
        many = ("many", [program, "--allow-root", "--dry-run", "--config", path])
        shipped = ("shipped", [program, "--allow-root", "--dry-run", "--config", SHIPPED])
        bench = Bench(work, scale)
        try:
            rows = [
                ("start to ready, ms", "{:.1f}", *in_turns(lambda it: bench.start_and_memory(it)[0] * 1e3, many, shipped, runs)),
                ("resident memory, MB", "{:.1f}", *in_turns(lambda it: bench.start_and_memory(it)[1] / 1024, many, shipped, runs)),
                ("CPU time per event, us", "{:.2f}", *in_turns(lambda it: bench.cpu_seconds_per_event(it) * 1e6, many, shipped, runs)),
                ("allocations per frame", "{:.3f}", *in_turns(bench.allocations_per_frame, many, shipped, 1)),
                ("instructions per event", "{:,.0f}", *in_turns(bench.instructions_per_event, many, shipped, 1)),
            ]
        finally:
            bench.close()
    print(f"\n{'':28}{f'{count:,} rules':>18}{'shipped':>18}{'ratio':>10}")
    for label, form, ours, other, ratio in rows:
        print(f"{label:28}{form.format(ours):>18}{form.format(other):>18}{'-' if ratio is None else format(ratio, '.2f'):>10}")


# MARK: The command


def read_arguments():
    parser = OptionParser(__doc__)
    parser.add_argument("--write", nargs=2)
    parser.add_argument("--counts", default="1000,10000,20000")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--daemon", type=int, default=1000)
    parser.add_argument("--quick", action="store_true")
    options, program = parser.read()
    unknown = [shape for shape in options.shapes.split(",") if shape not in SHAPES]
    if unknown:
        parser.error(f"there is no file {unknown[0]}; there are {', '.join(SHAPES)}")
    return options, program


def main():
    options, program = read_arguments()
    if options.write:
        shape, count = options.write
        sys.stdout.write(SHAPES[shape](int(count)))
        return 0
    program = program[0] if program else environment.stripped_build()
    counts = [100, 1000] if options.quick else [int(count) for count in options.counts.split(",")]
    if not os.environ.get("GESTURE_BENCH_CHECKED"):
        check_all(program, options.shapes.split(","), counts, 1 if options.quick else options.runs)
    if options.check:
        return 0
    # Entering the mocked environment starts this script anew, and `check` has been measured without it.
    os.environ["GESTURE_BENCH_CHECKED"] = "1"
    sys.stdout.flush()
    environment.enter(__file__)
    measure_daemon(program, options.daemon, 1 if options.quick else DAEMON_RUNS, 10 if options.quick else 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
