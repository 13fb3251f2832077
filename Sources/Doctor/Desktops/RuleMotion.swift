import Bindings
import GestureCore

/// What the fingers do for a gesture of the rules, in a desktop's words.
struct RuleMotion: Equatable {
  var motion: OwnGesture.Motion
  var ways: Set<OwnGesture.Way>

  /// Several for what is several to a desktop; none for what no desktop looks at, and for gestures made of others, whose
  /// parts are looked at themselves.
  static func all(of rule: GestureRule, _ settings: Settings) -> [RuleMotion] {
    let kind = rule.kind
    guard kind.fingers != nil, !kind.traits.isBystander else { return [] }
    let direction = choice("direction", settings)
    if kind.reports.contains(.scale) {
      return [RuleMotion(motion: .pinch, ways: direction.flatMap { pinches[$0] } ?? [.together, .apart])]
    }
    if kind.reports.contains(.rotation) {
      let ways: Set<OwnGesture.Way> = [.clockwise, .counterclockwise]
      return [RuleMotion(motion: .pinch, ways: direction.flatMap(OwnGesture.Way.init).map { [$0] } ?? ways)]
    }
    if kind.name == LongPress.kind.name { return [RuleMotion(motion: .hold, ways: [])] }
    guard kind.traits.travel(settings) != nil || kind.reports.contains(.velocity) || kind.reports.contains(.corners)
    else {
      return []
    }
    let directions = kind.traits.directions(settings) ?? Set(Direction.allCases)
    let swipe = RuleMotion(motion: .swipe, ways: Set(directions.flatMap(ways)))
    guard [EdgeSwipe.kind.name, EdgePan.kind.name].contains(kind.name) else { return [swipe] }
    // Who comes from the left goes to the right.
    return [swipe, RuleMotion(motion: .edge, ways: Set(swipe.ways.compactMap { opposite[$0] }))]
  }

  func isSame(as own: OwnGesture) -> Bool {
    motion == own.motion && (own.ways.isEmpty || ways.isEmpty || !ways.isDisjoint(with: own.ways))
  }

  /// A desktop tells four directions apart: to it a diagonal is one of its two sides.
  private static func ways(of direction: Direction) -> [OwnGesture.Way] {
    let vector = direction.vector
    return [(Direction.left, OwnGesture.Way.left), (.right, .right), (.up, .up), (.down, .down)]
      .filter { $0.0.vector.dot(vector) > 0.1 }.map(\.1)
  }

  private static let opposite: [OwnGesture.Way: OwnGesture.Way] = [
    .left: .right, .right: .left, .up: .down, .down: .up,
  ]

  private static let pinches: [String: Set<OwnGesture.Way>] = ["in": [.together], "out": [.apart]]

  private static func choice(_ name: String, _ settings: Settings) -> String? {
    if case .choice(let value)? = settings.values[name] { value } else { nil }
  }
}

/// A desktop's gesture, and those of the rules that the same fingers make.
struct Clash: Equatable {
  let own: OwnGesture
  /// In the order of the file.
  var rules: [String]

  /// All there are on these devices.
  static func all(_ own: [OwnGesture], _ rules: RuleSet, on devices: [Device]) -> [Clash] {
    own.compactMap { gesture in
      let names = rules.gestures.filter { rule in
        devices.contains { $0.deviceClass == gesture.device && meets(rule, gesture, rules, on: $0) }
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
