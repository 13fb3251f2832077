import Text

/// The reason why a received line can't be used.
public enum ControlError: Error, Equatable, Sendable {
  case tooLong(limit: Int)
  /// `position` is the number of the wrong byte, counted from 1; `position` is nil if the line ends too early.
  case notJSON(position: Int?)
  case tooDeep
  /// Two members of one object have this name.
  case duplicateMember(String)
  case notAnObject
  case noVersion
  /// The line has a protocol version that this program doesn't support. The text is that version.
  case otherVersion(String)
  case noRequest
  case unknownRequest(String)
  /// A member is missing or has a wrong value. The texts name the member, the request and the allowed values.
  case lacks(String, of: String, String)
  case unknownMember(String, of: String, known: [String])
  case unknownTopic(String)
  /// The answer has neither `"ok":true` nor `"ok":false` with an error.
  case noResult

  init(_ failure: JSONReader.Failure) {
    switch failure {
    case .unexpected(let position): self = .notJSON(position: position)
    case .unfinished: self = .notJSON(position: nil)
    case .tooDeep: self = .tooDeep
    case .duplicate(let name): self = .duplicateMember(name)
    }
  }

  public var message: String {
    switch self {
    case .tooLong(let limit): "the line is longer than \(limit) bytes"
    case .notJSON(let position?): "the line is not JSON: byte \(position) is wrong"
    case .notJSON(nil): "the line is not complete JSON"
    case .tooDeep: "the line has more than \(ControlProtocol.maxDepth) levels of lists and objects"
    case .duplicateMember(let name): "an object in the line has the member \(name.quoted) twice"
    case .notAnObject: "the line is not a JSON object"
    case .noVersion: "the line has no member \"version\""
    case .otherVersion(let version):
      "version \(version.cut) of the control protocol is not supported, only version \(ControlProtocol.version)"
    case .noRequest: "the line has no member \"do\" with the name of a request"
    case .unknownRequest(let name): "there is no request \(name.quoted)"
    case .lacks(let name, let request, let type):
      "the member \(name.quoted) of the request \(request.quoted) must be \(type)"
    case .unknownMember(let name, let request, _): "the request \(request.quoted) can't have a member \(name.quoted)"
    case .unknownTopic(let name): "there is no topic \(name.quoted)"
    case .noResult: "the daemon's answer has no result"
    }
  }

  /// Advice on how to fix the error. Nil if the message is enough.
  public var fix: String? {
    switch self {
    case .notJSON, .notAnObject, .noRequest, .tooDeep, .tooLong: "write a request such as \(Self.example)"
    case .noVersion: "write \"version\":\(ControlProtocol.version)"
    case .otherVersion, .noResult: "use the same version of gesture-bridge for the daemon and its client"
    case .unknownRequest: "the requests are \(ControlRequest.names.joined(separator: ", "))"
    case .unknownMember(_, _, let known):
      known.isEmpty
        ? "write only the members \"version\" and \"do\""
        : "besides \"version\" and \"do\", the request can have \(known.map(\.quoted).joined(separator: ", "))"
    case .unknownTopic: "the topics are \(ControlTopics.named.map(\.key).joined(separator: ", "))"
    case .duplicateMember, .lacks: nil
    }
  }

  private static var example: String { String(decoding: ControlRequest.status.line, as: UTF8.self) }
}

extension ControlError: CustomStringConvertible {
  public var description: String { fix.map { "\(message): \($0)" } ?? message }
}

extension String {
  fileprivate var cut: String { Words.cut(self) }

  fileprivate var quoted: String { "\"\(cut)\"" }
}
