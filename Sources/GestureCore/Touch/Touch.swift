/// One contact with the surface, from down to up.
public struct Touch: Equatable, Sendable {
  /// What happened to a touch in a frame. A frame need not list stationary ones; one that it does list is where it says,
  /// also if it has moved in frames that were left out.
  public enum Phase: Sendable { case began, moved, stationary, ended, cancelled }

  /// What touches the surface; a palm is never part of a gesture.
  public enum Tool: Sendable { case finger, stylus, palm }

  /// Unique among the touches down on one device; a source may use it again after the up.
  public var id: Int32
  public var phase: Phase
  public var tool: Tool
  /// In mm from the top left corner. A touch that ends is where it was: its position then is not looked at.
  public var position: Vector
  /// 0 to 1, where the device reports it.
  public var pressure: Double?
  /// The device only counts this finger, and does not tell where it is: its position is made up.
  public var isCountedOnly = false
  /// The device's firmware has lost the release: the touch is cancelled in place of its end.
  public var isUnreleased = false

  /// Where the touch was in the frame before this one. Filled in by the core.
  public internal(set) var previousPosition: Vector
  /// Where the touch came down. Filled in by the core.
  public internal(set) var start: Vector
  /// Where the touch was when its group last landed anew: what it does is measured from there.
  var origin: Vector
  /// When the touch came down. Filled in by the core.
  public internal(set) var began: Timestamp
  /// The touch's number on its device since the start, modulo 64. Filled in by the core.
  var bit: TouchMask

  /// What a source tells: `position` in mm from the top left corner before rotation, `pressure` from 0 to 1.
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
  /// The sentence about `count` contacts whose release the firmware of a touchpad has lost.
  public static func unreleased(_ count: Int) -> String {
    (count == 1 ? "1 contact was" : "\(count) contacts were") + " not released: the touchpad's firmware lost "
      + (count == 1 ? "it" : "them")
  }
}

/// A set of touches of one device: what two recognizers compare to find out whether they share one.
struct TouchMask: OptionSet, Hashable, Sendable {
  let rawValue: UInt64
}

/// All that changed among the touches of one device at one instant; touches not listed are stationary.
public struct Frame: Equatable, Sendable {
  public var device: DeviceID
  public var time: Timestamp
  public var touches: [Touch]
  /// The buttons that are down, of a device that has some: all of them, not only those that have changed.
  public var buttons: Buttons

  /// What changed on `device` at `time`: touches that landed, moved, lifted or were cancelled, each once.
  public init(device: DeviceID, time: Timestamp, touches: [Touch], buttons: Buttons = []) {
    self.device = device
    self.time = time
    self.touches = touches
    self.buttons = buttons
  }
}

/// Buttons of a touchpad. A clickpad has the left one only, whatever place of it is pressed.
public struct Buttons: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let left = Buttons(rawValue: 1)
  public static let right = Buttons(rawValue: 2)
  public static let middle = Buttons(rawValue: 4)

  /// By their names in rules and touch scripts.
  public static let named: KeyValuePairs<String, Buttons> = ["left": .left, "right": .right, "middle": .middle]

  /// The name of the first of them; nil where there is none.
  public var name: String? { Self.named.first { contains($0.value) }?.key }
}
