"""The program under test."""

import ctypes
import os
import select
import signal
import socket
import struct
import subprocess
import threading
import time

from words import BedError


def state_of(place):
    """The letter that the kernel has for what a process or thread does; `place` is below /proc."""
    with open(f"/proc/{place}/stat", encoding="ascii", errors="replace") as file:
        return file.read().rpartition(")")[2].split()[0]


# System calls in which a program sleeps although it still has work: recvfrom and recvmsg wait for an answer of the bed,
# which plays the kernel; nanosleep and clock_nanosleep let others run for a moment.
GOES_ON = {"x86_64": {45, 47, 35, 230}, "aarch64": {207, 212, 101, 115}}.get(os.uname().machine, set())


def rests(pid):
    """Whether a process has nothing left to do: it sleeps until something new comes, or stands still."""
    state = state_of(pid)
    if state != "S":
        return state not in "RD"
    try:
        with open(f"/proc/{pid}/syscall", encoding="ascii") as file:
            call = file.read().split()[0]
    except PermissionError:
        return True
    # It runs again by now, or waits for a page of its memory.
    return call not in ("running", "-1") and int(call) not in GOES_ON


def await_rest(pid, within=2):
    """Waits until a process has handled everything it has read, and sleeps or is stopped, or has ended."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            if rests(pid):
                return
        except OSError:
            return
        time.sleep(0.001)


def listener_of(connection):
    """The process that listens at the other end of a Unix socket."""
    return struct.unpack("=i8x", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]


class Program:
    """The program under test: its process and what it has printed."""

    def __init__(self, command, environment, sink, descriptors=()):
        self.lines, self.read_up_to = [], 0
        self.changed = threading.Condition()
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=descriptors,
            preexec_fn=self.die_with_the_bed,
        )
        self.output, self.sink, self.unfinished = self.process.stdout.fileno(), sink, b""
        os.set_blocking(self.output, False)
        self.reader = threading.Thread(target=self.read_output, daemon=True)
        self.reader.start()

    @property
    def pid(self):
        return self.process.pid

    def is_running(self):
        return self.process.poll() is None

    def send_signal(self, value):
        self.process.send_signal(value)

    def terminate(self):
        self.process.terminate()

    @staticmethod
    def die_with_the_bed():
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
        # The process that started the bed may have blocked signals, which a program would inherit.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])

    def read_output(self):
        while self.take_output():
            select.select([self.output], [], [])

    def take_output(self):
        """Takes what the program has printed until now; False when there will be no more."""
        with self.changed:
            try:
                while data := os.read(self.output, 1 << 16):
                    *lines, self.unfinished = (self.unfinished + data).split(b"\n")
                    self.note(*(line + b"\n" for line in lines))
            except BlockingIOError:
                return True
            if self.unfinished:
                self.note(self.unfinished)
                self.unfinished = b""
            return False

    def note(self, *lines):
        for line in lines:
            self.sink.write(line)
            self.lines.append(line.decode(errors="replace").rstrip("\n"))
        self.sink.flush()
        self.changed.notify_all()

    def catch_up(self, within=2):
        """Waits until no thread of the program has anything to do, and takes what it has printed."""
        end = time.monotonic() + within
        while self.is_busy() and time.monotonic() < end:
            time.sleep(0.001)
        self.take_output()

    def is_busy(self):
        """Whether a thread of the program runs or could run."""
        try:
            return any(state_of(f"{self.pid}/task/{thread}") in "RD" for thread in os.listdir(f"/proc/{self.pid}/task"))
        except OSError:
            return False

    def await_line(self, text, deadline):
        with self.changed:
            while True:
                for i in range(self.read_up_to, len(self.lines)):
                    if text in self.lines[i]:
                        self.read_up_to = i + 1
                        return self.lines[i]
                left = deadline - time.monotonic()
                if left <= 0:
                    raise BedError(f"no line with {text!r}; the program: {self.status()}")
                self.changed.wait(min(left, 0.1))
                if self.process.poll() is not None and not self.reader.is_alive() and not self.has_unread(text):
                    raise BedError(f"no line with {text!r}; the program: {self.status()}")

    def has_unread(self, text):
        return any(text in line for line in self.lines[self.read_up_to :])

    def status(self):
        code = self.process.poll()
        if code is None:
            return f"running pid={self.process.pid}"
        return f"exited={code}" if code >= 0 else f"killed={-code}"

    def await_exit(self, deadline):
        try:
            self.process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            # The machine may have stood still meanwhile.
            if self.is_running():
                raise BedError(f"the program is still running, pid={self.process.pid}") from None
        self.reader.join(0.5)
        return self.status()

    def end(self):
        """Leaves nothing running behind."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(2)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.reader.join(0.5)
