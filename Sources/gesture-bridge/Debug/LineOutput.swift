import Glibc
import Runtime
import Text

protocol LineOutput: AnyObject {
  func write(_ line: String)

  func flush()

  func finish()
}

/// An output for the lines of a replay. Writing waits for the reader.
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

/// An output of lines. Waits for a reader only in `finish`, briefly. Drops lines over a limit, and later counts them.
final class BoundedOutput: LineOutput {
  /// The default maximum number of bytes that wait to be written.
  static let limit = 1 << 20
  /// The number of waiting bytes above which `write` itself writes to the file, without waiting for `flush`.
  private static let chunk = 1 << 15
  /// The longest time that `finish` waits until the file takes more bytes, in milliseconds. A write restarts the time.
  static let lastWait: Int32 = 500

  /// Returns the line that replaces this number of dropped lines.
  var droppedLine: (Int) -> String = { "\($0)" }
  private let file: OutputFile
  private let characters: TerminalCharacters
  private let limit: Int
  private let lastWait: Int32
  /// The loop that watches the file. Nil without a loop, and after `finish`.
  private var loop: EventLoop?
  private let readerIsGone: () -> Void
  private var waiting: [UInt8] = []
  private var dropped = 0
  private var watched: Interest?
  private var isOver = false

  /// A loop calls `readerIsGone` if the reader closes `file`. Without a loop, only `write`, `flush` and `finish` write.
  init(
    _ descriptor: Int32 = STDOUT_FILENO, limit: Int = BoundedOutput.limit, lastWait: Int32 = BoundedOutput.lastWait,
    on loop: EventLoop? = nil, mayReopen: Bool = true, readerIsGone: @escaping () -> Void = {}
  ) {
    file = OutputFile(descriptor, mayReopen: mayReopen)
    characters = ReadableForm(of: descriptor).characters
    self.limit = limit
    self.lastWait = lastWait
    self.loop = loop
    self.readerIsGone = readerIsGone
    watch(.hangUp)
  }

  deinit { unwatch() }

  func follow(_ loop: EventLoop) {
    unwatch()
    self.loop = loop
    watch(waiting.isEmpty ? .hangUp : .writing)
  }

  func write(_ line: String) {
    guard !isOver else { return }
    guard dropped == 0, waiting.count + line.utf8.count < limit else { return dropped += 1 }
    append(line)
    if waiting.count > Self.chunk, watched != .writing { pass() }
  }

  func flush() {
    pass()
    // `flush` may be called from anywhere, so only the loop calls `readerIsGone`.
    watch(waiting.isEmpty && !isOver ? .hangUp : .writing)
  }

  func finish() {
    unwatch()
    loop = nil
    while !isOver, !waiting.isEmpty, file.isReady(within: lastWait) {
      let before = waiting.count
      pass()
      // The file is ready but takes no bytes, so it will never take any.
      if waiting.count == before { break }
    }
  }

  private func append(_ line: String) {
    waiting += characters.shown(line).utf8
    waiting.append(UInt8(ascii: "\n"))
  }

  private func pass() {
    var written = 0
    defer { waiting.removeFirst(written) }
    while written < waiting.count {
      switch file.write(waiting[written...]) {
      case .took(let count): written += count
      case .full: return
      case .readerIsGone:
        isOver = true
        written = waiting.count
        return
      }
      guard written == waiting.count, dropped > 0 else { continue }
      append(droppedLine(dropped))
      dropped = 0
    }
  }

  private func watch(_ interest: Interest) {
    guard let loop, file.canBeFull, interest != watched else { return }
    unwatch()
    // If the file can't be watched, the next `flush` tries again.
    let isWatched: Void? = try? loop.add(file.descriptor, interest) { [unowned self] in ready($0) }
    if isWatched != nil { watched = interest }
  }

  private func unwatch() {
    guard watched != nil else { return }
    loop?.remove(file.descriptor)
    watched = nil
  }

  private func ready(_ readiness: Readiness) {
    if !readiness.isDisjoint(with: [.hangUp, .error]) { isOver = true }
    guard isOver else { return flush() }
    unwatch()
    readerIsGone()
  }
}
