import NIOCore
import NIOHTTP1

/// Decides the answer to a request: the page that sets the cookie, a file of the page, the WebSocket, or a refusal.
final class StudioAnswers {
  struct Response {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: [UInt8]

    var isRefusal: Bool { status.code >= 400 }
  }

  enum Answer {
    case response(Response)
    /// The page is allowed to open the WebSocket; the answer has these headers.
    case webSocket(HTTPHeaders)
  }

  struct Refusal: Error {
    let status: HTTPResponseStatus
    let words: String

    private init(_ status: HTTPResponseStatus, _ words: String) { (self.status, self.words) = (status, words) }

    static let malformed = Refusal(.badRequest, "This is not a valid request: start `gesture-bridge studio` again.")
    static let version = Refusal(.httpVersionNotSupported, "The studio accepts only HTTP/1.1: use a web browser.")
    static let body = Refusal(.payloadTooLarge, "The studio accepts no request with a body.")
    static let tooLong = Refusal(
      .requestHeaderFieldsTooLarge,
      "This request has more than \(RequestHandler.longestHead >> 10) KiB of headers: delete the cookies of 127.0.0.1.")
    static let tooSlow = Refusal(.requestTimeout, "The request took too long to arrive: reload the page.")
    static let host = Refusal(
      .misdirectedRequest, "This is not the studio's address: open the address that `gesture-bridge studio` shows.")
    static let method = Refusal(.methodNotAllowed, "The studio answers only GET requests.")
    static let otherSite = Refusal(.forbidden, "The studio refuses requests of other sites: type its address yourself.")
    static let token = Refusal(
      .forbidden,
      "This address has already been used, or does not belong to the studio: start `gesture-bridge studio` again.")
    static let cookie = Refusal(
      .forbidden,
      "Only the browser that opened the studio's address can read this page: start `gesture-bridge studio` again.")
    static let user = Refusal(.forbidden, "Only the user who started the studio can open it: start your own studio.")
    static let unknown = Refusal(.notFound, "This address has no page: remove everything after the port number.")
    static let pageOpen = Refusal(
      .conflict, "The studio is open in another tab or window: close that tab or window first.")
  }

  static let socketPath = "/talk"
  private static let cookieName = "studio"
  /// The length of the WebSocket's key: 16 bytes in Base64.
  private static let keyLength = 24
  private static let entryPage = """
    <!DOCTYPE html>
    <html lang="en">
    <meta http-equiv="refresh" content="0; url=/">
    <title>The studio</title>
    <a href="/">Open the studio</a>

    """
  /// The headers that affect the answer. Each may occur only once.
  private static let single = [
    "host", "origin", "cookie", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "upgrade", "connection",
    "sec-websocket-key", "sec-websocket-version", "content-length", "transfer-encoding",
  ]

  private let owners: ConnectionOwners
  private let cookie = Secret()
  /// The secret in the address that opens the studio. Nil after its first use.
  private var token: Secret? = Secret()

  init(_ owners: ConnectionOwners) { self.owners = owners }

  func address(port: Int) -> String { "http://127.0.0.1:\(port)/?token=\(token?.text ?? "")" }

  func answer(_ head: HTTPRequestHead, _ channel: any Channel) -> Answer {
    do throws(Refusal) {
      return try permit(Request(head, channel))
    } catch {
      return .response(response(error, channel))
    }
  }

  // MARK: Requests

  private struct Request {
    let path: Substring
    let query: Substring
    let method: HTTPMethod
    let headers: HTTPHeaders
    let channel: any Channel

    init(_ head: HTTPRequestHead, _ channel: any Channel) throws(Refusal) {
      let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      guard head.uri.first == "/", head.uri.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
        single.allSatisfy({ head.headers[$0].count <= 1 })
      else { throw .malformed }
      guard head.version == .http1_1 else { throw .version }
      path = target[0]
      query = target.count > 1 ? target[1] : ""
      method = head.method
      headers = head.headers
      self.channel = channel
      guard self["transfer-encoding"] == nil, self["content-length"] ?? "0" == "0" else { throw .body }
    }

