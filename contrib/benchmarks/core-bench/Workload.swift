import Bindings
import GestureCore

/// The rules that are measured.
///
/// Half of the gestures are pans, half are swipes that ask for a way no hand goes, so that as long as fingers move every
/// one of them either has begun or is undecided, and none is spared its work.
enum Workload {
  static let screen = Device(
    id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  /// Why a gesture can't match the fingers that are down.
  enum Elsewhere: String, CaseIterable {
    case fingers = "more fingers"
    case zones = "other zones"
    case devices = "other devices"
    case mixed = "all three"
  }

  /// `count` gestures that look at any `fingers` and run side by side.
  static func matching(_ count: Int, fingers: Int) -> [GestureRule] {
    (0..<count).map { index in
      var rule = gesture("match-\(index)", index, fingers: fingers)
      rule.tags = ["match"]
      rule.relations.simultaneousWith = [.tag("match")]
      return rule
    }
  }

  /// `count` drawn gestures of three templates each, which are what the hand draws.
  static func strokes(_ count: Int, fingers: Int) -> [GestureRule] {
    let templates = StrokeTemplates(name: "circle", strokes: Array(repeating: BenchHand.circle, count: 3))
    return (0..<count).map { index in
      let settings: [String: SettingValue] = [
        "fingers": .countRange(fingers...fingers), "templates": .templates([templates]),
      ]
      return GestureRule(name: "stroke-\(index)", kind: Stroke.kind, settings: settings)
    }
  }

  /// `count` gestures that look elsewhere than where `fingers` are.
  static func others(_ count: Int, _ elsewhere: Elsewhere, than fingers: Int) -> [GestureRule] {
    (0..<count).map { index in
      var rule = gesture("other-\(index)", index, fingers: fingers)
      switch elsewhere {
      case .fingers: rule.settings["fingers"] = otherFingers(index, than: fingers)
      case .zones: rule.receive.zone = zones[index % zones.count].name
      case .devices: rule.device = otherDevice(index)
      case .mixed:
        switch index % 3 {
        case 0: rule.settings["fingers"] = otherFingers(index, than: fingers)
        case 1: rule.receive.zone = zones[index % zones.count].name
        default: rule.device = otherDevice(index)
        }
      }
      return rule
    }
  }

  /// For each of so many gestures a binding that is due at every change, in steps and through a stream too.
  static func bindings(_ count: Int) -> [Binding] {
    let nowhere = FileLocation(file: "benchmark", line: 1, column: 1)
    let step = StepSettings(
      every: .distance(3), ways: [.up: Effect(run: .shell("up")), .right: Effect(run: .direct(["right", "on"]))])
    return (0..<count).map { index in
      var when = Condition()
      when.modes = [Context.standardMode]
      return Binding(
        gesture: GestureID(index), when: when,
        actions: [
          Action(Effect(run: .shell("changed")), on: .changed, location: nowhere),
          Action(
            Effect(stream: .shell("stream")), on: .changed, atMostEvery: TimeSpan(milliseconds: 20), location: nowhere),
          Action(step, location: nowhere),
        ], location: nowhere)
    }
  }

  /// Along the lower side of the screen, where no finger of the benchmark goes.
  static let zones = (0..<10).map { index in
    Zone(
      name: "key-\(index)",
      shape: .rectangle(
        x: .millimetres(30 * Double(index)), y: .millimetres(-20), width: .millimetres(30), height: nil))
  }

  private static func gesture(_ name: String, _ index: Int, fingers: Int) -> GestureRule {
    var settings: [String: SettingValue] = ["fingers": .countRange(fingers...fingers)]
    guard index % 2 == 1 else { return GestureRule(name: name, kind: Pan.kind, settings: settings) }
    settings["min-distance"] = .quantity(1e9)
    settings["min-speed"] = .quantity(0)
    settings["max-duration"] = .quantity(1e12)
    return GestureRule(name: name, kind: Swipe.kind, settings: settings)
  }

  /// More fingers: fewer would match while the first ones land, one after another.
  private static func otherFingers(_ index: Int, than fingers: Int) -> SettingValue {
    let more = Array(fingers + 1...fingers + 5)
    let count = more[index % more.count]
    return .countRange(count...count)
  }

  private static func otherDevice(_ index: Int) -> DeviceMatch {
    index % 2 == 0 ? .deviceClass(.touchpad) : .name("pen display \(index)")
  }
}
