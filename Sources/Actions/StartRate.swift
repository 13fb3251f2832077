/// How many processes may be started in a time, so that a storm of gestures stays one of gestures.
///
/// A bucket: it holds the starts of one second, each takes one, and it fills evenly. A storm begins with the first start
/// that is refused and ends when the bucket is half full.
final class StartRate {
  /// What one start takes; in a microsecond as many of these come in as there are starts in a second.
  private static let start: Int64 = 1_000_000

  /// How many may be started in a second.
  var perSecond: Int {
    didSet { level = min(level, limit) }
  }
  /// How many were refused since the storm began; 0 while there is none.
  private(set) var refused = 0
  private var level: Int64
  /// When `level` was so.
  private var time: Int64 = 0

  init(perSecond: Int) {
    self.perSecond = perSecond
    level = Int64(perSecond) * Self.start
  }

  private var limit: Int64 { Int64(perSecond) * Self.start }

  /// Whether one more may be started at `now`, in microseconds.
  func hasRoom(at now: Int64) -> Bool {
    fill(until: now)
    return level >= Self.start
  }

  /// One is started.
  func take(at now: Int64) {
    fill(until: now)
    level = max(0, level - Self.start)
  }

  /// One is refused; whether it is the first of its storm.
  func refuse() -> Bool {
    refused += 1
    return refused == 1
  }

  /// When the next one may be started; nil if at once.
  func nextRoom(at now: Int64) -> Int64? { hasRoom(at: now) ? nil : now + duration(to: Self.start) }

  /// When the storm is over if no more is started by then; nil while there is none.
  func calm(at now: Int64) -> Int64? {
    guard refused > 0 else { return nil }
    fill(until: now)
    return now + duration(to: limit / 2)
  }

  /// How many were refused in a storm that is over at `now`; nil if it is not, or if there was none.
  func takeRefused(at now: Int64) -> Int? {
    guard let calm = calm(at: now), calm <= now else { return nil }
    defer { refused = 0 }
    return refused
  }

  private func fill(until now: Int64) {
    // What comes in while nothing is started for longer than that would not fit.
    let gone = min(max(0, now - time), Self.start)
    level = min(limit, level + gone * Int64(perSecond))
    time = now
  }

  /// How long it takes until the bucket holds so much.
  private func duration(to wanted: Int64) -> Int64 {
    let missing = max(0, wanted - level)
    return (missing + Int64(perSecond) - 1) / Int64(perSecond)
  }
}