    subscript(_ name: String) -> String? { headers.first(name: name) }

    var host: String { StudioAnswers.host(channel) }

    var givenToken: Substring? {
      let key = "token="
      return path == "/" && query.hasPrefix(key) ? query.dropFirst(key.count) : nil
    }

    /// Whether a page of another site, or a local file, sends the browser to the address with the token.
    var isEntry: Bool {
      givenToken != nil && self["sec-fetch-site"] == "cross-site" && self["sec-fetch-mode"] == "navigate"
        && self["sec-fetch-dest"] == "document"
    }

    var isHandshake: Bool {
      self["upgrade"]?.lowercased() == "websocket" && self["sec-websocket-version"] == "13"
        && self["sec-websocket-key"]?.utf8.count == keyLength
        && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
    }
  }

  private func permit(_ request: Request) throws(Refusal) -> Answer {
    guard request["host"] == request.host else { throw .host }
    guard request.method == .GET else { throw .method }
    let origin = request["origin"]
    // Pages of other sites can open WebSockets too, but then browsers name the site in `Origin`.
    guard origin == "http://" + request.host || (origin == nil && request.path != Self.socketPath) else {
      throw .otherSite
    }
    guard ["same-origin", "none", nil].contains(request["sec-fetch-site"]) || request.isEntry else { throw .otherSite }
    if let givenToken = request.givenToken { return .response(try open(givenToken, request)) }
    guard hasCookie(request) else { throw .cookie }
    guard isOwn(request) else { throw .user }
    guard request.query.isEmpty else { throw .unknown }
    if request.path == Self.socketPath {
      guard request.isHandshake else { throw .malformed }
      return .webSocket(Self.securityHeaders(request.host))
    }
    guard let file = PageFile.at(String(request.path)) else { throw .unknown }
    return .response(response(.ok, ["Content-Type": file.type], file.bytes, request.host))
  }

  /// Returns a page that sets the cookie and opens `/`. The answer isn't a redirection, because browsers don't send the
  /// cookie after a redirection from another site. Throws if the token is wrong, or if another user sent the request.
  private func open(_ givenToken: Substring, _ request: Request) throws(Refusal) -> Response {
    guard token?.isSame(as: givenToken) ?? false else { throw .token }
    guard isOwn(request) else { throw .user }
    token = nil
    let value = "\(Self.cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/"
    return response(
      .ok, ["Content-Type": "text/html; charset=utf-8", "Set-Cookie": value], Array(Self.entryPage.utf8), request.host)
  }

  /// Whether a cookie has the right name and the right value. Servers at other ports can set cookies with this name.
  private func hasCookie(_ request: Request) -> Bool {
    (request["cookie"] ?? "").split(separator: ";").contains { pair in
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0] == Self.cookieName && cookie.isSame(as: parts[1])
    }
  }

  private func isOwn(_ request: Request) -> Bool {
    owners.isOwn(peer: request.channel.remoteAddress, local: request.channel.localAddress)
  }

  // MARK: Responses

  func response(_ refusal: Refusal, _ channel: any Channel) -> Response {
    var headers: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8"]
    if refusal.status == .methodNotAllowed { headers.add(name: "Allow", value: "GET") }
    return response(refusal.status, headers, Array((refusal.words + "\n").utf8), Self.host(channel))
  }

  private func response(
    _ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: [UInt8], _ host: String
  ) -> Response {
    var headers = headers
    headers.add(contentsOf: Self.securityHeaders(host))
    headers.add(name: "Connection", value: "close")
    headers.add(name: "Content-Length", value: String(body.count))
    return Response(status: status, headers: headers, body: body)
  }

  /// The server's address and port, which the `Host` header of a request must have.
  private static func host(_ channel: any Channel) -> String { "127.0.0.1:\(channel.localAddress?.port ?? 0)" }

  /// Headers that let the page load only its own files, and keep other sites and caches away from the page.
  private static func securityHeaders(_ host: String) -> HTTPHeaders {
    let policy = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://\(host); \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types \
      'none'
      """
    return [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    ]
  }
}
