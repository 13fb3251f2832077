import GestureCore

/// Begins when a finger lands, ends when the last one lifts, and reports the speed: a stand-in for recognizers without
/// any thresholds.
struct OnDown: Recognizer {
  static let kind = Kind(
    name: "on-down", summary: "Begins at once.", isDiscrete: false, settings: [], reports: .velocity, facts: .velocity,
    make: OnDown.init)

  init(_ settings: Settings) {}

  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal { .begin }
  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { .change }
  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal { touches.count == 0 ? .end : .nothing }
  mutating func reset() {}

  func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues()
    values.fingers = touches.count
    values.location = touches.centroid
    values.velocity = touches.velocity
    return values
  }
}
