import Bindings
import Control
import GestureCore
import Text

/// The actions of the rules as JSON: actions in gesture sections first, then actions in `[[override]]` sections.
struct BindingList {
  let entries: [JSONValue]

  init(_ rules: Rules) {
    entries = rules.bindings.flatMap { binding in
      let rule = rules.ruleSet.gestures[binding.gesture.rawValue]
      var head = [JSONValue.Member("gesture", .string(rule.name)), .init("kind", .string(rule.kind.name))]
      head.append(.init("fingers", .string(Self.fingers(of: rule, rules.ruleSet))))
      let conditions = Self.conditions([("when", binding.when), ("receive", rule.receive), ("begin_if", rule.beginIf)])
      return binding.actions.flatMap { action in
        let tail = conditions + Self.place(of: action, isAddition: binding.isAddition)
        return Self.effects(of: action).map { JSONValue.object(head + $0 + tail) }
      }
    }
  }

  /// The JSON members for an action: its key and effect. A `step` has one list of members per direction in the rule.
  private static func effects(of action: Action) -> [[JSONValue.Member]] {
    let key = JSONValue.Member("key", .string(action.trigger.rawValue))
    guard let step = action.step else { return [[key] + action.effect.facts] }
    return step.effects.sorted { $0.key.rawValue < $1.key.rawValue }.map { direction, effect in
      [key, .init("direction", .string(direction.rawValue))] + effect.facts
    }
  }

  private static func place(of action: Action, isAddition: Bool) -> [JSONValue.Member] {
    let also = isAddition ? [JSONValue.Member("also", .flag(true))] : []
    return also + [.init("file", .string(action.location.file)), .init("line", .integer(action.location.line))]
  }

  /// The number of fingers as text: `3`, or `2-3`.
  static func fingers(of rule: GestureRule, _ rules: RuleSet) -> String {
    let range = rules.settings(of: rule, on: MadeUpGesture.device(for: rule))[CommonSettings.fingers]
    return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }

  private static func conditions(_ named: [(String, Condition)]) -> [JSONValue.Member] {
    named.filter { !$0.1.isEmpty }.map { JSONValue.Member($0.0, .object($0.1.facts)) }
  }
}

extension Condition {
  fileprivate var facts: [JSONValue.Member] {
    Conditions.statements(in: self).map { key, statement in
      switch statement {
      case .text(let text): .init(key, .string(text))
      case .texts(let texts): .init(key, .strings(texts))
      }
    }
  }
}

extension Effect {
  var facts: [JSONValue.Member] { parts.map(\.fact) }
}

extension Effect.Part {
  fileprivate var fact: JSONValue.Member { .init(key, json) }
}

extension [Order] {
  /// The first order of each action, without the later orders, such as the order that ends the action's effect.
  var begun: [Order] {
    var seen: Set<Int> = []
    return filter { seen.insert($0.action.number).inserted }
  }
}

extension Order {
  /// The action's key and performed parts as JSON; nil without a part. If `isSuspended`, skips `reachesSession` parts.
  func fact(isSuspended: Bool) -> JSONValue? {
    let performed = effect.parts.filter { !isSuspended || !$0.reachesSession }
    guard !performed.isEmpty else { return nil }
    return .object([.init("key", .string(action.trigger.rawValue))] + performed.map(\.fact))
  }
}

extension Diagnostic {
  /// The diagnostic with its location; `text` is the line that `check` prints.
  var fact: JSONValue {
    .object(
      .init(nonNil: [
        "severity": .string(severity.rawValue), "message": .string(message), "fix": fix.map { .string($0) },
        "file": .string(location.file), "line": .integer(location.line), "column": .integer(location.column),
        "text": .string("\(self)"), "more": more > 0 ? .integer(more) : nil,
      ]))
  }
}

/// The events of a gesture that a client triggers without touches; with a direction if only one direction is allowed.
struct MadeUpGesture {
  let device: Device
  let events: [GestureEvent]

  init(_ gesture: GestureID, of rules: RuleSet, at time: Timestamp) {
    let rule = rules.gestures[gesture.rawValue]
    let device = Self.device(for: rule)
    self.device = device
    let settings = rules.settings(of: rule, on: device)
    var values = GestureValues()
    values.fingers = settings[CommonSettings.fingers].lowerBound
    values.location = Vector(.nan, .nan)
    if let directions = rule.kind.traits.directions(settings), directions.count == 1 {
      values.direction = directions.first
    }
    let states: [RecognizerState] = rule.kind.isDiscrete ? [.recognized] : [.began, .ended]
    events = states.map { state in
      GestureEvent(
        time: time, since: time, device: device.id, gesture: gesture, state: state, duration: TimeSpan(microseconds: 0),
        tool: .finger, values: values)
    }
  }

  /// A device of the rule's class, or else a touchscreen. Its id is negative; real devices never have such an id.
  static func device(for rule: GestureRule) -> Device {
    let deviceClass =
      switch rule.device {
      case .deviceClass(let wanted): wanted
      case .any, .name: DeviceClass.touchscreen
      }
    let number: Int32 = deviceClass == .touchscreen ? -1 : -2
    return Device(
      id: DeviceID(number), name: "", deviceClass: deviceClass, size: Size(width: 1, height: 1), capabilities: [])
  }
}
