"""Brings a script into the mocked environment: it must be there before Python itself is."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
SHIM = os.path.realpath(os.path.join(HERE, "../../.build/testbed/mockshim.so"))


def enter(script):
    """Starts `script` again with the preload libraries, which are built if their sources have changed."""
    if SHIM in os.environ.get("LD_PRELOAD", ""):
        return
    if subprocess.run([os.path.join(HERE, "build")]).returncode != 0:
        sys.exit("the testbed's libraries could not be built; contrib/setup installs what that needs")
    os.environ["LD_PRELOAD"] = preloaded(os.environ)
    os.execv(sys.executable, [sys.executable, "-B", os.path.abspath(script), *sys.argv[1:]])


def preloaded(variables):
    """LD_PRELOAD of the mocked environment, where these variables hold otherwise."""
    # The shim comes before umockdev: it handles the calls that umockdev's functions with these names don't.
    return ":".join(filter(None, [SHIM, "libumockdev-preload.so.0", variables.get("LD_PRELOAD")]))


def stripped_build():
    """The path of gesture-bridge as packages have it, built unless the mocked environment is there already."""
    stripped = os.path.join(ROOT, ".build/testbed/gesture-bridge")
    if SHIM not in os.environ.get("LD_PRELOAD", ""):
        os.makedirs(os.path.dirname(stripped), exist_ok=True)
        for words in (
            ["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "gesture-bridge"],
            # valgrind gives up at the debug information of a static Swift runtime.
            ["objcopy", "--strip-debug", ".build/release/gesture-bridge", stripped],
        ):
            if subprocess.run(words, cwd=ROOT, stdout=sys.stderr).returncode != 0:
                sys.exit(f"contrib/bench: {words[0]} failed; its messages are above")
    return stripped


def hurrying():
    """The words before a command so that it does not wait for a busy machine; nothing if that is not allowed."""
    words = ["chrt", "--fifo", "1"]
    try:
        is_allowed = subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        is_allowed = False
    if not is_allowed:
        print("contrib/bench: not allowed to come before other programs; best on an idle machine", file=sys.stderr)
    return words if is_allowed else []


def umockdev():
    """Its library: loaded when it is needed, for not all scripts have the preload libraries that it wants."""
    import gi

    gi.require_version("UMockdev", "1.0")
    from gi.repository import UMockdev

    return UMockdev


def testbed():
    """A fresh testbed, with what libudev wants to find in /run/udev. Deleting it removes its directory."""
    bed = umockdev().Testbed.new()
    os.makedirs(f"{bed.get_root_dir()}/run/udev/data")
    with open(f"{bed.get_root_dir()}/run/udev/control", "w", encoding="utf-8"):
        pass
    return bed
