"""Several programs read one device, and one takes it for itself for a while."""

from nodes import Reader
from notes import NOTES as RULES


def scenario(bed):
    bed.do("add touchscreen screen")
    bed.start()
    first, second = Reader(bed.path("screen")), Reader(bed.path("screen"))
    bed.expect("a swipe among three readers", ["swipe"], "play screen swipe left distance=30mm speed=400")
    counts = first.count(), second.count()
    bed.check("the others see all of it too", counts[0] == counts[1] > 30, True)
    first.grab()
    bed.expect("while another holds the device, nothing comes of a swipe", [], "play screen swipe left distance=30mm speed=400")
    bed.check("nor does a third one see it", second.count(), 0)
    first.ungrab()
    bed.expect("let go, it is read again", ["swipe"], "play screen swipe left distance=30mm speed=400")
    first.close()
    second.close()
    bed.expect("alone again", ["swipe"], "play screen swipe left distance=30mm speed=400")
