import Bindings
import GestureCore
import Text

extension Names {
  /// A gesture event as one line of JSON, in ms, mm, mm/s and degrees. First come the values that all gestures have.
  public func json(_ event: GestureEvent) -> String { JSONValue.object(members(event)).fixedLine }

  func members(_ event: GestureEvent) -> [JSONValue.Member] {
    let rule = rule(event.gesture)
    let reports = rule?.kind.reports ?? []
    let common = [JSONValue.Member](nonNil: [
      "t_ms": json(event.time), "since_ms": json(event.since), "gesture": .string(gesture(event.gesture)),
      "kind": .string(rule?.kind.name ?? ""), "state": .string(event.state.rawValue),
      Self.fingers: .integer(event.values.fingers), "device": .string(device(event.device)),
    ])
    let own = Self.values.filter { $0.isReported(by: reports) }.compactMap { value in
      value.read(event.values).map { JSONValue.Member(value.name, Self.json($0)) }
    }
    let hints = JSONValue.Member("hints", .strings(event.values.hints.map(gesture)))
    return common + own + (reports.contains(.hints) ? [hints] : [])
  }

  private static let fingers = "fingers"
  private static let values = EventValue.traced.filter { $0.name != fingers }

  private static func json(_ value: EventValue.Value) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .count(let count): .integer(count)
    case .number(let number): .number(number)
    case .points(let points): .array(points.map { [.number($0.x), .number($0.y)] })
    case .hints(let hints): .strings(hints.map(\.name))
    }
  }

  func json(_ time: Timestamp) -> JSONValue { .number((time - origin).milliseconds) }
}

extension Names {
  /// A gesture event as a line for people, with the event's values: `310.0 ms single tap recognized 1 finger at …`.
  public func line(_ event: GestureEvent) -> String {
    let rule = rule(event.gesture)
    let values = event.values
    var parts = parts(values, rule?.kind.reports ?? [])
    if event.since != event.time { parts.append("since \(millisecondsOf(event.since))") }
    let name = leftAligned(gesture(event.gesture), width)
    let kind = rule.map { $0.kind.name + " " } ?? ""
    return "\(moment(event.time))  \(name)  \(kind)\(event.state.rawValue)  \(parts.joined(separator: ", "))"
  }

  public func parts(_ values: GestureValues, _ reports: ReportedValues) -> [String] {
    var parts = ["\(Measure.fingers(values.fingers)) at \(pair(values.location))"]
    if reports.contains(.direction), let direction = values.direction { parts.append(direction.rawValue) }
    if reports.contains(.taps) { parts.append(Measure.taps(values.taps).description) }
    if reports.contains(.translation) { parts.append("moved \(pair(values.translation)) mm") }
    if reports.contains(.velocity) { parts.append("at \(pair(values.velocity)) mm/s") }
    if reports.contains(.scale) { parts.append("scale \(decimal(values.scale, places: 3, padded: true))") }
    if reports.contains(.rotation) { parts.append("turned \(decimal(values.rotation, places: 1, padded: true))°") }
    if reports.contains(.pressure), let pressure = values.pressure {
      parts.append("pressure \(decimal(pressure, places: 2, padded: true))")
    }
    if reports.contains(.button), let button = values.button.name { parts.append("the \(button) button") }
    if reports.contains(.corners), !values.corners.isEmpty {
      parts.append("\(values.corners.count == 1 ? "corner" : "corners") at \(values.corners.map(pair).listed("and"))")
    }
    if reports.contains(.hints), !values.hints.isEmpty {
      parts.append("\(values.hints.map(gesture).listed("or")) possible")
    }
    return parts
  }

  package func pair(_ vector: Vector) -> String {
    "\(decimal(vector.x, places: 1, padded: true)),\(decimal(vector.y, places: 1, padded: true))"
  }

  /// The time at the beginning of a line. Times below 1,000 seconds are aligned.
  package func moment(_ time: Timestamp) -> String { rightAligned(millisecondsOf(time), 11) }

  package func millisecondsOf(_ time: Timestamp) -> String {
    decimal((time - origin).milliseconds, places: 1, padded: true) + " ms"
  }
}

extension Names {
  /// An order as a line for people: `60.0 ms volume step up: command "louder" (bindings.toml:5)`.
  public func line(_ order: Order) -> String {
    let location = order.action.location
    return "\(moment(order.event.time))    \(text(order)) (\(location.file):\(location.line))"
  }

  /// An order as text, without its time and without the action's location in the rules file.
  package func text(_ order: Order) -> String {
    let direction = order.direction.map { " \($0.rawValue)" } ?? ""
    let what = order.effect.parts.map { "\($0.key) \($0.json.fixedLine)" }.joined(separator: ", ")
    let (trigger, state) = (order.action.trigger, order.event.state)
    let isEnd = (state == .ended || state == .cancelled) && !trigger.fires(in: state)
    return "\(gesture(order.event.gesture)) \(trigger.rawValue)\(direction): \(what)\(isEnd ? " ends" : "")"
  }

  /// An order as one line of JSON, with a key for each part of its effect.
  public func json(_ order: Order) -> String { JSONValue.object(members(order)).fixedLine }

  func members(_ order: Order) -> [JSONValue.Member] {
    let action = order.action
    return [JSONValue.Member](nonNil: [
      "t_ms": json(order.event.time), "key": .string(action.trigger.rawValue),
      "gesture": .string(gesture(order.event.gesture)), "direction": order.direction.map { .string($0.rawValue) },
    ]) + order.effect.parts.map { JSONValue.Member($0.key, $0.json) }
      + [
        .init("file", .string(action.location.file)), .init("line", .integer(action.location.line)),
        .init("device", .string(device(order.event.device))),
      ]
  }
}
