"""A scenario on the real kernel: the commands of the mocked bed, obeyed by devices that the kernel makes.

Each file of scenarios/ has `RULES`, and a function `scenario(bed)` that calls `bed.do(...)` and `bed.check(...)`.
"""

import importlib
import os
import subprocess
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "scenarios")]

import devices
from bed import Bed
from uinput import Device
from words import BedError

RULES, RAN, LOG = "/tmp/bindings.toml", "/tmp/ran", "/out/log"
SURROUNDINGS = {
    "PATH": os.environ["PATH"], "HOME": "/tmp/home", "XDG_RUNTIME_DIR": "/tmp/home", "XDG_SESSION_ID": "bed", "RAN": RAN,
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
}


class Failure(Exception):
    """Something is not as it should be."""


class RealBed(Bed):
    """A bed on the kernel of the machine it runs on; its daemon is an ordinary user's unless it is started as root."""

    def __init__(self, program, rules):
        self.program_words, self.terminal = [program, "--config", RULES, "--log-level", "info"], None
        self.sink = open(LOG, "wb", buffering=0)
        self.nodes, self.program, self.wrong = {}, None, []
        os.makedirs("/tmp/home", mode=0o700)
        self.write_rules(rules)
        os.environ.clear()
        os.environ.update(SURROUNDINGS)
        self.root, self.opens, self.user = "/", "", 65534
        os.chown("/tmp/home", self.user, self.user)
        os.chmod("/tmp", 0o1777)

    def close(self):
        if self.program:
            self.program.end()

    # ---- For scenarios

    def do(self, lines):
        """Obeys the lines and returns the last answer; each must be done."""
        answer = ""
        for line in filter(None, (line.strip() for line in lines.splitlines())):
            answer = self.obey(line)
            if not answer.startswith("ok"):
                raise Failure(f"{line}: {answer}")
        return answer[3:]

    def compare(self, what, found, expected):
        """As `check`, but the scenario continues: the faults are reported when it has ended."""
        if found == expected:
            self.check(what, found, expected)
        else:
            self.wrong.append(f"{what}: {found!r} instead of {expected!r}")

    def check(self, what, found, expected):
        if found != expected:
            raise Failure(f"{what}: {found!r} instead of {expected!r}")
        with open("/out/result", "a", encoding="utf-8") as file:
            file.write(f"  {what}\n")

    def start(self, *arguments, root=True):
        """Starts the daemon and waits until it is ready."""
        self.launch(*arguments, root=root)
        self.do("await ready: within=30s")

    def launch(self, *arguments, root=True):
        """Starts the daemon."""
        user = ["--allow-root"] if root else []
        drop = [] if root else ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", "--"]
        words = self.program_words
        self.program_words = [*drop, *words, *user]
        self.do(f"start {' '.join(arguments)}")
        self.program_words = words

    def use(self, rules):
        """Gives the daemon these rules."""
        with open(RULES, encoding="utf-8") as file:
            if file.read() == rules:
                return
        self.write_rules(rules)
        self.do("await reloaded:")

    @staticmethod
    def write_rules(rules):
        with open(f"{RULES}.new", "w", encoding="utf-8") as file:
            file.write(rules)
        os.rename(f"{RULES}.new", RULES)

    def ran(self):
        """The notes of the commands of the rules until now."""
        if not os.path.exists(RAN):
            return []
        with open(RAN, encoding="utf-8") as file:
            return file.read().split()

    def expect(self, what, notes, lines):
        """The lines are obeyed, or the function is called, and then the commands have noted just this, and a little later nothing more."""
        before = len(self.ran())
        if callable(lines):
            lines()
        else:
            self.do(lines)
        end = time.monotonic() + 5
        while len(self.ran()) < before + len(notes) and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.3)
        self.check(what, self.ran()[before:], notes)

    def said(self, text):
        """How many lines of the daemon contain the text."""
        return sum(text in line for line in self.program.lines)

    def descriptors(self):
        return os.listdir(f"/proc/{self.program.pid}/fd")

    def memory(self):
        """The daemon's own memory, in kB. Pages of programs and libraries don't count: the kernel maps them as they are used."""
        with open(f"/proc/{self.program.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

    def path(self, name):
        return self.node(name).path

    # ---- Commands that differ here

    def write_paced(self, node, frames, write=None):
        """Never sooner than a hand would: frames that catch up with the clock are jumps to a touchpad."""
        count = 0
        for pause, events in frames:
            time.sleep(pause / 1000)
            write(events, time.monotonic()) if write else node.write(events)
            count += 1
        return f"frames={count}"

    def command_add(self, kind, name):
        if name in self.nodes:
            raise BedError(f"{name} is there already; remove it first")
        self.nodes[name] = Device(devices.BUILT_IN[kind]())

    def command_opened(self):
        """The device nodes that the daemon holds open now, by their names in this bed."""
        links = {os.readlink(f"/proc/{self.program.pid}/fd/{number}") for number in self.descriptors()}
        return " ".join(sorted(name for name, node in self.nodes.items() if node.path in links))

    def command_deny(self, name):
        subprocess.run(["setfacl", "-b", self.path(name)], check=True)

    def command_allow(self, name):
        """As a udev rule with TAG+="uaccess" has the login manager do it."""
        subprocess.run(["setfacl", "-m", "u:65534:r", self.path(name)], check=True)
        subprocess.run(["udevadm", "trigger", "--action=change", self.path(name)], check=True)


def main():
    name, began = os.environ["bed_scenario"], time.monotonic()
    module = importlib.import_module(name)
    with open("/out/result", "w", encoding="utf-8") as file:
        file.write(f"{name}: {module.__doc__.splitlines()[0]}\n")
    bed = RealBed(os.environ["bed_program"], module.RULES)
    try:
        module.scenario(bed)
    except Exception as error:
        if not isinstance(error, Failure):
            traceback.print_exc()
        bed.wrong.append(f"{type(error).__name__}: {error}")
    finally:
        bed.close()
    if bed.wrong:
        print("\n".join(bed.wrong))
        with open("/out/failure", "w", encoding="utf-8") as file:
            file.write("\n".join(bed.wrong))
        return 1
    with open("/out/result", "a", encoding="utf-8") as file:
        file.write(f"  in {time.monotonic() - began:.0f} s\n")
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    # A thread that waits without end must not keep the guest running.
    os._exit(status)
