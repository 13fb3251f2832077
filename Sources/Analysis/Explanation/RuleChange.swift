import Bindings
import GestureCore
import Recordings

/// A threshold's new value, as a piece of a rules file.
public struct RuleChange: Equatable, Sendable {
  public let gesture: String
  public let setting: String
  /// The class of devices on which it counts; nil where it is the gesture's own section that is changed.
  public let deviceClass: DeviceClass?
  /// In the setting's unit, rounded as it is written.
  public let value: Double
  public let unit: Unit
  /// What it is now.
  public let before: Double

  /// By how much a threshold is moved beyond what an attempt would have needed, so that the next one like it passes too.
  public static let margin = 0.1

  /// The change that would have let this attempt through: a tenth beyond what it measured. Nil where no threshold can be moved so, as for a number of fingers, or not so far.
  ///
  /// What fails while its measure still grows has measured hardly more than the limit: how far it would have gone, only the
  /// whole attempt tells.
  public init?(_ miss: NearMiss, _ rules: RuleSet, on device: Device) {
    guard let threshold = MissedThreshold(miss, rules) else { return nil }
    self.init(threshold, needed: miss.needed.value, miss.failure.isOpenEnded, rules, on: device)
  }

  /// The change of `threshold` by which `needed` passes it, and a tenth more.
  init?(_ threshold: MissedThreshold, needed: Double, _ isOpenEnded: Bool, _ rules: RuleSet, on device: Device) {
    let factor: Double
    switch threshold.loosening {
    case .raise: factor = 1 + Self.margin
    case .lower:
      // Where nothing was done at all, no threshold is low enough.
      guard needed > 0 else { return nil }
      factor = 1 - Self.margin
    }
    self.init(threshold.rule, threshold.declaration, needed * factor, rules, device)
    switch threshold.loosening {
    case .raise: guard value > before, isOpenEnded ? value > needed : value >= needed else { return nil }
    case .lower: guard value < before, value <= needed else { return nil }
    }
  }

  /// The change of one of `rule`'s thresholds to `value`, in the setting's unit; nil if it would change nothing. `tried` are
  /// the classes of devices that it is for; if it is nil, that of the device.
  public init?(
    _ rule: GestureRule, _ declaration: SettingDeclaration, _ value: Double, _ rules: RuleSet, _ device: Device,
    tried: Set<DeviceClass>? = nil
  ) {
    guard case .quantity(let unit, let range) = declaration.shape,
      case .quantity(let before)? = rules.settings(of: rule, on: device)[declaration.name]
    else { return nil }
    let rounded = Self.rounded(min(max(value, range.lowerBound), range.upperBound), unit, declaration.loosening)
    let bounded = min(max(rounded, range.lowerBound), range.upperBound)
    guard bounded != before else { return nil }
    gesture = rule.name
    setting = declaration.name
    deviceClass = rule.home(of: declaration.name, for: tried ?? [device.deviceClass])
    self.value = bounded
    self.unit = unit
    self.before = before
  }

  /// The value as it is written in a rules file: `"8.4 mm"`.
  public var valueText: String { "\"\(Self.text(value, unit))\"" }

  /// The setting's way from the gesture's section: `touchpad.min-speed`.
  public var path: String { deviceClass.map { "\($0.rawValue).\(setting)" } ?? setting }

  /// The section that it changes.
  public var section: String { "gesture.\(tomlKey(gesture))" + (deviceClass.map { ".\($0.rawValue)" } ?? "") }

  /// The section with the new value, and the old one beside it.
  public var toml: String {
    "[\(section)]\n\(setting) = \(valueText)  # was \(Self.text(before, unit))"
  }

  private static func text(_ value: Double, _ unit: Unit) -> String {
    "\(decimal(value, places: unit.places)) \(unit.rawValue)"
  }

  /// Rounded to what is written, on the side that lets more through.
  private static func rounded(_ value: Double, _ unit: Unit, _ loosening: Loosening?) -> Double {
    let steps = unit.places == 0 ? 1.0 : 10.0
    // A value that is whole but for the last bits of its number stays what it is.
    let scaled = (value * steps * exact).rounded() / exact
    return switch loosening {
    case .raise: scaled.rounded(.up) / steps
    case .lower: scaled.rounded(.down) / steps
    case nil: scaled.rounded() / steps
    }
  }

  private static let exact = 1e6

  /// The change that would have let a whole attempt through: what a threshold needs is found by playing the attempt again,
  /// to this gesture alone, with the threshold moved farther and farther. Nil where no value would do.
  ///
  /// `attempts` are the one that failed and those that came after it on the same device, as far as they matter: if the
  /// gesture waited for a tap that did not come, the tap is in the next attempt.
  public init?(_ miss: NearMiss, in attempts: [Attempt], _ rules: RuleSet, on device: Device) {
    guard let threshold = MissedThreshold(miss, rules),
      let rehearsal = WhatIfLoosened(miss, attempts.flatMap(\.frames), rules, device, threshold),
      let needed = rehearsal.needed(from: miss.needed.value)
    else { return nil }
    self.init(threshold, needed: needed, false, rules, on: device)
  }
}

