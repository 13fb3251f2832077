"""The clock by which fingers move: the machine's own, or one that the bed moves by itself."""

import contextlib
import mmap
import os
import select
import struct
import tempfile
import time

from program import state_of
from words import BedError

LIBRARY = os.path.realpath(f"{__file__}/../../../.build/testbed/virtual-clock.so")


class RealClock:
    """The machine's clock; the program under test is left alone."""

    SLICE = 3600  # seconds that pass before `hurry` is called while a line is waited for
    descriptors = ()

    def environment(self):
        return {}

    def start(self, program):
        pass

    def now(self):
        return time.monotonic()

    def sleep_until(self, moment):
        time.sleep(max(0, moment - time.monotonic()))

    @contextlib.contextmanager
    def as_a_hand(self):
        """A hand does not wait for a busy machine; the program under test gets no such favour."""
        usual = os.sched_getscheduler(0), os.sched_getparam(0)
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
        except OSError:
            pass  # only root may; then fingers may stall while other programs run
        try:
            yield
        finally:
            os.sched_setscheduler(0, *usual)

    def settle(self):
        pass

    def catch_up(self):
        pass

    def hurry(self, end):
        pass

    def close(self):
        pass


class VirtualClock:
    """A clock that stands still while the program under test does anything: virtual-clock.c has the other side.

    Waiting is going from one of the program's deadlines to the next. Before each step everything that was written to the program
    has been read, everything it does because of that has been done, and commands that it has started have ended, except
    those that take longer than PATIENCE.
    """

    NOW, ASKED, ANSWERED, DEADLINES, MOST = 0, 8, 16, 24, 1024
    SLICE = 0.01
    PATIENCE = 0.5  # seconds for a command that the program has started
    LIMIT = 20  # seconds for the program to deal with what it has been given
    REST = 0.05  # seconds without anything new before waiting for a line goes to the next deadline

    def __init__(self):
        self.file = tempfile.NamedTemporaryFile(prefix="gesture-bed-clock-")
        self.file.truncate(self.DEADLINES + 8 * self.MOST)
        self.memory = mmap.mmap(self.file.fileno(), 0)
        self.wake_read, self.wake = os.pipe()
        self.told, self.told_write = os.pipe()
        os.set_blocking(self.told, False)
        self.program, self.lasting, self.quiet_since, self.seen = None, set(), 0, None
        self.set(self.NOW, time.monotonic_ns())

    as_a_hand = contextlib.nullcontext
    descriptors = property(lambda self: (self.wake_read, self.told_write))

    def environment(self):
        # The kernel notes by its own clock when the program starts.
        self.set(self.NOW, max(self.get(self.NOW), time.monotonic_ns()))
        preload = ":".join(filter(None, [LIBRARY, os.environ.get("LD_PRELOAD")]))
        return {"LD_PRELOAD": preload, "GESTURE_BED_CLOCK": f"{self.file.name} {self.wake_read} {self.told_write}"}

    def close(self):
        for descriptor in (self.wake_read, self.wake, self.told, self.told_write):
            os.close(descriptor)
        self.file.close()

    def get(self, place):
        return struct.unpack_from("<q", self.memory, place)[0]

    def set(self, place, value):
        struct.pack_into("<q", self.memory, place, value)

    def start(self, program):
        """Makes this the program's clock."""
        self.program, self.lasting = program, set()
        self.memory[self.DEADLINES :] = bytes(8 * self.MOST)

    def now(self):
        return self.get(self.NOW) / 1e9

    def sleep_until(self, moment):
        """As if this much time passed: each of the program's timers goes off in its turn."""
        end = round(moment * 1e9)
        self.settle()
        while (deadline := self.next_deadline()) and deadline <= end:
            self.go_on(deadline)
            self.settle()
        # Nothing is due by then, so nothing needs to wake.
        self.set(self.NOW, max(end, self.get(self.NOW)))

    def hurry(self, end):
        """While a line is waited for: if nothing more comes, time passes until the next deadline, but not beyond `end`."""
        self.settle()
        state = self.next_deadline(), len(self.program.lines) if self.program else 0
        if state != self.seen:
            self.seen, self.quiet_since = state, time.monotonic()
        elif state[0] and state[0] <= end * 1e9 and time.monotonic() - self.quiet_since > self.REST:
            self.go_on(state[0])
            self.settle()

    def go_on(self, moment):
        self.set(self.NOW, max(moment, self.get(self.NOW)))
        os.write(self.wake, b"\0")

    def next_deadline(self):
        if not self.is_running():
            return None
        found = struct.unpack_from(f"<{self.MOST}q", self.memory, self.DEADLINES)
        return min((deadline for deadline in found if deadline), default=None)

    def is_running(self):
        return self.program is not None and self.program.is_running()

    # ---- Waiting until the work is done

    def settle(self):
        """Until the program and the commands it has started have done all that they can do now."""
        self.await_answer()
        while self.await_commands():
            self.await_answer()

    def await_answer(self):
        """Until the program has dealt with all that was there before."""
        if not self.is_running():
            return
        number = self.get(self.ASKED) + 1
        self.set(self.ASKED, number)
        os.write(self.wake, b"\0")
        end = time.monotonic() + self.LIMIT
        while self.get(self.ANSWERED) < number:
            if select.select([self.told], [], [], 0.05)[0]:
                os.read(self.told, 64)
            elif not self.is_running() or self.is_stopped():
                return
            elif time.monotonic() > end:
                raise BedError(f"the program has been busy for {self.LIMIT} s")

    def catch_up(self):
        """Until what the program prints in a thread of its own has arrived too."""
        if self.is_running() and not self.is_stopped():
            self.program.catch_up()

    def is_stopped(self):
        """Whether it stands still, by a signal."""
        try:
            return state_of(self.program.pid) in "Tt"
        except OSError:
            return True

    def await_commands(self):
        """Until what the program has started has ended; whether there was any."""
        began, found = time.monotonic(), False
        while waited := self.children() - self.lasting:
            found = True
            if time.monotonic() - began > self.PATIENCE:
                self.lasting |= waited
                break
            time.sleep(0.001)
        return found

    def children(self):
        try:
            with open(f"/proc/{self.program.pid}/task/{self.program.pid}/children", encoding="ascii") as file:
                return set(file.read().split())
        except (OSError, AttributeError):
            return set()
