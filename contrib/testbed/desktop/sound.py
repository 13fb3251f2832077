#!/usr/bin/python3
"""A real sound server, PulseAudio, with an output that makes no sound.

usage: sound.py ROOT FOLDER        ROOT has a PulseAudio (`root sound`); its socket is FOLDER/native

Takes one command a line from standard input; answers each with `ok ...` or `error ...`.

  server on|off|hang|go on    it starts, ends, hangs for a while
  volume                      -> ok LEFT RIGHT on|muted: in percent
  set LEFT RIGHT              in percent, as another program does
"""

import os
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ["module-native-protocol-unix socket=/share/native auth-anonymous=0", "module-null-sink sink_name=speakers"]


class Sound:
    """Each method named command_X is the command X."""

    def __init__(self, root, folder):
        self.root, self.folder, self.process = root, folder, None

    def enter(self, *words):
        return [f"{HERE}/enter", "--share", self.folder, "--seeing", self.root, "HOME=/tmp", *words]

    def command_server(self, *words):
        if words == ("on",):
            modules = [word for module in MODULES for word in ("-L", module)]
            server = ["pulseaudio", "-n", "--exit-idle-time=-1", "--daemonize=no", "--use-pid-file=no", *modules]
            with open(f"{self.folder}/log", "wb") as log:
                self.process = subprocess.Popen(
                    self.enter(*server), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
            end = time.monotonic() + 10
            while time.monotonic() < end:
                if os.path.exists(f"{self.folder}/native") and self.pactl("info").returncode == 0:
                    return
                time.sleep(0.05)
            raise RuntimeError("PulseAudio does not start")
        elif words == ("off",):
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            os.unlink(f"{self.folder}/native")
        else:
            os.killpg(self.process.pid, signal.SIGSTOP if words == ("hang",) else signal.SIGCONT)

    def pactl(self, *words):
        command = self.enter("PULSE_SERVER=unix:/share/native", "LANG=C", "pactl", *words)
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10)

    def command_volume(self):
        told = self.pactl("get-sink-volume", "speakers").stdout
        is_muted = "yes" in self.pactl("get-sink-mute", "speakers").stdout
        return f"{' '.join(re.findall(r'([0-9]+)%', told))} {'muted' if is_muted else 'on'}"

    def command_set(self, left, right):
        self.pactl("set-sink-volume", "speakers", f"{left}%", f"{right}%")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sound = Sound(*sys.argv[1:])
    print("ok", flush=True)
    try:
        for line in sys.stdin:
            word, *rest = line.split()
            try:
                said = getattr(sound, "command_" + word)(*rest)
                print(f"ok {said}" if said else "ok", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                print(f"error {error!r}", flush=True)
    finally:
        if sound.process and sound.process.poll() is None:
            os.killpg(sound.process.pid, signal.SIGCONT)
            os.killpg(sound.process.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
