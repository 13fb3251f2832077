import GestureCore

/// A gesture that a desktop acts on by itself.
struct OwnGesture: Equatable {
  /// What fingers do, as libinput and desktops tell it apart.
  enum Motion: String {
    case swipe, pinch, hold
    /// Of touchscreens: coming in from a side.
    case edge
  }

  /// Which way they go; of `edge` the side they come from.
  enum Way: String, CaseIterable, Comparable {
    case left, right, up, down
    case together, apart, clockwise, counterclockwise

    static func < (a: Way, b: Way) -> Bool {
      allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
  }

  var device: DeviceClass
  var motion: Motion
  var fingers: ClosedRange<Int>
  /// Empty for any.
  var ways: Set<Way>
  /// What the desktop does then: "switches workspaces".
  var purpose: String
  /// Where its settings say so, as file and line; nil for what is built in.
  var place: String?
  /// How to have the one or the other.
  var fix: String

  init(
    on device: DeviceClass = .touchpad, _ motion: Motion, fingers: ClosedRange<Int>, _ ways: Set<Way> = [],
    _ purpose: String, place: String? = nil, fix: String
  ) {
    self.device = device
    self.motion = motion
    self.fingers = fingers
    self.ways = ways
    self.purpose = purpose
    self.place = place
    self.fix = fix
  }

  /// "a swipe of 3 fingers to the left or right on touchpads"
  var text: String {
    let ways = ways.sorted().map(\.rawValue)
    let named = ways.isEmpty ? "" : " " + ways.listed("or")
    let count = fingers.lowerBound == fingers.upperBound ? "\(fingers.lowerBound)" : range
    let hands = "\(count) finger\(fingers == 1...1 ? "" : "s")"
    return switch motion {
    case .swipe: "a swipe of \(hands)\(named) on \(device.rawValue)s"
    case .pinch: "a pinch of \(hands)\(named) on \(device.rawValue)s"
    case .hold: "\(hands) that rest on \(device.rawValue)s"
    case .edge: "a swipe of \(hands) from the\(edges(named)) of \(device.rawValue)s"
    }
  }

  private var range: String {
    fingers.upperBound >= Self.mostFingers
      ? "\(fingers.lowerBound) and more" : "\(fingers.lowerBound) to \(fingers.upperBound)"
  }

  /// Sides are named as they lie.
  private func edges(_ ways: String) -> String {
    ways.isEmpty ? " sides" : ways.replacing("up", with: "top").replacing("down", with: "bottom") + " side"
  }

  static let mostFingers = 10
}
