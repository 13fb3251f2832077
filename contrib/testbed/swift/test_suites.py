"""The tests in Swift, in several processes at a time, which contrib/testbed/suites starts.

A suite that takes long has a process of its own, which keeps its children, descriptors and time limits its own, and others share some;
the tests of a process run one after another. (`swift test` starts all tests at once, and each waits for its turn while its time limit
runs.) The output of each process is in a file of its own in the folder. With GESTURE_BRIDGE_ALL_REQUIRED no test may be skipped because
something that contrib/setup installs is missing.
"""

import collections
import ctypes
import os
import re
import signal
import subprocess
import time
import warnings

import pytest

PROGRAM, OUTPUT = os.environ["SUITES_PROGRAM"], os.environ["SUITES_OUTPUT"]
LIMIT = 900  # seconds for one process
PATIENCE = 2  # seconds for the programs that it leaves behind to end by themselves
# Targets whose suites run programs and wait for them. Any other target has one process.
BY_SUITE = ("GestureBridgeTests", "DesktopTests", "InputEmulationTests", "StudioServerTests", "DeviceInputTests")
# Suites that take long, unless their times are known from the last run: these begin first.
SLOW = re.compile(r"Real|Live|X11|Way|Crowd|Corpus|Reference|Plot|Completion|Service|^(GestureCore|Recordings|Actions|Analysis)Tests$")
TOGETHER = 8  # suites that share a process
RAN = re.compile(r"Test run with (\d+) tests? in \d+ suites? (passed|failed)")
SKIPPED = re.compile(r'^➜ (?:Test|Suite) .* skipped: "(.*)"$', re.M)
FAILED = re.compile(r"^✘ .* recorded an issue|error: |Fatal error|fatal error")

# Programs that outlive their parents become children of this process.
ctypes.CDLL(None).prctl(36, 1)


def job_of(suites):
    """The name of the process that runs each suite."""
    found, short = {}, collections.defaultdict(list)
    for suite in sorted(suites):
        target = suite.partition(".")[0]
        found[suite] = suite if target in BY_SUITE else target
        if target in BY_SUITE and not SLOW.search(suite):
            short[target].append(suite)
    for target, names in short.items():
        count = -(-len(names) // TOGETHER)
        found.update({suite: f"{target}.{place % count + 1}" for place, suite in enumerate(names)})
    return found


def pytest_generate_tests(metafunc):
    words = [PROGRAM, "--testing-library", "swift-testing", "--list-tests"]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    names = [line for line in listed if re.match(r"\w+Tests\.", line)]
    jobs, whole, tests = job_of({name.partition("/")[0] for name in names}), collections.Counter(), collections.defaultdict(list)
    for name in names:
        job = jobs[name.partition("/")[0]]
        whole[job] += 1
        if re.search(os.environ["SUITES_CHOSEN"], name):
            tests[job].append(name)
    if not tests:
        pytest.exit("no test has such a name", 2)

    def seconds(job):
        try:
            with open(f"{OUTPUT}/{job}.seconds", encoding="ascii") as file:
                return float(file.read())
        except (OSError, ValueError):
            return 30 if SLOW.search(job) else 1

    order = sorted(tests, key=lambda job: (-seconds(job), job))
    metafunc.parametrize("job, tests, is_whole", [(job, tests[job], len(tests[job]) == whole[job]) for job in order], ids=order)


def children():
    with open("/proc/thread-self/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def bury(process):
    """Collects the programs that the tests have left behind and that have ended, as the system's first process does otherwise; returns
    those that have not."""
    return [child for child in children() if child != process.pid and os.waitpid(child, os.WNOHANG)[0] == 0]


def run(words, path):
    """Runs a program with its output in a file, and ends all that it has started; returns its exit status."""
    began = time.monotonic()
    with open(path, "wb") as log:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    while process.poll() is None and time.monotonic() < began + LIMIT:
        bury(process)
        time.sleep(0.02)
    ended = time.monotonic()
    while process.poll() is not None and bury(process) and time.monotonic() < ended + PATIENCE:
        time.sleep(0.02)
    for child in [*bury(process), process.pid]:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return process.wait()


def failures(text):
    """The lines that say what failed, with those that follow each."""
    found, left = [], 0
    for line in text.splitlines():
        left = 7 if FAILED.search(line) else left - 1
        if left > 0 and not line.startswith(("◇", "✔")):
            found.append(line[:600])
    return found[:60] or text.splitlines()[-20:]


def test_suites(job, tests, is_whole):
    path, began = f"{OUTPUT}/{job}.log", time.monotonic()
    # An argument of a program has a greatest length.
    chosen = sorted({f"{test.partition('/')[0]}/" for test in tests}) if is_whole else tests
    expression = "^(" + "|".join(map(re.escape, chosen)) + ")"
    status = run([PROGRAM, "--testing-library", "swift-testing", "--no-parallel", "--filter", expression], path)
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    ran = RAN.search(text)
    if status or not ran or ran[2] == "failed" or int(ran[1]) != len(tests):
        count = ran[1] if ran else "none"
        pytest.fail("\n".join([f"exit status {status}, {count} of {len(tests)} tests ran; see {path}", *failures(text)]), pytrace=False)
    if is_whole:
        with open(f"{OUTPUT}/{job}.seconds", "w", encoding="ascii") as file:
            file.write(f"{time.monotonic() - began:.1f}")
    for reason, count in collections.Counter(SKIPPED.findall(text)).items():
        warnings.warn(f"left out, {count} tests or suites: {reason}")
        if "GESTURE_BRIDGE_ALL_REQUIRED" in os.environ and "contrib/setup" in reason:
            pytest.fail(f"all tests are required, but some were left out: {reason}", pytrace=False)
