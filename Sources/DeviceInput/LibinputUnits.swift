import GestureCore

/// What libinput measures touchpad gestures in: "normalized to a touchpad of 1000 dpi", so thousandths of an inch.
enum TouchpadUnit {
  static let millimetres = 25.4 / 1000
}

extension Timestamp {
  /// libinput's times are of the monotonic clock, in microseconds, as ours are.
  init(libinput microseconds: UInt64) {
    self.init(microseconds: Int64(clamping: microseconds))
  }
}
