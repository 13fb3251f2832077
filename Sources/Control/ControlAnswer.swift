import Text

/// What the daemon says to a request, one line each, in the order of the requests.
public enum ControlAnswer: Equatable, Sendable {
  /// It is done; the members tell what came of it.
  case done([JSONValue.Member] = [])
  /// It is not done; `fix` is what to do about it, and `more` are facts about what is wrong.
  case refused(_ error: String, fix: String? = nil, more: [JSONValue.Member] = [])

  public init(_ error: ControlError) { self = .refused(error.message, fix: error.fix) }

  /// Reads a line without its end.
  public init(line: [UInt8]) throws(ControlError) {
    let members = try ControlLine.members(line, limit: ControlProtocol.longestAnswer)
    let object = JSONValue.object(members)
    let others = members.filter { !["version", "ok", "error", "fix"].contains($0.name) }
    switch (object["ok"]?.flag, object["error"]?.string) {
    case (true?, _): self = .done(others)
    case (false?, let error?): self = .refused(error, fix: object["fix"]?.string, more: others)
    default: throw .noOutcome
    }
  }

  /// As a line without its end.
  public var line: [UInt8] {
    switch self {
    case .done(let members): return ControlLine.line([.init("ok", .flag(true))] + members)
    case .refused(let error, let fix, let more):
      let fix = fix.map { [JSONValue.Member("fix", .string($0))] } ?? []
      return ControlLine.line([.init("ok", .flag(false)), .init("error", .string(error))] + fix + more)
    }
  }
}
