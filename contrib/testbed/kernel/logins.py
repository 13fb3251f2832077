"""A system bus with a mocked logind in the guest: contrib/testbed/login.py, and the commands that it got."""

import os
import subprocess
import sys

from words import BedError

BUS = "/tmp/bus"
LOGIN = os.path.realpath(f"{__file__}/../../login.py")


class Logins:
    """The session `bed` of the user, its lock, the bus and logind, each of which may be missing or silent."""

    def __init__(self, bus=BUS):
        self.is_locked = False
        self.process = subprocess.Popen(
            [sys.executable, "-B", LOGIN, bus], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answer()
        self.tell("session bed")
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={bus}"

    def tell(self, line):
        self.write(line)
        return self.answer()

    def write(self, line):
        """Tells it without waiting for its answer."""
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def answer(self):
        answer = self.process.stdout.readline().strip()
        if not answer.startswith("ok"):
            raise BedError(f"the login said {answer!r}")
        return answer[3:]

    def lock(self, is_locked):
        self.is_locked = is_locked
        self.tell(f"set bed LockedHint {str(is_locked).lower()}")

    def begin_anew(self):
        """A new logind has to get the session again; as with a real one, that is not locked until something locks it."""
        self.tell("login on")
        self.tell("session bed")
        if self.is_locked:
            self.lock(True)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
