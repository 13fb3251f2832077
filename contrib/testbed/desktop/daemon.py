"""The daemon next to a desktop, with mocked devices, and the effects of its rules."""

import os
import time

from compositors import await_

# The time that a desktop takes to report a change to its clients, in seconds.
SOON = 0.05


class Daemon:
    """Its rules write words to $DONE."""

    def __init__(self, program, work, rules, devices=("touchscreen event0",), ready="await ready within=20s"):
        self.program, self.done, self.rules, self.log = program, f"{work}/done", f"{work}/rules.toml", open(f"{work}/log", "ab")
        self.devices, self.ready, self.bed = devices, ready, None
        os.environ["DONE"] = self.done
        open(self.done, "w", encoding="utf-8").close()
        self.write_rules(rules)
        self.begin()

    def begin(self):
        from bed import Bed

        self.bed = Bed([self.program, "--allow-root", "--log-level", "info", "--config", self.rules], self.log)
        self.do(*(f"add {device}" for device in self.devices), "start", self.ready)

    def close(self):
        if self.bed:
            self.bed.close()
        self.bed = None

    def write_rules(self, rules):
        with open(os.open(f"{self.rules}.new", os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(rules)
        os.rename(f"{self.rules}.new", self.rules)

    def do(self, *lines):
        for line in lines:
            answer = self.bed.obey(line)
            assert answer.startswith("ok"), f"{line}: {answer}"

    def acts(self):
        with open(self.done, encoding="utf-8") as file:
            return file.read().split()

    def does(self, what, *lines, within=5):
        """Plays movements of fingers, and expects these effects of the rules."""
        before = len(self.acts())
        self.do(*lines, "settle")
        await_(lambda: len(self.acts()) > before, f"what a finger does: {what}", within)
        return self.acts()[before:]

    def try_(self, what, expected, *lines):
        """Fingers do this, and one rule must act, and no other; `expected` is None for none."""
        self.rest()
        if expected is None:
            before = self.acts()
            self.do(*lines, "settle")
            time.sleep(0.4)
            assert self.acts() == before, what
        else:
            assert self.does(what, *lines) == [expected], what

    def tap(self, what, expected, place=""):
        """A finger taps in the middle, or at a place such as `x=75mm y=95mm`."""
        self.try_(what, expected, f"play event0 tap {place}")

    def rest(self):
        """A finger that lands sooner after another one is the same finger, which bounces."""
        self.do("wait 60ms")

    def taps_until(self, what, expected, place=""):
        """As `tap`, for what a desktop does in its own time, after it has started or has been told to do something."""
        await_(lambda: self.does(what, "wait 200ms", f"play event0 tap {place}") == [expected], what, 20)
