import Text

/// An event for subscribers. Other code writes the lines about gestures, about commands and about the overlay's scenes.
public enum ControlEvent: Equatable, Sendable {
  public enum Change: String, Sendable { case added, removed }

  case mode(String)
  case paused(Bool)
  case rules(gestures: Int, file: String)
  case absence([String])
  case device(Change, name: String, deviceClass: String)
  case overlay(OverlaySettings)
  /// The next lines of a touch script. `origin` is the script's time 0 in CLOCK_MONOTONIC microseconds, or nil before
  /// the first touch. Lines that begin with `touches` begin a new script.
  case touches(origin: Int64?, script: String)
  /// The subscriber reads too slowly, and gets no further events.
  case dropped
  /// The daemon ends.
  case ended

  /// The topic that the event belongs to. Nil for `dropped` and `ended`, which don't depend on a topic.
  public var topic: ControlTopics? { ControlTopics.named.first { $0.key == parts.name }?.value }

  public var line: [UInt8] { ControlLine.line([.init("event", .string(parts.name))] + parts.members) }

  /// Returns the beginning of an event's line: everything before the event's own members.
  public static func head(_ name: String) -> [UInt8] { ControlLine.line([.init("event", .string(name))]).dropLast() }

  private var parts: (name: String, members: [JSONValue.Member]) {
    switch self {
    case .mode(let mode): ("mode", [.init("mode", .string(mode))])
    case .paused(let isPaused): ("paused", [.init("paused", .flag(isPaused))])
    case .rules(let gestures, let file):
      ("rules", [.init("gestures", .integer(gestures)), .init("file", .string(file))])
    case .absence(let reasons): ("inactive", [.init("inactive", .strings(reasons))])
    case .device(let change, let name, let deviceClass):
      (
        "device",
        .init(nonNil: ["change": .string(change.rawValue), "name": .string(name), "class": .string(deviceClass)])
      )
    case .overlay(let settings): (OverlayLine.settingsEvent, settings.members)
    case .touches(let origin, let script):
      ("touches", [.init("origin", .optional(origin.map { Int($0) })), .init("script", .string(script))])
    case .dropped: ("dropped", [])
    case .ended: ("ended", [])
    }
  }
}

/// An event that a subscriber has read from a line.
public struct ReceivedEvent: Equatable, Sendable {
  public let event: String
  /// All members of the line.
  public let facts: JSONValue

  /// Reads a line that has no line end. Nil if the line has no `event`, as in an answer. Throws if the line is invalid.
  public init?(line: [UInt8]) throws(ControlError) {
    let facts = JSONValue.object(try ControlLine.members(line, limit: ControlProtocol.longestAnswer))
    guard let event = facts["event"]?.string else { return nil }
    (self.event, self.facts) = (event, facts)
  }
}

/// The groups of events that a subscriber can ask for.
public struct ControlTopics: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let gesture = ControlTopics(rawValue: 1)
  /// Changes of the mode. A new subscriber gets the current mode first.
  public static let mode = ControlTopics(rawValue: 2)
  /// Whether the daemon is paused. A new subscriber gets the current state first.
  public static let paused = ControlTopics(rawValue: 4)
  public static let rules = ControlTopics(rawValue: 8)
  /// The reasons why gestures are inactive. A new subscriber gets the current reasons first.
  public static let absence = ControlTopics(rawValue: 16)
  /// Devices that are added or removed. A new subscriber gets the current devices first.
  public static let device = ControlTopics(rawValue: 32)
  public static let command = ControlTopics(rawValue: 64)
  /// The overlay's settings (at once), and a new scene for each device whose touches or gesture states have changed.
  public static let overlay = ControlTopics(rawValue: 128)
  /// The touches, as the lines of a touch script.
  public static let touches = ControlTopics(rawValue: 256)

  /// The topics for a subscriber that doesn't name topics: all except `overlay` and `touches`.
  public static let all: ControlTopics = [.gesture, .mode, .paused, .rules, .absence, .device, .command]

  public static let named: KeyValuePairs<String, ControlTopics> = [
    "gesture": .gesture, "mode": .mode, "paused": .paused, "rules": .rules, "inactive": .absence, "device": .device,
    "command": .command, "overlay": .overlay, "touches": .touches,
  ]

  public var names: [String] { Self.named.filter { contains($0.value) }.map(\.key) }

  public init(names: [String]) throws(ControlError) {
    self = []
    for name in names {
      guard let topic = Self.named.first(where: { $0.key == name }) else { throw .unknownTopic(name) }
      insert(topic.value)
    }
  }
}
