import GestureCore

/// What gestures and devices are called, and how wide a column their names need: all that traces need of the rules.
public struct Names: Sendable {
  private var rules: [GestureRule] = []
  private var devices: [DeviceID: String] = [:]
  private var present: Set<DeviceID> = []
  /// The longest gesture's name, up to where it would push the rest of the line out of sight.
  private(set) var width = 0
  /// At least so wide.
  private var leastWidth = 0
  /// Whether a decision that is a gesture event tells its values too, for where the event itself is not shown.
  public var saysValues = false
  /// What the times of lines for people are counted from.
  public var origin = Timestamp(microseconds: 0)

  private static let widest = 24

  public init(_ rules: RuleSet, devices: [Device] = []) {
    use(rules)
    for device in devices { add(device) }
  }

  /// Gestures are those of `rules` from now on.
  package mutating func use(_ rules: RuleSet) {
    self.rules = rules.gestures
    width = max(min(rules.gestures.map(\.name.count).max() ?? 0, Self.widest), leastWidth)
  }

  /// Devices come and go; a name stays, for what is still said of a device that is gone. Of two present ones that have the
  /// same name the second is called `name #2`.
  public mutating func add(_ device: Device) {
    guard present.insert(device.id).inserted else { return }
    let taken = Set(present.filter { $0 != device.id }.compactMap { devices[$0] })
    devices[device.id] = unique(device.name, among: taken)
  }

  /// Its name is free for another device.
  public mutating func remove(_ device: DeviceID) { present.remove(device) }

  /// Whether there is more than one device, so that it must be said which one is meant.
  package var hasSeveralDevices: Bool { present.count > 1 }

  /// Gesture names get a column of at least this width.
  package mutating func widen(to least: Int) {
    leastWidth = least
    width = max(width, least)
  }

  private func unique(_ name: String, among taken: Set<String>) -> String {
    var (unique, number) = (name, 1)
    while taken.contains(unique) {
      number += 1
      unique = "\(name) #\(number)"
    }
    return unique
  }

  /// Nil where the rules have no such gesture.
  public func rule(_ gesture: GestureID) -> GestureRule? {
    rules.indices.contains(gesture.rawValue) ? rules[gesture.rawValue] : nil
  }

  /// Its name, or its number where the rules have no such gesture.
  public func gesture(_ gesture: GestureID) -> String { rule(gesture)?.name ?? "gesture \(gesture.rawValue)" }

  package func device(_ device: DeviceID) -> String { devices[device] ?? "device \(device.rawValue)" }
}
