import Analysis
import Bindings
import GestureCore
import Text

/// A gesture with settings that fit the user's attempts.
public struct GestureProposal: Sendable {
  public let kind: Kind
  /// The gesture in words, for example `swipe with 3 fingers, left`.
  public let words: String
  /// The lines below the gesture's header in a rules file.
  public let toml: String
  /// The number of attempts in which the gesture would be recognized if the rules had no other gestures.
  public let recognizedCount: Int
  /// Sentences about the effects that other gestures in the rules have on the attempts.
  public let collisions: [String]
  /// A learned drawing's name, and the text of its template file. Nil for other gestures.
  public let drawing: (name: String, file: String)?
  /// The number of rejected variants of the first sample; see `rejected`. A more specific gesture has a greater number.
  fileprivate let specificity: Int

  private var rank: (Int, Int) { (recognizedCount, specificity) }

  /// A path is bent if it is longer than `leastBend` times the distance between its ends, and longer than `shortest`.
  private static let leastBend = 1.25
  /// A path of at most this length, in mm, never counts as bent.
  private static let shortest = 10.0

  /// Returns the gestures recognized in the most attempts: at most one of each kind, most specific first. A learned
  /// drawing recognized as often or more comes first if all paths are bent or no other gesture fits all attempts.
  public static func proposals(
    for samples: [GestureSample], in rules: Rules, drawing: String = "drawing"
  ) -> [GestureProposal] {
    guard let first = samples.first else { return [] }
    let counts = samples.map { HandMotion($0.frames, on: Surface(rules.ruleSet, of: $0.device)).fingers }
    let fingers = counts.mostFrequent ?? 1
    var found: [GestureProposal] = []
    for kind in Catalogue.kinds where !kind.traits.onlyObserves && kind.fingers.contains(fingers) {
      var best: GestureProposal?
      for candidate in Candidate.all(kind, fingers: fingers, on: first.device.deviceClass) {
        guard let next = candidate.proposal(for: samples, in: rules) else { continue }
        if best.map({ next.rank > $0.rank }) ?? true { best = next }
      }
      if let best { found.append(best) }
    }
    let order = found.sorted { $0.rank > $1.rank }
    let most = order.first?.recognizedCount ?? 0
    let best = order.filter { $0.recognizedCount == most && most > 0 }
    guard most < samples.count || samples.allSatisfy({ hasForm($0, rules.ruleSet) }),
      let learned = learned(samples, rules, drawing), learned.recognizedCount >= most
    else { return best }
    return [learned] + best
  }

  private static func hasForm(_ sample: GestureSample, _ rules: RuleSet) -> Bool {
    let motion = HandMotion(sample.frames, on: Surface(rules, of: sample.device))
    return motion.pathLength > shortest && motion.pathLength > motion.travel.length * leastBend
  }

  /// Learns a drawing from attempts. Nil if an attempt can't be read as an example, or the numbers of fingers differ.
  private static func learned(_ samples: [GestureSample], _ rules: Rules, _ name: String) -> GestureProposal? {
    let reader = ExampleReader(rules.ruleSet, fingers: nil)
    var learning = Learning(name)
    for sample in samples {
      guard let example = try? reader.read(sample) else { return nil }
      learning.add(example)
    }
    guard let fingers = learning.examples.first?.fingers, learning.examples.allSatisfy({ $0.fingers == fingers }) else {
      return nil
    }
    let rule = GestureRule(
      name: name, kind: Stroke.kind,
      settings: [
        CommonSettings.fingers.declaration.name: .countRange(fingers...fingers),
        "templates": .templates([learning.templates]),
      ])
    var all = rules.ruleSet
    all.gestures = all.gestures.filter { $0.name != name } + [rule]
    guard let solo = SoloGesture(name, of: all) else { return nil }
    return GestureProposal(
      kind: Stroke.kind, words: "stroke with \(Words.count(fingers, "finger")), learned from your drawing",
      toml: "kind = \"\(Stroke.kind.name)\"\nfingers = \(fingers)\ntemplates = [\"\(name)\"]\n",
      recognizedCount: samples.count { solo.recognizes($0) },
      collisions: Collision.all(of: name, in: samples, under: all).map { StudioWording.collision($0) },
      drawing: (name, learning.text.file(name)), specificity: 0)
  }
}

