#!/usr/bin/python3
"""A real sound server, PulseAudio or PipeWire, with an output that makes no sound.

usage: sound.py pulseaudio|pipewire ROOT FOLDER        ROOT is what `root sound` or `root pipewire` prints

The server's socket is FOLDER/pulse/native.

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

from compositors import await_

HERE = os.path.dirname(os.path.abspath(__file__))
SOCKET = "pulse/native"
SERVERS = {
    "pulseaudio":
        "mkdir -p /share/pulse; exec pulseaudio -n --exit-idle-time=-1 --daemonize=no --use-pid-file=no -L "
        f"'module-native-protocol-unix socket=/share/{SOCKET} auth-anonymous=0'",
    # The two other programs end at once if PipeWire does not answer yet.
    "pipewire":
        "pipewire & until pw-cli info 0 >/dev/null 2>&1; do sleep 0.05; done; wireplumber & exec pipewire-pulse",
}
SINK = ["load-module", "module-null-sink", "sink_name=speakers"]


class Sound:
    """Each method named command_X is the command X."""

    def __init__(self, kind, root, folder):
        self.kind, self.root, self.folder, self.process, self.player = kind, root, folder, None, None

    def enter(self, *words):
        return [f"{HERE}/enter", "--share", self.folder, "--seeing", self.root, "HOME=/tmp", *words]

    def begin(self, command):
        with open(f"{self.folder}/log", "ab") as log:
            return subprocess.Popen(
                self.enter("XDG_RUNTIME_DIR=/share", f"PULSE_SERVER=unix:/share/{SOCKET}", "sh", "-c", command),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def command_server(self, *words):
        if words == ("on",):
            self.process = self.begin(SERVERS[self.kind])
            await_(lambda: self.pactl("info").returncode == 0, self.kind)
            await_(lambda: self.pactl(*SINK).returncode == 0, "the output is made")
            await_(lambda: self.pactl("get-default-sink").stdout.strip() == "speakers", "the output is there")
            # An output of PipeWire that makes no sound has no volume before something plays.
            if self.kind == "pipewire":
                self.player = self.begin("pacat -d speakers </dev/zero")
                await_(lambda: "RUNNING" in self.pactl("list", "short", "sinks").stdout, "it plays")
        elif words == ("off",):
            self.end()
            os.unlink(f"{self.folder}/{SOCKET}")
        else:
            os.killpg(self.process.pid, signal.SIGSTOP if words == ("hang",) else signal.SIGCONT)

    def end(self):
        for process in (self.player, self.process):
            if process and process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def pactl(self, *words):
        command = self.enter(f"PULSE_SERVER=unix:/share/{SOCKET}", "LANG=C", "pactl", *words)
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10)

    def command_volume(self):
        told = self.pactl("get-sink-volume", "speakers").stdout
        is_muted = "yes" in self.pactl("get-sink-mute", "speakers").stdout
        return f"{' '.join(re.findall(r'([0-9]+)%', told))} {'muted' if is_muted else 'on'}"

    def command_set(self, left, right):
        self.pactl("set-sink-volume", "speakers", f"{left}%", f"{right}%")
        await_(lambda: self.command_volume().startswith(f"{left} {right} "), "the volume is set")


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in SERVERS:
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
        sound.end()


if __name__ == "__main__":
    main()