extension RuleChange {
  /// The change that would have let a near miss of `attempt` past its threshold; nil where no value would, or only one that
  /// is far from what the threshold is now: then the gesture was not meant.
  public init?(near miss: NearMiss, in attempt: Attempt, _ rules: RuleSet, on device: Device) {
    guard miss.failure.isOpenEnded else {
      self.init(miss, rules, on: device)
      guard value < before ? value <= miss.needed.value : value >= miss.needed.value else { return nil }
      return
    }
    self.init(miss, in: [attempt], rules, on: device)
    guard isNear else { return nil }
  }

  /// Whether the threshold stays within half of what it is.
  public var isNear: Bool {
    let needed = value > before ? value / (1 + Self.margin) : value / (1 - Self.margin)
    return abs(needed - before) <= before * NearMiss.nearest
  }
}

extension Unit {
  /// The number of decimals with which a threshold is written.
  var places: Int {
    switch self {
    case .millimetres: 1
    case .milliseconds, .millimetresPerSecond, .degrees, .percent, .fingers, .taps: 0
    }
  }
}

/// The threshold on which an attempt failed, and which way it is loosened.
struct MissedThreshold {
  /// The gesture that failed.
  let rule: GestureRule
  fileprivate let declaration: SettingDeclaration
  fileprivate let loosening: Loosening

  /// Nil where moving the setting does not simply let more through, or this attempt would need it moved the other way.
  init?(_ miss: NearMiss, _ rules: RuleSet) {
    guard rules.gestures.indices.contains(miss.gesture.rawValue) else { return nil }
    let rule = rules.gestures[miss.gesture.rawValue]
    guard let declaration = rule.kind.allSettings.first(where: { $0.name == miss.failure.setting }),
      let loosening = declaration.loosening, miss.failure.loosening ?? loosening == loosening
    else { return nil }
    self.rule = rule
    self.declaration = declaration
    self.loosening = loosening
  }
}

extension RuleSet {
  /// The same rules with a threshold's new value.
  public func changed(by change: RuleChange) -> RuleSet {
    var rules = self
    for index in rules.gestures.indices where rules.gestures[index].name == change.gesture {
      rules.gestures[index].set(change.setting, to: change.value, on: change.deviceClass)
    }
    return rules
  }
}

extension GestureRule {
  /// Where a threshold of attempts on these classes of devices is set: in the section for that class, unless the gesture is
  /// for no other devices, or was tried on all. Nil for the gesture's own section.
  func home(of setting: String, for tried: Set<DeviceClass>) -> DeviceClass? {
    guard let deviceClass = tried.first, tried.count == 1 else { return nil }
    if classSettings[deviceClass]?[setting] != nil { return deviceClass }
    for match in [device, receive.device] { if case .deviceClass = match { return nil } }
    return deviceClass
  }

  /// Changes a threshold, on one class of devices or, where that is nil, on all that have none of their own.
  package mutating func set(_ setting: String, to value: Double, on deviceClass: DeviceClass?) {
    guard let deviceClass else { return settings[setting] = .quantity(value) }
    classSettings[deviceClass, default: [:]][setting] = .quantity(value)
  }
}

/// The frames of an attempt that are played again and again to one gesture alone.
private struct WhatIfLoosened {
  private let recording: Recording
  private let gesture: GestureID
  private let setting: String
  private let loosening: Loosening
  private let range: ClosedRange<Double>
  private let owner: Int
  private let deviceClass: DeviceClass
  private var rules: RuleSet
  /// How often it failed on the threshold as it is.
  private var before = 0

  /// So many times a value is doubled or halved; then what lies between is halved as often.
  private static let rounds = 10

  init?(_ miss: NearMiss, _ frames: [Frame], _ rules: RuleSet, _ device: Device, _ threshold: MissedThreshold) {
    guard case .quantity(_, let range) = threshold.declaration.shape,
      let owner = rules.gestures.firstIndex(where: { $0.name == threshold.rule.name })
    else { return nil }
    recording = Recording(name: "attempt", devices: [device], frames: frames)
    gesture = miss.gesture
    setting = threshold.declaration.name
    loosening = threshold.loosening
    self.range = range
    self.owner = owner
    deviceClass = device.deviceClass
    self.rules = rules.alone(miss.gesture, on: device)
    guard let failures = failures(with: nil), failures > 0 else { return nil }
    before = failures
  }

