import Actions
import Bindings
import GestureCore
import Recordings

/// The facts of hints about each gesture: written once for each device, because its settings may be its own, and
/// reused.
struct HintBook {
  private let rules: Rules
  private var pages: [DeviceID: [GestureHint]] = [:]

  init(_ rules: Rules) { self.rules = rules }

  /// The possible gestures of an event; empty if the event is no hint.
  mutating func told(_ event: GestureEvent, on device: Device?) -> [GestureHint] {
    guard !event.values.hints.isEmpty, let device else { return [] }
    let page = pages[device.id] ?? rules.ruleSet.gestures.indices.map { hint(GestureID($0), on: device) }
    pages[device.id] = page
    return event.values.hints.filter { page.indices.contains($0.rawValue) }.map { page[$0.rawValue] }
  }

  /// A device is gone; the next device will have another number.
  mutating func forget(_ device: DeviceID) { pages[device] = nil }

  private func hint(_ gesture: GestureID, on device: Device) -> GestureHint {
    let rule = rules.ruleSet.gestures[gesture.rawValue]
    let settings = rules.ruleSet.settings(of: rule, on: device)
    var object = ObjectLine()
    object.add("name", rule.name)
    object.add("kind", rule.kind.name)
    object.add("fingers", settings[CommonSettings.fingers].text)
    for declaration in rule.kind.settings {
      if let value = settings[declaration.name] { object.add(declaration.name, value) }
    }
    if let directions = rule.kind.traits.directions(settings) {
      object.add("directions", Direction.allCases.filter(directions.contains).map(\.rawValue))
    }
    if let figure = Stroke.figure(settings) { object.add("points", figure.outline) }
    if let command = rules.onlyCommand(of: gesture) { object.add("does", command.text) }
    return GestureHint(name: rule.name, json: object.text)
  }
}

extension ObjectLine {
  /// Adds a setting that describes the gesture's form; other settings only refine it.
  fileprivate mutating func add(_ name: String, _ value: SettingValue) {
    switch value {
    case .choice(StrokeShape.none.rawValue): break
    case .choice(let choice): add(name, choice)
    case .count(let count): add(name, count)
    case .path(let path): add(name, path.text)
    case .templates(let templates): add(name, templates.map(\.name))
    case .start(let start): add(name, start.text)
    case .quantity, .countRange, .flag, .none: break
    }
  }
}

extension ClosedRange<Int> {
  /// `2`, or `2-3`.
  fileprivate var text: String { count == 1 ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)" }
}

extension Bindings.Command {
  /// In the form that a person would type.
  fileprivate var text: String {
    switch self {
    case .shell(let text): text
    case .direct(let words): words.joined(separator: " ")
    }
  }
}
