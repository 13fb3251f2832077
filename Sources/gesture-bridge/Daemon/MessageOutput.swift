import Glibc
import Runtime
import Text

/// Standard error of the daemon, which waits for nobody.
///
/// What the reader has not taken waits in a bounded buffer. What finds no room there is left out, and so are lines that come
/// faster than anybody reads them; a line says how many messages are missing, as soon as there is room again. Characters that
/// would steer a terminal are replaced.
final class MessageOutput: LoopPart {
  /// So many bytes wait for the reader, which is what a pipe holds.
  static let limit = 64 << 10
  /// So many lines may come at once, as of rules that are wrong throughout.
  static let burst = 600
  /// So many lines a second may come for long.
  static let pace: Int64 = 200
  /// How long the reader may take for the last lines, in milliseconds.
  private static let lastWait: Int32 = 250
  private static let second: Int64 = 1_000_000

  /// The lines that take the place of so many messages, without the last end of a line.
  var leftOutText: (Int) -> String = { "\($0)" } {
    didSet { output.leftOutLine = leftOutText }
  }
  /// When it is said how many messages came too fast, CLOCK_MONOTONIC microseconds.
  private(set) var nextDeadline: Int64? { didSet { storedDeadline?.time = nextDeadline } }
  let storedDeadline: StoredDeadline? = StoredDeadline()
  private let output: DroppingLineOutput
  private let now: () -> Int64
  /// So many lines may still come at once; fewer than none after a long message.
  private var room = MessageOutput.burst
  /// Up to when `room` has grown.
  private var grown: Int64
  /// So many messages came too fast.
  private var leftOut = 0

  /// Without `mayReopen` it is as where the system lets us open no file of our own on standard error.
  init(_ descriptor: Int32 = STDERR_FILENO, now: @escaping () -> Int64 = EventLoop.now, mayReopen: Bool = true) {
    self.now = now
    grown = now()
    output = DroppingLineOutput(descriptor, limit: Self.limit, lastWait: Self.lastWait, mayReopen: mayReopen)
  }

  /// From now on `runtime` writes what waits, as soon as the reader takes it.
  func follow(_ runtime: Runtime) {
    runtime.add(self)
    output.follow(runtime.loop)
  }

  /// `text` is whole lines, each with its end.
  func write(_ text: String) {
    let time = now()
    advance(to: time)
    guard leftOut == 0, takeRoom(for: text, at: time) else {
      leftOut += 1
      nextDeadline = nextDeadline ?? time + Self.second
      return
    }
    put(text.utf8.last == UInt8(ascii: "\n") ? String(Substring(text.utf8.dropLast())) : text)
  }

  func advance(to now: Int64) {
    if let nextDeadline, nextDeadline <= now { sayWhatIsMissing() }
  }

  /// The daemon ends: the reader gets what waits, if it takes that soon.
  func finish() {
    sayWhatIsMissing()
    output.finish(within: Self.lastWait)
  }

  private func takeRoom(for text: String, at time: Int64) -> Bool {
    let lines = max(time - grown, 0) * Self.pace / Self.second
    grown += lines * Self.second / Self.pace
    room = Int(min(Int64(room) + lines, Int64(Self.burst)))
    guard room > 0 else { return false }
    let count = text.utf8.withContiguousStorageIfAvailable { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }
    room -= count ?? text.utf8.count { $0 == UInt8(ascii: "\n") }
    return true
  }

  private func sayWhatIsMissing() {
    nextDeadline = nil
    guard leftOut > 0 else { return }
    let count = leftOut
    leftOut = 0
    put(leftOutText(count))
  }

  private func put(_ text: String) {
    output.write(text.visibleLines)
    output.flush()
  }
}

extension MessageStream {
  /// Messages of the daemon, for which `output` never waits.
  convenience init(to output: MessageOutput) {
    self.init { output.write($0) }
    output.leftOutText = { [isJournal] count in
      Self.text("\(Message.messagesLeftOut(count))", at: .warning, isJournal: isJournal)
    }
  }
}

extension Message {
  static func messagesLeftOut(_ number: Int) -> String {
    "\(count(number, "message")) \(number == 1 ? "was" : "were") dropped: more came than could be read"
  }
}
