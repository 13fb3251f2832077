import Analysis
import Bindings
import GestureCore
import Recordings
import Support
import Testing

/// One failed attempt for each kind and reason, and the change of the rules that would have let it through.
@Suite struct RuleChangeTests {
  /// The gesture fails for this reason, with both numbers, and the change for the whole attempt is this one.
  @Test(arguments: cases) func reasonAndChange(_ it: Case) throws {
    let played = try Played(it)
    let miss = try #require(played.misses.first)
    #expect(miss.description == it.reason)
    #expect(
      played.change.map { "\($0.gesture) \($0.setting) \($0.valueText.filter { $0 != "\"" })" } == it.change)
  }

  /// With the change the same touches get past this failure: with that for the whole attempt, for good.
  @Test(arguments: cases.filter { $0.change != nil }) func theChangeLetsItThrough(_ it: Case) throws {
    let played = try Played(it)
    let failure = try #require(played.misses.first)
    let change = try #require(played.change)
    let after = try Played(it, changedBy: change)
    #expect(!after.misses.contains { $0.setting == failure.setting })
  }

  /// No value in the setting's range would do.
  @Test func beyondTheRange() throws {
    let touches = "0ms down a 2,50\n20ms move a by -1,20 over 32ms\n200ms up a"
    let played = try Played(Case("it = edge-swipe edge=left", touches, "", nil))
    #expect(played.misses.first?.setting == "max-angle")
    #expect(played.change == nil)
  }

  @Test func nearMisses() throws {
    func miss(_ gesture: String, _ touches: String) throws -> NearMiss? {
      try Played(Case("it = \(gesture)", touches, "", nil)).decisions.compactMap(NearMiss.init).first
    }
    let swipe = try #require(try miss("swipe", "0ms down a 50,50\n0ms move a by 9,0 over 72ms\n80ms up a"))
    #expect(swipe.distance == 0.25 && swipe.isNear && swipe.needed == .mm(9) && swipe.limit == .mm(12))
    let crooked = try #require(
      try miss(
        "swipe direction=right max-angle=25deg",
        "0ms down a 100,100\n0ms move a by 15,5.46 over 180ms\n300ms up a"))
    #expect(crooked.failure.setting == "max-angle" && crooked.distance < 0.2 && crooked.needed.value > 25)
    let far = try #require(try miss("long-press", "0ms down a 50,50\n60ms up a"))
    #expect(!far.isNear)
    let strict = try #require(
      try miss(
        "pan fingers=2 strict-fingers=true", "0ms down a 50,50 b 80,50\n20ms move a,b by 5,0\n60ms up a\n900ms up b"))
    #expect(strict.failure.setting == "lift-within" && strict.failure.isOpenEnded)
    #expect(try miss("hold-and-tap side=left", "0ms down a 50,50\n400ms down b 80,50\n460ms up b\n900ms up a") == nil)
  }

  /// The result of an attempt at the last gesture.
  private struct Played {
    let rules: RuleSet
    let device: Device
    let attempts: [Attempt]
    let decisions: [Decision]
    let misses: [Failure]

    init(_ it: Case, changedBy change: RuleChange? = nil) throws {
      let script = try TouchScript.read("gestures\n\(it.gestures)\ntouches\n\(it.touches)", name: "attempt")
      let read = try #require(script.rules)
      let rules = change.map(read.changed) ?? read
      self.rules = rules
      device = try #require(script.recording.devices.first)
      attempts = try Replay.attempts(script.recording, rules: Rules(ruleSet: rules))
      let last = GestureID(rules.gestures.count - 1)
      decisions = attempts.flatMap(\.decisions).filter { $0.gesture == last }
      misses = decisions.compactMap { decision in
        switch decision.outcome {
        case .failed(.own(let failure)), .cancelled(.own(let failure)): failure
        default: nil
        }
      }
    }

    /// The change proposed for the first failure, for all movements of the fingers: a tap that did not come is in the
    /// next attempt.
    var change: RuleChange? {
      guard let miss = decisions.lazy.compactMap(NearMiss.init).first else { return nil }
      let samples = attempts.compactMap { GestureSample($0, number: $0.number, of: [device]) }
      guard let first = samples.first else { return nil }
      return RuleChange(miss, in: samples.dropFirst().reduce(first) { $0.joined(with: $1) }, rules)
    }
  }
}
