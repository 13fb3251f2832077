import Actions
import Bindings
import GestureCore
import Recordings
import Text

/// Describes the gestures in hints. The descriptions for a device are created once and kept.
struct HintTexts {
  private let rules: Rules
  private var known: [DeviceID: [GestureHint]] = [:]

  init(_ rules: Rules) { self.rules = rules }

  /// The gestures that the event's hint lists. Empty if the event has no hint, or if `device` is nil.
  mutating func hints(of event: GestureEvent, on device: Device?) -> [GestureHint] {
    guard !event.values.hints.isEmpty, let device else { return [] }
    let all = known[device.id] ?? rules.ruleSet.gestures.indices.map { hint(GestureID($0), on: device) }
    known[device.id] = all
    return event.values.hints.filter { all.indices.contains($0.rawValue) }.map { all[$0.rawValue] }
  }

  mutating func forget(_ device: DeviceID) { known[device] = nil }

  private func hint(_ gesture: GestureID, on device: Device) -> GestureHint {
    let rule = rules.ruleSet.gestures[gesture.rawValue]
    let settings = rules.ruleSet.settings(of: rule, on: device)
    let members = [JSONValue.Member](nonNil: [
      "name": .string(rule.name), "kind": .string(rule.kind.name),
      "fingers": .string(settings[CommonSettings.fingers].text),
    ])
    let form = rule.kind.settings.compactMap { declaration in
      settings[declaration.name]?.form.map { JSONValue.Member(declaration.name, $0) }
    }
    let details = [JSONValue.Member](nonNil: [
      "directions": rule.kind.traits.directions(settings).map { directions in
        .strings(Direction.allCases.filter(directions.contains).map(\.rawValue))
      },
      "points": Stroke.figure(settings).map { figure in
        .array(figure.outline.map { [.number($0.x), .number($0.y)] })
      },
      "does": rules.onlyCommand(of: gesture).map { .string($0.text) },
    ])
    return GestureHint(name: rule.name, json: JSONValue.object(members + form + details).fixedLine)
  }
}

extension SettingValue {
  /// The value as JSON. Nil for a value that doesn't describe the movement, such as a threshold.
  fileprivate var form: JSONValue? {
    switch self {
    case .choice(StrokeShape.none.rawValue), .choice(Swipe.EndEdge.anywhere.rawValue): nil
    case .choice(let choice): .string(choice)
    case .count(let count): .integer(count)
    case .path(let path): .string(path.text)
    case .templates(let templates): .strings(templates.map(\.name))
    case .start(let start): .string(start.text)
    case .quantity, .countRange, .flag, .none: nil
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var text: String { count == 1 ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)" }
}

extension Bindings.Command {
  fileprivate var text: String {
    switch self {
    case .shell(let text): text
    case .direct(let words): words.joined(separator: " ")
    }
  }
}
