import GestureCore
import Support
import Testing

/// A recognizer that follows a plan, so that arbitration is tested without any geometry.
///
/// A plan reads `60 begin, 80 change, lift end`: at 60 ms from the first landing it begins, and so on. Without a `lift`
/// it ends or fails when the fingers lift.
struct StandIn: Recognizer {
  static let kind = actor("none", "").kind

  private let steps: [(after: TimeSpan, step: Step)]
  private let lift: Step?
  let precedence: Int
  let distance: Double?
  private var done = 0
  private var start = Timestamp.never
  private var hasBegun = false

  init(_ settings: Settings) { self.init("", precedence: 0) }

  init(_ plan: String, precedence: Int, distance: Double? = nil) {
    var steps: [(after: TimeSpan, step: Step)] = []
    var lift: Step?
    for part in plan.split(separator: ",") {
      let words = part.split(separator: " ")
      if let time = Double(words[0]) {
        steps.append((TimeSpan(milliseconds: time), Self.step(words[1])))
      } else {
        lift = Self.step(words[1])
      }
    }
    self.steps = steps
    self.lift = lift
    self.precedence = precedence
    self.distance = distance
  }

  private static func step(_ word: Substring) -> Step {
    switch word {
    case "recognize": .recognize
    case "begin": .begin
    case "change": .change
    case "end": .end
    case "cancel": .cancel(Failure("gave up"))
    case "fresh": .startAfresh(Failure("gave up"))
    case "stay": .stay
    default: .fail(Failure("gave up"))
    }
  }

  var deadline: Timestamp { done < steps.count ? start + steps[done].after : .never }

  mutating func touchesBegan(_ touches: TouchGroup) -> Step {
    start = touches.firstLanded
    return .stay
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Step { hasBegun ? .change : .stay }

  mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    guard touches.count == 0 else { return .stay }
    return lift ?? (hasBegun ? .end : .fail(Failure("lifted")))
  }

  mutating func deadlinePassed(_ touches: TouchGroup) -> Step {
    guard done < steps.count else { return .stay }
    done += 1
    if steps[done - 1].step == .begin { hasBegun = true }
    return steps[done - 1].step
  }

  mutating func reset() {
    done = 0
    hasBegun = false
  }

  func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues()
    values.fingers = touches.count
    values.translation = touches.travel
    return values
  }
}

/// A rule whose recognizer follows `plan`; it is continuous if it begins. `set` gives the rest.
func actor(
  _ name: String, _ plan: String, kind: String = "stand-in", precedence: Int = 0, distance: Double? = nil,
  priority: Int = 0, requires: [Reference] = [], beside: [Reference] = [], device: DeviceMatch = .any,
  discrete: Bool? = nil,
  traits: Kind.Traits = Kind.Traits(), set: (inout GestureRule) -> Void = { _ in }
) -> GestureRule {
  let kind = Kind(
    name: kind, summary: "Stands in.", isDiscrete: discrete ?? !plan.contains("begin"), settings: [], traits: traits,
    make: { _ in StandIn(plan, precedence: precedence, distance: distance) })
  var rule = GestureRule(
    name: name, kind: kind, device: device, priority: priority, requireToFail: requires, simultaneousWith: beside)
  set(&rule)
  return rule
}

/// The log of one finger that rests from 0 to 200 ms, and again after 1000 ms if `touches` has a second landing.
func rest(_ rules: GestureRule..., words: [String] = outcomes, touches: String = "0ms down x 9,9\n200ms up x")
  -> [String]
{
  story("touches\n\(touches)", rules: RuleSet(gestures: rules), words: words)
}
