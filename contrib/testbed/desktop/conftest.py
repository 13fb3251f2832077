"""The fixtures of tests on real desktops: the root of a desktop, a folder, and daemons with mocked devices."""

import functools
import os
import subprocess
import sys
import tempfile

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "../kernel")]

from compositors import COMPOSITORS
from daemon import Daemon

PROGRAM = os.path.abspath(os.environ.get("GESTURE_BRIDGE_BIN", os.path.join(HERE, "../../../.build/debug/gesture-bridge")))


def pytest_addoption(parser):
    parser.addoption("--count", type=int, help="how often a desktop is tried, instead of the usual number")
    parser.addoption("--seed", type=int, default=1, help="of what is chosen at random")


def pytest_generate_tests(metafunc):
    """A test runs on each of its own `desktops` or its module's DESKTOPS, and by night on those of NIGHTLY: they say how often something
    is tried there by default."""
    if "desktop" in metafunc.fixturenames:
        chosen = dict(getattr(metafunc.function, "desktops", metafunc.module.DESKTOPS))
        if "GESTURE_BRIDGE_NIGHTLY" in os.environ:
            chosen |= getattr(metafunc.module, "NIGHTLY", {})
        metafunc.parametrize("desktop, usual", chosen.items(), ids=[name.replace(" ", "-") for name in chosen], scope="session")


@functools.cache
def bring(desktop):
    """The root of a desktop, such as "sway" or "sway sid", made once. A desktop that can't be installed is skipped, or fails if all
    tests are required; only root can start KWin and GNOME's shell."""
    script = "root"
    if desktop.split()[0] in ("kwin", "gnome"):
        script = "bus-root"
        if os.getuid():
            pytest.skip(f"only root can start {desktop}")
    plain = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "UMOCKDEV_DIR")}
    made = subprocess.run(
        ["flock", f"/tmp/gesture-bridge-root-{os.getuid()}", f"{HERE}/{script}", *desktop.split()], env=plain, stdout=subprocess.PIPE, text=True)
    root = made.stdout.strip()
    if made.returncode or subprocess.run([f"{HERE}/enter", root, "/bin/sh", "-c", "true"], env=plain).returncode:
        (pytest.fail if "GESTURE_BRIDGE_ALL_REQUIRED" in os.environ else pytest.skip)(f"{desktop} can't be brought")
    return root


@pytest.fixture
def kind(desktop, usual):
    return desktop.split()[0]


@pytest.fixture
def root(desktop, usual):
    return bring(desktop)


@pytest.fixture
def count(usual, request):
    return request.config.getoption("--count") or usual


@pytest.fixture
def seed(request):
    return request.config.getoption("--seed")


@pytest.fixture
def program():
    return PROGRAM


@pytest.fixture
def work():
    """A folder, with a short name, as sockets are in it. The variables of this process are restored afterwards."""
    before = dict(os.environ)
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield folder
        for path in (f"{folder}/log", f"{folder}/run/log"):
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as log:
                    print(f"-- the end of {path}", "".join(log.readlines()[-15:]), sep="\n")
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def compositor(kind, root, work):
    os.mkdir(f"{work}/run", 0o700)
    compositor = COMPOSITORS[kind](root, f"{work}/run")
    yield compositor
    compositor.kill()


@pytest.fixture
def start(work):
    """Starts a daemon next to a desktop."""
    daemons = []

    def started(variables, rules, **more):
        os.environ.update(variables)
        daemons.append(Daemon(PROGRAM, work, rules, **more))
        return daemons[-1]

    yield started
    for daemon in daemons:
        daemon.close()
