"""Hours of gestures in virtual time: each starts its command once, and nothing grows."""

from notes import NOTES as RULES

VIRTUAL_TIME = True
HOURS = 24
PAUSE = 60  # seconds from one gesture to the next
MORE_MEMORY = 256  # kB that may be added by what the allocator keeps


def scenario(bed):
    bed.do("add touchscreen screen\nadd touchpad pad")
    bed.start()
    rounds = HOURS * 3600 // PAUSE
    descriptors = memory = 0
    for number in range(rounds):
        bed.do(f"play {'pad' if number % 4 == 3 else 'screen'} swipe left distance=30mm speed=400\nwait {PAUSE}s")
        # By then the daemon remembers its greatest number of touches.
        if number == rounds // 2:
            descriptors, memory = len(bed.descriptors()), bed.memory()
    bed.check(f"{rounds} swipes in {HOURS} hours, {rounds} commands", len(bed.ran()), rounds)
    bed.check("as many descriptors as after the first half", len(bed.descriptors()), descriptors)
    more = bed.memory() - memory
    bed.check(f"no more memory (from {memory} kB by {more} kB)", more <= MORE_MEMORY, True)
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
