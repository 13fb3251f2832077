import Foundation
import Glibc
import NIOCore
import Support
import Testing

@testable import gesture_bridge_studio

/// The server's answers to requests as other sites, other users and other programs would send them.
@Suite struct RequestTests {
  private static let talk = StudioProcess.upgrade
  /// In the place of a request, the one with the token of another server.
  private static let token = "token"

  @Test func tokenOnceThenCookie() throws {
    let studio = try StudioProcess()
    let first = try studio.get("/?token=\(studio.token)", ["Sec-Fetch-Site": "none"])
    #expect(first.status == 200 && first.body.contains(#"<meta http-equiv="refresh" content="0; url=/">"#))
    let parts = (first.headers["set-cookie"] ?? "").split(separator: "; ")
    #expect(parts.dropFirst() == ["HttpOnly", "SameSite=Strict", "Path=/"])
    let cookie = String(try #require(parts.first))
    #expect(cookie.wholeMatch(of: /studio=[0-9a-f]{64}/) != nil && !cookie.contains(studio.token))
    #expect(studio.token.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(try studio.get("/?token=\(studio.token)").status == 403)
    #expect(try studio.get("/?token=\(studio.token)", ["Cookie": cookie]).status == 403)
    #expect(try studio.get("/", ["Cookie": cookie]).status == 200)
    #expect(try studio.get("/", ["Cookie": "theme=dark; studio=other;\(cookie)"]).status == 200)
  }

  @Test func everyAnswerHasTheHeaders() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let page = try studio.page(cookie)
    let cookieHeader = ["Cookie": cookie] as [String: String?]
    let answers: [(Int, String)] = [
      (200, studio.request("/", cookieHeader)), (200, Self.token), (400, "nonsense\r\n\r\n"),
      (403, studio.request("/")),
      (403, studio.request("/?token=1")), (403, studio.request("/", ["Cookie": cookie, "Origin": "null"])),
      (404, studio.request("/none", cookieHeader)), (405, studio.request("/", cookieHeader, method: "POST")),
      (409, studio.request("/talk", Self.talk(studio.origin, cookie))),
      (413, studio.request("/", ["Cookie": cookie, "Content-Length": "1"])),
      (421, studio.request("/", ["Cookie": cookie, "Host": "localhost"])),
      (431, studio.request("/" + String(repeating: "x", count: 20_000), cookieHeader)),
      (505, "GET / HTTP/1.0\r\nHost: \(studio.host)\r\n\r\n"),
    ]
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://\(studio.host); "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    for (status, request) in answers {
      let other = request == Self.token ? try StudioProcess() : nil
      let reply = try other.map { try $0.get("/?token=\($0.token)") } ?? studio.answer(to: request)
      let wanted = [
        "content-security-policy": other.map { policy.replacing(studio.host, with: $0.host) } ?? policy,
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store", "connection": "close", "content-length": "\(reply.body.utf8.count)",
      ]
      #expect(reply.status == status, "\(request)")
      #expect(reply.headers.filter { wanted[$0.key] != nil } == wanted, "\(status)")
      // Nothing else, and nothing that names a program.
      let remaining = Set(reply.headers.keys).subtracting(wanted.keys)
      #expect(remaining.isSubset(of: ["content-type", "set-cookie", "allow"]), "\(status): \(remaining)")
      if status >= 400 {
        #expect(reply.headers["content-type"] == "text/plain; charset=utf-8" && reply.body.hasSuffix(".\n"))
      }
    }
    try page.closeAsBrowser()
    let connection = try RawConnection(studio.port)
    #expect(try studio.line() == #"{"studio":"closed"}"#)
    try connection.send(Array(studio.request("/talk", Self.talk(studio.origin, cookie)).utf8))
    let upgraded = try Reply(try connection.read(through: "\r\n\r\n"))
    #expect(upgraded.status == 101 && upgraded.headers["content-security-policy"] == policy)
    #expect(upgraded.headers.count == 9, "\(upgraded)")
  }

  @Test func otherSites() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let origins = [
      "null", "https://evil.example", "http://evil.example:\(studio.port)", "http://localhost:\(studio.port)",
      "https://127.0.0.1:\(studio.port)", "http://127.0.0.1",
      "http://127.0.0.1:\(studio.port == 1 ? 2 : studio.port - 1)",
      "http://127.0.0.1:\(studio.port).evil.example", "http://127.0.0.1:\(studio.port)/",
      "HTTP://127.0.0.1:\(studio.port)",
      "", "http://127.0.0.1:\(studio.port) http://evil.example",
    ]
    for origin in origins {
      #expect(try studio.get("/", ["Cookie": cookie, "Origin": origin]).status == 403, "\(origin)")
      #expect(try studio.get("/talk", Self.talk(origin, cookie)).status == 403, "\(origin)")
    }
    for site in ["cross-site", "same-site", "", "Same-Origin", "same-origin, none"] {
      for target in ["/", "/?token=\(studio.token)"] {
        #expect(try studio.get(target, ["Cookie": cookie, "Sec-Fetch-Site": site]).status == 403, "\(site)")
      }
      let headers = Self.talk(studio.origin, cookie).merging(["Sec-Fetch-Site": site]) { $1 }
      #expect(try studio.get("/talk", headers).status == 403, "\(site)")
    }
    // Without an origin no WebSocket is opened.
    #expect(try studio.get("/talk", Self.talk(studio.origin, cookie).filter { $0.key != "Origin" }).status == 403)
    for site in ["same-origin", "none"] {
      let headers = ["Cookie": cookie, "Sec-Fetch-Site": site, "Origin": studio.origin]
      #expect(try studio.get("/", headers).status == 200)
    }
  }

  @Test func otherSitesCannotUseTheToken() throws {
    let studio = try StudioProcess()
    let target = "/?token=\(studio.token)"
    #expect(try studio.get(target, ["Origin": "https://evil.example"]).status == 403)
    #expect(try studio.get(target, ["Sec-Fetch-Site": "cross-site"]).status == 403)
    for (mode, destination) in [("navigate", "iframe"), ("no-cors", "image"), ("cors", "empty"), ("navigate", "")] {
      let headers = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination]
      #expect(try studio.get(target, headers).status == 403, "\(mode) \(destination)")
    }
    #expect(try studio.get(target, ["Host": "evil.example:\(studio.port)"]).status == 421)
    #expect(try studio.get(target, method: "HEAD").status == 405)
    #expect(try studio.get(target, ["Sec-Fetch-Site": "none"]).status == 200)
  }

  /// As the file does that opens the browser. With the cookie alone no page leads here.
  @Test func aPageMayLeadABrowserHereByTheToken() throws {
    let studio = try StudioProcess()
    let led = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
    #expect(try studio.get("/?token=\(studio.token)", led.merging(["Origin": "null"]) { $1 }).status == 403)
    let reply = try studio.get("/?token=\(studio.token)", led)
    let cookie = String(try #require(reply.headers["set-cookie"]?.split(separator: ";").first))
    #expect(reply.status == 200)
    #expect(try studio.get("/", led.merging(["Cookie": cookie]) { $1 }).status == 403)
    #expect(try studio.get("/", ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"]).status == 200)
  }

  /// Without the kernel's table the owner of the other end of a connection is unknown.
  @Test func nobodyIsBelievedWithoutTheTable() throws {
    #expect(throws: ConnectionOwners.Missing.self) { try ConnectionOwners(table: "/nonexistent") }
    let here = try SocketAddress(ipAddress: "127.0.0.1", port: 80)
    #expect(try !ConnectionOwners(table: "/dev/null").isOwn(peer: here, local: here))
  }

  @Test(.enabled(if: getuid() == 0, "needs root, to hide a file")) func itDoesNotBeginWithoutTheTable() throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    let hidden = "mount -t tmpfs none /proc && exec \"$0\""
    process.arguments = ["--mount", "/bin/sh", "-c", hidden, StudioProcess.program]
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let reason = "No such file or directory; let the studio read this file, which shows who connects"
    #expect(text == "gesture-bridge-studio: error: can't read /proc/net/tcp: \(reason)\n")
    #expect(process.terminationStatus == 1)
  }

  @Test func otherUsers() throws {
    let studio = try StudioProcess()
    let paths = ["/", "/index.html", "/talk", "/none", "/?token", "/?x=1"] + PageFile.all.map { "/" + $0.name }
    let zeros = String(repeating: "0", count: 64)
    for path in paths {
      for cookie in [nil, "", "studio", "studio=", "studio=\(zeros)", "studio=\(studio.token)", "\(zeros)"] {
        let headers = ["Cookie": cookie, "Origin": studio.origin] as [String: String?]
        let reply = try studio.get(path, headers)
        #expect(
          reply.status == 403 && reply.body.hasPrefix("Only the browser"), "\(path) \(cookie ?? "none"): \(reply)")
      }
    }
    let guesses = [
      "", zeros, String(studio.token.dropLast()), studio.token + "0", studio.token.uppercased() + "A", "%00",
    ]
    for guess in guesses + (0..<64).map({ _ in Secret().text }) {
      #expect(try studio.get("/?token=\(guess)").status == 403)
    }
    #expect(try studio.get("/?token=\(studio.token)&x=1").status == 403)
    // Guesses use nothing up.
    let cookie = try studio.enter()
    for wrong in [String(cookie.dropLast()), cookie + "0", "x" + cookie, cookie.uppercased()] {
      #expect(try studio.get("/", ["Cookie": wrong]).status == 403)
    }
    #expect(try studio.get("/", ["Cookie": cookie]).status == 200)
  }

  /// Another user has the cookie, for example from a server at another port that the browser was led to.
  @Test(.enabled(if: getuid() == 0, "needs root, to be another user")) func anotherUserWithTheSecrets() throws {
    let studio = try StudioProcess()
    let asNobody = { (target: String, cookie: String) in
      let script = """
        import socket
        s = socket.create_connection(("127.0.0.1", \(studio.port)))
        s.sendall(b"GET \(target) HTTP/1.1\\r\\nHost: \(studio.host)\\r\\nCookie: \(cookie)\\r\\n\\r\\n")
        print(s.recv(1000).decode().split()[1])
        """
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", script]
      process.standardOutput = output
      try process.run()
      return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    #expect(try asNobody("/?token=\(studio.token)", "") == "403\n")
    let cookie = try studio.enter()
    #expect(try asNobody("/", cookie) == "403\n")
    #expect(try studio.get("/", ["Cookie": cookie]).status == 200)
  }

  @Test func secretsAreNotRepeated() {
    let secrets = (0..<1000).map { _ in Secret() }
    #expect(Set(secrets.map(\.text)).count == 1000)
    #expect(secrets.allSatisfy { $0.text.utf8.count == 64 && $0.isSame(as: $0.text) && !$0.isSame(as: "") })
  }

  /// A page of another site whose name is made to lead here.
  @Test func rebinding() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let port = studio.port
    let hosts = [
      "evil.example", "evil.example:\(port)", "localhost:\(port)", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:0\(port)",
      "127.0.0.1:\(port == .max ? 1 : port + 1)", "[::1]:\(port)", "[::ffff:127.0.0.1]:\(port)", "127.1:\(port)",
      "127.0.0.1.:\(port)", "2130706433:\(port)", "0x7f.0.0.1:\(port)", "user@127.0.0.1:\(port)",
      "127.0.0.1:\(port),evil.example",
      "", "127.0.0.1:\(port)@evil.example", "127.0.0.2:\(port)",
    ]
    for host in hosts {
      #expect(try studio.get("/", ["Cookie": cookie, "Host": host]).status == 421, "\(host)")
      let headers = Self.talk(studio.origin, cookie).merging(["Host": host]) { $1 }
      #expect(try studio.get("/talk", headers).status == 421, "\(host)")
    }
    #expect(try studio.get("/", ["Cookie": cookie, "Host": nil]).status == 421)
    let twice = "GET / HTTP/1.1\r\nHost: \(studio.host)\r\nhost: evil.example\r\nCookie: \(cookie)\r\n\r\n"
    #expect(try studio.answer(to: twice).status == 400)
    for target in ["http://\(studio.host)/", "http://evil.example/", "\(studio.host)", "*", ""] {
      #expect(try studio.get(target, ["Cookie": cookie]).status == 400, "\(target)")
    }
  }

  @Test func methods() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    for method in ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND"] {
      let reply = try studio.get("/", ["Cookie": cookie], method: method)
      #expect(reply.status == 405 && reply.headers["allow"] == "GET", "\(method): \(reply)")
    }
    for method in ["get", "Get", "NONE"] {
      #expect(try studio.get("/", ["Cookie": cookie], method: method).status == 400, "\(method)")
    }
    #expect(try studio.get("evil.example:443", ["Cookie": cookie], method: "CONNECT").status == 400)
  }

  @Test func nothingLeadsOutOfThePage() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let paths = [
      "/..", "/../index.html", "/../../etc/passwd", "/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/.",
      "/./index.html",
      "//index.html", "/index.html/", "/index.html/..", "/INDEX.HTML", "/index.html?", "/index.html?x",
      "/index.html%00", "/%69ndex.html",
      "/index.html#top", "/Page/index.html", "/\\..\\index.html", "/talk/", "/talk/../", "/?x", "/etc/passwd",
      "/favicon.ico",
    ]
    for path in paths where path != "/index.html?" {
      #expect(try studio.get(path, ["Cookie": cookie]).status == 404, "\(path)")
    }
  }

  @Test func filesOfThePage() throws {
    let folder = packageRoot.appendingPathComponent("Sources/gesture-bridge-studio/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(PageFile.all.map(\.name).sorted() == names, "PageFile.all is another list than the folder")
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let types = [
      "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
      "svg": "image/svg+xml",
    ]
    for name in names {
      let reply = try studio.get("/" + name, ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"])
      #expect(reply.status == 200)
      #expect(try reply.body == String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8), "\(name)")
      #expect(reply.headers["content-type"] == types[URL(fileURLWithPath: name).pathExtension], "\(name)")
    }
    #expect(try studio.get("/", ["Cookie": cookie]).body == studio.get("/index.html", ["Cookie": cookie]).body)
  }

  @Test func requestsThatAreNone() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let host = "Host: \(studio.host)\r\n"
    let wrong = [
      "GET\r\n\r\n",
      " GET / HTTP/1.1\r\n\r\n",
      "G(T / HTTP/1.1\r\n\(host)\r\n", "GET / HTTX/1.1\r\n\(host)\r\n",
      "GET / HTTP/1.1\r\n\(host)\n\n",
      "GET / HTTP/1.1\rHost: x\r\n\r\n", "GET /\u{0} HTTP/1.1\r\n\(host)\r\n", "GET /ä HTTP/1.1\r\n\(host)\r\n",
      "GET / HTTP/1.1\r\n\(host) folded: x\r\n\r\n", "GET / HTTP/1.1\r\n\(host)no colon\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host): no name\r\n\r\n", "GET / HTTP/1.1\r\nHost : \(studio.host)\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Cookie: \(cookie)\r\nCookie: \(cookie)\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Origin: \(studio.origin)\r\nOrigin: \(studio.origin)\r\n\r\n",
      "GET / HTTP/1.1\r\n\(host)Content-Length: 0\r\nContent-Length: 0\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]
    for request in wrong { #expect(try studio.answer(to: request).status == 400, "\(request.debugDescription)") }
    for version in ["", " HTTP/0.9", " HTTP/1.0", " HTTP/1.1 ", " HTTP/2.0"] {
      #expect(try studio.answer(to: "GET /\(version)\r\n\(host)Cookie: \(cookie)\r\n\r\n").status == 505, "\(version)")
    }
    #expect(try studio.answer(to: "GET / HTTP/1.1\n\(host)Cookie: \(cookie)\n\n").status == 505)
    #expect(try studio.answer(to: "GET  / HTTP/1.1\r\n\r\n").status == 421)
    #expect(try studio.get("/", ["Cookie": cookie]).status == 200)
  }

  @Test func tooMuch() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let long = String(repeating: "x", count: 1 << 20)
    // The client gets the error, although it sends its whole request first.
    #expect(try studio.get("/", ["Cookie": cookie, "X": String(long.prefix(17_000))]).status == 431)
    #expect(try studio.get("/", ["Cookie": cookie, "X": String(long.prefix(15_000))]).status == 200)
    #expect(try studio.answer(to: "GET /" + String(long.prefix(30_000))).status == 431)
    for blanks in [String(repeating: "\r\n", count: 10_000), "GET " + String(repeating: " ", count: 20_000)] {
      #expect(try studio.answer(to: blanks).status == 431)
    }
    let many = (0..<2000).map { "X-\($0): y\r\n" }.joined()
    #expect(try studio.answer(to: "GET / HTTP/1.1\r\n\(many)\r\n").status == 431)
    let connection = try RawConnection(studio.port)
    for _ in 0..<20 { try connection.send(Array(long.utf8)) }
    #expect(throws: Never.self) { _ = try connection.readAll() }
    for (length, status) in [("0", 200), ("1", 413), ("-1", 400), ("18446744073709551616", 400), ("x", 400)] {
      #expect(try studio.get("/", ["Cookie": cookie, "Content-Length": length]).status == status, "\(length)")
    }
    let body = "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    #expect(try studio.answer(to: "GET / HTTP/1.1\r\nHost: \(studio.host)\r\n\(body)").status == 413)
    // Bytes after a request don't count as a second request.
    let two = studio.request("/", ["Cookie": cookie])
    let replies = try studio.answer(to: two + two)
    #expect(replies.status == 200 && !replies.body.contains("HTTP/1.1"))
    #expect(try studio.memory() < 100_000)
  }
}
