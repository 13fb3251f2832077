import Text

/// Something that subscribers are told of, one line each. Gestures and commands have lines of their own, which begin with
/// `head`.
public enum ControlEvent: Equatable, Sendable {
  public enum Change: String, Sendable { case added, removed }

  case mode(String)
  case paused(Bool)
  case rules(gestures: Int, file: String)
  case absence([String])
  case device(Change, name: String, deviceClass: String)
  /// The subscriber reads too slowly, and is told of nothing more.
  case dropped
  /// The daemon ends.
  case ended

  /// What its subscribers have asked for; nil for what every one of them is told.
  public var topic: ControlTopics? {
    switch self {
    case .mode: .mode
    case .paused: .paused
    case .rules: .rules
    case .absence: .absence
    case .device: .device
    case .dropped, .ended: nil
    }
  }

  /// As a line without its end.
  public var line: [UInt8] { ControlLine.line([.init("event", .string(name))] + own) }

  /// The beginning of a line of this event, up to its own members.
  public static func head(_ name: String) -> [UInt8] { ControlLine.line([.init("event", .string(name))]).dropLast() }

  private var name: String {
    switch self {
    case .mode: "mode"
    case .paused: "paused"
    case .rules: "rules"
    case .absence: "absence"
    case .device: "device"
    case .dropped: "dropped"
    case .ended: "ended"
    }
  }

  private var own: [JSONValue.Member] {
    switch self {
    case .mode(let mode): [.init("mode", .string(mode))]
    case .paused(let isPaused): [.init("paused", .flag(isPaused))]
    case .rules(let gestures, let file): [.init("gestures", .integer(gestures)), .init("file", .string(file))]
    case .absence(let reasons): [.init("absence", .strings(reasons))]
    case .device(let change, let name, let deviceClass):
      [
        .init("change", .string(change.rawValue)), .init("name", .string(name)),
        .init("class", .string(deviceClass)),
      ]
    case .dropped, .ended: []
    }
  }
}

/// A line for a subscriber, as it is read.
public struct ControlNews: Equatable, Sendable {
  /// What happened.
  public let event: String
  /// All that the line tells.
  public let facts: JSONValue

  /// Reads a line without its end; nil for one that is an answer.
  public init?(line: [UInt8]) throws(ControlError) {
    let facts = JSONValue.object(try ControlLine.members(line, limit: ControlProtocol.longestAnswer))
    guard let event = facts["event"]?.string else { return nil }
    self.event = event
    self.facts = facts
  }
}
