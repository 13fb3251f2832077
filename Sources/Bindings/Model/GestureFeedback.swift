import GestureCore

/// How the hand is told of one gesture, by its key `feedback`.
public enum GestureFeedback: Equatable, Sendable {
  /// Not at all.
  case none
  /// `[overlay]` may draw it.
  case seen
  /// Besides, what is touched vibrates each time the gesture does something.
  case felt

  public static let key = "feedback"
  /// The word for `felt`; the other two are true and false.
  public static let haptic = "haptic"

  /// Whether `[overlay]` may draw it.
  public var isSeen: Bool { self != .none }
  /// Whether what is touched vibrates.
  public var isFelt: Bool { self == .felt }
}

extension Order {
  /// Whether a hand is to feel that its gesture has done this: once as it is recognized or begins, each step, each time it is done
  /// again, and what it does at its end. Neither each movement nor what only ends with the gesture: that would be a buzz
  /// without a meaning, and a hand that is cancelled has done nothing.
  var isFelt: Bool {
    switch event.state {
    case .began, .recognized: true
    case .changed: way != nil || action.isRepeated(in: .changed)
    case .ended: way != nil || action.trigger == .ended
    case .possible, .cancelled, .failed: false
    }
  }
}

extension Rules {
  /// Whether a hand is to feel that something was done by an event of a gesture.
  public func isFelt(_ event: GestureEvent, _ orders: ArraySlice<Order>) -> Bool {
    feedback(of: event.gesture).isFelt && orders.contains(where: \.isFelt)
  }

  /// The names of the gestures that are felt on this device.
  public func feltGestures(on device: Device) -> [String] {
    ruleSet.gestures.indices.filter { index in
      feedback(of: GestureID(index)).isFelt && ruleSet.gestures[index].device.matches(device)
    }.map { ruleSet.gestures[$0].name }
  }
}
