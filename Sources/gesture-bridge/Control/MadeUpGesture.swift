import GestureCore

/// A gesture that somebody asks for and no hand makes: as many events as one that is made, with nothing in them that only
/// a hand could tell. No zone holds for it, and no direction but the one its rule asks for.
struct MadeUpGesture {
  /// One that has no name; it is of the class that the rule asks for.
  let device: Device
  let events: [GestureEvent]

  init(_ gesture: GestureID, of rules: RuleSet, at time: Timestamp) {
    let rule = rules.gestures[gesture.rawValue]
    let device = Self.device(for: rule)
    self.device = device
    let settings = rules.settings(of: rule, on: device)
    var values = GestureValues()
    if rule.kind.fingers != nil { values.fingers = settings[CommonSettings.fingers].lowerBound }
    values.location = Vector(.nan, .nan)
    if let directions = rule.kind.traits.directions(settings), directions.count == 1 {
      values.direction = directions.first
    }
    let states: [RecognizerState] = rule.kind.isDiscrete ? [.recognized] : [.began, .ended]
    events = states.map { state in
      GestureEvent(
        time: time, since: time, device: device.id, gesture: gesture, state: state, duration: TimeSpan(microseconds: 0),
        tool: .finger,
        values: values)
    }
  }

  /// Devices that are there have numbers from 1 on.
  static func device(for rule: GestureRule) -> Device {
    let deviceClass =
      switch rule.device {
      case .deviceClass(let wanted): wanted
      case .any, .name: DeviceClass.touchscreen
      }
    let number: Int32 = deviceClass == .touchscreen ? -1 : -2
    return Device(
      id: DeviceID(number), name: "", deviceClass: deviceClass, size: Size(width: 1, height: 1), capabilities: [])
  }
}
