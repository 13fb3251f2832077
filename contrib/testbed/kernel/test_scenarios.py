"""The scenarios on a real kernel, each in a guest of User-Mode Linux; contrib/testbed/kernel/run chooses them.

The words at the head of a scenario's file say what it needs: COMPOSITOR, DESKTOP, RECORDINGS and SYSTEMD, VIRTUAL_TIME (sleeping takes no
time) and EXACT_TIME (nor does working: the clock stands still while anything runs), KERNEL (words of its command line), MEMORY,
TIMEOUT (300 seconds) and DURATION (20): the long ones begin first. BENCHMARK and NIGHTLY ones run only by their names.
"""

import ast
import contextlib
import fcntl
import functools
import glob
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(f"{HERE}/../../..")
RESULTS = f"{ROOT}/.build/testbed/kernel"
PROGRAM = os.path.realpath(os.environ.get("GESTURE_BRIDGE_BIN", f"{ROOT}/.build/debug/gesture-bridge"))
TOLD = dict(word.split("=", 1) for word in os.environ.get("SCENARIO_WORDS", "").split())
TOOLS = "/lib/systemd/systemd-udevd", "udevadm", "setpriv", "setfacl"
LARGE = 1000  # megabytes: of guests with more, one runs at a time


def head(name):
    """The words at the head of a scenario."""
    with open(f"{HERE}/scenarios/{name}.py", encoding="utf-8") as file:
        return {key: ast.literal_eval(value) for key, value in re.findall(r'^([A-Z_]+) = (True|\d+|"[^"]+")$', file.read(), re.M)}


def pytest_generate_tests(metafunc):
    names = os.environ.get("SCENARIOS", "").split()
    if not names:
        every = (os.path.basename(path)[:-3] for path in glob.glob(f"{HERE}/scenarios/*.py"))
        names = [name for name in every if not {"BENCHMARK", "NIGHTLY"} & head(name).keys()]
    metafunc.parametrize("name", sorted(names, key=lambda name: (-head(name).get("DURATION", 20), name)))


def lacks(what):
    """This machine lacks something that could be installed."""
    (pytest.fail if "GESTURE_BRIDGE_ALL_REQUIRED" in os.environ else pytest.skip)(f"there is no {what}")


@functools.cache
def bring(script, *words):
    """The folder or file that a script makes once."""
    made = subprocess.run(
        ["flock", f"/tmp/gesture-bridge-root-{os.getuid()}", f"{HERE}/{script}", *words], stdout=subprocess.PIPE, text=True)
    if made.returncode:
        lacks(f"{' '.join([script, *words])} (the reason is above)")
    return made.stdout.strip()


@functools.cache
def memory():
    """Where guests keep their memory: a file, which must be executable."""
    words = ["findmnt", "-no", "OPTIONS", "-T", "/dev/shm"]
    options = subprocess.run(words, capture_output=True, text=True).stdout.strip().split(",")
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) and "noexec" not in options else tempfile.gettempdir()


def boot(megabytes, output, limit, *words):
    """Runs a guest to its end. The kernel runs the guest's processes by seccomp, or by ptrace where the machine forbids that."""
    with tempfile.TemporaryDirectory(dir=memory(), prefix="gesture-bridge-kernel.") as state:
        guest = subprocess.Popen(
            [bring("build"), f"mem={megabytes}M", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", "seccomp=auto",
             f"uml_dir={state}/", "con=null", "ssl0=fd:0,fd:1", "console=ttyS0", "quiet", *words],
            env={**os.environ, "TMPDIR": state}, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
        try:
            guest.wait(limit)
        except subprocess.TimeoutExpired:
            pass
        finally:
            for value in (signal.SIGTERM, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                    os.killpg(guest.pid, value)
                    guest.wait(5)


@functools.cache
def check_machine():
    """Guests can run here: one whose first process does nothing comes to that process's end."""
    for tool in TOOLS:
        if not shutil.which(tool):
            lacks(f"{tool}; contrib/setup installs it")
    with tempfile.TemporaryFile() as output:
        boot(64, output, 60, "init=/bin/false")
        output.seek(0)
        said = output.read().decode(errors="replace")
    if "Attempted to kill init" not in said:
        lacks(f"seccomp or ptrace, by which User-Mode Linux runs processes: {said.splitlines()[-1:]}")


def words(options):
    """The words of the guest's command line that a scenario needs."""
    if "COMPOSITOR" in options:
        if not shutil.which("seatd", path=f"{os.environ['PATH']}:/usr/sbin"):
            lacks("seatd; contrib/setup installs it")
        yield f"bed_sway={bring('sway-root')}"
    if "DESKTOP" in options:
        yield f"bed_desktop={bring('desktop-root', options['DESKTOP'])}"
    if "RECORDINGS" in options:
        data = subprocess.run([f"{ROOT}/Tests/reference-data"], stdout=subprocess.PIPE, text=True)
        if data.returncode:
            pytest.skip("it needs the reference recordings; set GESTURE_BRIDGE_DATA to their folder")
        yield f"bed_data={data.stdout.strip()}"
    if "SYSTEMD" in options:
        yield "bed_systemd=1"
    yield from options.get("KERNEL", "").split()
    if "VIRTUAL_TIME" in options:
        yield "time-travel"
    if "EXACT_TIME" in options:
        yield "time-travel=inf-cpu"


def text(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def test_scenario(name):
    check_machine()
    options, out, began = head(name), f"{RESULTS}/{name}", time.monotonic()
    needed, megabytes = list(words(options)), int(options.get("MEMORY", "768M")[:-1])
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    with open(f"{out}/console", "wb") as console, open(f"{RESULTS}/large", "wb") as large:
        if megabytes > LARGE:
            fcntl.flock(large, fcntl.LOCK_EX)
        boot(megabytes, console, int(TOLD.get("limit", options.get("TIMEOUT", 300))), f"init={HERE}/init", f"bed_out={out}",
             f"bed_root={ROOT}", f"bed_kernel={HERE}", f"bed_scenario={name}", f"bed_program={PROGRAM}",
             *(f"bed_{key}={value}" for key, value in TOLD.items()), *needed)
    print(text(f"{out}/result"), f"  {time.monotonic() - began:.0f} s on this machine", sep="")
    if text(f"{out}/status").strip() != "0":
        for file in ("log", "said", "console"):
            end = [line[:400] for line in text(f"{out}/{file}").splitlines()[-25:]]
            print(f"-- the end of {out}/{file}", *end, sep="\n")
        pytest.fail(text(f"{out}/failure") or "it did not come to its end", pytrace=False)
