import GestureCore

/// How motion of a device that was laid aside is read: by what its touches were when the first of it came. Until they land, lift or are
/// cancelled that holds for all that follows.
enum MotionReader {
  /// Touches of a touchscreen, of which those in the slots `down` count, a bit each.
  case screen(DeviceID, PlausibleBounds, down: UInt64)
  /// The fingers of a gesture on a touchpad.
  case hand(MovingHand)

  /// How many touches an event tells of, or may tell of.
  var touches: Int {
    switch self {
    case .screen: 1
    case .hand(let hand): hand.fingers
    }
  }

  /// What an event says: `touches` places. Nil stands for a touch that isn't down, or can't be there.
  mutating func read(_ event: LibinputEvent) -> [MovedTouch?] {
    switch (self, event) {
    case (.screen(let device, let bounds, let down), .touch(.motion(let place), let slot, let time)):
      let id = max(slot, 0)
      guard id < TouchFrames.slots, down & 1 << UInt64(id) != 0, bounds.contains(place) else { return [nil] }
      return [MovedTouch(device: device, id: id, position: place, time: time)]
    case (.hand(var hand), .gestureMoved(let delta, let scale, let turn, let time)):
      guard hand.move(by: delta, scale: scale, turn: turn) else { break }
      defer { self = .hand(hand) }
      return hand.touches(at: time)
    default: break
    }
    return Array(repeating: nil, count: touches)
  }
}
