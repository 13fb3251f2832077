"""Brings a script into the mocked environment: it must be there before Python itself is."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
SHIM = os.path.realpath(os.path.join(HERE, "../../.build/testbed/mockshim.so"))


def enter(script):
    """Starts `script` anew with the preload libraries, which are built where they have changed."""
    if SHIM in os.environ.get("LD_PRELOAD", ""):
        return
    if subprocess.run([os.path.join(HERE, "build")]).returncode != 0:
        sys.exit("the testbed's libraries could not be built; contrib/setup installs what that needs")
    os.environ["LD_PRELOAD"] = preloaded(os.environ)
    os.execv(sys.executable, [sys.executable, "-B", os.path.abspath(script), *sys.argv[1:]])


def preloaded(variables):
    """LD_PRELOAD of the mocked environment, where these variables hold otherwise."""
    # The shim stands before umockdev: it answers what umockdev's functions of the same name leave open.
    return ":".join(filter(None, [SHIM, "libumockdev-preload.so.0", variables.get("LD_PRELOAD")]))


def release_build():
    """The path of gesture-bridge as it is installed, built where the mocked environment is not there yet."""
    if SHIM not in os.environ.get("LD_PRELOAD", ""):
        build = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "gesture-bridge"]
        if subprocess.run(build, cwd=ROOT, stdout=sys.stderr).returncode != 0:
            sys.exit("contrib/bench: the build failed; the compiler's messages are above")
    return os.path.join(ROOT, ".build/release/gesture-bridge")


def stripped_build():
    """The same without debug information, as packages have it."""
    program, stripped = release_build(), os.path.join(ROOT, ".build/testbed/gesture-bridge")
    if SHIM not in os.environ.get("LD_PRELOAD", ""):
        os.makedirs(os.path.dirname(stripped), exist_ok=True)
        if subprocess.run(["objcopy", "--strip-debug", program, stripped]).returncode != 0:
            sys.exit("contrib/bench: objcopy could not strip the program; its message is above")
    return stripped


def hurrying():
    """What stands before a command so that it does not wait for a busy machine; nothing where that is not allowed."""
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
