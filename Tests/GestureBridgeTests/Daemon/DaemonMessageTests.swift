import Foundation
import Glibc
import Runtime
import Support
import Testing

@testable import gesture_bridge

/// Standard error of the daemon: no message delays gestures or controls a terminal.
struct DaemonMessageTests {
  private static let limit = 10_000

  @Test func controlCharactersAreShownAndLinesStay() throws {
    let ends = try PipeEnds()
    MessageStream(to: BoundedOutput(ends.writing)).say("a \u{1B}[2J b\u{9B}c\r\u{7}\nnext \u{202E}line", matters: true)
    #expect(ends.read() == "a \u{241B}[2J b\u{FFFD}c\u{240D}\u{2407}\nnext \u{FFFD}line\n")
  }

  @Test func aFullPipeHoldsNothingUpAndWhatIsMissingIsCounted() throws {
    let ends = try PipeEnds()
    ends.fill()
    let output = BoundedOutput(ends.writing, limit: Self.limit)
    let messages = MessageStream(to: output)
    let line = String(repeating: "x", count: 999)
    for _ in 0..<100 { messages.say(line, matters: true) }
    let loop = try EventLoop(signals: [])
    output.follow(loop)
    var text = ""
    try loop.add(ends.reading, .reading) { [unowned loop] _ in
      text += ends.read()
      if text.hasSuffix("they were read\n") { loop.stop(0) }
    }
    #expect(try loop.run() == 0)
    let lines = text.drop { $0 == "x" }.split(separator: "\n")
    let kept = Self.limit / 1000
    let told = {
      "gesture-bridge: warning: \(100 - $0) messages were dropped: messages arrived faster than they were read"
    }
    #expect(lines.last == told(kept)[...] || lines.last == told(kept - 1)[...], "\(lines.last ?? "")")
    messages.say("again", matters: true)
    #expect(ends.read() == "again\n")
    #expect(fcntl(ends.writing, F_GETFL) & O_NONBLOCK == 0)
  }

  /// As for a daemon that another user's terminal or pipe was handed to.
  @Test func noFileOfItsOwnAndAFullPipe() throws {
    let ends = try PipeEnds()
    ends.fill()
    let before = EventLoop.now()
    let output = BoundedOutput(ends.writing, limit: Self.limit, lastWait: 250, mayReopen: false)
    let messages = MessageStream(to: output)
    for _ in 0..<100 { messages.say(String(repeating: "x", count: 3000), matters: true) }
    output.finish()
    // A wait for the reader would be for ever.
    #expect(EventLoop.now() - before < 30_000_000)
    #expect(fcntl(ends.writing, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func noFileOfItsOwnAndAReader() throws {
    let ends = try PipeEnds()
    let output = BoundedOutput(ends.writing, mayReopen: false)
    let messages = MessageStream(to: output)
    for number in 0..<100 { messages.say("\(number)", matters: true) }
    output.finish()
    #expect(ends.read() == (0..<100).map { "\($0)\n" }.joined())
    ends.closeReading()
    for _ in 0..<1000 { messages.say("nobody reads this", matters: true) }
    output.finish()
  }

  // MARK: The program

  private static let rules = "[gesture.a]\nkind = \"swipe\"\nfingers = 3\nrun = \"true\"\n"

  /// A daemon that writes many lines to `errors`, which accepts none: it answers, and ends on request.
  private func expectServes(_ errors: FileHandle, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let daemon = Process()
    daemon.executableURL = URL(fileURLWithPath: Program.path)
    daemon.arguments = Program.daemon(["--config", config, "--log-level", "debug"])
    daemon.environment = ProcessInfo.processInfo.environment.merging(Program.surroundings(folder)) { $1 }
    daemon.standardInput = FileHandle.nullDevice
    daemon.standardOutput = FileHandle.nullDevice
    daemon.standardError = errors
    try daemon.run()
    defer { if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) } }
    let asks = { try Program.run("ctl", "reload", environment: Program.surroundings(folder)).status == 0 }
    var answers = false
    for _ in 0..<100 where !answers {
      answers = try asks()
      usleep(100_000)
    }
    try #require(answers, sourceLocation: sourceLocation)
    for _ in 0..<3 { #expect(try asks(), sourceLocation: sourceLocation) }
    let end = EventLoop.now() + 1_000_000
    kill(daemon.processIdentifier, SIGTERM)
    while daemon.isRunning, EventLoop.now() < end { usleep(5000) }
    #expect(!daemon.isRunning, sourceLocation: sourceLocation)
    if !daemon.isRunning { #expect(daemon.terminationStatus == 0, sourceLocation: sourceLocation) }
  }

  @Test func aPipeThatNobodyReads() throws {
    let ends = try PipeEnds()
    ends.fill()
    try expectServes(FileHandle(fileDescriptor: ends.writing))
  }

  @Test func aTerminalThatIsStopped() throws {
    let terminal = try PseudoTerminal()
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    // As Ctrl-S does.
    try #require(tcflow(descriptor, TCOOFF) == 0)
    try expectServes(FileHandle(fileDescriptor: descriptor))
  }
}
