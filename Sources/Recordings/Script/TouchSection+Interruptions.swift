import GestureCore

/// What breaks touches off in a touch script: `unplug` is the end of the device that the lines are about, `reset` of all
/// that fingers had begun on any.
extension TouchSection {
  mutating func readUnplug() throws(RecordingError.Reason) {
    try breakOff([current])
    surfaces[current].isGone = true
    interruptions.append(interruption(.unplugged(surfaces[current].device.id)))
  }

  mutating func readReset() throws(RecordingError.Reason) {
    try breakOff(Array(surfaces.indices))
    interruptions.append(interruption(.all))
  }

  private func interruption(_ extent: Interruption.Extent) -> Interruption {
    Interruption(time: Timestamp(microseconds: time), extent: extent)
  }

  private mutating func breakOff(_ places: [Int]) throws(RecordingError.Reason) {
    for place in places {
      for (name, touch) in surfaces[place].live.sorted(by: { $0.key < $1.key }) { try checkStill(name, touch) }
      surfaces[place].live = [:]
    }
  }
}
