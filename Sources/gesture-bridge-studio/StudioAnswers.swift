import FlyingFox
import Foundation
import Synchronization

/// Decides what a request gets: who asks, by which name, for what.
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

    var status: HTTPStatusCode {
      switch self {
      case .request(.malformed): .badRequest
      case .request(.version): .httpVersionNotSupported
      case .request(.body): .payloadTooLarge
      case .tooLong: .requestHeaderFieldsTooLarge
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
      case .request(.malformed): "This request is not one of HTTP/1.1."
      case .request(.version): "The studio speaks HTTP/1.1 only."
      case .request(.body): "The studio takes no body."
      case .tooLong: "The head of this request is longer than \(RequestHead.longest >> 10) KiB."
      case .tooSlow: "The request took too long to come."
      case .host: "The studio has another address."
      case .method: "The studio answers GET only."
      case .origin, .site: "The studio does not answer other sites."
      case .token: "This address has been used, or is not the studio's: start `gesture-bridge studio` anew."
      case .cookie:
        "Only the browser that has opened the studio's address gets this: start `gesture-bridge studio` anew."
      case .user: "The studio answers programs of the user only who has started it."
      case .unknown: "There is nothing here."
      case .taken: "The studio is open in another tab or window: close that one first."
      }
    }
  }

  /// Where the page's WebSocket is.
  static let talk = "/talk"
  private static let cookieName = "studio"
  private static let fetchSite = HTTPHeader("Sec-Fetch-Site")
  private static let originHeader = HTTPHeader("Origin")

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
  func answer(_ request: HTTPRequest, _ isOwn: () -> Bool) async -> Answer {
    if let refusal = refusal(request) { return .response(response(refusal)) }
    let path = request.target.path()
    let query = request.target.query()
    if path == "/", query.hasPrefix("token=") { return .response(open(query.dropFirst("token=".count), isOwn)) }
    guard isKnown(request) else { return .response(response(.cookie)) }
    guard isOwn() else { return .response(response(.user)) }
    if path == Self.talk { return await talk(request) }
    guard query.isEmpty, let file = PageFile.at(path) else { return .response(response(.unknown)) }
    return .response(response(.ok, [.contentType: file.type], Data(file.bytes)))
  }

  /// What counts for each request, whoever sends it.
  private func refusal(_ request: HTTPRequest) -> Refusal? {
    let headers = request.headers
    guard headers[.host] == host else { return .host }
    guard request.method.rawValue == "GET" else { return .method }
    let given = headers[Self.originHeader]
    // Pages of other sites can open WebSockets, and browsers say then where they come from.
    guard given == origin || (given == nil && request.target.path() != Self.talk) else { return .origin }
    guard ["same-origin", "none", nil].contains(headers[Self.fetchSite]) else { return .site }
    return nil
  }

  /// The first to come with the token gets the cookie.
  private func open(_ guess: Substring, _ isOwn: () -> Bool) -> HTTPResponse {
    let refusal = token.withLock { token -> Refusal? in
      guard token?.isSame(as: guess) ?? false else { return .token }
      guard isOwn() else { return .user }
      token = nil
      return nil
    }
    if let refusal { return response(refusal) }
    let value = "\(Self.cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/"
    return response(.seeOther, [.location: "/", .setCookie: value])
  }

  /// Whether it has the cookie. Servers at other ports can set cookies of this name too, so one of several is enough.
  private func isKnown(_ request: HTTPRequest) -> Bool {
    (request.headers[.cookie] ?? "").split(separator: ";").contains { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingBlanks == Self.cookieName else { return false }
      return cookie.isSame(as: parts[1].trimmingBlanks)
    }
  }

  private func talk(_ request: HTTPRequest) async -> Answer {
    guard request.target.query().isEmpty else { return .response(response(.unknown)) }
    let handshake = WebSocketHTTPHandler(handler: FramesByConnection())
    guard let upgrade = try? await handshake.handleRequest(request), case .webSocket = upgrade.payload else {
      return .response(response(.request(.malformed)))
    }
    guard let outbox = page.claim() else { return .response(response(.taken)) }
    return .talk(HTTPResponse(statusCode: .switchingProtocols, headers: guarded(upgrade.headers)), outbox)
  }

  // MARK: Answers

  func response(_ refusal: Refusal) -> HTTPResponse {
    var headers: HTTPHeaders = [.contentType: "text/plain; charset=utf-8"]
    if refusal.status == .methodNotAllowed { headers[HTTPHeader("Allow")] = "GET" }
    return response(refusal.status, headers, Data((refusal.words + "\n").utf8))
  }

  private func response(_ status: HTTPStatusCode, _ headers: HTTPHeaders, _ body: Data = Data()) -> HTTPResponse {
    var headers = guarded(headers)
    headers[.connection] = "close"
    headers[.contentLength] = String(body.count)
    return HTTPResponse(statusCode: status, headers: headers, body: body)
  }

  /// With what keeps the page apart from all others: it loads nothing from elsewhere, runs no script but its own, and is in no frame.
  private func guarded(_ headers: HTTPHeaders) -> HTTPHeaders {
    var headers = headers
    headers[HTTPHeader("Content-Security-Policy")] = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://\(host); \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
      """
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
    headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
    headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    headers[.cacheControl] = "no-store"
    return headers
  }
}

/// Stands where FlyingFox's handshake wants what makes frames: the connection reads and writes them itself, within limits.
private struct FramesByConnection: WSHandler {
  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    AsyncStream { $0.finish() }
  }
}
