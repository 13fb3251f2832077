/// A moment on the monotonic clock, in microseconds; the core is told the time and never asks for it.
public struct Timestamp: Comparable, Hashable, Sendable {
  public let microseconds: Int64

  /// Times beyond ±18,000 years are clamped, so that adding a time span can never overflow.
  public init(microseconds: Int64) {
    self.microseconds = min(max(microseconds, -Self.limit), Self.limit)
  }

  private static var limit: Int64 { 1 << 59 }

  /// Later than every moment that can happen: "no deadline".
  public static var never: Timestamp { Timestamp(microseconds: limit) }

  /// This moment; nil for `never`.
  public var unlessNever: Timestamp? { self < .never ? self : nil }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// So much later; beyond the limits of a timestamp, as late as it can be.
  public static func + (a: Timestamp, b: TimeSpan) -> Timestamp {
    Timestamp(microseconds: a.microseconds + b.microseconds)
  }

  /// How long it is from `b` to `a`; negative where `b` is the later.
  public static func - (a: Timestamp, b: Timestamp) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds - b.microseconds)
  }
}

/// A length of time in microseconds: how long, never when.
public struct TimeSpan: Comparable, Hashable, Sendable {
  public let microseconds: Int64

  /// Beyond ±36,000 years it is clamped, so that adding it to a timestamp can never overflow.
  public init(microseconds: Int64) {
    self.microseconds = min(max(microseconds, -(1 << 60)), 1 << 60)
  }

  /// Rounded towards zero to whole microseconds; what is not a number counts as 0.
  public init(milliseconds: Double) {
    let bounded = milliseconds.isNaN ? 0 : min(max(milliseconds, -1e12), 1e12)
    self.init(microseconds: Int64(bounded * 1000))
  }

  public var milliseconds: Double { Double(microseconds) / 1000 }
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
}
