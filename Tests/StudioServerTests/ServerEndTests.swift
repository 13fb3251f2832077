import Foundation
import Glibc
import Testing

/// When and how the studio ends, and its last line.
@Suite struct ServerEndTests {
  private static let closed = #"{"studio":"closed"}"#

  private static let endOfInput = "`gesture-bridge studio` has ended, or the session was locked"

  private static func ended(_ why: String) -> String { "{\"studio\":\"ended\",\"why\":\"\(why)\"}" }

  @Test func withoutAPage() throws {
    let studio = try StudioProcess("--first", "1")
    // Requests don't count as a page.
    _ = try studio.get("/", ["Cookie": try studio.enter()])
    let end = try studio.end()
    #expect(end == (0, [Self.ended("no page was opened within 1 s")], ""))
  }

  @Test func afterThePage() throws {
    let studio = try StudioProcess("--stay", "1")
    let cookie = try studio.enter()
    try studio.page(cookie).closeAsBrowser()
    #expect(try studio.line() == Self.closed)
    // The page is loaded again.
    let page = try studio.page(cookie)
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(1500) {
      try page.send(#"{"ask":1}"#)
      #expect(try studio.line() == #"{"ask":1}"#)
    }
    page.connection.close()
    let closeTime = ContinuousClock.now
    let end = try studio.end()
    #expect(end == (0, [Self.closed, Self.ended("the page was closed 1 s ago")], ""))
    #expect(ContinuousClock.now - closeTime >= .milliseconds(900))
  }

  @Test func endOfInput() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    studio.send("the last line")
    studio.closeInput()
    #expect(try page.text() == "the last line")
    let closeFrame = try #require(try page.closeFrame())
    #expect(closeFrame == (1001, "the studio has ended: \(Self.endOfInput)"))
    try page.connection.send(TestPage.frame([0x03, 0xE9], first: 0x88))
    #expect(try studio.end() == (0, [Self.closed, Self.ended(Self.endOfInput)], ""))
  }

  @Test(arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")]) func signals(_ number: Int32, _ name: String) throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    studio.send(number)
    #expect(try #require(try page.closeFrame()) == (1001, "the studio has ended: \(name)"))
    page.connection.close()
    #expect(try studio.end() == (0, [Self.closed, Self.ended(name)], ""))
    let idle = try StudioProcess()
    idle.send(number)
    #expect(try idle.end() == (0, [Self.ended(name)], ""))
  }

  /// A page that does not answer the close delays the end by a few seconds only, and so does a reader.
  @Test func nobodyKeepsIt() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    let ask = TestPage.frame(Array("{\"ask\":1,\"filling\":\"\(String(repeating: "y", count: 10_000))\"}".utf8))
    var remaining: [UInt8] = []
    while page.connection.isWritable(300) {
      if remaining.isEmpty { remaining = ask }
      remaining.removeFirst(page.connection.sendSome(remaining))
    }
    studio.send(SIGTERM)
    #expect(studio.wait() == 0)
  }

  @Test func aReaderThatIsGone() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    studio.closeOutput()
    try page.send(#"{"ask":1}"#)
    #expect(try #require(try page.closeFrame()) == (1001, "the studio has ended: standard output is closed"))
    page.connection.close()
    #expect(studio.wait() == 0)
  }

  @Test func linesForNoPage() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    studio.send("for nobody")
    try studio.page(cookie).closeAsBrowser()
    #expect(try studio.line() == Self.closed)
    studio.send("for nobody either")
    studio.closeInput()
    #expect(try studio.end() == (0, [Self.ended(Self.endOfInput)], ""))
  }

  /// `gesture-bridge studio` gives it one socket as both.
  @Test func oneSocketForBothStreams() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: StudioProcess.program)
    process.standardInput = FileHandle(fileDescriptor: ends[1])
    process.standardOutput = FileHandle(fileDescriptor: ends[1])
    try process.run()
    close(ends[1])
    var output = try StudioProcess.read(ends[0])
    shutdown(ends[0], Int32(SHUT_WR))
    while case let more = try StudioProcess.read(ends[0]), !more.isEmpty { output += more }
    process.waitUntilExit()
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 && lines.last ?? "" == Self.ended(Self.endOfInput))
    #expect(process.terminationStatus == 0)
  }
}
