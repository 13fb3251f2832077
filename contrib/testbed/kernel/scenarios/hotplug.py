"""Devices come and go, some amid a gesture; keyboards and mice are never opened."""

from notes import NOTES as RULES

EXACT_TIME = True
CYCLES = 20


def scenario(bed):
    bed.do("add keyboard keys\nadd mouse mouse")
    bed.start()
    bed.check("it says that no touch device is connected", bed.said("there is no touch device that you can open"), 1)
    bed.do('add touchscreen screen\nawait "watching the touchscreen"\nadd touchpad pad\nawait "watching the touchpad"')
    bed.do("add keyboard more-keys\nwait 300ms")
    bed.check("it opens touch devices, and nothing else", bed.do("opened"), "pad screen")
    bed.expect("a swipe on the touchscreen", ["swipe"], "play screen swipe left")
    bed.expect("a swipe on the touchpad", ["swipe"], "play pad swipe left fingers=3")
    before = len(bed.descriptors())
    amid = "play screen pinch out ending=stay\nremove screen"
    bed.expect("pulled out amid a pinch, it is cancelled", ["began", "cancelled"], amid)
    for number in range(CYCLES):
        bed.do('add touchscreen screen\nawait "watching the touchscreen"')
        if number % 4 == 0:
            bed.do("play screen pinch out duration=100ms ending=stay")
        bed.do("remove screen\nawait 'was removed'")
    bed.do('add touchscreen screen\nawait "watching the touchscreen"')
    bed.check(f"as many descriptors after {CYCLES} more times", len(bed.descriptors()), before)
    notes = bed.ran()
    bed.check("each pinch that began was cancelled", notes.count("began"), notes.count("cancelled"))
    bed.expect("another swipe", ["swipe"], "play screen swipe left")
    bed.check("keyboards and mice stayed closed", bed.do("opened"), "pad screen")
    bed.check("it ends when told to", bed.do("stop"), "exited=0")
