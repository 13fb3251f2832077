/// A condition as it is looked at on one device.
struct DeviceCondition: Sendable {
  private let condition: Condition
  /// Nil where no zone is asked for.
  private let zone: Int?
  /// On this device it can't hold: it is for another one, or for a zone that this one does not have.
  private let neverHolds: Bool

  init(_ condition: Condition, on device: Device, _ zones: ZoneMap) {
    self.condition = condition
    zone = condition.zone.flatMap(zones.index)
    neverHolds = !condition.device.matches(device) || condition.zone != nil && zone == nil
  }

  /// Whether it holds for a touch of this tool at `place`.
  func holds(in context: Context, tool: Touch.Tool?, place: Vector, _ zones: ZoneMap) -> Bool {
    unmet(in: context, tool: tool, place: place, zones) == nil
  }

  /// What it states that is not so for a touch of this tool at `place`.
  func unmet(in context: Context, tool: Touch.Tool?, place: Vector, _ zones: ZoneMap) -> Condition.Unmet? {
    guard !neverHolds else { return .device }
    if let unmet = condition.unmet(in: context) { return unmet }
    if let wanted = condition.tool, wanted != tool { return .tool(wanted, found: tool) }
    if let zone, !zones.contains(place, zone) { return .zone(zones.name(of: zone)) }
    return nil
  }

  /// Whether it holds for a gesture of these fingers, wherever they may go.
  func mayHold(in context: Context, tool: Touch.Tool?, fingers: Int) -> Bool {
    !neverHolds && condition.unmet(in: context) == nil && (condition.tool.map { $0 == tool } ?? true)
      && (condition.fingers.map { $0.contains(fingers) } ?? true)
  }

  /// Whether it holds for a gesture that is about to begin.
  func holds(for values: GestureValues, in context: Context, tool: Touch.Tool?, _ zones: ZoneMap) -> Bool {
    guard holds(in: context, tool: tool, place: values.location, zones) else { return false }
    if let fingers = condition.fingers, !fingers.contains(values.fingers) { return false }
    if let directions = condition.directions {
      guard let direction = values.direction ?? Direction(nearest: values.translation) else { return false }
      return directions.contains(direction)
    }
    return true
  }
}
