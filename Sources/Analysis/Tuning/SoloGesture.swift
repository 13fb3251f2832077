import Bindings
import GestureCore
import Recordings

/// A gesture without all others: nothing but its own settings decides whether an attempt is taken for it.
///
/// What it says of others and of the session (mode, application, output, modifiers) is left out; its zone and its tool
/// count. Of one that only looks on all others are kept, since it shows what they leave possible.
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
      alone.gestures += all.gestures.filter { $0.name != name }.map(\.inAnySession)
    }
    rules = alone
    names = Names(alone)
  }

  private func rules(_ values: ThresholdValues) -> RuleSet {
    var rules = rules
    for (name, value) in values { rules.gestures[0].setEverywhere(name, to: value) }
    return rules
  }

  /// The gesture with twice the time for whatever may take some.
  public var unhurried: RuleSet {
    var rules = rules
    for time in thresholds where time.unit == .milliseconds && time.loosening == .raise {
      let values = DeviceClass.allCases.compactMap { rules.value(of: time.name, rules.gestures[0], on: $0) }
      let longest = values.max() ?? 0
      rules.gestures[0].setEverywhere(time.name, to: min(longest * Self.patience, time.range.upperBound))
    }
    return rules
  }

  private static let patience = 2.0

  public func obstacle(on device: Device) -> Ineligibility? { rules.obstacle(to: rules.gestures[0], on: device) }

  public func values(on device: Device) -> ThresholdValues {
    let settings = rules.settings(of: rules.gestures[0], on: device)
    return thresholds.reduce(into: [:]) { $0[$1.name] = settings.quantity($1.name) }
  }

  /// What becomes of an attempt with these thresholds.
  func outcome(of sample: GestureSample, _ values: ThresholdValues = [:]) -> Outcome {
    Outcome(sample.decisions(under: Rules(ruleSet: rules(values))).filter { $0.gesture == GestureID(0) })
  }

  /// What a threshold has to be for the gesture to fail on it less often in an attempt, as near as can be to what it is; nil
  /// if no value does.
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

  func summary(_ values: GestureValues) -> String {
    names.parts(values, rule.kind.reports).joined(separator: ", ")
  }

  struct Outcome: Sendable {
    /// The values with which it was recognized or began.
    private(set) var values: GestureValues?
    /// It had begun, and then could no longer be the gesture.
    private var isBrokenOff = false
    private(set) var failures: [Decision.Cause] = []
    /// A touch it was not shown.
    private(set) var refusal: Decision?

    fileprivate init(_ decisions: [Decision]) {
      for decision in decisions {
        switch decision.outcome {
        case .event(.recognized, let values), .event(.began, let values): self.values = self.values ?? values
        case .failed(let cause): failures.append(cause)
        case .cancelled(let cause):
          guard case .own = cause else { continue }
          isBrokenOff = true
          failures.append(cause)
        case .notReceived: refusal = refusal ?? decision
        case .event, .tracking, .awaitingFingers, .held, .released, .reset: break
        }
      }
    }

    var isRecognized: Bool { values != nil && !isBrokenOff }

    /// The settings of its own that made it fail, in order.
    var settings: [String] {
      failures.compactMap { cause in
        guard case .own(let failure) = cause else { return nil }
        return failure.setting
      }
    }
  }
}

/// Values of thresholds, by their names, that take the place of those in force.
public typealias ThresholdValues = [String: Double]

extension GestureRule {
  fileprivate mutating func setEverywhere(_ setting: String, to value: Double) {
    set(setting, to: value, on: nil)
    for deviceClass in classSettings.keys { classSettings[deviceClass]?[setting] = nil }
  }

  /// The rule without what it says of others and of the session.
  fileprivate var alone: GestureRule {
    var rule = inAnySession
    rule.relations = Relations()
    return rule
  }

  var inAnySession: GestureRule {
    var rule = self
    rule.receive = receive.inAnySession
    rule.beginIf = beginIf.inAnySession
    return rule
  }
}

extension RuleSet {
  /// A threshold's value on a class of device, whatever its devices are called.
  func value(of setting: String, _ rule: GestureRule, on deviceClass: DeviceClass) -> Double? {
    let device = Device(
      id: DeviceID(0), name: "", deviceClass: deviceClass, size: Size(width: 1, height: 1), capabilities: [])
    return settings(of: rule, on: device).quantity(setting)
  }
}
