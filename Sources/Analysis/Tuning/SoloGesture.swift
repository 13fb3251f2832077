import Bindings
import GestureCore
import Recordings

/// A gesture without other gestures: only its own settings decide whether it is recognized.
///
/// Its relations to other gestures and its conditions on mode and desktop, such as the application, are removed; its
/// zone and tool stay. If the gesture only observes, like a hint that shows other gestures, the other gestures stay.
public struct SoloGesture: Sendable {
  public let rule: GestureRule
  public let thresholds: [Threshold]
  private let rules: RuleSet
  private let names: Names

  public init?(_ name: String, of all: RuleSet) {
    guard let rule = all.gestures.first(where: { $0.name == name }) else { return nil }
    self.rule = rule
    thresholds = rule.kind.allSettings.compactMap { Threshold($0) }
    var alone = all
    alone.gestures = [rule.alone]
    if rule.kind.traits.onlyObserves {
      alone.gestures += all.gestures.filter { $0.name != name }.map(\.ignoringSession)
    }
    rules = alone
    names = Names(alone)
  }

  private func rules(_ values: ThresholdValues) -> RuleSet {
    var rules = rules
    for (name, value) in values { rules.gestures[0].setEverywhere(name, to: value) }
    return rules
  }

  /// The rules with longer time limits: both classes get twice their longer limit, up to the setting's maximum.
  public var withDoubledTimes: RuleSet {
    var rules = rules
    for time in thresholds where time.unit == .milliseconds && time.loosening == .raise {
      let values = DeviceClass.allCases.compactMap { rules.value(of: time.name, rules.gestures[0], on: $0) }
      let longest = values.max() ?? 0
      rules.gestures[0].setEverywhere(time.name, to: min(longest * Self.timeFactor, time.range.upperBound))
    }
    return rules
  }

  private static let timeFactor = 2.0

  public func obstacle(on device: Device) -> Ineligibility? { rules.obstacle(to: rules.gestures[0], on: device) }

  /// Whether the attempt wasn't meant as this gesture: the number of fingers is wrong, or only other gestures are
  /// recognized. Gestures that wait for this gesture or only observe don't count. True if `all` lacks this gesture.
  public func isUnmeant(_ sample: GestureSample, under all: RuleSet) -> Bool {
    guard let own = all.gestures.firstIndex(where: { $0.name == rule.name }).map(GestureID.init),
      all.settings(of: rule, on: sample.device)[CommonSettings.fingers].contains(sample.fingers)
    else { return true }
    let (replay, requirements) = (AllRulesReplay(sample, own, all), all.requirementsOfAll)
    let others = replay.others.filter { all.claimsTouches($0) && !requirements[$0.rawValue].contains(own) }
    return !replay.isRecognized && !others.isEmpty
  }

  public func values(on device: Device) -> ThresholdValues {
    let settings = rules.settings(of: rules.gestures[0], on: device)
    return thresholds.reduce(into: [:]) { $0[$1.name] = settings.quantity($1.name) }
  }

  func outcome(of sample: GestureSample, _ values: ThresholdValues = [:]) -> Outcome {
    Outcome(sample.decisions(under: Rules(ruleSet: rules(values))).filter { $0.gesture == GestureID(0) })
  }

  /// Returns the least changed value with which `sample` fails less often on `threshold`, or nil if no value helps.
  func needed(_ threshold: Threshold, for sample: GestureSample) -> Double? {
    let failures = { (values: ThresholdValues) in
      self.outcome(of: sample, values).settings.count { $0 == threshold.name }
    }
    let now = failures([:])
    let passes = { failures([threshold.name: $0]) < now }
    guard let value = values(on: sample.device)[threshold.name], passes(threshold.loosest) else { return nil }
    return threshold.closest(from: threshold.loosest, to: value, where: passes)
  }

  public func recognizes(_ sample: GestureSample, _ values: ThresholdValues = [:]) -> Bool {
    outcome(of: sample, values).isRecognized
  }

  func reason(_ outcome: Outcome, _ sample: GestureSample) -> String {
    if let obstacle = obstacle(on: sample.device) { return TuningWording.obstacle(obstacle) }
    guard let cause = outcome.failures.first else {
      return TuningWording.notLooked(fingers: sample.fingers, outcome.refusal.flatMap(names.reason))
    }
    return names.text(cause)
  }

  func summary(_ values: GestureValues) -> String { names.parts(values, rule.kind.reports).joined(separator: ", ") }

  struct Outcome: Sendable {
    private(set) var values: GestureValues?
    /// Whether the gesture began, but one of its own settings cancelled it.
    private var isCancelled = false
    private(set) var failures: [Decision.Cause] = []
    private(set) var refusal: Decision?

    fileprivate init(_ decisions: [Decision]) {
      for decision in decisions {
        switch decision.outcome {
        case .event(.recognized, let values), .event(.began, let values): self.values = self.values ?? values
        case .failed(let cause): failures.append(cause)
        case .cancelled(let cause):
          guard case .own = cause else { continue }
          isCancelled = true
          failures.append(cause)
        case .notReceived: refusal = refusal ?? decision
        case .event, .tracking, .awaitingFingers, .held, .released, .reset: break
        }
      }
    }

    var isRecognized: Bool { values != nil && !isCancelled }

    /// The gesture's settings that made it fail or be cancelled, in order of time. A setting can occur several times.
    var settings: [String] {
      failures.compactMap { cause in
        guard case .own(let failure) = cause else { return nil }
        return failure.setting
      }
    }
  }
}

/// Values of thresholds, by name.
public typealias ThresholdValues = [String: Double]

extension GestureRule {
  fileprivate mutating func setEverywhere(_ setting: String, to value: Double) {
    set(setting, to: value, on: nil)
    for deviceClass in classSettings.keys { classSettings[deviceClass]?[setting] = nil }
  }

  fileprivate var alone: GestureRule {
    var rule = ignoringSession
    rule.relations = Relations()
    return rule
  }

  var ignoringSession: GestureRule {
    var rule = self
    rule.receive = receive.ignoringSession
    rule.beginIf = beginIf.ignoringSession
    return rule
  }
}

extension RuleSet {
  /// A threshold's value for a device class; nil if the rule lacks the threshold. Ignores settings for named devices.
  func value(of setting: String, _ rule: GestureRule, on deviceClass: DeviceClass) -> Double? {
    let device = Device(
      id: DeviceID(0), name: "", deviceClass: deviceClass, size: Size(width: 1, height: 1), capabilities: [])
    return settings(of: rule, on: device).quantity(setting)
  }
}
