"""`feedback = "haptic"`: what is touched vibrates, by the device's own motor or a vibrator beside it, and nothing waits for that.

The kernel, evdev and uinput are real; the motor is a thread that takes effects and notes when they are played.
"""

import fcntl
import glob
import os
import struct
import subprocess
import time

import devices
from evdev import await_clone
from guest import RULES as RULES_FILE
from uinput import Device

EXACT_TIME = True
TIMEOUT = 400

PROGRAM = os.environ["bed_program"]
EVIOCSFF = 0x40304580
PLAIN = """
[gesture.swipe]
kind = "swipe"
fingers = 3
direction = "left"
min-speed = "1 mm/s"
max-duration = "10 s"
slow-after = "10 s"
run = 'echo swipe >> "$RAN"'

[gesture.seen]
kind = "tap"
fingers = 4
max-duration = "5 s"
land-within = "1 s"
run = 'echo seen >> "$RAN"'

[gesture.rest]
kind = "tap"
fingers = 5
max-duration = "5 s"
land-within = "1 s"
run = { pause = "toggle", run = 'echo rest >> "$RAN"' }

[gesture.volume]
kind = "pan"
fingers = 2
step = { every = "10 mm", up = 'echo step >> "$RAN"', down = 'echo step >> "$RAN"' }
"""
RULES = PLAIN.replace('"swipe"\n', '"swipe"\nfeedback = "haptic"\n').replace('"pan"\n', '"pan"\nfeedback = "haptic"\n')
INTERCEPTED = RULES + '\n[device."*"]\nintercept = true\n'
SWIPE = "play {} swipe left distance=30mm speed=400"
VOLUME = "down screen a 100,150 b 120,150\nmove screen a,b by 0,-{way} over {ms}ms\nup screen"
VIBRATES, NOTHING = "await 'vibrates for gestures'", "nothing vibrates on"
LENGTH, STRENGTH, PAUSE = 20, 0xFFFF, 0.03
MOTOR, PLAYS = "gesture-vibrate", 5.0


def processes():
    """Those that have a device vibrate, by their numbers."""
    found = []
    for path in glob.glob("/proc/[0-9]*/comm"):
        try:
            with open(path, encoding="ascii", errors="replace") as file:
                if file.read().strip() == MOTOR:
                    found.append(int(path.split("/")[2]))
        except OSError:
            continue  # just ended
    return found


def await_processes(count, within=5):
    end = time.monotonic() + within
    while len(processes()) != count and time.monotonic() < end:
        time.sleep(0.02)
    return len(processes())


def rights(pid, path):
    """How a process has a node open: 0 to read, 1 to write, 2 both."""
    found = []
    for number in os.listdir(f"/proc/{pid}/fd"):
        try:
            if os.readlink(f"/proc/{pid}/fd/{number}") != path:
                continue
            with open(f"/proc/{pid}/fdinfo/{number}", encoding="ascii") as file:
                found.append(next(int(line.split()[1], 8) & 3 for line in file if line.startswith("flags")))
        except OSError:
            continue  # just closed
    return sorted(found)


def told(*words):
    return subprocess.run([PROGRAM, *words], check=False, capture_output=True, text=True).stdout


def noted(bed):
    """How much the commands have noted, once nothing comes any more: those of steps wait for one another."""
    count = -1
    while count != len(bed.ran()):
        count = len(bed.ran())
        time.sleep(3)
    return count


class Felt:
    """What the motors of devices have played."""

    def __init__(self, bed):
        self.bed = bed

    def motor(self, name):
        return self.bed.node(name).motor

    def played(self, name, count):
        """How many ticks it has played since the last time, when it is that many, and a little later no more."""
        motor, end = self.motor(name), time.monotonic() + PLAYS
        while len(motor.played) < count and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.3)
        times, motor.played = motor.played, []
        return times

    def expect(self, what, name, count, hand, notes):
        self.bed.expect(what, notes, hand)
        self.bed.check(f"{what}: {count} on {name}", len(self.played(name, count)), count)


def add(bed, name, description, effects=16):
    bed.nodes[name] = Device(description, effects)


