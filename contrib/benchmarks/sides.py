"""A daemon with a mocked touchscreen, one of several that are swiped in turns."""

import os

from stamps import Stamps

RULES = """
[gesture.up]
kind = "pan"
fingers = 3
ended = "{}"
"""


class Side:
    """One daemon with its touchscreen, and how long its commands have taken."""

    def __init__(self, program, work, name, more=""):
        """`more` are further rules."""
        from bed import Bed

        self.name = name
        self.stamps = Stamps(f"{work}/{name}.stamps")
        self.latencies = []
        self.rules = f"{work}/{name}.toml"
        with open(self.rules, "w", encoding="utf-8") as file:
            file.write(RULES.format(self.stamps.command("up")) + more)
        # Each has a control socket of its own.
        os.environ["XDG_SESSION_ID"] = name
        self.bed = Bed([program, "--allow-root", "--config", self.rules], open(f"{work}/{name}.log", "wb"))
        self.do("add touchscreen event0")
        self.pid = int(self.do("start").split("pid=")[1])
        self.do("await ready within=20s")

    def do(self, line):
        answer = self.bed.obey(line)
        if not answer.startswith("ok"):
            raise RuntimeError(f"{line}: {answer}")
        return answer

    def swipe(self):
        """Notes the time from the frame in which the fingers lift to the start of the command, in microseconds."""
        self.do("wait 70ms")
        last = int(self.do("play event0 swipe up fingers=3 distance=50mm speed=600").split("last=")[1])
        for stamp, _ in self.stamps.take(5):
            self.latencies.append(stamp / 1000 - last)
            return
        raise RuntimeError("a swipe had no command")
