/// A group that follows another one, with its touches as if they had landed only when the following began.
///
/// What adds up from frame to frame is that of the other group: recognizers remember where they started and subtract.
extension TouchGroup {
  /// Follows `group` from now on.
  mutating func rebase(on group: TouchGroup) {
    touches.removeAll(keepingCapacity: true)
    firstLanded = group.time
    hasLifted = false
    peakCount = 0
    count = 0
    for touch in group.touches where !touch.isOver {
      touches.append(touch)
      touches[touches.count - 1].start = touch.position
      touches[touches.count - 1].began = group.time
    }
    follow(group)
  }

  /// Takes over what has become of the touches; the other group's memory is not shared, so neither has to copy it.
  mutating func follow(_ group: TouchGroup) {
    time = group.time
    touches.removeAll { touch in !group.touches.contains { $0.bit == touch.bit } }
    var farthest = 0.0
    for touch in group.touches {
      guard let index = touches.firstIndex(where: { $0.bit == touch.bit }) else {
        if !touch.isOver { touches.append(touch) }
        continue
      }
      touches[index].phase = touch.phase
      touches[index].position = touch.position
      touches[index].previousPosition = touch.previousPosition
      touches[index].pressure = touch.pressure
      farthest = max(farthest, (touch.position - touches[index].start).length)
    }
    strayed = farthest
    if group.count < count { hasLifted = true }
    count = group.count
    peakCount = max(peakCount, count)
    centroid = group.centroid
    travel = group.travel
    span = group.span
    spanChange = group.spanChange
    scale = group.scale
    turned = group.turned
    latestVelocity = group.latestVelocity
    lastMotion = group.lastMotion
  }
}

extension Touch {
  fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
}
