import Text

/// What a client asks of the daemon, one line each.
public enum ControlRequest: Equatable, Sendable {
  case status
  case reload
  case pause
  case resume
  case bindings
  /// Go to the mode of this name.
  case mode(String)
  /// Do what the gesture of this name does.
  case trigger(String)
  /// Tell of these from now on, of nothing else.
  case subscribe(ControlTopics)

  /// What may stand behind `do`.
  public static let names = ["status", "reload", "pause", "resume", "mode", "subscribe", "bindings", "trigger"]

  /// Reads a line without its end. Any bytes may stand in it: what is no request throws, and says why.
  public init(line: [UInt8]) throws(ControlError) {
    let members = try ControlLine.members(line, limit: ControlProtocol.longestRequest)
    let object = JSONValue.object(members)
    guard let name = object["do"]?.string else { throw .noRequest }
    switch name {
    case "status": self = .status
    case "reload": self = .reload
    case "pause": self = .pause
    case "resume": self = .resume
    case "bindings": self = .bindings
    case "mode":
      guard let mode = object["mode"]?.string else { throw .lacks("mode", of: name, "the name of a mode") }
      self = .mode(mode)
    case "trigger":
      guard let gesture = object["gesture"]?.string else { throw .lacks("gesture", of: name, "the name of a gesture") }
      self = .trigger(gesture)
    case "subscribe": self = .subscribe(try Self.topics(object["to"], of: name))
    default: throw .unknownRequest(name)
    }
    let known = own.map(\.name)
    for member in members where !["version", "do"].contains(member.name) && !known.contains(member.name) {
      throw .unknownMember(member.name, of: name, known: known)
    }
  }

  /// As a line without its end.
  public var line: [UInt8] { ControlLine.line([.init("do", .string(name))] + own) }

  /// The word behind `do`.
  public var name: String {
    switch self {
    case .status: "status"
    case .reload: "reload"
    case .pause: "pause"
    case .resume: "resume"
    case .bindings: "bindings"
    case .mode: "mode"
    case .trigger: "trigger"
    case .subscribe: "subscribe"
    }
  }

  /// What it has beside the word.
  private var own: [JSONValue.Member] {
    switch self {
    case .status, .reload, .pause, .resume, .bindings: []
    case .mode(let mode): [.init("mode", .string(mode))]
    case .trigger(let gesture): [.init("gesture", .string(gesture))]
    case .subscribe(let topics): [.init("to", .strings(topics.names))]
    }
  }

  /// Without a list: all.
  private static func topics(_ value: JSONValue?, of name: String) throws(ControlError) -> ControlTopics {
    guard let value else { return .all }
    guard let names = value.strings else { throw .lacks("to", of: name, "a list of names") }
    return try ControlTopics(names: names)
  }
}
