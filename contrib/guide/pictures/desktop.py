"""A real sway without a screen, with a daemon that has mocked devices, and pictures of the screen as PNG files."""

import contextlib
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

TESTBED = pathlib.Path(__file__).resolve().parents[2] / "testbed"
sys.path[:0] = [str(TESTBED / name) for name in (".", "desktop", "studio")]
from compositors import HEADLESS, Sway, await_  # noqa: E402
from trial import Bed  # noqa: E402
from wayland import Connection, Pictures  # noqa: E402

# A terminal that a rule opens is not for the mocked devices; the sound of this machine is left alone.
PROGRAMS = {"foot": 'unset LD_PRELOAD\nexec /usr/bin/foot "$@"', "wpctl": "echo 'Volume: 0.40'"}
TERMINAL = """
font=DejaVu Sans Mono:size=8
pad=8x6
[cursor]
blink=no
[colors]
background=10161d
foreground=d8dee6
"""


class Desktop(Sway):
    """This machine's sway."""

    def __init__(self, folder, settings):
        super().__init__(None, folder)
        self.more = settings

    def command(self):
        # Older ones refuse to run as root.
        user = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
        own = f"XDG_RUNTIME_DIR={self.folder}", f"SWAYSOCK={self.control}", "XDG_CURRENT_DESKTOP=sway"
        return [*user, "env", *HEADLESS, *own, "sway", "--unsupported-gpu", "-c", f"{self.folder}/config"]

    def open(self, title, command):
        """A terminal with the output of a command."""
        count = len(self.order())
        script = f"printf '\\033[?25l'; {command}; exec sleep 1000"
        subprocess.Popen(["foot", "--title", title, "sh", "-c", script], stderr=subprocess.DEVNULL)
        await_(lambda: len(self.order()) > count, title)
        time.sleep(0.5)


class Session:
    """A desktop, and next to it the program with devices and rules."""

    def __init__(self, folder, desktop, program, bed):
        self.folder, self.desktop, self.program, self.bed = folder, desktop, program, bed
        self.screen = Pictures(Connection(desktop.socket))

    def scenes(self):
        """The scenes that the daemon has sent to its overlay, which it draws."""
        lines = (self.folder / "scenes").read_text(encoding="utf-8").split("\n")[:-1]
        return [scene for scene in map(json.loads, lines) if scene["event"] == "scene"]


@contextlib.contextmanager
def session(program, rules, settings, **more):
    program = os.path.realpath(program)
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as ending:
        folder = pathlib.Path(name)
        for path, text in {"bindings.toml": rules, "foot/foot.ini": TERMINAL,
                           **{f"bin/{word}": f"#!/bin/sh\n{script}\n" for word, script in PROGRAMS.items()}}.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
            (folder / path).chmod(0o700)
        desktop = Desktop(name, settings)
        ending.callback(desktop.kill)
        desktop.start()
        ending.callback(lambda: (os.environ.clear(), os.environ.update(before)))
        for display in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
            os.environ.pop(display, None)
        os.environ.update(
            desktop.variables, HOME=name, XDG_CONFIG_HOME=name, SHELL="/bin/sh", PS1="$ ", LC_ALL="C.UTF-8",
            PATH=f"{name}/bin:{os.path.dirname(program)}:{before['PATH']}")
        bed = Bed(program, folder, folder / "bindings.toml", **more)
        ending.callback(bed.end)
        if "subcommand" not in more:
            with open(folder / "scenes", "wb") as file:
                listener = subprocess.Popen([program, "ctl", "subscribe", "overlay", "--json"], stdout=file)
            ending.callback(listener.wait)
            ending.callback(listener.terminate)
            time.sleep(0.5)
        yield Session(folder, desktop, program, bed)


def words(scene):
    """The texts and signs of a scene, a line for each gesture."""
    keys = "show", "look", "direction", "name", "does"
    return [", ".join(item[key] for key in keys if item.get(key)) for item in scene["items"]]


def still(pixels, width, height):
    """A picture of the screen."""
    data = coloured(pixels)
    rows = b"".join(b"\0" + data[start:start + width * 4] for start in range(0, len(data), width * 4))
    return file(width, height, chunk("IDAT", zlib.compress(rows, 9)))


def animated(frames, width, height, end):
    """One file of pictures with their times, the last one shown for `end` s. It has the pixels that differ from the picture before."""
    shown = []
    for pixels, when in frames:
        if not shown or shown[-1][0] != pixels:
            shown.append((pixels, when))
    ends = [when for _, when in shown[1:]] + [shown[-1][1] + end]
    body, number, before = chunk("acTL", struct.pack(">II", len(shown), 0)), 0, None
    for (pixels, when), until in zip(shown, ends):
        after = memoryview(coloured(pixels)).cast("I")
        (left, top, wide, high), rows = difference(before, after, width)
        data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        body += chunk("fcTL", struct.pack(
            ">IIIIIHHBB", number, wide, high, left, top, round((until - when) * 1000), 1000, 0, before is not None))
        number += 1
        if before is None:
            body += chunk("IDAT", data)
        else:
            body += chunk("fdAT", struct.pack(">I", number) + data)
            number += 1
        before = after
    return file(width, height, body)


def difference(before, after, width):
    """The rectangle in which a picture differs, and its rows, where equal pixels are transparent."""
    starts = range(0, len(after), width)
    if before is None:
        return (0, 0, width, len(starts)), [bytes(after[start:start + width]) for start in starts]
    changed = [start for start in starts if before[start:start + width] != after[start:start + width]]
    columns = [at for start in changed for at in range(width) if before[start + at] != after[start + at]]
    left, right, top, bottom = min(columns), max(columns) + 1, changed[0], changed[-1] + width

    def row(start):
        parts = (picture[start + left:start + right] for picture in (before, after))
        return struct.pack(f"={right - left}I", *(new if new != old else 0 for old, new in zip(*parts)))

    rows = [row(start) for start in range(top, bottom, width)]
    return (left, top // width, right - left, len(rows)), rows


def coloured(pixels):
    """Opaque RGBA of pixels in which blue comes first."""
    data = bytearray(b"\xff" * len(pixels))
    data[0::4], data[1::4], data[2::4] = pixels[2::4], pixels[1::4], pixels[0::4]
    return bytes(data)


def file(width, height, body):
    head = chunk("IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + body + chunk("IEND", b"")


def chunk(kind, data):
    body = kind.encode() + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
