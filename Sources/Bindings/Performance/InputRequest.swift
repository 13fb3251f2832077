import GestureCore

/// Keys, clicks or scrolling to send now, with the place of their rule.
public struct InputRequest: Sendable {
  /// What happens to them.
  public enum Moment: Sendable {
    /// They are pressed and released.
    case once
    /// They go down, until the end of the same holder.
    case beginning
    /// The fingers have moved on.
    case movement
    case end
  }

  /// An action on one device, which keeps keys down.
  public struct Holder: Hashable, Sendable {
    public let action: Int
    public let device: Int32

    public init(action: Int, device: Int32) {
      self.action = action
      self.device = device
    }
  }

  public let input: EmulatedInput
  public let moment: Moment
  public let holder: Holder
  /// Its key and the place of its rule: "`began` at bindings.toml:12".
  public let rule: String
  public var time = Timestamp(microseconds: 0)
  /// The gesture, and the key in its rule.
  public var gesture = ""
  public var key = ""
  /// How far the fingers have gone since the action's request before, in mm.
  public var movement = Vector.zero
  /// Whether the action has gone along with this gesture before.
  public var goesOn = false
  /// By how much the fingers have gone apart since then, against where they were.
  public var scale = 1.0
  public var fingers = 0
  /// Whether its end is that of a gesture that was cancelled.
  public var isCancelled = false
  /// Where the gesture is; nil if that is unknown, or of no interest.
  public var spot: ScreenSpot?

  public init(_ input: EmulatedInput, _ moment: Moment, holder: Holder, rule: String) {
    self.input = input
    self.moment = moment
    self.holder = holder
    self.rule = rule
  }

  /// Nothing became of it; nil where it goes on with what was said before.
  public func skipped(_ reason: String) -> SkippedAction? {
    switch moment {
    case .once where goesOn && input.follows: nil
    case .once, .beginning: SkippedAction(gesture: gesture, key: key, reason: reason)
    case .movement, .end: nil
    }
  }
}

extension InputRequest {
  init(_ input: EmulatedInput, _ moment: Moment, for performance: Performance) {
    let action = performance.order.action
    self.init(
      input, moment, holder: Holder(action: action.number, device: performance.order.event.device.rawValue),
      rule: action.place)
    time = performance.order.event.time
    gesture = performance.gesture.rule.name
    key = action.trigger.rawValue
    movement = performance.order.progress.translation
    // The first order has the whole way from where the gesture left its slop.
    let values = performance.order.event.values
    goesOn = performance.order.event.state == .changed && movement != values.translation
    scale = performance.order.progress.scale
    fingers = performance.order.event.values.fingers
    isCancelled = performance.order.event.state == .cancelled
    spot = performance.spot
  }
}

extension EmulatedInput {
  /// What happens to it when its gesture goes into `state`; nil if nothing does.
  func moment(in state: RecognizerState) -> InputRequest.Moment? {
    let isOver = state == .ended || state == .cancelled
    switch self {
    case .keys, .text, .click, .scroll: return .once
    case .follow(.pointer, _): return state == .changed ? .once : nil
    case .follow(.natural, _), .follow(.traditional, _): return isOver ? .end : .once
    case .hold: return state == .began ? .beginning : isOver ? .end : nil
    // The daemon has a touchpad move by itself from here on.
    case .drag, .native: return state == .began ? .beginning : nil
    case .dragAtFinger, .announced:
      return state == .began ? .beginning : state == .changed ? .movement : isOver ? .end : nil
    }
  }
}

/// A place on an output of the desktop, as the person before it sees it.
public struct ScreenSpot: Equatable, Sendable {
  public var output: String
  /// The shares of the output's width and height, from its top left corner.
  public var share: Vector
  /// The place in the desktop's layout, in which outputs lie beside one another; nil where the desktop does not tell it.
  public var point: Vector?

  public init(output: String, share: Vector, point: Vector? = nil) {
    self.output = output
    self.share = share
    self.point = point
  }
}
