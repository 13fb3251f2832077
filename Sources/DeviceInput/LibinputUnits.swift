import GestureCore

/// What libinput measures touchpad gestures in: "normalized to a touchpad of 1000 dpi", so thousandths of an inch.
enum TouchpadUnit {
  /// What libinput multiplies even the unaccelerated deltas of a touchpad with: `TP_MAGIC_SLOWDOWN` and the baseline of
  /// `touchpad_constant_filter` in its filter-touchpad.c. Its documentation leaves this out.
  static let slowdown = 0.2968 * 0.9

  /// The mm that a finger goes for each unit of delta.
  static let millimetres = 25.4 / 1000 / slowdown
}

extension Timestamp {
  /// libinput's times are of the monotonic clock, in microseconds, as ours are.
  init(libinput microseconds: UInt64) {
    self.init(microseconds: Int64(clamping: microseconds))
  }
}
