import GestureCore
import Support
import Testing

/// A recognizer that makes given proposals at given times, so that arbitration is tested without any geometry.
///
/// A plan reads `60 begin, 80 change, lift end`: at 60 ms from the first landing it begins, and so on. Without a `lift`
/// it ends or fails when the fingers lift.
struct StandIn: Recognizer {
  static let kind = actor("none", "").kind

  private let proposals: [(after: TimeSpan, proposal: Proposal)]
  private let lift: Proposal?
  let precedence: Int
  let distance: Double?
  private var done = 0
  private var start = Timestamp.never
  private var hasBegun = false

  init(_ settings: Settings) { self.init("", precedence: 0) }

  init(_ plan: String, precedence: Int, distance: Double? = nil) {
    var proposals: [(after: TimeSpan, proposal: Proposal)] = []
    var lift: Proposal?
    for part in plan.split(separator: ",") {
      let words = part.split(separator: " ")
      if let time = Double(words[0]) {
        proposals.append((TimeSpan(milliseconds: time), Self.proposal(words[1])))
      } else {
        lift = Self.proposal(words[1])
      }
    }
    self.proposals = proposals
    self.lift = lift
    self.precedence = precedence
    self.distance = distance
  }

  private static func proposal(_ word: Substring) -> Proposal {
    switch word {
    case "recognize": .recognize
    case "begin": .begin
    case "change": .change
    case "end": .end
    case "cancel": .cancel(Failure("gave up"))
    case "fresh": .startAfresh(Failure("gave up"))
    case "stay": .nothing
    default: .fail(Failure("gave up"))
    }
  }

  var deadline: Timestamp { done < proposals.count ? start + proposals[done].after : .never }

  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    start = touches.firstLanded
    return .nothing
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { hasBegun ? .change : .nothing }

  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    guard touches.count == 0 else { return .nothing }
    return lift ?? (hasBegun ? .end : .fail(Failure("lifted")))
  }

  mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    guard done < proposals.count else { return .nothing }
    done += 1
    if proposals[done - 1].proposal == .begin { hasBegun = true }
    return proposals[done - 1].proposal
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
  priority: Int = 0, requires: [Reference] = [], simultaneous: [Reference] = [], device: DeviceMatch = .any,
  discrete: Bool? = nil,
  traits: Kind.Traits = Kind.Traits(), set: (inout GestureRule) -> Void = { _ in }
) -> GestureRule {
  let kind = Kind(
    name: kind, summary: "Stands in.", isDiscrete: discrete ?? !plan.contains("begin"), settings: [], traits: traits,
    make: { _ in StandIn(plan, precedence: precedence, distance: distance) })
  var rule = GestureRule(
    name: name, kind: kind, device: device, priority: priority, requireToFail: requires, simultaneousWith: simultaneous)
  set(&rule)
  return rule
}

/// The log of one finger that rests from 0 to 200 ms, and again after 1000 ms if `touches` has a second landing.
func restLines(_ rules: GestureRule..., words: [String] = outcomes, touches: String = "0ms down x 9,9\n200ms up x")
  -> [String]
{
  story("touches\n\(touches)", rules: RuleSet(gestures: rules), words: words)
}
