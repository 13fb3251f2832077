"""The program under test in a terminal: a tmux server of its own, with one window of a given size."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import termios
import time

from program import Program
from words import BedError

# Prints which program runs and how it ended; the window remains as the program left it.
WRAPPER = """
sh -c 'echo $$ >"$0/pid"; exec "$@"' "$0" "$@"
echo $? >"$0/status.new"; mv "$0/status.new" "$0/status"
exec sleep 1000000
"""
# The variables that the program gets and tmux does not.
PRELOADED = ("LD_PRELOAD", "UMOCKDEV_DIR", "GESTURE_BED_OPENS", "RAN", "NO_COLOR")


class Screen:
    """The program under test where somebody sees it: what the terminal shows, and its keys."""

    def __init__(self, command, environment, size):
        if not shutil.which("tmux"):
            raise BedError("there is no tmux; contrib/setup installs it")
        self.folder = tempfile.mkdtemp(prefix="gesture-bed-")
        self.plain = {name: value for name, value in environment.items() if name not in PRELOADED}
        self.plain.update(LC_ALL="C.UTF-8", TMUX="")
        self.server = subprocess.Popen(
            ["tmux", "-D", "-u", "-f", "/dev/null", "-S", f"{self.folder}/socket"],
            env=self.plain,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=Program.die_with_the_bed,
        )
        columns, _, rows = size.partition("x")
        variables = [f"{name}={environment[name]}" for name in PRELOADED if name in environment]
        if "PROGRAM_TERM" in environment:
            variables.append(f"TERM={environment['PROGRAM_TERM']}")
        words = ["sh", "-c", WRAPPER, self.folder, "env", *variables, *command]
        # The server comes first: otherwise tmux would start another one, which nothing would end.
        self.until(lambda: os.path.exists(f"{self.folder}/socket"), 5, "tmux does not start")
        self.tmux("new-session", "-d", "-x", columns, "-y", rows, shlex.join(words))
        self.until(lambda: self.note("pid"), 5, "the program does not start in tmux")
        self.pid = int(self.note("pid"))

    def tmux(self, *words):
        run = subprocess.run(
            ["tmux", "-S", f"{self.folder}/socket", *words], env=self.plain, capture_output=True, text=True, check=False
        )
        if run.returncode != 0:
            raise BedError(f"tmux {words[0]}: {run.stderr.strip()}")
        return run.stdout

    @staticmethod
    def until(is_so, seconds, trouble):
        deadline = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > deadline:
                raise BedError(trouble)
            time.sleep(0.01)

    def note(self, name):
        try:
            with open(f"{self.folder}/{name}", encoding="utf-8") as file:
                return file.read().strip()
        except FileNotFoundError:
            return ""

    def text(self, history=False):
        """The text on the screen; with history also the lines that have scrolled off it."""
        return self.tmux("capture-pane", "-p", *(["-S", "-"] if history else []))

    def has_colours(self):
        return bool(re.search("\x1b\\[[0-9;]*[34][0-8]", self.tmux("capture-pane", "-p", "-e")))

    def await_line(self, text, deadline):
        """Waits until a line of the screen contains `text`."""
        while True:
            shown = self.text()
            for line in shown.splitlines():
                if text in line:
                    return line
            if time.monotonic() > deadline:
                raise BedError(f"no {text!r} on the screen; the program: {self.status()}; it shows: {shown!r}")
            time.sleep(0.02)

    def keys(self, words):
        self.tmux("send-keys", *words)

    def resize(self, size):
        columns, _, rows = size.partition("x")
        self.tmux("resize-window", "-x", columns, "-y", rows)

    def state(self):
        """The state of the terminal, by its emulator and by its driver."""
        values = self.tmux("display-message", "-p", "#{alternate_on} #{cursor_flag} #{pane_width}x#{pane_height} #{pane_tty}")
        alternate, cursor, size, tty = values.split()
        descriptor = os.open(tty, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        local = termios.tcgetattr(descriptor)[3]
        os.close(descriptor)
        raw = 0 if local & termios.ECHO and local & termios.ICANON and local & termios.ISIG else 1
        return f"alternate={alternate} cursor={cursor} size={size} raw={raw}"

    def send_signal(self, value):
        os.kill(self.pid, value)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def status(self):
        code = self.note("status")
        if not code:
            return f"running pid={self.pid}"
        # In the form of a shell.
        return f"exited={code}" if int(code) < 128 else f"killed={int(code) - 128}"

    def await_exit(self, deadline):
        self.until(lambda: self.note("status"), max(0, deadline - time.monotonic()), f"the program is still running, pid={self.pid}")
        return self.status()

    def is_running(self):
        return not self.note("status")

    def hang_up(self):
        """Closes the terminal."""
        self.server.kill()
        self.server.wait()

    def end(self):
        """Leaves nothing running behind."""
        if self.is_running():
            try:
                self.terminate()
                self.until(lambda: not self.is_running(), 2, "")
            except (BedError, ProcessLookupError):
                pass
        self.server.kill()
        self.server.wait()
        if self.is_running():
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(self.folder, ignore_errors=True)
