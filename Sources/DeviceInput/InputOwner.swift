import GestureCore

/// What the owner of an `InputSource` is told, and what it is asked. None of these may call the source.
public struct InputOwner {
  /// Answers whether it matters how the touches of this device move on: where nobody looks, the source need not either, until
  /// a touch comes or goes.
  public var frame: (Frame) -> Bool
  /// From now on the device sends frames. One that comes back has a new number.
  public var added: (Device) -> Void
  /// No more frames of this device; it is for the owner to cancel the touches that were down.
  public var removed: (DeviceID) -> Void
  /// A touch device that can't be read; the source has logged it.
  public var unopenable: (UnopenableDevice) -> Void
  /// Asked after each frame of a device whose touches others get from us: what they may have of one.
  public var delivery: (Int32, DeviceID) -> Delivery
  /// Whether devices may be intercepted: only one program at a time can, and who only looks on must not.
  public var mayIntercept: Bool
  /// A device is not intercepted any more, although the rules want it; the source has logged it.
  public var gaveBack: (Device) -> Void
  /// The rules at work: they give sizes to hardware that reports none, and say how devices are read.
  public var rules: () -> RuleSet?
  /// The time on the clock that libinput's events have; asked for only where a device misbehaves, or may.
  public var now: () -> Timestamp

  public init(
    frame: @escaping (Frame) -> Bool, added: @escaping (Device) -> Void, removed: @escaping (DeviceID) -> Void,
    unopenable: @escaping (UnopenableDevice) -> Void = { _ in },
    delivery: @escaping (Int32, DeviceID) -> Delivery = { _, _ in .passes }, mayIntercept: Bool = false,
    gaveBack: @escaping (Device) -> Void = { _ in }, rules: @escaping () -> RuleSet? = { nil },
    now: @escaping () -> Timestamp
  ) {
    self.frame = frame
    self.added = added
    self.removed = removed
    self.unopenable = unopenable
    self.delivery = delivery
    self.mayIntercept = mayIntercept
    self.gaveBack = gaveBack
    self.rules = rules
    self.now = now
  }
}
