import Bindings
import GestureCore
import Text

/// Gestures that are built into desktops and can't be configured there.
package enum BuiltInGestures {
  private static let otherGesture =
    "niri can't turn this gesture off: in the rules, use another number of fingers, or a pinch, a hold or a tap"

  /// niri's gestures, which have no settings. Gestures with four fingers need niri 25.05 or later. Source: niri's
  /// documentation, "Gestures"; `on_gesture_swipe_begin` in src/input/mod.rs.
  package static let niri: [OwnGesture] = [
    OwnGesture(.swipe, fingers: 3...3, [.left, .right], "moves between columns", fix: otherGesture),
    OwnGesture(.swipe, fingers: 3...3, [.up, .down], "switches workspaces", fix: otherGesture),
    OwnGesture(.swipe, fingers: 4...4, [.up, .down], "opens and closes the overview", fix: otherGesture),
  ]

  /// The identifier of the GNOME extension that turns off swipes with several fingers.
  private static let gnomeWithout = "disable-gestures-2021@verycrazydog.gmail.com"

  /// Returns GNOME's gestures. Under X11 they exist only on touchscreens. `extensions` is the output of `gsettings get
  /// org.gnome.shell enabled-extensions`. Source: GNOME Shell's js/ui/swipeTracker.js (touchpads: 3 fingers and more),
  /// windowManager.js and overviewControls.js (actions of swipes), keyboard.js (the lower edge).
  package static func gnome(extensions: String, isX11: Bool) -> [OwnGesture] {
    let keyboard = OwnGesture(
      on: .touchscreen, .edge, fingers: 1...1, [.down], "shows the on-screen keyboard",
      fix: "use another edge, or at least two fingers, in the rules")
    guard !extensions.includes("'\(gnomeWithout)'") else { return [keyboard] }
    let fix =
      "use a pinch, a hold or a tap in the rules, or turn GNOME's gestures off with the extension Disable Gestures 2021"
    func swipes(on device: DeviceClass, _ fingers: ClosedRange<Int>) -> [OwnGesture] {
      [
        OwnGesture(on: device, .swipe, fingers: fingers, [.left, .right], "switches workspaces", fix: fix),
        OwnGesture(on: device, .swipe, fingers: fingers, [.up, .down], "opens and closes the overview", fix: fix),
      ]
    }
    return (isX11 ? [] : swipes(on: .touchpad, 3...OwnGesture.mostFingers)) + swipes(on: .touchscreen, 3...3) + [
      keyboard
    ]
  }
}

