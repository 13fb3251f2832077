/// A request without a body, as far as this server looks at it.
struct HTTPRequest: Equatable, Sendable {
  let method: String
  /// As it was sent: nothing in it is decoded.
  let path: String
  /// What stands behind the first question mark.
  let query: String
  /// By their names in small letters.
  let headers: [String: String]
}

/// An answer.
struct HTTPResponse: Sendable {
  enum Status: Int, Sendable {
    case switchingProtocols = 101
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case conflict = 409
    case contentTooLarge = 413
    case misdirectedRequest = 421
    case headersTooLarge = 431
    case versionNotSupported = 505

    var phrase: String {
      switch self {
      case .switchingProtocols: "Switching Protocols"
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .requestTimeout: "Request Timeout"
      case .conflict: "Conflict"
      case .contentTooLarge: "Content Too Large"
      case .misdirectedRequest: "Misdirected Request"
      case .headersTooLarge: "Request Header Fields Too Large"
      case .versionNotSupported: "HTTP Version Not Supported"
      }
    }

    var isRefusal: Bool { rawValue >= 400 }
  }

  let status: Status
  let headers: [String: String]
  let body: [UInt8]

  /// As it is sent.
  var bytes: [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}
