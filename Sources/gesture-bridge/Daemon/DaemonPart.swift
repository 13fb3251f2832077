import LiveView

/// A part of the daemon that wants to be called at times of its own.
protocol DaemonPart: AnyObject {
  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  var nextDeadline: Int64? { get }

  /// Does what is due by now.
  func advance(to now: Int64)
}

extension ViewSession: DaemonPart {}
