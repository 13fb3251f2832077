import GestureCore

/// A request to send input now, with the location of its rule.
public struct InputRequest: Sendable {
  /// The part of an input that the request sends: the whole input, its beginning, a movement, or its end.
  public enum Moment: Sendable {
    /// Keys or a button go down and up, text is typed, the pointer moves a distance, or content scrolls a distance.
    case once
    /// A drag or a desktop gesture begins; or keys or a button go down and stay down until the holder's request `end`.
    case beginning
    case movement
    case end
  }

  /// The owner of input that lasts, such as keys that stay down: an action on one device.
  public struct Holder: Hashable, Sendable {
    public let action: Int
    public let device: Int32

    public init(action: Int, device: Int32) { (self.action, self.device) = (action, device) }
  }

  public let input: EmulatedInput
  public let moment: Moment
  public let holder: Holder
  /// The action's key and location in the rules: "`began` at bindings.toml:12".
  public let rule: String
  public var time = Timestamp(microseconds: 0)
  /// The name of the gesture; `key` is the name of its action in the rules, such as `began`.
  public var gesture = ""
  public var key = ""
  /// The movement of the fingers in mm since the action's previous request; at first, since the gesture left its slop.
  public var movement = Vector.zero
  /// Whether a movement of the fingers has already made the action send a request in this gesture.
  public var isContinuation = false
  /// The spread of the fingers, divided by their spread at the action's previous request.
  public var scale = 1.0
  public var fingers = 0
  public var isCancelled = false
  /// The position of the gesture on an output. Nil if the position is unknown or not needed.
  public var spot: ScreenSpot?

  public init(_ input: EmulatedInput, _ moment: Moment, holder: Holder, rule: String) {
    self.input = input
    self.moment = moment
    self.holder = holder
    self.rule = rule
  }

  /// Returns a report of the skipped request. Nil for `movement`, `end`, and continued input that follows fingers.
  public func skipped(_ reason: String) -> SkippedAction? {
    switch moment {
    case .once where isContinuation && input.follows: nil
    case .once, .beginning: SkippedAction(gesture: gesture, key: key, reason: reason)
    case .movement, .end: nil
    }
  }
}

extension InputRequest {
  init(_ input: EmulatedInput, _ moment: Moment, for performed: PerformedOrder) {
    let action = performed.order.action
    self.init(
      input, moment, holder: Holder(action: action.number, device: performed.order.event.device.rawValue),
      rule: action.keyAndLocation)
    time = performed.order.event.time
    gesture = performed.gesture.rule.name
    key = action.trigger.rawValue
    movement = performed.order.progress.translation
    // The movement of the first order is the whole movement since the gesture left its slop.
    let values = performed.order.event.values
    isContinuation = performed.order.event.state == .changed && movement != values.translation
    scale = performed.order.progress.scale
    fingers = performed.order.event.values.fingers
    isCancelled = performed.order.event.state == .cancelled
    spot = performed.spot
  }
}

extension EmulatedInput {
  /// Returns the moment of the request for a gesture event with `state`. Nil if the event causes no request.
  func moment(in state: RecognizerState) -> InputRequest.Moment? {
    let isOver = state == .ended || state == .cancelled
    switch self {
    case .keys, .text, .click, .scroll: return .once
    case .follow(.pointer, _): return state == .changed ? .once : nil
    case .follow(.natural, _), .follow(.traditional, _): return isOver ? .end : .once
    case .hold: return state == .began ? .beginning : isOver ? .end : nil
    // The intercepted device continues by itself.
    case .drag, .native: return state == .began ? .beginning : nil
    case .dragAtFinger, .announced:
      return state == .began ? .beginning : state == .changed ? .movement : isOver ? .end : nil
    }
  }
}

/// A position on an output of the desktop, in the orientation in which the user sees the output.
public struct ScreenSpot: Equatable, Sendable {
  public var output: String
  /// The position in fractions of the output's width and height, from the output's top left corner.
  public var share: Vector
  /// The position in the desktop's layout of all outputs. Nil if the layout is unknown or doesn't have this output.
  public var point: Vector?

  public init(output: String, share: Vector, point: Vector? = nil) {
    (self.output, self.share, self.point) = (output, share, point)
  }
}
