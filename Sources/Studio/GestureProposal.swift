import Analysis
import Bindings
import GestureCore

/// A gesture that all of some attempts could be, with the settings by which they are taken for it.
public struct GestureProposal: Sendable {
  public let kind: Kind
  /// What makes it one, in words: `a swipe with three fingers to the left`.
  public let words: String
  /// The lines below its header in a rules file.
  public let toml: String
  /// The number of attempts that it recognizes alone.
  public let fits: Int
  /// What the other gestures of the rules do with the same attempts, as sentences.
  public let collisions: [String]
  /// The file of templates that its lines name, for a drawing that is learned; nil for others.
  public let drawing: (name: String, file: String)?
  /// The number of other movements that it doesn't recognize.
  fileprivate let specificity: Int

  private var rank: (Int, Int) { (fits, specificity) }

  /// A path that is this many times as long as the distance between its ends has a form.
  private static let bent = 1.25
  /// In mm: a shorter path has no form.
  private static let shortest = 10.0

  /// Those that take all of the attempts, the most specific first; of equals the one that comes first in the catalogue. Without any that
  /// takes all, those that take most. Where the way has a form, or nothing takes all, a drawing that is learned of the attempts comes
  /// first, by the name of `drawing`: what is recognized by the first part of such a way takes many other movements, too.
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
    let most = order.first?.fits ?? 0
    let known = order.filter { $0.fits == most && most > 0 }
    guard most < samples.count || samples.allSatisfy({ hasForm($0, rules.ruleSet) }),
      let learned = learned(samples, rules, drawing), learned.fits >= most
    else { return known }
    return [learned] + known
  }

  private static func hasForm(_ sample: GestureSample, _ rules: RuleSet) -> Bool {
    let motion = HandMotion(sample.frames, on: Surface(rules, of: sample.device))
    return motion.way > shortest && motion.way > motion.travel.length * bent
  }

  /// Nil where the attempts are no drawing, or are not of one.
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
      kind: Stroke.kind, words: StudioWording.drawing(fingers: fingers),
      toml: "kind = \"\(Stroke.kind.name)\"\nfingers = \(fingers)\ntemplates = [\"\(name)\"]\n",
      fits: samples.count { solo.recognizes($0) },
      collisions: Collision.all(of: name, in: samples, under: all).map { StudioWording.collision($0) },
      drawing: (name, learning.text.file(name)), specificity: 0)
  }
}

extension GestureProposal {
  /// A kind with some of its settings.
  fileprivate struct Candidate {
    /// More choices than these no kind has.
    private static let mostSaid = 4
    /// Counts such as taps are tried up to this.
    private static let mostTaps = 3
    private static let name = "new"

    let kind: Kind
    let fingers: Int
    let deviceClass: DeviceClass
    var settings: [(declaration: SettingDeclaration, value: SettingValue)] = []

    /// Every way to set what a kind lets one choose: a direction, an edge, a number of taps.
    /// None for a kind that is nothing without a drawing.
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
      return all.filter { $0.settings.count <= mostSaid }
    }

    private static func values(of declaration: SettingDeclaration) -> [SettingValue] {
      switch declaration.shape {
      // What is not the default narrows what the gesture takes.
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

    /// Nil where it takes none of the attempts.
    func proposal(for samples: [GestureSample], in rules: Rules) -> GestureProposal? {
      var all = rules.ruleSet
      all.gestures = all.gestures.filter { $0.name != Self.name } + [rule]
      guard let solo = SoloGesture(Self.name, of: all) else { return nil }
      var fits = samples.count { solo.recognizes($0) }
      var changes: [RuleChange] = []
      if fits < samples.count {
        // Thresholds help only where it is the movement at all.
        guard let tuning = Tuning(Self.name, of: all, attempts: samples) else { return nil }
        let then = tuning.attempts.count { $0.isRecognizedThen }
        // A threshold that is far from what it usually is makes of a kind what it is not.
        if then > fits, tuning.changes.allSatisfy({ $0.change.isNear }) {
          fits = then
          changes = tuning.changes.map(\.change)
          all = tuning.rules
        }
      }
      return fits > 0 ? made(fits, changes, tuned: all, samples) : nil
    }

    private func made(
      _ fits: Int, _ changes: [RuleChange], tuned rules: RuleSet, _ samples: [GestureSample]
    ) -> GestureProposal {
      var lines = ["kind = \"\(kind.name)\"", "fingers = \(fingers)"]
      lines += settings.map { "\($0.declaration.name) = \($0.value.written(in: $0.declaration.shape))" }
      if rule.device == .deviceClass(.touchpad) { lines.append("device = \"touchpad\"") }
      lines += changes.map { "\($0.setting) = \($0.valueText)" }
      return GestureProposal(
        kind: kind, words: StudioWording.gesture(kind, fingers: fingers, settings.map(\.value)),
        toml: lines.map { $0 + "\n" }.joined(), fits: fits,
        collisions: Collision.all(of: Self.name, in: samples, under: rules).map { StudioWording.collision($0) },
        drawing: nil, specificity: rejected(samples, rules))
    }

    /// How many other movements it does not take: the same in other directions, and only the first part of it.
    private func rejected(_ samples: [GestureSample], _ rules: RuleSet) -> Int {
      guard let sample = samples.first, let solo = SoloGesture(Self.name, of: rules) else { return 0 }
      let turned = (1..<8).map { sample.turned(byEighths: $0) }
      return (turned + [sample.upToTheFirstLift].compactMap { $0 }).count { !solo.recognizes($0) }
    }
  }
}
