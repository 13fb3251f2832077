import Bindings
import GestureCore
import Recordings
import Text

/// For each attempt, the recognized gestures, and the reasons why other gestures were not recognized.
public struct Explanation: Sendable {
  /// A gesture that is not possible on a device.
  public struct Exclusion: Equatable, Sendable {
    public let gesture: GestureID
    public let obstacle: Ineligibility
  }

  /// A device with attempts, and the explained gestures that are not possible on this device.
  public struct TouchedDevice: Equatable, Sendable {
    public let device: Device
    public let exclusions: [Exclusion]
  }

  public let rules: RuleSet
  /// The devices with attempts, in the order of their first attempts.
  public let touchedDevices: [TouchedDevice]
  /// The attempts by time. If `gesture` isn't nil, only attempts on devices on which this gesture is possible.
  public let explainedAttempts: [AttemptExplanation]
  /// The touches that were ignored because of a setting, in the order of landing.
  public let ignored: [IgnoredTouch]
  public let attemptCount: Int
  /// The gesture to explain; nil to explain all gestures.
  public let gesture: GestureID?
  let names: Names
  let devices: [DeviceID: Device]

  /// Explains the latest `last` attempts (nil: all). With `triesChanges`, slowly searches for helpful rule changes.
  public init(
    _ recording: Recording, rules: Rules, only gesture: GestureID? = nil, last: Int? = nil, triesChanges: Bool = true
  ) throws(RequirementCycle) {
    self.rules = rules.ruleSet
    self.gesture = gesture
    names = Names(rules.ruleSet, devices: recording.devices)
    devices = Dictionary(recording.devices.map { ($0.id, $0) }) { first, _ in first }
    var ignored: [IgnoredTouch] = []
    let all = try Replay.attempts(recording, rules: rules) { ignored.append($0) }.sorted { $0.number < $1.number }
    var attempts = Array(all.suffix(last ?? all.count))
    for index in attempts.indices { attempts[index].number = index + 1 }
    let start = attempts.count < all.count ? attempts.first?.began : nil
    self.ignored = ignored.filter { touch in start.map { touch.landed > $0 } ?? true }.sorted { $0.landed < $1.landed }
    attemptCount = attempts.count
    var touchedDevices: [TouchedDevice] = []
    for attempt in attempts where !touchedDevices.contains(where: { $0.device.id == attempt.device }) {
      guard let device = recording.devices.first(where: { $0.id == attempt.device }) else { continue }
      touchedDevices.append(TouchedDevice(device, rules.ruleSet, gesture))
    }
    self.touchedDevices = touchedDevices
    let explainer = AttemptExplainer(recording, rules, triesChanges: triesChanges)
    let wanted = gesture.map { [$0] } ?? rules.ruleSet.gestures.indices.map(GestureID.init)
    explainedAttempts = attempts.compactMap { attempt in
      guard let touched = touchedDevices.first(where: { $0.device.id == attempt.device }) else { return nil }
      let possible = wanted.filter { one in !touched.exclusions.contains { $0.gesture == one } }
      if gesture != nil, possible.isEmpty { return nil }
      return explainer.explain(attempt, on: touched.device, of: possible)
    }
  }

  public var hasRecognizedGesture: Bool { explainedAttempts.contains { !$0.recognizedEntries.isEmpty } }

  /// The explanation as JSON, for other programs. Values that are unknown or don't apply are `null`.
  public func json(recording: String) -> JSONValue {
    [
      "recording": .string(recording), "gesture": .optional(gesture.map(names.gesture)),
      "devices": .array(touchedDevices.map(json)), "attempts": .array(explainedAttempts.map(json)),
      "ignored": .array(ignored.map(json)),
    ]
  }

  func position(of touch: IgnoredTouch) -> Vector {
    devices[touch.device].map { Surface(rules, of: $0).rotated(touch.position) } ?? touch.position
  }

  private func json(_ touch: IgnoredTouch) -> JSONValue {
    let position = position(of: touch)
    let (down, pause) = touch.spans
    return [
      "device": .string(names.device(touch.device)), "landedMs": .number(touch.landed.milliseconds),
      "xMm": .number(position.x), "yMm": .number(position.y), "by": .string(touch.setting),
      "downMs": .optional(down?.milliseconds), "pauseMs": .optional(pause?.milliseconds),
      "limitMs": .number(touch.limit.milliseconds),
    ]
  }

  private func json(_ touched: TouchedDevice) -> JSONValue {
    [
      "name": .string(touched.device.name), "class": .string(touched.device.deviceClass.rawValue),
      "obstacles": .array(
        touched.exclusions.map {
          ["gesture": .string(names.gesture($0.gesture)), "reason": .string($0.obstacle.reason)]
        }),
    ]
  }

