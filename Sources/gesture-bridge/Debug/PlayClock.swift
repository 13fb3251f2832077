import GestureCore

/// Says where a recording is that is played at some speed, and when what stands in it is due.
struct PlayClock {
  /// So many times as fast as the hand was.
  static let speeds = 0.1...1000

  let speed: Double
  /// A moment at which it went on, and where the recording was then.
  private var moment: Int64
  private var place: Timestamp
  private(set) var isPaused = false

  /// At `now`, CLOCK_MONOTONIC microseconds, the recording is at `start`.
  init(from start: Timestamp, at now: Int64, speed: Double) {
    place = start
    moment = now
    self.speed = speed
  }

  /// Where the recording is at `now`.
  func time(at now: Int64) -> Timestamp {
    guard !isPaused else { return place }
    return place + TimeSpan(microseconds: Int64((Double(now - moment) * speed).rounded()))
  }

  /// When the recording comes to `time`; nil while it is paused.
  func moment(of time: Timestamp) -> Int64? {
    guard !isPaused else { return nil }
    return moment + Int64((Double((time - place).microseconds) / speed).rounded(.up))
  }

  mutating func pause(_ isPaused: Bool, at now: Int64) {
    place = time(at: now)
    moment = now
    self.isPaused = isPaused
  }
}
