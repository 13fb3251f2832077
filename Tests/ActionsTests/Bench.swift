import Glibc
import Logging
import Testing

@testable import Actions

/// A command runner with a small owner around it: it polls the descriptors it is told to watch and keeps the events.
final class Bench {
  /// What the runner's closures share with the bench.
  private final class Notes {
    var watched: Set<Int32> = []
    var unwatched = 0
    var events: [CommandEvent] = []
  }

  let book = LogBook()
  let runner: CommandRunner
  private let notes = Notes()

  init(
    perBinding: Int = 8, overall: Int = 64, dryRun: Bool = false, hasProcessDescriptors: Bool = true,
    now: @escaping () -> Int64? = { nil }
  ) throws {
    let notes = notes
    runner = try CommandRunner(
      options: .init(perBinding: perBinding, overall: overall, dryRun: dryRun), logger: book.logger, now: now,
      watch: { (descriptor) throws(SystemError) in notes.watched.insert(descriptor) },
      unwatch: {
        notes.watched.remove($0)
        notes.unwatched += 1
      }, observe: { notes.events.append($1) }, hasProcessDescriptors: hasProcessDescriptors)
  }

  var events: [CommandEvent] { notes.events }
  var watchedCount: Int { notes.watched.count }
  var unwatchedCount: Int { notes.unwatched }

  /// The process ids of all commands that were started.
  var pids: [Int32] {
    events.compactMap {
      if case .started(let pid, _) = $0 { return pid }
      return nil
    }
  }

  func start(_ command: Command, binding: Int = 0, environment: [(String, String)] = []) {
    runner.start(
      CommandRequest(
        binding: binding, source: "bindings.toml:12", gesture: "next", command: command, environment: environment))
  }

  /// Reaps until no more than `limit` commands live, for at most ten seconds.
  func wait(until limit: Int = 0, location: SourceLocation = #_sourceLocation) {
    for _ in 0..<1000 where runner.liveCount > limit {
      var polled = notes.watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if polled.isEmpty {
        usleep(10_000)
        runner.childSignal()
      }
      poll(&polled, nfds_t(polled.count), 10)
      for entry in polled where entry.revents != 0 { runner.childReady(entry.fd) }
    }
    #expect(runner.liveCount <= limit, sourceLocation: location)
  }

  /// Ends what still runs, with the whole process group of each.
  func killAll() {
    for pid in pids { kill(-pid, SIGKILL) }
    wait()
  }

  /// Runs a shell line with `$OUT` naming a file, waits for it, and gives the file's text.
  func output(of line: String, environment: [(String, String)] = []) throws -> String {
    let file = try ScratchFile()
    start(.shell(line), environment: environment + [("OUT", file.path)])
    wait()
    return try file.text()
  }
}

/// A file of its own in /tmp, removed with this object.
final class ScratchFile {
  let path: String

  init(_ text: String = "", mode: mode_t = 0o600) throws {
    var name = Array("/tmp/gesture-bridge-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    try #require(descriptor >= 0)
    path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    fchmod(descriptor, mode)
    close(descriptor)
  }

  deinit { unlink(path) }

  func text() throws -> String {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
