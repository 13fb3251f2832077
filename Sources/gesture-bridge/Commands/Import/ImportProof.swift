import Bindings
import GestureCore
import Importers
import Recordings

/// Plays the movements of another program's gestures through the imported rules.
///
/// A gesture is proven if its action runs once, or once for each step; a `changed` action must run at least once. This
/// must be true for each class of devices in the file, and for each number of fingers (see `mostFingers` for the
/// limit). The action must run at 1.2 times the least distance, duration or angle, or halfway between the least and the
/// greatest amount if the file has both. It must not run at 0.8 times the least amount, with one more finger, or
/// backwards. Other gestures may act only if they describe the same movement.
struct ImportProof {
  enum Verdict: Equatable {
    case proven
    case unproven(String)
    case refused(String)
  }

  private let gestures: [ForeignGesture]
  private let rules: Rules?

  init(_ result: ImportResult) { self.init(result.gestures, rules: result.rules) }

  init(_ gestures: [ForeignGesture], rules: String) {
    self.gestures = gestures
    self.rules = Rules.load(text: Array(rules.utf8), file: "bindings.toml").rules
  }

  /// A verdict for each gesture of the import, in the order of `gestures`.
  var verdicts: [Verdict] {
    gestures.enumerated().map { index, gesture in
      index < Self.most ? verdict(gesture) : .unproven("only the first \(Self.most) gestures are played")
    }
  }

  /// The maximum number of gestures that are played, so that the proof doesn't take too long.
  private static let most = 200

  private func verdict(_ gesture: ForeignGesture) -> Verdict {
    if let refusal = gesture.refusal { return .refused(refusal) }
    guard let rules else { return .unproven("the new rules can't be read") }
    for part in gesture.parts {
      for deviceClass in part.movement.deviceClasses {
        let few = part.movement.fingers.lowerBound
        for fingers in part.movement.fingers where fingers <= max(few, Self.mostFingers) {
          let trial = ImportTrial(part: part, fingers: fingers, deviceClass: deviceClass, rules: rules)
          if let problem = trial.problem(allowing: lines(beside: part, of: gesture)) { return .unproven(problem) }
        }
      }
    }
    return .proven
  }

  /// The number of fingers of a hand. A higher number is played only if it is the lowest of a range.
  private static let mostFingers = 5

  /// The lines of the rules whose actions are allowed to run when the movement of `part` is played.
  private func lines(beside part: ForeignGesture.Part, of gesture: ForeignGesture) -> Set<Int> {
    let others = gestures.flatMap(\.parts).filter { $0.overlaps(part) }
    return Set((gesture.parts + others).map(\.line))
  }
}

private struct ImportTrial {
  let part: ForeignGesture.Part
  let fingers: Int
  let deviceClass: DeviceClass
  let rules: Rules

  func problem(allowing lines: Set<Int>) -> String? {
    guard let orders = play() else { return "\(touches.words) the movement can't be played" }
    let own = orders.filter(isOwn)
    let other = orders.first { !lines.contains($0.action.location.line) }
    let name = other.map { rules.ruleSet.gestures[$0.event.gesture.rawValue].name }
    if own.isEmpty { return "\(touches.words) the action does not run\(name.map { ", and \($0) runs instead" } ?? "")" }
    if !count.contains(own.count) {
      return "\(touches.words) the action runs a wrong number of times: \(own.count)"
    }
    if let name { return "\(touches.words) the action and \(name) both run" }
    var less = touches
    less.share = ForeignTouches.tooLittle
    if part.measure.least != nil, !isStep, runs(less) { return "\(less.words) the action runs too early" }
    if let back = opposite {
      var other = touches
      other.direction = back
      if runs(other) { return "\(other.words) the action runs, although the direction is opposite" }
    }
    if !part.movement.fingers.contains(fingers + 1), fingers < 5 {
      let more = ForeignTouches(
        movement: part.movement, measure: part.measure, fingers: fingers + 1, deviceClass: deviceClass,
        direction: touches.direction, steps: isStep, session: part.condition.example)
      if runs(more) { return "\(more.words) the action runs, although there is one finger too many" }
    }
    return nil
  }