/// A gesture that a desktop itself reacts to.
package struct OwnGesture: Equatable, Sendable {
  /// The movements that libinput and desktops distinguish.
  package enum Motion: String, Sendable {
    case swipe, pinch, hold
    /// A tap, which is a click if tap-to-click is on.
    case tap
    /// A swipe from a side into the screen; only on touchscreens.
    case edge
  }

  /// The direction of the movement; for `edge`, the side where the movement begins.
  package enum MotionDirection: String, CaseIterable, Comparable, Sendable {
    case left, right, up, down, together, apart, clockwise, counterclockwise

    package static func < (a: MotionDirection, b: MotionDirection) -> Bool {
      allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
  }

  var device: DeviceClass
  var motion: Motion
  var fingers: ClosedRange<Int>
  /// The directions of the movement; empty if every direction counts.
  var directions: Set<MotionDirection>
  /// The desktop's action, for example "switches workspaces".
  var action: String
  /// The file and line of the setting that turns the gesture on; nil if no setting does this.
  var location: String?
  /// A change that avoids a clash with the rules.
  var fix: String

  package init(
    on device: DeviceClass = .touchpad, _ motion: Motion, fingers: ClosedRange<Int>,
    _ directions: Set<MotionDirection> = [], _ action: String, location: String? = nil, fix: String
  ) {
    self.device = device
    self.motion = motion
    self.fingers = fingers
    self.directions = directions
    self.action = action
    self.location = location
    self.fix = fix
  }

  /// The gesture in words, such as "a swipe of 3 fingers on touchpads".
  var text: String {
    let names = directions.sorted().map(\.rawValue)
    let named = names.isEmpty ? "" : " " + names.listed("or")
    let count = fingers.lowerBound == fingers.upperBound ? "\(fingers.lowerBound)" : range
    let fingersText = "\(count) finger\(fingers == 1...1 ? "" : "s")"
    return switch motion {
    case .swipe: "a swipe of \(fingersText)\(named) on \(device.rawValue)s"
    case .pinch: "a pinch of \(fingersText)\(named) on \(device.rawValue)s"
    case .hold: "\(fingersText) held still on \(device.rawValue)s"
    case .tap: "a tap of \(fingersText) on \(device.rawValue)s"
    case .edge: "a swipe of \(fingersText) from the\(edges(named)) of \(device.rawValue)s"
    }
  }

  private var range: String {
    fingers.upperBound >= Self.mostFingers
      ? "\(fingers.lowerBound) or more" : "\(fingers.lowerBound) to \(fingers.upperBound)"
  }

  private func edges(_ names: String) -> String {
    names.isEmpty ? " sides" : names.replacing(each: "up", by: "top").replacing(each: "down", by: "bottom") + " side"
  }

  static let mostFingers = 10
}

/// A movement of a gesture in the rules, in the form that can be compared with an `OwnGesture`.
private struct RuleMotion: Equatable {
  var motion: OwnGesture.Motion
  var directions: Set<OwnGesture.MotionDirection>

  /// Returns a rule's movements. Empty if the rule only observes touches, or if no desktop reacts to such movements.
  static func all(of rule: GestureRule, _ settings: Settings) -> [RuleMotion] {
    let kind = rule.kind
    guard !kind.traits.onlyObserves else { return [] }
    let direction = choice("direction", settings)
    if kind.reports.contains(.scale) {
      return [RuleMotion(motion: .pinch, directions: direction.flatMap { pinches[$0] } ?? [.together, .apart])]
    }
    if kind.reports.contains(.rotation) {
      let rotations: Set<OwnGesture.MotionDirection> = [.clockwise, .counterclockwise]
      return [
        RuleMotion(
          motion: .pinch, directions: direction.flatMap(OwnGesture.MotionDirection.init).map { [$0] } ?? rotations)
      ]
    }
    if kind.isMadeWithoutMoving(settings), !kind.traits.isMadeByButton {
      return [RuleMotion(motion: .hold, directions: [])]
    }
    if kind.name == Tap.kind.name { return [RuleMotion(motion: .tap, directions: [])] }
    guard kind.traits.travel(settings) != nil || kind.reports.contains(.velocity) || kind.reports.contains(.corners)
    else {
      return []
    }
    let ruleDirections = kind.traits.directions(settings) ?? Set(Direction.allCases)
    let swipe = RuleMotion(motion: .swipe, directions: Set(ruleDirections.flatMap(motionDirections)))
    guard !kind.traits.startAreas(settings, Size(width: 100, height: 100)).isEmpty else { return [swipe] }
    // A finger from the left side moves to the right.
    return [swipe, RuleMotion(motion: .edge, directions: Set(swipe.directions.compactMap { opposite[$0] }))]
  }

  fileprivate func isSame(as own: OwnGesture) -> Bool {
    motion == own.motion
      && (own.directions.isEmpty || directions.isEmpty || !directions.isDisjoint(with: own.directions))
  }

  /// Converts a rule's direction to the directions that desktops know. A diagonal becomes its two straight neighbours.
  private static func motionDirections(of direction: Direction) -> [OwnGesture.MotionDirection] {
    let vector = direction.vector
    return [(Direction.left, OwnGesture.MotionDirection.left), (.right, .right), (.up, .up), (.down, .down)]
      .filter { $0.0.vector.dot(vector) > 0.1 }.map(\.1)
  }

  private static let opposite: [OwnGesture.MotionDirection: OwnGesture.MotionDirection] = [
    .left: .right, .right: .left, .up: .down, .down: .up,
  ]

  private static let pinches: [String: Set<OwnGesture.MotionDirection>] = ["in": [.together], "out": [.apart]]

  private static func choice(_ name: String, _ settings: Settings) -> String? {
    if case .choice(let value)? = settings[name] { value } else { nil }
  }
}

/// A gesture of the desktop, and the names of the rules' gestures that react to the same movements.
struct Clash: Equatable {
  let own: OwnGesture
  var rules: [String]

  /// Returns the clashes on `devices`. `native` names the rules' gestures that don't clash on intercepted touchpads.
  /// Gestures whose touches an intercepted device keeps from the desktop don't clash either.
  static func all(_ own: [OwnGesture], _ rules: RuleSet, on devices: [Device], native: Set<String> = []) -> [Clash] {
    own.compactMap { gesture in
      let names = rules.gestures.filter { rule in
        devices.contains { device in
          guard device.deviceClass == gesture.device, meets(rule, gesture, rules, on: device) else { return false }
          let delivery = rules.delivery(of: rule, on: device)
          let isOnTouchpad = device.deviceClass == .touchpad
          let isKept =
            delivery.cancelsTouches && (delivery.delaysTouchesBegan ?? false || isOnTouchpad && gesture.motion == .tap)
          return !(rules.intercepts(device.identity) && (isKept || isOnTouchpad && native.contains(rule.name)))
        }
      }.map(\.name)
      return names.isEmpty ? nil : Clash(own: gesture, rules: names)
    }
  }

  private static func meets(_ rule: GestureRule, _ own: OwnGesture, _ rules: RuleSet, on device: Device) -> Bool {
    guard rules.obstacle(to: rule, on: device) == nil, device.kind != .pen else { return false }
    let settings = rules.settings(of: rule, on: device)
    return settings[CommonSettings.fingers].overlaps(own.fingers)
      && RuleMotion.all(of: rule, settings).contains { $0.isSame(as: own) }
  }
}