def own_motor(bed, felt):
    bed.do("add touchscreen-with-motor screen\nadd gamepad pad")
    bed.start()
    bed.do(VIBRATES)
    motor = felt.motor("screen")
    bed.check("it is given one effect, before any gesture", motor.taken, [(devices.FF_RUMBLE, LENGTH, STRENGTH, STRENGTH)])
    (own,) = processes()
    bed.check("the process that has it only writes, and has no other node", rights(own, bed.path("screen")), [1])
    bed.check("the daemon only reads it", rights(bed.program.pid, bed.path("screen")), [0])
    felt.expect("a swipe", "screen", 1, SWIPE.format("screen"), ["swipe"])
    felt.expect("a gesture that is only seen", "screen", 0, "play screen tap fingers=4", ["seen"])
    before = len(bed.ran())
    bed.do(VOLUME.format(way=60, ms=1500))
    steps = noted(bed) - before
    bed.check("slow steps are made", 4 <= steps <= 6, True)
    bed.check("each of them is felt", len(felt.played("screen", steps)), steps)
    for _ in range(5):
        bed.do(VOLUME.format(way=120, ms=60))
    steps = noted(bed) - before - steps
    times = felt.played("screen", 1)
    bed.check(f"{len(times)} of {steps} steps of five fast ways are felt", 10 <= len(times) < steps, True)
    closest = min(later - earlier for earlier, later in zip(times, times[1:]))
    bed.check(f"{closest * 1000:.0f} ms apart at least", closest > PAUSE * 0.9, True)
    bed.check("a gamepad's motors are left alone", (felt.motor("pad").taken, felt.motor("pad").played), ([], []))
    felt.expect("a gesture that is only seen pauses", "screen", 0, "play screen tap fingers=5", ["rest"])
    bed.expect("while gestures are paused a swipe does nothing", [], SWIPE.format("screen"))
    bed.check("and nothing is felt", felt.played("screen", 0), [])
    felt.expect("they go on", "screen", 0, "play screen tap fingers=5", ["rest"])
    felt.expect("a swipe again", "screen", 1, SWIPE.format("screen"), ["swipe"])


def comes_and_goes(bed, felt):
    bed.do("down screen a 100,50 b 100,70\nmove screen a,b by 0,-15 over 100ms\nremove screen\nwait 300ms")
    bed.check("unplugged amid a gesture, its process is gone", await_processes(0), 0)
    bed.do(f"add touchscreen-with-motor screen\nwait 200ms\n{VIBRATES}")
    felt.expect("plugged in again, a swipe", "screen", 1, SWIPE.format("screen"), ["swipe"])
    bed.use(PLAIN)
    bed.check("without such rules there is no process", await_processes(0), 0)
    bed.check("and its effect is erased", (felt.motor("screen").erased, felt.played("screen", 0)), (1, []))
    bed.use(INTERCEPTED)
    await_clone(bed.path("screen"))
    bed.do(VIBRATES)
    felt.expect("intercepted, a swipe", "screen", 1, SWIPE.format("screen"), ["swipe"])
    bed.use(RULES)
    os.kill(processes()[0], 9)
    bed.do("await 'the process that uses it has ended'\nwait 10s\n" + SWIPE.format("screen"))
    bed.check("killed, there is another one at the next gesture after 10 s", await_processes(1), 1)
    felt.played("screen", 0)
    felt.expect("and then a swipe", "screen", 1, SWIPE.format("screen"), ["swipe"])
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
    bed.check("and its process with it", await_processes(0), 0)


def beside(bed, felt):
    """A touchscreen that can't vibrate, and a vibrator that comes and goes."""
    bed.do("remove screen\nadd touchscreen screen")
    bed.start()
    bed.do(f"await '{NOTHING} touchscreen'")
    bed.check("what can't be is said, with the gestures", bed.said('for "swipe", "volume": it has no FF_RUMBLE and no'), 1)
    bed.expect("gestures are made all the same", ["swipe", "swipe"], "\n".join([SWIPE.format("screen")] * 2))
    bed.check("it is said once", bed.said(NOTHING), 1)
    doctor = ["doctor", "--config", RULES_FILE]
    bed.check("`devices` says so", "  vibrates no\n" in told("devices"), True)
    bed.check("and `doctor`", "nothing vibrates for gestures on touchscreen" in told(*doctor), True)
    bed.do(f"add vibrator vibrator\nawait 'vibrator \"Mocked Vibrator\"'")
    felt.expect("a vibrator comes: a swipe", "vibrator", 1, SWIPE.format("screen"), ["swipe"])
    bed.check("`devices` says so too", '  vibrates by "Mocked Vibrator"\n' in told("devices"), True)
    bed.check("and `doctor`", 'vibrator "Mocked Vibrator" (' in told(*doctor), True)
    bed.do("remove vibrator")
    bed.check("it goes, and its process with it", await_processes(0), 0)
    bed.do("add vibrator vibrator\nwait 500ms")
    felt.expect("it comes again", "vibrator", 1, SWIPE.format("screen"), ["swipe"])
    bed.check("the gamepad is still left alone", felt.motor("pad").taken, [])
    bed.do("stop")
    bed.start("--dry-run")
    bed.do(SWIPE.format("screen") + "\nwait 300ms")
    bed.check("in a dry run nothing vibrates", (felt.played("vibrator", 0), len(processes())), ([], 0))
    bed.do("stop")