  private var isStep: Bool { if case .step = part.moment { true } else { false } }

  private var touches: ForeignTouches {
    let direction = part.direction
    return ForeignTouches(
      movement: part.movement, measure: part.measure, fingers: fingers, deviceClass: deviceClass, direction: direction,
      steps: isStep, comesBack: isStep && part.movement.direction == direction.flatMap { Self.opposites[$0] },
      isCancelled: part.moment == .phase(.cancelled), session: part.condition.example)
  }

  /// The direction in which the action must not run. Nil if no such direction is tried.
  private var opposite: String? {
    guard part.movement.form != .stroke, part.movement.start == nil, part.movement.end == nil else { return nil }
    return touches.comesBack ? nil : touches.direction.flatMap { Self.opposites[$0] }
  }

  private static let opposites = [
    "left": "right", "right": "left", "up": "down", "down": "up", "in": "out", "out": "in",
    "clockwise": "counterclockwise", "counterclockwise": "clockwise", "up-left": "down-right", "down-right": "up-left",
    "up-right": "down-left", "down-left": "up-right",
  ]

  /// The number of times that the action must run, as a range.
  private var count: ClosedRange<Int> {
    switch part.moment {
    case .phase(.changed): return 1...Int.max
    case .phase: return 1...1
    case .step: return part.measure.step == nil ? 1...Int.max : 4...6
    }
  }

  private func runs(_ touches: ForeignTouches) -> Bool { play(touches)?.contains(where: isOwn) ?? false }

  private func isOwn(_ order: Order) -> Bool {
    guard order.action.location.line == part.line else { return false }
    switch part.moment {
    case .phase(.changed): return true
    // A held key has an order at the end of the gesture, too.
    case .phase(.run), .phase(.began): return order.event.state == .began || order.event.state == .recognized
    case .phase(.ended): return order.event.state == .ended
    case .phase(.cancelled): return order.event.state == .cancelled
    case .step(let direction): return order.direction?.rawValue == direction.rawValue
    }
  }

  /// The orders that the rules give for `touches`, or for the trial's own touches if `touches` is nil. Nil if the touch
  /// script can't be read. The replay itself can't fail, because loaded rules have no cycle of requirements.
  private func play(_ touches: ForeignTouches? = nil) -> [Order]? {
    guard let script = try? TouchScript.read((touches ?? self.touches).script, name: "gesture") else { return nil }
    var orders: [Order] = []
    try? Replay.run(script.recording, rules: rules) { orders += $1 }
    return orders
  }
}

extension ForeignMovement {
  var deviceClasses: [DeviceClass] {
    device.map { [DeviceClass(rawValue: $0) ?? .touchpad] } ?? [.touchpad, .touchscreen]
  }
}

extension ForeignGesture.Part {
  /// The direction of the steps that run the action, or else of the movement. Nil if any direction is possible.
  fileprivate var direction: String? { if case .step(let step) = moment { step.rawValue } else { movement.direction } }

  /// Whether the same touches can match both this part and `other`.
  fileprivate func overlaps(_ other: Self) -> Bool {
    let (one, two) = (movement, other.movement)
    let forms = [one.form, two.form].map { $0 == .pan ? .swipe : $0 }
    guard forms[0] == forms[1], one.fingers.overlaps(two.fingers),
      one.device == nil || two.device == nil || one.device == two.device,
      one.start == two.start, one.end == two.end, one.taps == two.taps
    else { return false }
    guard let direction, let otherDirection = other.direction else { return true }
    return direction == otherDirection || Self.axes[direction]?.contains(otherDirection) ?? false
      || Self.axes[otherDirection]?.contains(direction) ?? false
  }

  private static let axes = ["horizontal": ["left", "right"], "vertical": ["up", "down"]]
}
