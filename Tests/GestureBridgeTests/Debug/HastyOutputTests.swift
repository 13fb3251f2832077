import CSystem
import Foundation
import Glibc
import Testing

@testable import gesture_bridge

/// Lines for a reader that is slow, or gone: none of them holds anything up.
struct HastyOutputTests {
  /// Two descriptors, of which one reads what is written to the other.
  private final class Ends {
    private(set) var reading: Int32
    private(set) var writing: Int32

    init(_ make: (UnsafeMutablePointer<Int32>) -> Int32 = { gb_pipe($0) }) throws {
      var ends: [Int32] = [-1, -1]
      try #require(make(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
      // As the shell makes them; but not inherited by programs that other tests start, which would count as readers.
      for end in ends {
        _ = fcntl(end, F_SETFL, 0)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }

    deinit {
      closeReading()
      closeWriting()
    }

    /// What is there now, at least a byte.
    func read() -> String {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(reading, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    /// What comes until the other end is closed.
    func readAll() -> String {
      var text = ""
      while case let more = read(), !more.isEmpty { text += more }
      return text
    }

    func closeReading() {
      if reading >= 0 { close(reading) }
      reading = -1
    }

    func closeWriting() {
      if writing >= 0 { close(writing) }
      writing = -1
    }
  }

  private static func stream() throws -> Ends {
    try Ends { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0) }
  }

  private static let many = 100_000

  @Test func whatIsWrittenIsThereAfterTheFlush() throws {
    let ends = try Ends()
    let output = HastyOutput(ends.writing, on: try EventLoop(signals: [])) {}
    output.write("one")
    output.write("two")
    output.flush()
    #expect(ends.read() == "one\ntwo\n")
  }

  /// Whoever shares the open file still waits when it writes.
  @Test func theDescriptorIsLeftAsItIs() throws {
    for ends in [try Ends(), try Self.stream()] {
      let output = HastyOutput(ends.writing, on: try EventLoop(signals: [])) {}
      for _ in 0..<Self.many { output.write("a line of some length") }
      output.flush()
      #expect(fcntl(ends.writing, F_GETFL) & O_NONBLOCK == 0)
    }
  }

  @Test(arguments: [false, true]) func whatASlowReaderMissesIsCounted(_ isSocket: Bool) throws {
    let ends = isSocket ? try Self.stream() : try Ends()
    let loop = try EventLoop(signals: [])
    let output = HastyOutput(ends.writing, limit: 10_000, on: loop) {}
    output.leftOutLine = { "\($0) left out" }
    for number in 0..<Self.many { output.write("\(number)") }
    output.flush()
    var text = ""
    // The loop has room to write whenever the reader has taken something.
    try loop.add(ends.reading, .reading) { [unowned loop] _ in
      text += ends.read()
      if text.hasSuffix("left out\n") { loop.stop(0) }
    }
    #expect(try loop.run() == 0)
    output.write("again")
    output.flush()
    text += ends.read()
    let lines = text.split(separator: "\n")
    let kept = lines.dropLast(2)
    #expect(kept.map(String.init) == (0..<kept.count).map(String.init))
    #expect(lines.suffix(2) == ["\(Self.many - kept.count) left out", "again"])
    #expect(kept.count < Self.many)
  }

  @Test(arguments: [false, true]) func aReaderThatGoesIsToldOnceAtOnce(_ isSocket: Bool) throws {
    let ends = isSocket ? try Self.stream() : try Ends()
    let loop = try EventLoop(signals: [])
    var told = 0
    let output = HastyOutput(ends.writing, on: loop) { [unowned loop] in
      told += 1
      loop.stop(0)
    }
    output.flush()
    ends.closeReading()
    // Nothing is written, and yet the loop hears of it.
    #expect(try loop.run() == 0)
    output.write("nobody reads this")
    output.flush()
    output.finish()
    #expect(told == 1)
  }

  /// Found out by writing, before the loop runs.
  @Test func aReaderThatWasNeverThereIsToldByTheLoop() throws {
    let ends = try Ends()
    let loop = try EventLoop(signals: [])
    ends.closeReading()
    let output = HastyOutput(ends.writing, on: loop) { [unowned loop] in loop.stop(0) }
    output.write("nobody reads this")
    output.flush()
    #expect(try loop.run() == 0)
  }

  /// More than a pipe holds, of which the rest is written when the daemon has ended.
  @Test func theLastLinesAreWaitedFor() throws {
    let ends = try Ends()
    let isDone = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let reader = ends
    nonisolated(unsafe) var text = ""
    Thread.detachNewThread {
      text = reader.readAll()
      isDone.signal()
    }
    let count = 100
    var output: HastyOutput? = HastyOutput(ends.writing, lastWait: 30_000, on: try EventLoop(signals: [])) {}
    for _ in 0..<count { output?.write(String(repeating: "x", count: 999)) }
    output?.finish()
    output = nil
    ends.closeWriting()
    isDone.wait()
    #expect(text.split(separator: "\n").count == count)
  }

  /// One that reads nothing is not waited for for long.
  @Test func aReaderThatSleepsIsLeft() throws {
    let ends = try Ends()
    let output = HastyOutput(ends.writing, lastWait: 1, on: try EventLoop(signals: [])) {}
    for _ in 0..<100 { output.write(String(repeating: "x", count: 999)) }
    output.finish()
    #expect(!ends.read().isEmpty)
  }

  /// A regular file takes everything, also what another writer has put there first.
  @Test func aFileIsAppendedTo() throws {
    let folder = try Folder()
    try folder.write("lines", "before\n")
    let file = open(folder.path("lines"), O_WRONLY | O_APPEND)
    defer { close(file) }
    let output = HastyOutput(file, limit: 100, on: try EventLoop(signals: [])) {}
    for _ in 0..<3 {
      output.write("a line")
      output.flush()
    }
    output.finish()
    #expect(folder.lines("lines") == ["before", "a line", "a line", "a line"])
  }
}
