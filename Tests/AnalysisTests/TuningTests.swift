import Analysis
import Bindings
import GestureCore
import Recordings
import Testing

/// From attempts to thresholds, for every kind of gesture.
@Suite struct TuningTests {
  /// The times at which `it` was recognized or began. They come from a replay of their own, not from the tested tuning.
  private func times(_ recording: Recording, _ rules: RuleSet) throws -> [Double] {
    try Replay.events(recording, rules: rules)
      .filter { rules.gestures[$0.gesture.rawValue].name == "it" && [.recognized, .began].contains($0.state) }
      .map { Double($0.time.microseconds) / 1000 }
  }

  private func read(_ text: String) throws -> (Recording, RuleSet) {
    let script = try TouchScript.read(text, name: "script")
    return (script.recording, try #require(script.rules))
  }

  @Test(arguments: TuningCase.all, [UInt64(1), 2])
  func tenAttemptsAreRecognizedAndWhatIsNotMeantIsNot(_ item: TuningCase, seed: UInt64) throws {
    let (meant, rules) = try read(item.script(10, seed: seed, item.meant))
    let (other, _) = try read(item.script(3, seed: seed + 100, item.other))
    #expect(try times(meant, rules).count < 10, "some must fail at first")
    let solo = try #require(SoloGesture("it", of: rules))
    let samples = try GestureSample.all(in: meant, of: solo)
    #expect(samples.count == 10)
    let tuning = try #require(
      Tuning("it", of: rules, attempts: samples, not: try GestureSample.all(in: other, of: solo, from: 11)))
    let comment = Comment(rawValue: tuning.attemptsText + tuning.proposalText + tuning.warnings.joined(separator: "\n"))
    #expect(tuning.attempts.count { $0.verdict.isUsable } == 10, comment)
    #expect(!tuning.changes.isEmpty, comment)
    let found = Set(try times(meant, tuning.rules).map { Int($0 / TuningCase.pace) })
    #expect(found == Set(0..<10), comment)
    #expect(try times(other, tuning.rules).isEmpty, comment)
    #expect(!tuning.others.contains { $0.isRecognizedAfterwards }, comment)
    #expect(!tuning.attempts.contains { !$0.isRecognizedAfterwards }, comment)
  }
}