def confined(bed, felt):
    bed.start("--confine", "on")
    bed.do("wait 500ms")
    bed.check("a confined daemon has its launcher do it", await_processes(1), 1)
    felt.expect("confined, a swipe", "vibrator", 1, SWIPE.format("screen"), ["swipe"])
    bed.check("and has the vibrator not open itself", rights(bed.program.pid, bed.path("vibrator")), [])
    bed.check("nor the touchscreen to write", rights(bed.program.pid, bed.path("screen")), [0])
    bed.do(f"add touchscreen-with-motor other\nawait 'touchscreen \"Mocked Touchscreen with Motor\"'\nwait 500ms")
    felt.expect("another one comes", "other", 1, SWIPE.format("other"), ["swipe"])
    bed.do("remove other\nwait 300ms")
    bed.check("and goes", await_processes(1), 1)
    bed.do("stop")
    bed.check("with the daemon all ends", await_processes(0), 0)


def allow(path, rights_of_user):
    subprocess.run(["setfacl", "-m", f"u:65534:{rights_of_user}", path], check=True)


def as_user(bed, felt):
    os.chmod(os.environ["RAN"], 0o666)
    allow(bed.path("screen"), "r")
    subprocess.run(["setfacl", "-b", bed.path("vibrator")], check=True)
    bed.start(root=False)
    bed.do("await 'permission to write to it'")
    bed.check("a user is told what lets the vibrator in", bed.said("--vibrator-rule"), 1)
    bed.expect("gestures are made all the same", ["swipe"], SWIPE.format("screen"))
    allow(bed.path("vibrator"), "rw")
    subprocess.run(["udevadm", "trigger", "--action=change", "--settle", bed.path("vibrator")], check=True)
    bed.do(VIBRATES)
    felt.expect("let in, a swipe", "vibrator", 1, SWIPE.format("screen"), ["swipe"])
    bed.do("stop")


def full(bed, felt):
    """Another program has all effects of the device."""
    add(bed, "small", devices.touchscreen_with_motor(), effects=1)
    fd = os.open(bed.path("small"), os.O_RDWR)
    effect = struct.pack("<HhH4xHH2xHH28x", devices.FF_RUMBLE, -1, 0, 1000, 0, 1, 1)
    fcntl.ioctl(fd, EVIOCSFF, effect)
    bed.start()
    bed.do("await 'other programs use all of its effects'")
    bed.expect("without a free effect gestures are made", ["swipe"], SWIPE.format("small"))
    os.close(fd)
    bed.do("wait 10s\n" + SWIPE.format("small") + f"\n{VIBRATES}")
    felt.played("small", 0)
    felt.expect("with a free one, a swipe", "small", 1, SWIPE.format("small"), ["swipe"])
    bed.check("it was said once", bed.said("other programs use all"), 1)
    bed.do("stop\nremove small")


def hangs(bed, felt):
    """A driver that doesn't answer: the kernel waits 30 s for it, and the daemon does not."""
    add(bed, "silent", devices.touchscreen_with_motor())
    felt.motor("silent").answers = False
    allow(bed.path("silent"), "rw")
    bed.start(root=False)
    began = time.monotonic()
    bed.do("wait 300ms")
    bed.check("its effect waits", len(felt.motor("silent").unanswered), 1)
    for name in ("screen", "silent"):
        bed.expect(f"meanwhile a swipe on {name}", ["swipe"], SWIPE.format(name))
    bed.check("that of another device is felt", len(felt.played("vibrator", 1)), 1)
    asked = time.monotonic()
    answer = subprocess.run([PROGRAM, "ctl", "status"], capture_output=True, env=dict(os.environ), check=False, timeout=20)
    bed.check("the daemon answers", (answer.returncode, time.monotonic() - asked < 5, time.monotonic() - began < 25),
              (0, True, True))
    bed.do("await 'its driver has not answered in time' within=60s")
    bed.expect("then a swipe there", ["swipe"], SWIPE.format("silent"))
    bed.check("it is not asked again by a reload", asked_again(bed, felt), 0)
    bed.do("stop\nremove silent\nremove vibrator")
    # The daemon has no touch device open that hangs: to close it would wait for its driver, whatever has it open.
    add(bed, "silent", devices.vibrator())
    felt.motor("silent").answers = False
    allow(bed.path("silent"), "rw")
    bed.start(root=False)
    bed.do("wait 300ms")
    began = time.monotonic()
    bed.check("told to end meanwhile, it ends", bed.do("stop"), "exited=0")
    bed.check("at once", time.monotonic() - began < 10, True)


def asked_again(bed, felt):
    """How often a device that has not answered is asked again when rules are read anew."""
    before = len(felt.motor("silent").unanswered)
    bed.do("signal HUP\nawait reloaded:\nwait 500ms")
    return len(felt.motor("silent").unanswered) - before


def scenario(bed):
    felt = Felt(bed)
    own_motor(bed, felt)
    comes_and_goes(bed, felt)
    beside(bed, felt)
    confined(bed, felt)
    as_user(bed, felt)
    full(bed, felt)
    hangs(bed, felt)
