import CLinux
import Foundation
import Glibc
import Runtime
import Testing

@testable import gesture_bridge

/// Lines for a slow reader, or one that has closed its end: no line blocks the program.
struct BoundedOutputTests {
  private static func stream() throws -> PipeEnds {
    try PipeEnds { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0) }
  }

  private static let many = 100_000

  @Test func whatIsWrittenIsThereAfterTheFlush() throws {
    let ends = try PipeEnds()
    let output = BoundedOutput(ends.writing, on: try EventLoop(signals: [])) {}
    output.write("one")
    output.write("two")
    output.flush()
    #expect(ends.read() == "one\ntwo\n")
  }

  /// Other programs that share the open file still wait when they write.
  @Test func theDescriptorIsLeftAsItIs() throws {
    for ends in [try PipeEnds(), try Self.stream()] {
      let output = BoundedOutput(ends.writing, on: try EventLoop(signals: [])) {}
      for _ in 0..<Self.many { output.write("a line of some length") }
      output.flush()
      #expect(fcntl(ends.writing, F_GETFL) & O_NONBLOCK == 0)
    }
  }

  @Test(arguments: [false, true]) func whatASlowReaderMissesIsCounted(_ isSocket: Bool) throws {
    let ends = isSocket ? try Self.stream() : try PipeEnds()
    let loop = try EventLoop(signals: [])
    let output = BoundedOutput(ends.writing, limit: 10_000, on: loop) {}
    output.droppedLine = { "\($0) dropped" }
    for number in 0..<Self.many { output.write("\(number)") }
    output.flush()
    var text = ""
    // The loop has room to write whenever the reader has taken something.
    try loop.add(ends.reading, .reading) { [unowned loop] _ in
      text += ends.read()
      if text.hasSuffix("dropped\n") { loop.stop(0) }
    }
    #expect(try loop.run() == 0)
    output.write("again")
    output.flush()
    text += ends.read()
    let lines = text.split(separator: "\n")
    let kept = lines.dropLast(2)
    let written: [String] = (0..<kept.count).map { "\($0)" }
    #expect(kept.map { String($0) } == written)
    #expect(lines.suffix(2) == ["\(Self.many - kept.count) dropped", "again"])
    #expect(kept.count < Self.many)
  }

  @Test(arguments: [false, true]) func aReaderThatGoesIsToldOnceAtOnce(_ isSocket: Bool) throws {
    let ends = isSocket ? try Self.stream() : try PipeEnds()
    let loop = try EventLoop(signals: [])
    var told = 0
    let output = BoundedOutput(ends.writing, on: loop) { [unowned loop] in
      told += 1
      loop.stop(0)
    }
    output.flush()
    ends.closeReading()
    // Nothing is written, and yet the loop learns that the reader has ended.
    #expect(try loop.run() == 0)
    output.write("nobody reads this")
    output.flush()
    output.finish()
    #expect(told == 1)
  }

  /// Found out by writing, before the loop runs.
  @Test func aReaderThatWasNeverThereIsToldByTheLoop() throws {
    let ends = try PipeEnds()
    let loop = try EventLoop(signals: [])
    ends.closeReading()
    let output = BoundedOutput(ends.writing, on: loop) { [unowned loop] in loop.stop(0) }
    output.write("nobody reads this")
    output.flush()
    #expect(try loop.run() == 0)
  }

  /// More than a pipe holds, of which the rest is written when the daemon has ended.
  @Test func theLastLinesAreWaitedFor() throws {
    let ends = try PipeEnds()
    let isDone = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let reader = ends
    nonisolated(unsafe) var text = ""
    Thread.detachNewThread {
      text = reader.readAll()
      isDone.signal()
    }
    let count = 100
    var output: BoundedOutput? = BoundedOutput(ends.writing, lastWait: 30_000, on: try EventLoop(signals: [])) {}
    for _ in 0..<count { output?.write(String(repeating: "x", count: 999)) }
    output?.finish()
    output = nil
    ends.closeWriting()
    isDone.wait()
    #expect(text.split(separator: "\n").count == count)
  }

  /// The wait for a reader that reads nothing is short.
  @Test func aReaderThatSleepsIsLeft() throws {
    let ends = try PipeEnds()
    let output = BoundedOutput(ends.writing, lastWait: 1, on: try EventLoop(signals: [])) {}
    for _ in 0..<100 { output.write(String(repeating: "x", count: 999)) }
    output.finish()
    #expect(!ends.read().isEmpty)
  }

  /// A regular file takes every line, after the lines of other writers.
  @Test func aFileIsAppendedTo() throws {
    let folder = try Folder()
    try folder.write("lines", "before\n")
    let file = open(folder.path("lines"), O_WRONLY | O_APPEND)
    defer { close(file) }
    let output = BoundedOutput(file, limit: 100, on: try EventLoop(signals: [])) {}
    for _ in 0..<3 {
      output.write("a line")
      output.flush()
    }
    output.finish()
    #expect(folder.lines("lines") == ["before", "a line", "a line", "a line"])
  }
}
