/// What a subscriber wants to hear of.
public struct ControlTopics: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Every event of every gesture.
  public static let gesture = ControlTopics(rawValue: 1)
  /// The mode, at first the one that is on.
  public static let mode = ControlTopics(rawValue: 2)
  /// Whether the daemon is paused, at first as it is.
  public static let paused = ControlTopics(rawValue: 4)
  /// New rules that are in force.
  public static let rules = ControlTopics(rawValue: 8)
  /// Why no gesture counts, as the session tells; at first as it is.
  public static let absence = ControlTopics(rawValue: 16)
  /// Devices that come and go; at first those that are there.
  public static let device = ControlTopics(rawValue: 32)
  /// What becomes of commands.
  public static let command = ControlTopics(rawValue: 64)

  public static let all: ControlTopics = [.gesture, .mode, .paused, .rules, .absence, .device, .command]

  /// By their names, which are those of the events too.
  public static let named: KeyValuePairs<String, ControlTopics> = [
    "gesture": .gesture, "mode": .mode, "paused": .paused, "rules": .rules, "absence": .absence, "device": .device,
    "command": .command,
  ]

  public var names: [String] { Self.named.filter { contains($0.value) }.map(\.key) }

  /// The topics of these names.
  public init(names: [String]) throws(ControlError) {
    self = []
    for name in names {
      guard let topic = Self.named.first(where: { $0.key == name }) else { throw .unknownTopic(name) }
      insert(topic.value)
    }
  }
}