  private func json(_ explained: AttemptExplanation) -> JSONValue {
    let (attempt, motion) = (explained.attempt, explained.motion)
    return [
      "number": .integer(attempt.number), "device": .string(explained.device.name),
      "beganMs": .number(attempt.began.milliseconds), "endedMs": .number(attempt.ended.milliseconds),
      "fingers": .integer(motion.fingers), "palms": .integer(motion.palms),
      "unreleased": .integer(attempt.unreleased),
      "dxMm": .number(motion.travel.x), "dyMm": .number(motion.travel.y), "spreadMm": .number(motion.spread),
      "turnedDeg": .number(motion.turned), "gestures": .array(explained.entries.map { json($0, explained) }),
    ]
  }

  private func json(_ entry: AttemptExplanation.Entry, _ explained: AttemptExplanation) -> JSONValue {
    let outcome = names.outcome(entry)
    let steps = gesture == nil ? nil : entry.history.map { names.steps($0, in: explained) } ?? []
    return .object(
      .init(nonNil: [
        "gesture": .string(names.gesture(entry.gesture)), "kind": .optional(names.rule(entry.gesture)?.kind.name),
        "result": .string(outcome.word), "atMs": .optional(outcome.time), "endedMs": .optional(outcome.end),
        "reason": .optional(outcome.reason), "near": .flag(entry.isNear), "failure": json(entry.cycle),
        "change": json(entry.conclusion), "elsewhere": entry.neededSession?.json ?? .null,
        "waits": .array(entry.waits.map(json)), "tries": .integer(entry.history?.cycles.count ?? 0),
        "steps": steps.map { .array($0.map(json)) },
      ]))
  }

  /// The cycle's failure if the cause is `.own`: setting, limit, measured value and needed value. Otherwise null.
  private func json(_ one: RecognizerCycle?) -> JSONValue {
    guard case .failed(_, .own(let failure))? = one?.outcome else { return .null }
    return [
      "what": .string(failure.what), "measured": .optional(failure.measured?.value),
      "setting": .optional(failure.setting), "limit": .optional(failure.limit?.value),
      "unit": .optional((failure.limit ?? failure.measured)?.unit.rawValue),
      "needed": .optional((failure.needed ?? failure.measured)?.value),
    ]
  }

  private func json(_ conclusion: AttemptExplanation.Conclusion) -> JSONValue {
    guard case .near(_, _, let remedy?) = conclusion else { return .null }
    let (effect, cause): (String, String?) =
      switch remedy.effect {
      case .recognized: ("recognized", nil)
      case .failed(let cause): ("failed", names.text(cause))
      case .unknown: ("unknown", nil)
      }
    return [
      "setting": .string(remedy.change.setting), "class": .optional(remedy.change.deviceClass?.rawValue),
      "value": .number(remedy.change.value), "unit": .string(remedy.change.unit.rawValue),
      "toml": .string(remedy.change.toml), "effect": .string(effect), "reason": .optional(cause),
    ]
  }

  private func json(_ wait: RecognizerWait) -> JSONValue {
    let gestures: [String] =
      switch wait.awaited {
      case .fingers: []
      case .failures(let gestures): gestures.map(names.gesture)
      }
    return [
      "for": .string(gestures.isEmpty ? "fingers" : "failures"), "gestures": .strings(gestures),
      "beganMs": .number(wait.began.milliseconds), "endedMs": .optional(wait.ended?.milliseconds),
    ]
  }

  private func json(_ step: StepWords) -> JSONValue {
    [
      "tMs": .number(step.time.milliseconds), "decision": .string(names.word(step.decision.outcome)),
      "reason": .optional(step.reason),
    ]
  }
}

extension Explanation.TouchedDevice {
  fileprivate init(_ device: Device, _ rules: RuleSet, _ gesture: GestureID?) {
    self.device = device
    exclusions = rules.gestures.enumerated().compactMap { index, rule in
      let id = GestureID(index)
      guard gesture == nil || gesture == id, let obstacle = rules.obstacle(to: rule, on: device) else { return nil }
      return Explanation.Exclusion(gesture: id, obstacle: obstacle)
    }
  }
}

extension Names {
  fileprivate func outcome(_ entry: AttemptExplanation.Entry) -> (
    word: String, time: Double?, end: Double?, reason: String?
  ) {
    let nothing = "none"
    guard let outcome = entry.cycle?.outcome else { return (nothing, nil, nil, words(entry).reason.map(withoutColon)) }
    let time = outcome.time?.milliseconds
    switch outcome {
    case .recognized: return (RecognizerState.recognized.rawValue, time, nil, nil)
    case .began(_, nil): return (RecognizerState.began.rawValue, time, nil, nil)
    case .began(_, .ended(let end)): return (RecognizerState.ended.rawValue, time, end.milliseconds, nil)
    case .began(_, .cancelled(let end, let cause)):
      return (RecognizerState.cancelled.rawValue, time, end.milliseconds, text(cause))
    case .failed(_, let cause): return ("failed", time, nil, text(cause))
    case .refused(_, let refusal): return ("skipped", time, nil, text(refusal))
    case .undecided: return (nothing, nil, nil, nil)
    }
  }

  private func withoutColon(_ reason: String) -> String { String(reason.drop { $0 == ":" || $0 == " " }) }
}
