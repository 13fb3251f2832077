import Base
import Glibc

/// Takes lines for whoever reads the program's output.
protocol LineOutput: AnyObject {
  func write(_ line: String)

  /// What was written is to be seen now.
  func flush()

  /// Nothing more comes.
  func finish()
}

/// Lines of a replay, which can wait for its reader.
final class PatientOutput: LineOutput {
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

/// Lines of the daemon, which waits for nobody: what a slow reader has not taken waits in a bounded buffer, and what finds
/// no room there is left out, with a line that says so in its place.
final class HastyOutput: LineOutput {
  /// So many bytes wait, seconds of ten moving fingers.
  static let limit = 1 << 20
  /// So many bytes wait until the loop has served all that was at hand; more are passed on at once.
  private static let chunk = 1 << 15
  /// How long the reader may take for each piece of the last lines, in milliseconds.
  static let lastWait: Int32 = 500

  /// The line that takes the place of so many others.
  var leftOutLine: (Int) -> String = { "\($0)" }
  private let output: OpenOutput
  private let limit: Int
  private let lastWait: Int32
  private let loop: EventLoop
  private let readerIsGone: () -> Void
  private var waiting: [UInt8] = []
  /// How many of the waiting bytes are written.
  private var written = 0
  private var leftOut = 0
  /// Nil also when it could not be watched, and when nothing more is to be told of it.
  private var watched: Interest?
  /// The reader is gone.
  private var isOver = false

  /// The loop calls `readerIsGone` as soon as nobody can read any more.
  init(
    _ descriptor: Int32 = STDOUT_FILENO, limit: Int = HastyOutput.limit,
    lastWait: Int32 = HastyOutput.lastWait, on loop: EventLoop, readerIsGone: @escaping () -> Void
  ) {
    output = OpenOutput(of: descriptor)
    self.limit = limit
    self.lastWait = lastWait
    self.loop = loop
    self.readerIsGone = readerIsGone
    watch(.hangUp)
  }

  deinit { unwatch() }

  func write(_ line: String) {
    guard !isOver else { return }
    guard leftOut == 0, waiting.count - written + line.utf8.count < limit else { return leftOut += 1 }
    append(line)
    if waiting.count - written > Self.chunk, watched != .writing { pass() }
  }

  func flush() {
    pass()
    // The loop tells of a reader that is gone: whoever flushes may be anywhere.
    watch(waiting.isEmpty && !isOver ? .hangUp : .writing)
  }

  func finish() {
    unwatch()
    while !isOver, !waiting.isEmpty, output.isReady(within: lastWait) {
      let before = waiting.count - written
      pass()
      // Ready, and yet it takes nothing: it never will.
      if waiting.count - written == before { break }
    }
  }

  private func append(_ line: String) {
    waiting += line.utf8
    waiting.append(UInt8(ascii: "\n"))
  }

  /// Writes as much as is taken.
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

  /// Everything was taken, so there is room for the line that tells of others.
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
    guard output.mayBeFull, interest != watched else { return }
    unwatch()
    do throws(SystemError) {
      try loop.add(output.descriptor, interest) { [unowned self] in ready($0) }
      watched = interest
    } catch {
      // Where it can't be watched, the next line tries again.
    }
  }

  private func unwatch() {
    guard watched != nil else { return }
    loop.remove(output.descriptor)
    watched = nil
  }

  private func ready(_ readiness: Readiness) {
    if !readiness.isDisjoint(with: [.hangUp, .error]) { isOver = true }
    guard isOver else { return flush() }
    unwatch()
    readerIsGone()
  }
}
