import Bindings
import GestureCore

// What people read of a tuning.
extension Tuning {
  /// What there is to say of one attempt, as a line.
  public static func line(_ number: Int, _ verdict: Verdict) -> String { TuningWording.attempt(number, verdict) }

  /// Each attempt and each movement that is not meant, below the name of its recording.
  public var attemptsText: String {
    var lines: [String] = [
      TuningWording.heading(gesture.name, attempts.count, recognized: attempts.count { $0.isRecognized })
    ]
    var origin: String?
    for attempt in attempts {
      if attempt.origin != origin, let name = attempt.origin { lines.append("\(name):") }
      origin = attempt.origin
      let verdict = Verdict(isRecognized: attempt.isRecognized, isUsable: attempt.isUsable, words: attempt.words)
      lines.append(TuningWording.attempt(attempt.number, verdict))
    }
    for other in others {
      if other.origin != origin, let name = other.origin { lines.append("\(name):") }
      origin = other.origin
      lines.append(
        TuningWording.other(
          other.number, isRecognized: other.isRecognized, isRecognizedThen: other.isRecognizedThen))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What is proposed, and how far the other thresholds are from the attempts.
  public var proposalText: String {
    let usable = attempts.filter(\.isUsable)
    guard !attempts.isEmpty else { return TuningWording.nothingTried + "\n" }
    guard !usable.isEmpty else { return TuningWording.nothingUsable + "\n" }
    guard changes.isEmpty else {
      let recognized = usable.count { $0.isRecognizedThen }
      return "\(TuningWording.proposal(recognized, of: usable.count))\n\n\(toml)"
    }
    let recognized = usable.count { $0.isRecognized }
    let sentence =
      recognized == usable.count
      ? TuningWording.nothingToChange(usable.count) : TuningWording.enough(recognized, of: usable.count)
    return ([sentence] + room.map(TuningWording.room)).map { $0 + "\n" }.joined()
  }

  /// What to look out for: each a sentence.
  public var warnings: [String] {
    var sentences: [String] = []
    let stuck = others.filter(\.isRecognizedThen).map(\.number)
    if !stuck.isEmpty { sentences.append(TuningWording.notSeparated(stuck, of: others.count)) }
    sentences += collisions.map { TuningWording.collision(gesture.name, $0) }
    if let untried { sentences.append(TuningWording.untried(gesture.name, untried, changes)) }
    let leftOut = attempts.filter { !$0.isUsable }.map(\.number)
    if !leftOut.isEmpty, leftOut.count < attempts.count { sentences.append(TuningWording.leftOut(leftOut)) }
    return sentences
  }

  /// The section with the thresholds proposed, each with its reason; empty if there are none.
  public var toml: String {
    guard !changes.isEmpty else { return "" }
    let settings = changes.map { "\($0.change.setting) = \($0.change.valueText)" }
    let width = settings.map(\.count).max() ?? 0
    let lines = zip(settings, changes).map { setting, tuned in
      "\(leftAligned(setting, width))  # \(TuningWording.comment(tuned, options))"
    }
    return (["[gesture.\(tomlKey(gesture.name))]"] + lines).map { $0 + "\n" }.joined()
  }
}
