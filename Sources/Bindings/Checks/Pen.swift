import GestureCore

/// What libinput tells of a pen: one touch of a stylus, at its place, with its pressure.
enum Pen {
  /// The class that pens are of.
  static let deviceClass = DeviceClass.touchscreen
  static let fingers = 1...1
}

extension RuleBook {
  /// Whether a pen may make the gesture.
  func admitsPen(_ index: Int) -> Bool {
    rule(index).receive.tool != .finger && classes(of: index).contains(Pen.deviceClass) && !wantsMoreThanPen(index)
  }

  /// Whether it takes more fingers than a pen can be.
  func wantsMoreThanPen(_ index: Int) -> Bool {
    rule(index).kind.fingers != nil && !breadth(of: index, on: Pen.deviceClass).fingers.overlaps(Pen.fingers)
  }
}
