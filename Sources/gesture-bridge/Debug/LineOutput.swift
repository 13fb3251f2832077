import Base
import CLinux
import Glibc
import Runtime
import Text

/// Takes lines for the reader of the program's output.
protocol LineOutput: AnyObject {
  func write(_ line: String)

  /// Makes the written lines visible now.
  func flush()

  /// Nothing more comes.
  func finish()
}

/// Lines of a replay, which can wait for its reader.
final class BlockingLineOutput: LineOutput {
  private static let chunk = 1 << 15
  private var text = ""

  func write(_ line: String) {
    text += line
    text += "\n"
    if text.utf8.count > Self.chunk { flush() }
  }

  func flush() {
    StandardStreams.write(text)
    text = ""
  }

  func finish() { flush() }
}

/// Lines of the daemon, which never waits: lines that a slow reader has not taken wait in a bounded buffer; lines
/// without room there are left out, with a line that says so in their place.
final class DroppingLineOutput: LineOutput {
  /// The most bytes that wait: seconds of ten moving fingers.
  static let limit = 1 << 20
  /// The most bytes that wait until the loop has served all input; more are passed on at once.
  private static let chunk = 1 << 15
  /// How long the reader may take for each piece of the last lines, in milliseconds.
  static let lastWait: Int32 = 500

  /// The line in place of this number of others.
  var leftOutLine: (Int) -> String = { "\($0)" }
  private let output: OpenOutput
  private let characters: TerminalCharacters
  private let limit: Int
  private let lastWait: Int32
  /// Writes what waits when there is room; nil before there is a loop, and after the end.
  private var loop: EventLoop?
  private let readerIsGone: () -> Void
  private var waiting: [UInt8] = []
  /// How many of the waiting bytes are written.
  private var written = 0
  private var leftOut = 0
  /// Also nil if it can't be watched, or nothing more is to be written.
  private var watched: Interest?
  /// The reader is gone.
  private var isOver = false

  /// The loop calls `readerIsGone` as soon as nobody can read any more. Without a loop what waits is written with the next
  /// `flush`.
  init(
    _ descriptor: Int32 = STDOUT_FILENO, limit: Int = DroppingLineOutput.limit,
    lastWait: Int32 = DroppingLineOutput.lastWait, on loop: EventLoop? = nil, mayReopen: Bool = true,
    readerIsGone: @escaping () -> Void = {}
  ) {
    output = OpenOutput(of: descriptor, neverWaits: true, mayReopen: mayReopen)
    characters = ReadableForm(of: descriptor).characters
    self.limit = limit
    self.lastWait = lastWait
    self.loop = loop
    self.readerIsGone = readerIsGone
    watch(.hangUp)
  }

  deinit { unwatch() }

  /// From now on `loop` writes what waits.
  func follow(_ loop: EventLoop) {
    unwatch()
    self.loop = loop
    watch(waiting.isEmpty ? .hangUp : .writing)
  }

  func write(_ line: String) {
    guard !isOver else { return }
    guard leftOut == 0, waiting.count - written + line.utf8.count < limit else { return leftOut += 1 }
    append(line)
    if waiting.count - written > Self.chunk, watched != .writing { pass() }
  }

  func flush() {
    pass()
    // The loop reports a reader that is gone, because `flush` may be called from anywhere.
    watch(waiting.isEmpty && !isOver ? .hangUp : .writing)
  }

  func finish() { finish(within: nil) }

  /// Nothing more comes. However slowly the last lines are read, that takes no longer than so many milliseconds.
  func finish(within milliseconds: Int32?) {
    unwatch()
    loop = nil
    let end = milliseconds.map { EventLoop.now() + Int64($0) * 1000 } ?? .max
    while !isOver, !waiting.isEmpty, EventLoop.now() < end, output.isReady(within: lastWait) {
      let before = waiting.count - written
      pass()
      // It is ready, and yet takes nothing: it never will.
      if waiting.count - written == before { break }
    }
    let last = min(end, EventLoop.now() + Int64(lastWait) * 1000)
    while !isOver, !output.isPassedOn, EventLoop.now() < last { usleep(1000) }
  }

  private func append(_ line: String) {
    waiting += characters.shown(line).utf8
    waiting.append(UInt8(ascii: "\n"))
  }

  /// Writes what the reader takes.
  private func pass() {
    while !isOver, written < waiting.count {
      switch output.write(waiting[written...]) {
      case .took(let count): written += count
      case .full: return compact()
      case .readerIsGone: isOver = true
      }
      if written == waiting.count { sayWhatIsMissing() }
    }
    compact()
  }

