import GestureCore

/// How a device has behaved: which of its faults were said, what it has lost, how often it had to be closed.
///
/// Faults of one kind that are less than `calm` apart are one spell.
struct Conduct {
  /// So long without a fault, and all is forgiven.
  static let calm = TimeSpan(milliseconds: 60_000)
  /// How often events may be lost within `lossTime`. A busy machine loses some now and then; libinput tells of 5 of them.
  static let losses = 4
  static let lossTime = TimeSpan(milliseconds: 30_000)
  /// How long a device is closed the first time; twice as long each further time of a spell, up to the last. That is less than
  /// `calm`, so that a device that never behaves is one spell.
  static let firstClosing = TimeSpan(milliseconds: 2000)
  static let lastClosing = TimeSpan(milliseconds: 32_000)

  private var last: [Timestamp?] = DeviceFault.allCases.map { _ in nil }
  private var lost: [Timestamp] = []
  private var closing = firstClosing
  private var reopened: Timestamp?
  private(set) var pace = FramePace()
  /// It is not to be intercepted, whatever the rules say: a hand has had it back. New rules begin anew.
  var isGivenBack = false

  /// Whether a fault is to be said: it is the first of its spell.
  mutating func isNews(_ fault: DeviceFault, at time: Timestamp) -> Bool {
    guard let index = DeviceFault.allCases.firstIndex(of: fault) else { return true }
    defer { last[index] = time }
    guard let before = last[index] else { return true }
    return time - before > Self.calm
  }

  /// Events were lost; whether that happens too often.
  mutating func loses(at time: Timestamp) -> Bool {
    lost.removeAll { time - $0 > Self.lossTime }
    lost.append(time)
    guard lost.count >= Self.losses else { return false }
    lost.removeAll()
    return true
  }

  /// A frame has come; whether they come faster than any sensor makes them.
  mutating func runs(now: () -> Timestamp) -> Bool { pace.isTooFast(now: now) }

  /// The device is to be closed; until when.
  mutating func closes(at time: Timestamp) -> Timestamp {
    if let reopened, time - reopened > Self.calm { closing = Self.firstClosing }
    let end = time + closing
    closing = min(TimeSpan(microseconds: closing.microseconds * 2), Self.lastClosing)
    reopened = end
    pace = FramePace()
    return end
  }
}

/// Counts frames, and looks at the clock only twice in a few thousand of them.
struct FramePace {
  /// The fastest sensors scan 1,000 times a second.
  static let limit = 4000
  static let time = TimeSpan(milliseconds: 1000)

  private var count = 0
  private var start = Timestamp(microseconds: 0)

  /// One frame more; whether the last `limit` of them came within `time`.
  mutating func isTooFast(now: () -> Timestamp) -> Bool {
    if count == 0 { start = now() }
    count += 1
    guard count == Self.limit else { return false }
    count = 0
    return now() - start < Self.time
  }
}
