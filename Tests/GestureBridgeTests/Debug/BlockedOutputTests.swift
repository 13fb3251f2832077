import Foundation
import Runtime
import Support
import Testing

@testable import gesture_bridge

/// A program in the foreground waits for the reader of its output, and yet ends when it gets a signal.
@Suite struct BlockedOutputTests {
  private static let rules = "[gesture.tap]\nkind = \"tap\"\nrun = \"sleep 1000\"\n"

  /// Ends the program by SIGTERM, which is sent again and again: at first the program may not yet wait for its reader.
  private func expectEnds(_ arguments: [String], in folder: Folder, _ sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let (output, errors) = (try PipeEnds(), try PipeEnds())
    output.fill()
    errors.fill()
    let program = Process()
    program.executableURL = URL(fileURLWithPath: Program.path)
    program.arguments = arguments
    program.currentDirectoryURL = folder.url
    program.environment = ProcessInfo.processInfo.environment.merging(Program.surroundings(folder)) { $1 }
    program.standardInput = FileHandle.nullDevice
    program.standardOutput = FileHandle(fileDescriptor: output.writing)
    program.standardError = FileHandle(fileDescriptor: errors.writing)
    try program.run()
    defer { if program.isRunning { kill(program.processIdentifier, SIGKILL) } }
    // The program can't end by itself, because no output is read.
    try #require(try isWaiting(program.processIdentifier), sourceLocation: sourceLocation)
    let end = EventLoop.now() + 30_000_000
    while program.isRunning, EventLoop.now() < end {
      kill(program.processIdentifier, SIGTERM)
      usleep(100_000)
    }
    #expect(!program.isRunning, sourceLocation: sourceLocation)
  }

  /// write, poll and ppoll of x86_64, then write and ppoll of aarch64.
  private static let calls: Set<Substring> = ["1", "7", "271", "64", "73"]

  /// Whether a process comes to wait in one of these calls.
  private func isWaiting(_ process: Int32) throws -> Bool {
    for _ in 0..<600 {
      let call = (try? String(contentsOfFile: "/proc/\(process)/syscall", encoding: .utf8)) ?? ""
      if Self.calls.contains(call.prefix { $0 != " " }) { return true }
      usleep(50_000)
    }
    return false
  }

  @Test func aReplayThatRunsCommands() throws {
    let folder = try Folder()
    try folder.write("rules.toml", Self.rules)
    try folder.write("tap.touches", "touches\n  0ms  down a 50,50\n  60ms up a\n")
    try expectEnds(["replay", "tap.touches", "--config", "rules.toml", "--format", "trace", "--run"], in: folder)
    try expectEnds(
      ["replay", "tap.touches", "--config", "rules.toml", "--debug-plain", "--speed", "1000"], in: folder)
  }

  @Test func aRecording() throws {
    let folder = try Folder()
    try folder.write("rules.toml", Self.rules)
    try expectEnds(["record", "one.touches", "--config", "rules.toml", "--device", "No Such Device"], in: folder)
    // The beginning of the file is complete.
    #expect(folder.text("one.touches").hasPrefix("#"))
  }
}
