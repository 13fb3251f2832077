"""A user's service starts before udev has found any device, and before the user may open one."""

from notes import NOTES as RULES


def scenario(bed):
    bed.do("add keyboard keys")
    bed.start(root=False)
    bed.check("it waits for devices", bed.said("there is no touch device that you can open"), 1)
    bed.do("add touchscreen screen\nawait 'permission denied' within=10s")
    bed.check("it holds none that it may not open", bed.do("opened"), "")
    bed.do("allow screen\nawait 'watching the touchscreen' within=10s")
    bed.expect("it reads what a rule of udev lets it read", ["swipe"], "play screen swipe left")
    bed.check("and no keyboard", bed.do("opened"), "screen")
    bed.do("stop")
    bed.start(root=False)
    bed.check("started again, it finds the device there", bed.do("opened"), "screen")
    bed.expect("a swipe", ["swipe"], "play screen swipe left")