  /// What the threshold would have had to be, to about a thousandth of it; `first` is a guess that is not enough.
  func needed(from first: Double) -> Double? {
    var short = first
    var enough: Double?
    for _ in 0..<Self.rounds where enough == nil {
      let next = bounded(loosening == .raise ? short * 2 : short / 2)
      if passes(next) { enough = next } else if next == short { return nil } else { short = next }
    }
    guard var enough else { return nil }
    if passes(first) { return first }
    for _ in 0..<Self.rounds {
      let middle = (short + enough) / 2
      if passes(middle) { enough = middle } else { short = middle }
    }
    return enough
  }

  private func bounded(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }

  private func passes(_ value: Double) -> Bool { failures(with: value).map { $0 < before } ?? false }

  /// How often the gesture fails on the threshold; nil where the rules can't be played.
  private func failures(with value: Double?) -> Int? {
    var changed = rules
    if let value { changed.gestures[owner].set(setting, to: value, on: deviceClass) }
    let counter = FailureCounter(gesture, setting)
    do {
      _ = try Replay.events(recording, rules: changed, watcher: counter)
      return counter.count
    } catch {
      return nil
    }
  }
}

/// Counts how often a gesture fails on one threshold.
private final class FailureCounter: Watcher, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than that.
  private let gesture: GestureID
  private let setting: String
  private(set) var count = 0

  init(_ gesture: GestureID, _ setting: String) {
    self.gesture = gesture
    self.setting = setting
  }

  func observe(_ decision: Decision) {
    guard decision.gesture == gesture, let miss = NearMiss(decision) else { return }
    if miss.failure.setting == setting { count += 1 }
  }
}

extension RuleSet {
  /// The same rules, but only one gesture is looked for, whatever the session is like: other gestures would take its
  /// touches. A gesture that only observes keeps the others, too.
  fileprivate func alone(_ gesture: GestureID, on device: Device) -> RuleSet {
    var rules = self
    if gestures[gesture.rawValue].kind.traits.onlyObserves {
      for index in rules.gestures.indices { rules.gestures[index] = rules.gestures[index].inAnySession }
      return rules
    }
    let elsewhere: DeviceClass = device.deviceClass == .touchpad ? .touchscreen : .touchpad
    for index in rules.gestures.indices {
      rules.gestures[index].relations = GestureRule.Relations()
      guard index == gesture.rawValue else {
        rules.gestures[index].receive.device = .deviceClass(elsewhere)
        continue
      }
      rules.gestures[index].beginIf = Condition()
      rules.gestures[index].receive = rules.gestures[index].receive.inAnySession
    }
    return rules
  }
}

/// Plays an attempt once more with a threshold changed, to see what would have come of it.
struct WhatIfChanged {
  /// What would have come of the gesture.
  enum Result: Equatable {
    case recognized
    /// It would have got past that threshold, but failed all the same.
    case failed(Decision.Cause)
    /// The same threshold would still have been missed.
    case unchanged
  }

  let recording: Recording
  let rules: Rules

  /// Nil where the attempt by itself gives something else than it did in the recording: what went before it counts too.
  func result(of change: RuleChange, in attempt: Attempt, _ gesture: GestureID) -> Result? {
    guard let history = history(of: gesture, in: attempt, with: rules.ruleSet.changed(by: change)) else { return nil }
    if !history.wins.isEmpty { return .recognized }
    guard case .failed(_, let cause)? = history.nearest?.outcome else { return nil }
    if case .own(let failure) = cause, failure.setting == change.setting { return .unchanged }
    return .failed(cause)
  }

  /// What would have come of the gesture with other rules; nil as for `result`, or if nothing was decided about it.
  func history(of gesture: GestureID, in attempt: Attempt, with changed: RuleSet) -> GestureHistory? {
    var alone = recording
    alone.devices = recording.devices.filter { $0.id == attempt.device }
    alone.frames = attempt.frames
    let before = attempt.decisions.filter { $0.gesture == gesture }
    guard decisions(alone, rules, gesture) == before else { return nil }
    let after = decisions(
      alone, Rules(ruleSet: changed, bindings: rules.bindings, locations: rules.locations), gesture)
    return after.flatMap { GestureHistory($0) }
  }

  private func decisions(_ recording: Recording, _ rules: Rules, _ gesture: GestureID) -> [Decision]? {
    let notebook = Notebook(gesture)
    do {
      try Replay.run(recording, rules: rules, watcher: notebook) { _, _ in }
      return notebook.decisions
    } catch {
      return nil
    }
  }

  /// Keeps the decisions about one gesture.
  private final class Notebook: Watcher, @unchecked Sendable {
    // A replay is on one thread.
    private let gesture: GestureID
    private(set) var decisions: [Decision] = []

    init(_ gesture: GestureID) { self.gesture = gesture }

    func observe(_ decision: Decision) {
      if decision.gesture == gesture { decisions.append(decision) }
    }
  }
}
