"""The rules of the scenarios: each command notes what it is for. A swipe may take as long as a busy machine makes it."""

NOTES = """
[gesture.swipe]
kind = "swipe"
fingers = 3
direction = "left"
min-speed = "1 mm/s"
max-duration = "10 s"
slow-after = "10 s"
run = 'echo swipe >> "$RAN"'

[gesture.pinch]
kind = "pinch"
fingers = 2
began = 'echo began >> "$RAN"'
ended = 'echo ended >> "$RAN"'
cancelled = 'echo cancelled >> "$RAN"'
"""

# If no compositor is known to pass cancels on, gestures on an intercepted touchscreen would withhold their touches.
EARLY_NOTES = NOTES.replace("\nkind =", "\ndelays-touches-began = false\nkind =")
