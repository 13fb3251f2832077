#!/usr/bin/python3
"""Writes in which order the functions of gesture-bridge stand in the released program: those that a gesture runs side by side, then those
that the daemon runs now and then, and then those that its start runs.

usage: contrib/bench order [--swipes N] [PROGRAM]     PROGRAM: gesture-bridge with its symbols; without one it is built

A frame of touches runs a tenth of the functions of the program. Where these are spread over it, most of what a frame costs is fetching
their code. So the linker puts first what runs most often. Each function is counted by valgrind while N swipes (60) of a mocked
touchscreen start commands. What runs more seldom than in a tenth of the gestures, but after the start, comes behind these, and last what
only the start runs: spread over the program they would bring most of it into memory. The start is counted with the rules that come with
it too, which have more kinds of gestures and of conditions.

Writes contrib/packaging/function-order, a function a line, which contrib/release gives to the linker. A name that no longer exists there
does no harm, and a function that is missing stands where it would without the list.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
sys.path[:0] = [os.path.join(HERE, "../testbed"), HERE]

import environment

SHIPPED = os.path.join(ROOT, "bindings.toml")
LIST = os.path.join(ROOT, "contrib/packaging/function-order")
RULES = """
[gesture.swiped]
kind = "pan"
fingers = 3
ended = '{command}'

[gesture.flicked]
kind = "swipe"
fingers = 3
direction = "left"
run = '{command}'
require-to-fail = ["pinched"]

[gesture.pinched]
kind = "pinch"
fingers = 3
ended = '{command}'
"""
# The function with which the start ends.
START_ENDS = "gb_forget_start"
# Valgrind knows no descriptors of processes, by which the daemon otherwise learns that a command has ended: what serves these is not
# counted.
UNSEEN = re.compile(
    r"7Runtime9EventLoopC(3add|6remove|8makeRoom|6Source)|7Actions13CommandRunnerC(5ready|6finish)|7Actions7Streams?C5ready"
    r"|7Actions12LiveCommandsC(3add|4reap|7watched|7release|7reserve)|7Actions17ProcessDescriptorO(4open|7reserve)"
    r"|addCommandRunner_|^gb_(wait|wait_pidfd|pidfd_open)$|makeUniqueAndReserveCapacityIfNotB0yyFyXl_Ts5"
    r"|growForAppendAByxGSb_SiSbtF(s5Int32V|yXl)_T")
# Valgrind makes a program some 50 times slower.
PATIENCE = 10


def read_arguments():
    parser = argparse.ArgumentParser(
        usage="contrib/bench order [--swipes N] [PROGRAM]", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--swipes", type=int, default=60, help=argparse.SUPPRESS)
    parser.add_argument("program", nargs="?", help=argparse.SUPPRESS)
    return parser.parse_args()


def built():
    subprocess.run([os.path.join(ROOT, "contrib/release")], check=True, stdout=sys.stderr)
    return os.path.join(ROOT, ".build/release/gesture-bridge")


def counted(work, name, rules, program, out):
    """The program with these rules, whose functions are counted: up to the end of its start in a file of its own."""
    import peers

    peers.WITHIN = PATIENCE
    return peers.Side(
        work, name,
        f"valgrind --quiet --tool=callgrind --demangle=no --dump-before={START_ENDS} --callgrind-out-file={out} "
        f"{program} --allow-root --config {{config:{rules}}}")


def profile(program, swipes, out, work):
    """Has the program's functions counted at its start, from there on, and while there are swipes, each in a file of its own."""
    rules = f"{work}/rules.toml"
    with open(rules, "w", encoding="utf-8") as file:
        file.write(RULES)
    side = counted(work, "order", rules, program, out)
    side.start()
    try:
        time.sleep(PATIENCE)
        for _ in range(5):
            side.swipe(False)
        # What is written here is forgotten: from here on only what gestures run counts.
        clean = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        subprocess.run(["callgrind_control", "-d", str(side.process)], check=True, stdout=subprocess.DEVNULL, env=clean)
        for _ in range(swipes):
            side.swipe(False)
    finally:
        side.close()


def profile_start(program, out, work):
    """Has them counted at a start with the rules that come with the program."""
    side = counted(work, "shipped", SHIPPED, program, out)
    try:
        side.start()
        time.sleep(PATIENCE)
    finally:
        side.close()


def calls_of(out, program):
    """How often each function of the program was called."""
    names, objects, home, calls = {}, {}, {}, {}

    def named(text, known):
        number, _, name = re.match(r"\((\d+)\)( (.*))?$", text).group(1, 2, 3)
        if name is not None:
            known[number] = name
        return known[number]

    def function(text):
        # A function that calls itself has a number behind its name.
        return re.sub(r"'\d+$", "", named(text, names))

    here = called = None
    with open(out, encoding="utf-8", errors="replace") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("ob="):
                here = named(line[3:], objects)
            elif line.startswith("cob="):
                named(line[4:], objects)
            elif line.startswith("fn="):
                home[function(line[3:])] = here
            elif line.startswith("cfn="):
                called = function(line[4:])
            elif line.startswith("calls="):
                calls[called] = calls.get(called, 0) + int(line[6:].split()[0])
    own = os.path.basename(program)
    return {name: calls.get(name, 0) for name, place in home.items() if place and os.path.basename(place) == own}


def aliases_of(program):
    """All names of each function. The linker makes one of functions with the same code, and knows which place it is to have by the name
    of any one of them, which need not be the one by which valgrind counts it.
    """
    listed = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout
    at, names = {}, {}
    for line in listed.splitlines():
        address, kind, name = line.split(maxsplit=2)
        if kind in "tTwW":
            at.setdefault(address, []).append(name)
    for group in at.values():
        for name in group:
            names[name] = sorted(group)
    return names


def main():
    arguments = read_arguments()
    program = arguments.program or built()
    with tempfile.TemporaryDirectory() as work:
        # Valgrind reads what a debugger needs, which takes minutes.
        lean = f"{work}/gesture-bridge"
        subprocess.run(["objcopy", "--strip-debug", program, lean], check=True)
        profile(lean, arguments.swipes, f"{work}/calls", work)
        dumps = sorted(glob.glob(f"{work}/calls*"), key=os.path.getmtime)
        if len(dumps) != 3:
            raise SystemExit(f"contrib/bench: valgrind wrote {len(dumps)} files instead of three")
        started, went_on, calls = (calls_of(dump, lean) for dump in dumps)
        profile_start(lean, f"{work}/shipped-calls", work)
        started |= calls_of(f"{work}/shipped-calls.1", lean)
        aliases = aliases_of(lean)
    often = [name for name, count in calls.items() if count >= arguments.swipes // 10]
    if len(often) < 100:
        raise SystemExit(f"contrib/bench: only {len(often)} functions of {program} have names and run with each gesture")
    often.sort(key=lambda name: (-calls[name], name))
    often += sorted(name for name in aliases if UNSEEN.search(name) and name not in often)
    seldom = sorted((set(went_on) | set(calls)) - set(often))
    once = sorted(set(started) - set(often) - set(seldom))
    # A function without a name is known by its address only.
    ordered = dict.fromkeys(alias for name in often + seldom + once for alias in aliases.get(name, ()))
    with open(LIST, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name in ordered)
    print(f"{len(often)} functions of gestures, {len(seldom)} of now and then, {len(once)} of the start in {os.path.relpath(LIST, ROOT)}")


if not shutil.which("valgrind"):
    raise SystemExit("contrib/bench: valgrind is missing: sudo apt install valgrind")
environment.enter(os.path.abspath(__file__))
main()
