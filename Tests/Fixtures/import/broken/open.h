Gesture gestures[] = {
  { 1, SwipeLR, "x" },
