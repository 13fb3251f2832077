import Synchronization

/// Decides how a request is answered, by its sender, the name it uses and what it asks for.
final class StudioAnswers: Sendable {
  enum Answer: Sendable {
    case response(HTTPResponse)
    /// A page gets the WebSocket; its frames come from the outbox.
    case talk(HTTPResponse, Outbox)
  }

  /// Why a request is refused.
  enum Refusal {
    case request(RequestHead.Failure)
    case tooLong
    case tooSlow
    case host
    case method
    case origin
    case site
    case token
    case cookie
    case user
    case unknown
    case taken

    var status: HTTPResponse.Status {
      switch self {
      case .request(.malformed): .badRequest
      case .request(.version): .versionNotSupported
      case .request(.body): .contentTooLarge
      case .tooLong: .headersTooLarge
      case .tooSlow: .requestTimeout
      case .host: .misdirectedRequest
      case .method: .methodNotAllowed
      case .origin, .site, .token, .cookie, .user: .forbidden
      case .unknown: .notFound
      case .taken: .conflict
      }
    }

    var words: String {
      switch self {
      case .request(.malformed): "This is not an HTTP/1.1 request."
      case .request(.version): "The studio speaks HTTP/1.1 only."
      case .request(.body): "The studio takes no body."
      case .tooLong: "The head of this request is longer than \(RequestHead.longest >> 10) KiB."
      case .tooSlow: "The request took too long to arrive."
      case .host: "The studio has another address."
      case .method: "The studio answers GET only."
      case .origin, .site: "The studio does not answer other sites."
      case .token: "This address has been used, or is not the studio's: start `gesture-bridge studio` again."
      case .cookie:
        "Only the browser that opened the studio's address can read this: start `gesture-bridge studio` again."
      case .user: "The studio answers only programs of the user who started it."
      case .unknown: "There is nothing here."
      case .taken: "The studio is open in another tab or window: close that one first."
      }
    }
  }

  /// Where the page's WebSocket is.
  static let talk = "/talk"
  private static let cookieName = "studio"
  private static let entrance = """
    <!DOCTYPE html>
    <html lang="en">
    <meta http-equiv="refresh" content="0; url=/">
    <title>The studio</title>
    <a href="/">To the studio</a>

    """

  private let host: String
  private let page: CurrentPage
  private let cookie = Secret()
  /// Nil once it was used.
  private let token: Mutex<Secret?>
  /// What the browser is to open first.
  let address: String

  init(port: UInt16, _ page: CurrentPage) {
    let token = Secret()
    host = "127.0.0.1:\(port)"
    address = "http://\(host)/?token=\(token.text)"
    self.page = page
    self.token = Mutex(token)
  }

  private var origin: String { "http://" + host }

  /// `isOwn` says whether it comes from a program of the same user; it is asked when the rest is right.
  func answer(_ request: HTTPRequest, _ isOwn: () -> Bool) -> Answer {
    if let refusal = refusal(request) { return .response(response(refusal)) }
    let path = request.path
    let query = request.query
    if let guess = guess(request) { return .response(open(guess, isOwn)) }
    guard isKnown(request) else { return .response(response(.cookie)) }
    guard isOwn() else { return .response(response(.user)) }
    if path == Self.talk { return talk(request) }
    guard query.isEmpty, let file = PageFile.at(path) else { return .response(response(.unknown)) }
    return .response(response(.ok, ["Content-Type": file.type], file.bytes))
  }

  /// What counts for every request.
  private func refusal(_ request: HTTPRequest) -> Refusal? {
    let headers = request.headers
    guard headers["host"] == host else { return .host }
    guard request.method == "GET" else { return .method }
    let given = headers["origin"]
    // Pages of other sites can open WebSockets, and browsers say then where they come from.
    guard given == origin || (given == nil && request.path != Self.talk) else { return .origin }
    guard ["same-origin", "none", nil].contains(headers["sec-fetch-site"]) || isEntry(request) else { return .site }
    return nil
  }

  /// Whether a page leads the browser's window to the address with the token: the file that opens the browser is another site.
  private func isEntry(_ request: HTTPRequest) -> Bool {
    let headers = request.headers
    return guess(request) != nil && headers["sec-fetch-site"] == "cross-site" && headers["sec-fetch-mode"] == "navigate"
      && headers["sec-fetch-dest"] == "document"
  }

  /// What an address gives as the token; nil if it gives none.
  private func guess(_ request: HTTPRequest) -> Substring? {
    let key = "token="
    return request.path == "/" && request.query.hasPrefix(key) ? request.query.dropFirst(key.count) : nil
  }

  /// The first to come with the token gets the cookie. A page leads it on, because a browser that comes from another site has no cookie
  /// for a redirection.
  private func open(_ guess: Substring, _ isOwn: () -> Bool) -> HTTPResponse {
    let refusal = token.withLock { token -> Refusal? in
      guard token?.isSame(as: guess) ?? false else { return .token }
      guard isOwn() else { return .user }
      token = nil
      return nil
    }
    if let refusal { return response(refusal) }
    let value = "\(Self.cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/"
    return response(.ok, ["Content-Type": "text/html; charset=utf-8", "Set-Cookie": value], Array(Self.entrance.utf8))
  }

  /// Whether it has the cookie. Servers at other ports can set cookies of this name too, so one of several is enough.
  private func isKnown(_ request: HTTPRequest) -> Bool {
    (request.headers["cookie"] ?? "").split(separator: ";").contains { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingBlanks == Self.cookieName else { return false }
      return cookie.isSame(as: parts[1].trimmingBlanks)
    }
  }

  private func talk(_ request: HTTPRequest) -> Answer {
    guard request.query.isEmpty else { return .response(response(.unknown)) }
    guard let upgrade = WebSocketHandshake.answer(to: request) else {
      return .response(response(.request(.malformed)))
    }
    guard let outbox = page.claim() else { return .response(response(.taken)) }
    return .talk(HTTPResponse(status: .switchingProtocols, headers: guarded(upgrade), body: []), outbox)
  }

  // MARK: Answers

  func response(_ refusal: Refusal) -> HTTPResponse {
    var headers = ["Content-Type": "text/plain; charset=utf-8"]
    if refusal.status == .methodNotAllowed { headers["Allow"] = "GET" }
    return response(refusal.status, headers, Array((refusal.words + "\n").utf8))
  }

  private func response(
    _ status: HTTPResponse.Status, _ headers: [String: String], _ body: [UInt8] = []
  ) -> HTTPResponse {
    var headers = guarded(headers)
    headers["Connection"] = "close"
    headers["Content-Length"] = String(body.count)
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  /// With what keeps the page apart from all others: it loads nothing from elsewhere, runs no script but its own, and is in no frame.
  private func guarded(_ headers: [String: String]) -> [String: String] {
    let policy = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://\(host); \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types \
      'none'
      """
    let all = [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    ]
    return headers.merging(all) { $1 }
  }
}
