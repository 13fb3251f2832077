import GestureCore

extension Timestamp {
  /// CLOCK_MONOTONIC, as libinput's events have it.
  static var now: Timestamp { Timestamp(microseconds: EventLoop.now()) }
}
