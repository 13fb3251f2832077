/// A moment on the monotonic clock, in microseconds. The core never reads a clock.
public struct Timestamp: Comparable, Hashable, Sendable {
  public let microseconds: Int64

  /// Creates a moment, clamped to ±18,000 years. Adding a time span never overflows.
  public init(microseconds: Int64) { self.microseconds = min(max(microseconds, -Self.limit), Self.limit) }

  private static var limit: Int64 { 1 << 59 }

  /// A moment later than any real moment. As a deadline, it means no deadline.
  public static var never: Timestamp { Timestamp(microseconds: limit) }

  /// This moment, or nil for `never`.
  public var unlessNever: Timestamp? { self < .never ? self : nil }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// Returns the moment that is `b` later than `a`, clamped.
  public static func + (a: Timestamp, b: TimeSpan) -> Timestamp {
    Timestamp(microseconds: a.microseconds + b.microseconds)
  }

  /// Returns the time from `b` to `a`; negative if `b` is later.
  public static func - (a: Timestamp, b: Timestamp) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds - b.microseconds)
  }
}

/// A duration in microseconds.
public struct TimeSpan: Comparable, Hashable, Sendable {
  public let microseconds: Int64

  /// Creates a duration, clamped to ±36,000 years. Adding it to a moment never overflows.
  public init(microseconds: Int64) { self.microseconds = min(max(microseconds, -(1 << 60)), 1 << 60) }

  /// Creates a duration in whole microseconds, clamped to ±31 years. NaN counts as 0.
  public init(milliseconds: Double) {
    let bounded = milliseconds.isNaN ? 0 : min(max(milliseconds, -1e12), 1e12)
    self.init(microseconds: Int64(bounded * 1000))
  }

  public var milliseconds: Double { Double(microseconds) / 1000 }
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
}
