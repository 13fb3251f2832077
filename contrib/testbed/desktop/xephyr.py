"""A real X server of Xephyr, whose window is the panel of a touchscreen."""

import os
import subprocess
import time

from compositors import HERE, await_
from daemon import SOON


class Xephyr:
    """Its screen has 1280x800 pixels."""

    turns = {0: "normal", 90: "right", 180: "inverted", 270: "left"}

    def __init__(self, root, work):
        os.mkdir(f"{work}/run", 0o700)
        number = 1000 + os.getpid() % 40000
        self.outer, self.inner = f":{number}", f":{number + 1}"
        self.shell = subprocess.Popen(
            [os.path.join(HERE, "enter"), root, "sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.run(f"Xvfb {self.outer} -screen 0 1600x1600x24 -noreset -nolisten tcp >/dev/null 2>&1 &")
        self.await_(f"DISPLAY={self.outer} xprop -root >/dev/null 2>&1")
        self.run(f"Xephyr {self.inner} -screen 1280x800 -noreset >/dev/null 2>&1 &", self.outer)
        self.await_("xprop -root >/dev/null 2>&1")
        self.variables = {"XDG_RUNTIME_DIR": f"{work}/run", "DISPLAY": self.inner}

    def run(self, line, display=None):
        self.shell.stdin.write(f"export DISPLAY={display or self.inner}; {line}\necho; echo END $?\n")
        self.shell.stdin.flush()
        said = []
        while not (line := self.shell.stdout.readline()).startswith("END"):
            if not line:
                raise RuntimeError("the shell beside the X servers has ended")
            said.append(line)
        return "".join(said).strip()

    def await_(self, line):
        await_(lambda: self.run(f"{line} && echo yes").endswith("yes"), line)

    def turn(self, degrees):
        self.run(f"xrandr -o {self.turns[degrees]}")
        time.sleep(5 * SOON)

    def close(self):
        self.shell.kill()
        self.shell.wait()