  /// All was taken, so there is room for the line about missing ones.
  private func sayWhatIsMissing() {
    guard leftOut > 0 else { return }
    let count = leftOut
    leftOut = 0
    append(leftOutLine(count))
  }

  private func compact() {
    if written == waiting.count {
      waiting.removeAll(keepingCapacity: true)
    } else {
      waiting.removeFirst(written)
    }
    written = 0
  }

  private func watch(_ interest: Interest) {
    guard let loop, output.mayBeFull, interest != watched else { return }
    unwatch()
    do throws(SystemError) {
      try loop.add(output.descriptor, interest) { [unowned self] in ready($0) }
      watched = interest
    } catch {
      // If it can't be watched, the next line tries again.
    }
  }

  private func unwatch() {
    guard watched != nil else { return }
    loop?.remove(output.descriptor)
    watched = nil
  }

  private func ready(_ readiness: Readiness) {
    if !readiness.isDisjoint(with: [.hangUp, .error]) { isOver = true }
    guard isOver else { return flush() }
    unwatch()
    readerIsGone()
  }
}

/// Standard output or error in a way in which writing never waits, and which leaves it as it is for everybody else who has it: a
/// terminal's shell and the commands that are started share its open file, and its flags with it.
final class OpenOutput {
  /// What became of some bytes.
  enum Outcome: Equatable {
    /// This many bytes were taken, which may be all.
    case took(Int)
    /// No more until the reader reads on.
    case full
    /// There is no reader to read them.
    case readerIsGone
  }

  private enum SinkKind {
    /// A regular file, or another file that takes everything at once.
    case plain
    /// An open file of our own on the same pipe or terminal, which doesn't wait.
    case own
    /// A socket is asked with each call not to wait.
    case socket
    /// If we may open no file of our own: it is polled first, and gets no more than it then mostly has room for.
    case asked
    /// If we may open none, and must not wait either: a thread waits.
    case pumped
  }

  /// The descriptor to watch.
  let descriptor: Int32
  private let way: SinkKind

  /// The bytes that a pipe takes without waiting when it is ready (PIPE_BUF).
  private static let room = 4096

  /// For `output`, which stays open and unchanged. `neverWaits`: not even for a moment where others fill it. Without
  /// `mayReopen` no file of our own is opened.
  init(of output: Int32, neverWaits: Bool = false, mayReopen: Bool = true) {
    let found = Self.open(output, mayReopen)
    let pump = neverWaits && found.1 == .asked ? gb_pump_begin(output) : -1
    (descriptor, way) = pump >= 0 ? (pump, .pumped) : found
  }

  deinit {
    if way == .own || way == .pumped { close(descriptor) }
  }

  /// Whether it may be full, so that it must be watched.
  var mayBeFull: Bool { way != .plain }

  /// Writes as much as there is room for.
  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    guard !bytes.isEmpty else { return .took(0) }
    if way == .asked, !isReady(within: 0) { return .full }
    return BrokenPipe.withoutSignal({ $0 == .readerIsGone }) { pass(bytes) }
  }

  private func pass(_ bytes: ArraySlice<UInt8>) -> Outcome {
    while true {
      let count = put(way == .asked ? bytes.prefix(Self.room) : bytes)
      if count >= 0 { return .took(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .full
      // A full disk is no reason to stop.
      default: return way == .plain ? .took(bytes.count) : .readerIsGone
      }
    }
  }

  /// Waits until it takes bytes, at most this number of milliseconds.
  func isReady(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Waits until it takes bytes; false when a signal that asks the program to end has come first, and still waits to be read.
  func isReadyBeforeAnEndingSignal() -> Bool {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in EventLoop.endingSignals { sigaddset(&mask, signal) }
    let signals = gb_signalfd_create(&mask)
    defer { if signals >= 0 { close(signals) } }
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    return requests[1].revents == 0
  }

  /// Whether all that was written is out of our hands.
  var isPassedOn: Bool { way != .pumped || gb_is_taken(descriptor) != 0 }

  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in
      switch way {
      case .socket, .pumped:
        send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      case .plain, .own, .asked: Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
    }
  }

  private static func open(_ output: Int32, _ mayReopen: Bool) -> (Int32, SinkKind) {
    var facts = stat()
    guard fstat(output, &facts) == 0 else { return (output, .plain) }
    switch facts.st_mode & S_IFMT {
    case S_IFSOCK: return (output, .socket)
    case S_IFIFO: break
    case S_IFCHR where isatty(output) == 1: break
    default: return (output, .plain)
    }
    let own = mayReopen ? Glibc.open("/proc/self/fd/\(output)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
    return own >= 0 ? (own, .own) : (output, .asked)
  }
}
