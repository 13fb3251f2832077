/// Limits the rate of process starts. A bucket fills steadily, and each start takes a fixed amount. A full bucket has
/// enough for `perSecond` starts. A storm begins with the first refused start, and ends when the bucket is half full.
final class StartRate {
  /// The amount that one start takes from the bucket. The bucket gains `perSecond` in each microsecond.
  private static let start: Int64 = 1_000_000

  var perSecond: Int { didSet { level = min(level, limit) } }
  /// The number of refused starts in this storm. 0 without a storm.
  private(set) var refused = 0
  private var level: Int64
  /// The time at which the bucket contained `level`, in CLOCK_MONOTONIC microseconds.
  private var time: Int64 = 0

  init(perSecond: Int) {
    self.perSecond = perSecond
    level = Int64(perSecond) * Self.start
  }

  private var limit: Int64 { Int64(perSecond) * Self.start }

  func hasRoom(at now: Int64) -> Bool {
    fill(until: now)
    return level >= Self.start
  }

  func recordStart(at now: Int64) {
    fill(until: now)
    level = max(0, level - Self.start)
  }

  /// Counts a refusal; returns true for the first refusal of a storm.
  func refuse() -> Bool {
    refused += 1
    return refused == 1
  }

  /// The time at which the next process may start, in CLOCK_MONOTONIC microseconds. Nil if it may start at once.
  var nextRoom: Int64? { level < Self.start ? time + duration(to: Self.start) : nil }

  /// When the storm will end if no process starts until then, in CLOCK_MONOTONIC microseconds. Nil without a storm.
  var stormEnd: Int64? { refused > 0 ? time + duration(to: limit / 2) : nil }

  /// Returns and resets the number of refused starts. Nil until a storm has ended.
  func consumeRefused(at now: Int64) -> Int? {
    guard let stormEnd, stormEnd <= now else { return nil }
    defer { refused = 0 }
    return refused
  }

  private func fill(until now: Int64) {
    // A bucket that fills for a second or longer is full.
    guard now > time else { return }
    level = min(limit, level + min(now - time, Self.start) * Int64(perSecond))
    time = now
  }

  /// Returns the time until the bucket contains `wanted`, in microseconds.
  private func duration(to wanted: Int64) -> Int64 {
    let missing = max(0, wanted - level)
    return (missing + Int64(perSecond) - 1) / Int64(perSecond)
  }
}
