"""What a process has of the system, as /proc tells."""

import glob
import os
import re


def cpu_seconds(process):
    """What all threads of a process have run, to the nanosecond."""
    nanoseconds = 0
    for path in glob.glob(f"/proc/{process}/task/*/schedstat"):
        with open(path, encoding="utf-8") as file:
            nanoseconds += int(file.read().split()[0])
    if not nanoseconds:
        raise RuntimeError("this kernel does not say how long a process has run (/proc/PID/task/*/schedstat)")
    return nanoseconds / 1e9


def wake_ups(process):
    """How often its threads have gone to sleep, and so have been woken."""
    count = 0
    for path in glob.glob(f"/proc/{process}/task/*/status"):
        with open(path, encoding="utf-8") as file:
            count += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)[1])
    return count


def resident(process):
    """In kB, shared pages and all."""
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def own(process):
    """In kB: resident pages that no file holds, which is the memory that it has asked for."""
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        return int(re.search(r"^RssAnon:\s+(\d+)", file.read(), re.M)[1])


def proportional(process):
    """In kB: of what several processes share a part only."""
    with open(f"/proc/{process}/smaps_rollup", encoding="utf-8") as file:
        return int(re.search(r"^Pss:\s+(\d+)", file.read(), re.M)[1])


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def children(process):
    """The states of its children, a letter each; Z is one that has ended and that nobody has asked about."""
    states = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it is gone meanwhile
        if int(parent) == process:
            states.append(state)
    return states