extension GestureProposal {
  /// A gesture to try: a kind with values for some of its settings.
  fileprivate struct Candidate {
    private static let mostSettings = 4
    /// The greatest count that is tried, for example of taps.
    private static let mostTaps = 3
    private static let name = "new"

    let kind: Kind
    let fingers: Int
    let deviceClass: DeviceClass
    var settings: [(declaration: SettingDeclaration, value: SettingValue)] = []

    /// Gestures with each combination of at most `mostSettings` choices and counts. Empty if the kind needs a drawing.
    static func all(_ kind: Kind, fingers: Int, on deviceClass: DeviceClass) -> [Candidate] {
      guard kind.traits.alternatives.isEmpty else { return [] }
      var all = [Candidate(kind: kind, fingers: fingers, deviceClass: deviceClass)]
      for declaration in kind.settings {
        let values = values(of: declaration)
        guard !values.isEmpty else { continue }
        all += all.flatMap { candidate in
          values.map { value in
            var candidate = candidate
            candidate.settings.append((declaration, value))
            return candidate
          }
        }
      }
      return all.filter { $0.settings.count <= mostSettings }
    }

    private static func values(of declaration: SettingDeclaration) -> [SettingValue] {
      switch declaration.shape {
      // A value that isn't the default restricts the gesture.
      case .choice(let names): names.map { .choice($0) }.filter { $0 != declaration.touchscreen }
      case .count(let range):
        declaration.touchscreen == .count(range.lowerBound)
          ? (range.lowerBound + 1...max(range.lowerBound + 1, min(mostTaps, range.upperBound))).map { .count($0) } : []
      case .quantity, .countRange, .flag, .path, .templates, .start: []
      }
    }

    private var rule: GestureRule {
      var values: [String: SettingValue] = [CommonSettings.fingers.declaration.name: .countRange(fingers...fingers)]
      for setting in settings { values[setting.declaration.name] = setting.value }
      return GestureRule(
        name: Self.name, kind: kind, device: fingers <= 2 && deviceClass == .touchpad ? .deviceClass(.touchpad) : .any,
        settings: values)
    }

    func proposal(for samples: [GestureSample], in rules: Rules) -> GestureProposal? {
      var all = rules.ruleSet
      all.gestures = all.gestures.filter { $0.name != Self.name } + [rule]
      guard let solo = SoloGesture(Self.name, of: all) else { return nil }
      var recognizedCount = samples.count { solo.recognizes($0) }
      var changes: [RuleChange] = []
      if recognizedCount < samples.count {
        // Thresholds help only if the kind fits the movement.
        guard let tuning = Tuning(Self.name, of: all, attempts: samples) else { return nil }
        let recognizedAfterwards = tuning.attempts.count { $0.isRecognizedAfterwards }
        // A threshold far from the default would make a different gesture.
        if recognizedAfterwards > recognizedCount, tuning.changes.allSatisfy({ $0.change.isNear }) {
          recognizedCount = recognizedAfterwards
          changes = tuning.changes.map(\.change)
          all = tuning.rules
        }
      }
      return recognizedCount > 0 ? makeProposal(recognizedCount, changes, tuned: all, samples) : nil
    }

    private func makeProposal(
      _ recognizedCount: Int, _ changes: [RuleChange], tuned rules: RuleSet, _ samples: [GestureSample]
    ) -> GestureProposal {
      var lines = ["kind = \"\(kind.name)\"", "fingers = \(fingers)"]
      lines += settings.map { "\($0.declaration.name) = \($0.value.written(in: $0.declaration.shape))" }
      if rule.device == .deviceClass(.touchpad) { lines.append("device = \"touchpad\"") }
      lines += changes.map { "\($0.setting) = \($0.valueText)" }
      return GestureProposal(
        kind: kind, words: StudioWording.gesture(kind, fingers: fingers, settings.map(\.value)),
        toml: lines.map { $0 + "\n" }.joined(), recognizedCount: recognizedCount,
        collisions: Collision.all(of: Self.name, in: samples, under: rules).map { StudioWording.collision($0) },
        drawing: nil, specificity: rejected(samples, rules))
    }

    /// The number of rejected variants of the first sample: turned by multiples of 45°, or cut once all fingers lift.
    private func rejected(_ samples: [GestureSample], _ rules: RuleSet) -> Int {
      guard let sample = samples.first, let solo = SoloGesture(Self.name, of: rules) else { return 0 }
      let turned = (1..<8).map { sample.turned(byEighths: $0) }
      return (turned + [sample.untilFirstLift].compactMap { $0 }).count { !solo.recognizes($0) }
    }
  }
}
