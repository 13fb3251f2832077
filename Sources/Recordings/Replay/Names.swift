import GestureCore

/// What gestures and devices are called, and how wide a column their names need: all that traces need of the rules.
public struct Names: Sendable {
  private let rules: [GestureRule]
  private var devices: [DeviceID: String] = [:]
  /// The longest gesture's name, up to where it would push the rest of the line out of sight.
  let width: Int
  /// Whether a decision that is a gesture event tells its values too, for where the event itself is not shown.
  public var saysValues = false
  /// What the times of lines for people are counted from.
  public var origin = Timestamp(microseconds: 0)

  private static let widest = 24

  public init(_ rules: RuleSet, devices: [Device] = []) {
    self.rules = rules.gestures
    width = min(rules.gestures.map(\.name.count).max() ?? 0, Self.widest)
    for device in devices { add(device) }
  }

  /// Devices come and go; a name stays, for what is still said of a device that is gone.
  public mutating func add(_ device: Device) { devices[device.id] = device.name }

  /// Nil where the rules have no such gesture.
  public func rule(_ gesture: GestureID) -> GestureRule? {
    rules.indices.contains(gesture.rawValue) ? rules[gesture.rawValue] : nil
  }

  /// Its name, or its number where the rules have no such gesture.
  public func gesture(_ gesture: GestureID) -> String { rule(gesture)?.name ?? "gesture \(gesture.rawValue)" }

  func device(_ device: DeviceID) -> String { devices[device] ?? "device \(device.rawValue)" }
}
