/// A moment on the monotonic clock, in microseconds; the core is told the time and never asks for it.
public struct Timestamp: Comparable, Hashable, Sendable {
  public let microseconds: Int64

  /// Times beyond ±18,000 years are clamped, so that adding a time span can never overflow.
  public init(microseconds: Int64) {
    self.microseconds = min(max(microseconds, -Self.limit), Self.limit)
  }

  private static let limit: Int64 = 1 << 59

  /// Later than every moment that can happen: "no deadline".
  public static let never = Timestamp(microseconds: limit)

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  public static func + (a: Timestamp, b: TimeSpan) -> Timestamp {
    Timestamp(microseconds: a.microseconds + b.microseconds)
  }

  public static func - (a: Timestamp, b: Timestamp) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds - b.microseconds)
  }
}

/// A length of time in microseconds: how long, never when.
public struct TimeSpan: Comparable, Hashable, Sendable {
  public let microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = min(max(microseconds, -(1 << 60)), 1 << 60)
  }

  public init(milliseconds: Double) {
    self.init(microseconds: Int64(min(max(milliseconds, -1e12), 1e12) * 1000))
  }

  public var milliseconds: Double { Double(microseconds) / 1000 }
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
}
