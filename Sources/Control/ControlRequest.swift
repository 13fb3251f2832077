import Text

/// A client's request to the daemon, written as one line.
public enum ControlRequest: Equatable, Sendable {
  case status, reload, pause, resume
  /// Pause, or resume if paused.
  case toggle
  case gestures
  case mode(String)
  /// Run the actions of the gesture with this name.
  case trigger(String)
  /// Report that a modifier key was pressed or released.
  case modifier(String, isHeld: Bool)
  /// Return at most this number of the last attempts; nil for all remembered attempts.
  case attempts(last: Int?)
  case subscribe(ControlTopics)

  /// The possible values of `do`, the JSON member that names the request.
  public static let names = [
    "status", "reload", "pause", "resume", "toggle", "mode", "subscribe", "gestures", "trigger", "modifier",
    "attempts",
  ]

  /// Reads a line that has no line end. Throws if the bytes aren't a valid request.
  public init(line: [UInt8]) throws(ControlError) {
    let members = try ControlLine.members(line, limit: ControlProtocol.longestRequest)
    let object = JSONValue.object(members)
    guard let name = object["do"]?.string else { throw .noRequest }
    switch name {
    case "status": self = .status
    case "reload": self = .reload
    case "pause": self = .pause
    case "resume": self = .resume
    case "toggle": self = .toggle
    case "gestures": self = .gestures
    case "mode":
      guard let mode = object["mode"]?.string else { throw .lacks("mode", of: name, "the name of a mode") }
      self = .mode(mode)
    case "trigger":
      guard let gesture = object["gesture"]?.string else { throw .lacks("gesture", of: name, "the name of a gesture") }
      self = .trigger(gesture)
    case "modifier":
      guard let key = object["modifier"]?.string else { throw .lacks("modifier", of: name, "the name of a modifier") }
      guard let isHeld = object["held"]?.flag else { throw .lacks("held", of: name, "true or false") }
      self = .modifier(key, isHeld: isHeld)
    case "attempts":
      let last = object["last"]
      if last != nil, last?.integer.map({ $0 > 0 }) != true { throw .lacks("last", of: name, "a number above 0") }
      self = .attempts(last: last?.integer)
    case "subscribe": self = .subscribe(try Self.topics(object["to"], of: name))
    default: throw .unknownRequest(name)
    }
    let known = name == "attempts" ? ["last"] : parts.members.map(\.name)
    for member in members where !["version", "do"].contains(member.name) && !known.contains(member.name) {
      throw .unknownMember(member.name, of: name, known: known)
    }
  }

  public var line: [UInt8] { ControlLine.line([.init("do", .string(name))] + parts.members) }

  public var name: String { parts.name }

  private var parts: (name: String, members: [JSONValue.Member]) {
    switch self {
    case .status: ("status", [])
    case .reload: ("reload", [])
    case .pause: ("pause", [])
    case .resume: ("resume", [])
    case .toggle: ("toggle", [])
    case .gestures: ("gestures", [])
    case .mode(let mode): ("mode", [.init("mode", .string(mode))])
    case .trigger(let gesture): ("trigger", [.init("gesture", .string(gesture))])
    case .modifier(let key, let isHeld):
      ("modifier", [.init("modifier", .string(key)), .init("held", .flag(isHeld))])
    case .attempts(let last): ("attempts", .init(nonNil: ["last": last.map { .integer($0) }]))
    case .subscribe(let topics): ("subscribe", [.init("to", .strings(topics.names))])
    }
  }

  private static func topics(_ value: JSONValue?, of name: String) throws(ControlError) -> ControlTopics {
    guard let value else { return .all }
    guard let names = value.strings else { throw .lacks("to", of: name, "a list of topic names") }
    return try ControlTopics(names: names)
  }
}

/// The daemon's answer to a request. Answers come in the same order as the requests.
public enum ControlAnswer: Equatable, Sendable {
  /// The daemon has carried out the request; the members are the result.
  case done([JSONValue.Member] = [])
  /// The daemon refuses the request; `more` has facts about the error.
  case refused(_ error: String, fix: String? = nil, more: [JSONValue.Member] = [])

  public init(_ error: ControlError) { self = .refused(error.message, fix: error.fix) }

  public init(line: [UInt8]) throws(ControlError) {
    let members = try ControlLine.members(line, limit: ControlProtocol.longestAnswer)
    let object = JSONValue.object(members)
    let others = members.filter { !["version", "ok", "error", "fix"].contains($0.name) }
    switch (object["ok"]?.flag, object["error"]?.string) {
    case (true?, _): self = .done(others)
    case (false?, let error?): self = .refused(error, fix: object["fix"]?.string, more: others)
    default: throw .noResult
    }
  }

  public var line: [UInt8] {
    switch self {
    case .done(let members): return ControlLine.line([.init("ok", .flag(true))] + members)
    case .refused(let error, let fix, let more):
      return ControlLine.line(
        .init(nonNil: ["ok": false, "error": .string(error), "fix": fix.map { .string($0) }]) + more)
    }
  }
}

/// The limits and the version that both ends of the control socket share.
public enum ControlProtocol {
  /// The protocol's version, which is in every line.
  public static let version = 1
  /// The longest line of a request, in bytes without the line end.
  public static let longestRequest = 64 << 10
  /// The longest line of an answer or of an event, in bytes without the line end.
  public static let longestAnswer = 64 << 20
  public static let maxDepth = 16
}
