import GestureCore

/// Follows rules at work: what devices show, what is decided because of it, and what comes of that.
///
/// All of it is called in the order in which it happens, while the rules are at work: none of it may call them. What it
/// does not care for it need not implement.
public protocol Watcher: Observer {
  /// From now on `device` sends frames; also when new rules take the place of those before.
  func added(_ device: Device)

  /// No more frames of this device; what it had begun has been cancelled.
  func removed(_ device: DeviceID, at time: Timestamp)

  /// A frame is about to be looked at; everything that was due before it has been decided.
  func willProcess(_ frame: Frame)

  /// A gesture event went out, with what is to be done because of it. It comes after the decisions of its frame.
  func happened(_ event: GestureEvent, _ orders: [Order])

  /// The session is in another mode, and no order has brought it there.
  func entered(_ mode: String, at time: Timestamp)

  /// From now on nothing is ordered but to go on, or everything again.
  func paused(_ isPaused: Bool, at time: Timestamp)

  /// No touch is down on the device any more, and all of its recognizers are ready for another attempt.
  func rested(_ device: DeviceID, at time: Timestamp)
}

extension Watcher {
  public func added(_ device: Device) {}
  public func removed(_ device: DeviceID, at time: Timestamp) {}
  public func willProcess(_ frame: Frame) {}
  public func happened(_ event: GestureEvent, _ orders: [Order]) {}
  public func entered(_ mode: String, at time: Timestamp) {}
  public func paused(_ isPaused: Bool, at time: Timestamp) {}
  public func rested(_ device: DeviceID, at time: Timestamp) {}
}
