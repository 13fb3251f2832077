import Foundation
import Glibc
import Support
import Testing

@testable import gesture_bridge_studio

/// The page's WebSocket: its messages are printed unchanged, and have limits.
@Suite struct WebSocketTests {
  private static let opened = #"{"studio":"opened"}"#
  private static let closed = #"{"studio":"closed"}"#

  @Test func messagesGoBothWaysAsTheyAre() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    let texts = [
      #"{"ask":1,"do":"hello"}"#, #"{ "ask" : 2, "do":"try", "values":{"min-distance":31.50} }"#,
      #"{"ask":3,"text":"ä “😀” \u0000 \n \" \\ <script>\u2028"}"#,
      "{\"ask\":4,\"separators\":\"\u{2028}\u{85}\u{7F}\"}",
      #"{"do":"last","ask":1e2}"#,
    ]
    for text in texts {
      try page.send(text)
      #expect(try studio.line() == text)
      studio.send(text)
      #expect(try page.text() == text)
    }
    // The page has to understand these, not the server.
    for text in ["", "[]", "not JSON", #"{"studio":"closed"}"#, "\r", " "] {
      studio.send(text)
      #expect(try page.text() == text)
    }
  }

  @Test func tenThousandMessagesEachWay() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    let count = 10_000
    let text: @Sendable (Int) -> String = { number in
      "{\"ask\":\(number),\"filling\":\"\(String(repeating: "x", count: number % 300))\"}"
    }
    // All at once: neither side waits for the other.
    let others = [
      TestThread { for number in 0..<count { studio.send(text(number)) } },
      TestThread { for number in 0..<count { try page.send(text(number)) } },
      TestThread { for number in 0..<count { try #require(try page.text() == text(number)) } },
    ]
    for number in 0..<count { try #require(try studio.line() == text(number)) }
    for other in others { try other.wait() }
    try page.closeAsBrowser()
    #expect(try studio.line() == Self.closed)
  }

  @Test func aMebibyteEachWay() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    let start = #"{"ask":1,"text":""#
    let text = start + String(repeating: "m", count: PageHandler.longest - start.utf8.count - 2) + "\"}"
    #expect(text.utf8.count == 1 << 20)
    try page.send(text)
    #expect(try studio.line() == text)
    studio.send(text)
    #expect(try page.text() == text)
    // An answer may be longer.
    let long = String(repeating: "l", count: PageHandler.mostWaiting - 100)
    studio.send(long)
    #expect(try page.text() == long)
    studio.send(String(repeating: "t", count: PageHandler.mostWaiting + 1))
    studio.send("after it")
    #expect(try page.text() == "after it")
    try page.send(text + " ")
    #expect(try #require(try page.closeFrame()).code == 1009)
    page.connection.close()
    studio.closeInput()
    #expect(try studio.end().errors.contains("a line of standard input is longer than 4 MiB, and is dropped"))
  }

  @Test func oneAtATime() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let page = try studio.page(cookie)
    for _ in 0..<3 {
      let reply = try studio.get("/talk", StudioProcess.upgrade(studio.origin, cookie))
      #expect(reply.status == 409 && reply.body.hasPrefix("The studio is open in another tab"))
    }
    try page.send(#"{"ask":1}"#)
    #expect(try studio.line() == #"{"ask":1}"#)
    try page.closeAsBrowser()
    #expect(try studio.line() == Self.closed)
    let next = try studio.page(cookie)
    // The page closes its connection without a closing frame.
    next.connection.close()
    #expect(try studio.line() == Self.closed)
    try studio.page(cookie).closeAsBrowser()
  }

  @Test func handshakes() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let wrong: [[String: String?]] = [
      ["Upgrade": nil], ["Upgrade": "h2c"], ["Connection": nil], ["Connection": "keep-alive"],
      ["Sec-WebSocket-Key": nil],
      ["Sec-WebSocket-Key": "short"], ["Sec-WebSocket-Version": "12"], ["Sec-WebSocket-Version": nil],
    ]
    for change in wrong {
      let headers = StudioProcess.upgrade(studio.origin, cookie).merging(change) { $1 }
      #expect(try studio.get("/talk", headers).status == 400, "\(change)")
    }
    #expect(try studio.get("/talk?x", StudioProcess.upgrade(studio.origin, cookie)).status == 404)
    // None of these handshakes has taken the page's place. Bytes after a handshake are already a frame.
    let connection = try RawConnection(studio.port)
    let request = Array(studio.request("/talk", StudioProcess.upgrade(studio.origin, cookie)).utf8)
    try connection.send(request + TestPage.frame(Array(#"{"ask":1}"#.utf8)))
    let reply = try Reply(try connection.read(through: "\r\n\r\n"))
    // RFC 6455, 4.2.2: the result of `openssl sha1` for the key.
    #expect(reply.headers["sec-websocket-accept"] == "Bz3qJYTGdOe8gUSpLosEdiLKDrk=")
    #expect(try [studio.line(), studio.line()] == [Self.opened, #"{"ask":1}"#])
  }

  @Test func fragments() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    let text = Array(#"{"ask":1,"text":"in “pieces”"}"#.utf8)
    for (index, byte) in text.enumerated() {
      let first: UInt8 = (index == text.count - 1 ? 0x80 : 0) | (index == 0 ? 1 : 0)
      try page.connection.send(TestPage.frame([byte], first: first))
      try page.connection.send(TestPage.frame([byte], first: 0x89) + TestPage.frame([], first: 0x8A))
      #expect(try page.next() == TestPage.Frame(opcode: 0xA, payload: [byte]))
    }
    #expect(try studio.line() == String(decoding: text, as: UTF8.self))
    // Byte by byte on the wire.
    for byte in TestPage.frame(text) { try page.connection.send([byte]) }
    #expect(try studio.line() == String(decoding: text, as: UTF8.self))
  }

  @Test func framesThatAreWrong() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    let ask = Array(#"{"ask":1}"#.utf8)
    let frame = TestPage.frame
    let big = [UInt8](repeating: UInt8(ascii: " "), count: 600_000)
    let wrong: [(String, Int, [UInt8])] = [
      ("unmasked", 1002, frame(ask, 0x81, false, nil)), ("unmasked ping", 1002, frame([], 0x89, false, nil)),
      ("RSV1", 1002, frame(ask, 0xC1, true, nil)), ("RSV3", 1002, frame(ask, 0x91, true, nil)),
      ("binary", 1003, frame(ask, 0x82, true, nil)), ("opcode 3", 1002, frame(ask, 0x83, true, nil)),
      ("opcode 11", 1002, frame(ask, 0x8B, true, nil)), ("long ping", 1002, frame(big, 0x89, true, nil)),
      ("ping in pieces", 1002, frame([], 0x09, true, nil)),
      ("a continuation of nothing", 1002, frame(ask, 0x80, true, nil)),
      ("a text within another", 1002, frame(ask, 0x01, true, nil) + frame(ask, 0x81, true, nil)),
      ("half a code", 1002, frame([3], 0x88, true, nil)),
      ("not UTF-8", 1007, frame([0x7B, 0xFF, 0x7D], 0x81, true, nil)),
      ("longer than may be", 1009, frame([], 0x81, true, 1 << 20 + 1)),
      ("endless", 1009, frame([], 0x81, true, .max)),
      ("longer in pieces", 1009, frame(big, 0x01, true, nil) + frame(big, 0x80, true, nil)),
      ("empty", 1008, frame([], 0x81, true, nil)), ("no JSON", 1008, frame(Array("ask".utf8), 0x81, true, nil)),
      ("a list", 1008, frame(Array("[1]".utf8), 0x81, true, nil)),
      ("no ask", 1008, frame(Array("{}".utf8), 0x81, true, nil)),
      ("two values", 1008, frame(ask + ask, 0x81, true, nil)), ("a line end", 1008, frame(ask + [10], 0x81, true, nil)),
      ("a return", 1008, frame([13] + ask, 0x81, true, nil)),
      ("two lines", 1008, frame(Array("{\"ask\":\n1}".utf8), 0x81, true, nil)),
      ("a line of the program", 1008, frame(Array(#"{"ask":1,"studio":"ended"}"#.utf8), 0x81, true, nil)),
      ("the same in disguise", 1008, frame(Array(#"{"ask":1,"stud\u0069o":"ended"}"#.utf8), 0x81, true, nil)),
      ("too deep", 1008, frame(Array(#"{"ask":"#.utf8) + [UInt8](repeating: 0x5B, count: 100_000), 0x81, true, nil)),
    ]
    for (name, code, bytes) in wrong {
      let page = try studio.page(cookie)
      try page.connection.send(bytes)
      let closeFrame = try page.closeFrame()
      #expect(
        closeFrame?.code == code && closeFrame?.reason.isEmpty == false, "\(name): \(closeFrame.debugDescription)")
      page.connection.close()
      #expect(try studio.line() == Self.closed, "\(name)")
    }
  }

  /// Whatever bytes arrive, the server continues, and prints only messages.
  @Test func garbage() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    var random = SeededRandom(seed: 20_261)
    for _ in 0..<150 {
      let page = try studio.page(cookie)
      var bytes = (0..<Int.random(in: 1...3000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Most are masked texts, pings and pieces, so that more than the first byte is looked at.
      bytes[0] = [0x81, 0x01, 0x89, 0x80, 0x88, bytes[0]].randomElement(using: &random) ?? 0
      if bytes.count > 1 { bytes[1] |= 0x80 }
      try page.connection.send(bytes)
      shutdown(page.connection.descriptor, Int32(SHUT_WR))
      _ = try page.closeFrame()
      page.connection.close()
      #expect(try studio.line() == Self.closed)
    }
    for _ in 0..<150 {
      let bytes = (0..<Int.random(in: 1...3000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let connection = try RawConnection(studio.port)
      try connection.send(bytes)
      shutdown(connection.descriptor, Int32(SHUT_WR))
      _ = try connection.readAll()
    }
    let page = try studio.page(cookie)
    try page.send(#"{"ask":1}"#)
    #expect(try studio.line() == #"{"ask":1}"#)
  }

  @Test func aPageThatDoesNotRead() throws {
    let studio = try StudioProcess("--stay", "60")
    let cookie = try studio.enter()
    let page = try studio.page(cookie, receiveBuffer: 4096)
    let before = try studio.memory()
    let line = String(repeating: "n", count: 8000)
    let writer = TestThread { for _ in 0..<4000 { studio.send(line) } }
    #expect(try studio.line() == Self.closed)
    #expect(try studio.memory() < before + 20_000)
    page.connection.close()
    // The next page gets at most lines that the studio has not read yet, and everything after them.
    try writer.wait()
    let next = try studio.page(cookie)
    studio.send("for the next page")
    while case let text = try next.text(), text != "for the next page" { #expect(text == line) }
    try next.closeAsBrowser()
    studio.closeInput()
    #expect(try studio.end().errors.contains("the page is too slow (4 MiB of messages wait): reload it"))
  }

  /// The page is not read while standard output is not: nothing grows, and nothing is lost.
  @Test func aReaderThatIsSlow() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    let before = try studio.memory()
    let text = { (number: Int) in "{\"ask\":\(number),\"filling\":\"\(String(repeating: "y", count: 10_000))\"}" }
    var sent = 0
    var remaining: [UInt8] = []
    while page.connection.isWritable(500) {
      if remaining.isEmpty {
        remaining = TestPage.frame(Array(text(sent).utf8))
        sent += 1
      }
      remaining.removeFirst(page.connection.sendSome(remaining))
      try #require(sent < 5000, "it takes without an end")
    }
    #expect(try studio.memory() < before + 20_000)
    for number in 0..<(sent - 1) { try #require(try studio.line() == text(number)) }
    try page.connection.send(remaining)
    #expect(try studio.line() == text(sent - 1))
  }
}
