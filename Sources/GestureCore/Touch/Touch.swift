/// One contact with the surface, from landing to lift.
public struct Touch: Equatable, Sendable {
  /// The touch's change in a frame. A `stationary` touch has not moved, but the frame can correct its position.
  public enum Phase: Sendable { case began, moved, stationary, ended, cancelled }

  /// The thing that touches the surface. A palm is never part of a gesture.
  public enum Tool: Sendable { case finger, stylus, palm }

  /// The touch's number, unique among the touches that are down.
  public var id: Int32
  public var phase: Phase
  public var tool: Tool
  /// The position in mm from the top left. Ignored if `phase` is `ended` or `cancelled`.
  public var position: Vector
  /// The pressure from 0 to 1; nil if the device doesn't report it.
  public var pressure: Double?
  /// Whether `position` is invented, because the device only counts this finger.
  public var isCountedOnly = false
  /// Whether the touch is cancelled because the device's firmware lost the lift.
  public var isUnreleased = false

  /// The position in the previous frame. Set by the core.
  public internal(set) var previousPosition: Vector
  /// The position at which the touch landed. Set by the core.
  public internal(set) var start: Vector
  /// The point from which movement is measured. If other fingers land too late to have landed together with this touch,
  /// the point moves to this touch's position.
  var origin: Vector
  /// The time at which the touch landed. Set by the core.
  public internal(set) var began: Timestamp
  /// The set that contains only this touch. Bits repeat after 64 landings.
  var bit: TouchMask

  /// A touch as an input source reports it. `position` isn't rotated yet; `pressure` is from 0 to 1.
  public init(id: Int32, phase: Phase, position: Vector = .zero, tool: Tool = .finger, pressure: Double? = nil) {
    self.id = id
    self.phase = phase
    self.tool = tool
    self.position = position
    self.pressure = pressure
    previousPosition = position
    start = position
    origin = position
    began = .never
    bit = []
  }
}

extension Touch {
  /// Returns the message that a touchpad's firmware lost the release of `count` contacts.
  public static func unreleased(_ count: Int) -> String {
    (count == 1 ? "1 contact was" : "\(count) contacts were") + " not released: the touchpad's firmware did not report "
      + (count == 1 ? "the lift" : "the lifts")
  }
}

/// A set of touches of one device. Two recognizers share a touch if their sets overlap.
struct TouchMask: OptionSet, Hashable, Sendable {
  let rawValue: UInt64
}

/// The changes of the touches on one device at one instant. Touches that aren't in `touches` are stationary.
public struct Frame: Equatable, Sendable {
  public var device: DeviceID
  public var time: Timestamp
  public var touches: [Touch]
  /// All buttons that are down on the device, not only the changed ones.
  public var buttons: Buttons

  /// Creates a frame of the changes on `device` at `time`. `touches` must contain each touch at most once.
  public init(device: DeviceID, time: Timestamp, touches: [Touch], buttons: Buttons = []) {
    self.device = device
    self.time = time
    self.touches = touches
    self.buttons = buttons
  }
}

/// Buttons of a touchpad. A clickpad has only the left button, wherever you press the clickpad.
public struct Buttons: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let left = Buttons(rawValue: 1)
  public static let right = Buttons(rawValue: 2)
  public static let middle = Buttons(rawValue: 4)

  /// The buttons by their names in rules and touch scripts.
  public static let named: KeyValuePairs<String, Buttons> = ["left": .left, "right": .right, "middle": .middle]

  /// The name of the first button in the set; nil if the set is empty.
  public var name: String? { Self.named.first { contains($0.value) }?.key }
}
