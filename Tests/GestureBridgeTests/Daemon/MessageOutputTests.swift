import Foundation
import Glibc
import Runtime
import Support
import Testing

@testable import gesture_bridge

/// Standard error of the daemon: nothing that is said there holds gestures up, or steers a terminal.
struct MessageOutputTests {
  /// A clock that a test moves.
  private final class Clock {
    var now: Int64 = 1_000_000
  }

  private let clock = Clock()

  private func output(to ends: PipeEnds) -> MessageOutput {
    let clock = clock
    let output = MessageOutput(ends.writing, now: { clock.now })
    output.leftOutText = { "\($0) left out" }
    return output
  }

  @Test func controlCharactersAreShownAndLinesStay() throws {
    let ends = try PipeEnds()
    output(to: ends).write("a \u{1B}[2J b\u{9B}c\r\u{7}\nnext \u{202E}line\n")
    #expect(ends.read() == "a \u{241B}[2J b\u{FFFD}c\u{240D}\u{2407}\nnext \u{FFFD}line\n")
  }

  @Test func aFullPipeHoldsNothingUpAndWhatIsMissingIsCounted() throws {
    let ends = try PipeEnds()
    ends.fill()
    let output = output(to: ends)
    let line = String(repeating: "x", count: 1000)
    for _ in 0..<100 { output.write(line + "\n") }
    // So many bytes of a pipe, and then lines of 1,001 bytes.
    let kept = (MessageOutput.limit - 1) / 1001
    let runtime = try Runtime(signals: [])
    output.follow(runtime)
    var text = ""
    try runtime.loop.add(ends.reading, .reading) { [unowned runtime] _ in
      text += ends.read()
      if text.hasSuffix("left out\n") { runtime.stop(0) }
    }
    #expect(try runtime.run() == 0)
    let lines = text.drop { $0 == "x" }.split(separator: "\n")
    #expect(lines.last == "\(100 - kept) left out" || lines.last == "\(101 - kept) left out", "\(lines.last ?? "")")
    output.write("again\n")
    #expect(ends.read() == "again\n")
    #expect(fcntl(ends.writing, F_GETFL) & O_NONBLOCK == 0)
  }

  /// As for a daemon that another user's terminal or pipe was handed to: it may be full at any moment.
  @Test func noFileOfItsOwnAndAFullPipe() throws {
    let ends = try PipeEnds()
    ends.fill()
    let before = EventLoop.now()
    let clock = clock
    let output = MessageOutput(ends.writing, now: { clock.now }, mayReopen: false)
    for _ in 0..<100 { output.write(String(repeating: "x", count: 3000) + "\n") }
    output.finish()
    // A wait for the reader would be for ever.
    #expect(EventLoop.now() - before < 30_000_000)
    #expect(fcntl(ends.writing, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func noFileOfItsOwnAndAReader() throws {
    let ends = try PipeEnds()
    let output = MessageOutput(ends.writing, mayReopen: false)
    for number in 0..<100 { output.write("\(number)\n") }
    output.finish()
    #expect(ends.read() == (0..<100).map { "\($0)\n" }.joined())
    // Its reader is gone.
    let gone = MessageOutput(ends.writing, mayReopen: false)
    ends.closeReading()
    for _ in 0..<1000 { gone.write("nobody reads this\n") }
    gone.finish()
  }

  @Test func whatComesTooFastIsCountedAndSaidLater() throws {
    let ends = try PipeEnds()
    let output = output(to: ends)
    for number in 0..<10_000 { output.write("\(number)\n") }
    #expect(ends.read() == (0..<MessageOutput.burst).map { "\($0)\n" }.joined())
    #expect(output.nextDeadline == clock.now + 1_000_000)
    clock.now += 1_000_000
    output.advance(to: clock.now)
    #expect(output.nextDeadline == nil)
    #expect(ends.read() == "\(10_000 - MessageOutput.burst) left out\n")
    for number in 0..<1000 { output.write("\(number)\n") }
    #expect(ends.read() == (0..<Int(MessageOutput.pace)).map { "\($0)\n" }.joined())
    output.finish()
    #expect(ends.read() == "\(1000 - MessageOutput.pace) left out\n")
  }

  @Test func aReaderThatIsGoneEndsNothing() throws {
    let ends = try PipeEnds()
    let output = output(to: ends)
    ends.closeReading()
    for _ in 0..<1000 { output.write("nobody reads this\n") }
    output.finish()
  }

  // MARK: The program

  private static let rules = "[gesture.a]\nkind = \"swipe\"\nfingers = 3\nrun = \"true\"\n"

  /// A daemon that says much to `errors`, which takes nothing: it answers, and ends when it is told to.
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
