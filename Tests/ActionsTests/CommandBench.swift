import Base
import Bindings
import Glibc
import Logging
import Runtime
import Testing

@testable import Actions

/// A command runner with a small owner around it: it polls the descriptors it is told to watch and keeps the events.
final class CommandBench {
  /// The state that the runner's closures share with the bench.
  private final class Notes {
    var watched: [Int32: Interest] = [:]
    var unwatched = 0
    var events: [CommandEvent] = []
    var clock: Int64 = 0
  }

  let book = LogBook()
  let runner: CommandRunner
  private let notes = Notes()

  init(
    perBinding: Int = 8, overall: Int = 64, perSecond: Int = 10_000, waiting: Int = 64, dryRun: Bool = false,
    logsDryRun: Bool = true, muted: [Int32] = [], hasProcessDescriptors: Bool = true,
    scopes: CommandScopes = CommandScopes(path: "", runtimeFolder: nil)
  ) throws {
    let notes = notes
    runner = try CommandRunner(
      options: .init(
        perBinding: perBinding, overall: overall, perSecond: perSecond, waiting: waiting, dryRun: dryRun,
        logsDryRun: logsDryRun, muted: muted),
      logger: book.logger, now: { notes.clock },
      watch: { (descriptor, awaited) throws(SystemError) in notes.watched[descriptor] = awaited },
      unwatch: {
        notes.watched[$0] = nil
        notes.unwatched += 1
      }, observe: { notes.events.append($1) }, hasProcessDescriptors: hasProcessDescriptors,
      scopes: scopes)
  }

  /// The time that the runner reads as CLOCK_MONOTONIC, in microseconds.
  var clock: Int64 {
    get { notes.clock }
    set { notes.clock = newValue }
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

  func start(
    _ command: Command, binding: Int = 0, key: String = "run", overlap: Overlap = .allow, isStep: Bool = false,
    isScoped: Bool = false, environment: [(String, String)] = []
  ) {
    runner.start(
      CommandRequest(
        binding: binding, file: "bindings.toml", line: 12, key: key, gesture: "next", command: command,
        overlap: overlap, isStep: isStep, isScoped: isScoped, environment: environment))
  }

  /// Serves pending events until at most `limit` processes live, for at most ten seconds.
  func wait(until limit: Int = 0, location: SourceLocation = #_sourceLocation) {
    serve(until: { self.runner.liveCount <= limit }, location)
  }

  /// Serves pending events until `isDone`, for at most ten seconds.
  func serve(until isDone: () throws -> Bool, _ location: SourceLocation = #_sourceLocation) rethrows {
    for _ in 0..<1000 where try !isDone() {
      var polled = notes.watched.map { descriptor, awaited in
        pollfd(fd: descriptor, events: Int16(awaited == .reading ? POLLIN : POLLOUT), revents: 0)
      }
      if polled.isEmpty {
        usleep(10_000)
        runner.childSignal()
      }
      poll(&polled, nfds_t(polled.count), 10)
      for entry in polled where entry.revents != 0 && notes.watched[entry.fd] != nil { runner.ready(entry.fd) }
    }
    #expect(try isDone(), sourceLocation: location)
  }

  /// Ends the commands that still run, each with its whole process group.
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

/// Reaps a child that no runner owns any more, within ten seconds.
func reap(_ pid: Int32, location: SourceLocation = #_sourceLocation) {
  for _ in 0..<1000 where waitpid(pid, nil, WNOHANG) == 0 { usleep(10_000) }
  #expect(kill(pid, 0) != 0 && errno == ESRCH, "it still runs", sourceLocation: location)
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

  func lines() throws -> [String] { try text().split(separator: "\n").map(String.init) }

  func text() throws -> String {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 { bytes += chunk.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// This process's descriptors of other processes and of pipes. Tests that run at the same time can have some too.
enum OpenDescriptors {
  /// The number of descriptors of a living process.
  static func count(of pid: Int32) -> Int { processes().count { $0 == pid } }

  /// The number of processes that have ended. A process that is just being reaped is seen once, a leaked one at each
  /// look.
  static func countOfEnded() -> Int { (0..<3).map { _ in processes().count { $0 < 0 } }.min() ?? 0 }

  /// The number of pipes that are as small as a stream's.
  static func countOfSmallPipes() -> Int {
    let askForSize: Int32 = 1032
    return all.count { target(of: $0).hasPrefix("pipe:") && fcntl($0, askForSize) == getpagesize() }
  }

  private static let all: Range<Int32> = 0..<4096

  /// The process ids of this process's descriptors; negative for an ended process.
  private static func processes() -> [Int32] {
    all.compactMap { descriptor in
      guard target(of: descriptor).contains("pidfd"), let file = fopen("/proc/self/fdinfo/\(descriptor)", "r") else {
        return nil
      }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 64)
      while fgets(&line, Int32(line.count), file) != nil {
        let words = text(line).split(whereSeparator: \.isWhitespace)
        if words.first == "Pid:" { return words.last.flatMap { Int32($0) } }
      }
      return nil
    }
  }

  private static func target(of descriptor: Int32) -> String {
    var target = [CChar](repeating: 0, count: 64)
    readlink("/proc/self/fd/\(descriptor)", &target, target.count - 1)
    return text(target)
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
