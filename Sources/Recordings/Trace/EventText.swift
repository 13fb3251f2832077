import Bindings
import GestureCore
import Text

extension Names {
  /// A gesture event as one line of JSON: times in ms, places in mm, speeds in mm/s, angles in degrees, each with three
  /// decimals; the kind's own values after those that all gestures have.
  public func json(_ event: GestureEvent) -> String {
    let rule = rule(event.gesture)
    var members = [
      "\"t_ms\":\(fixed(event.time))",
      "\"since_ms\":\(fixed(event.since))",
      "\"gesture\":\(jsonString(gesture(event.gesture)))",
      "\"kind\":\(jsonString(rule?.kind.name ?? ""))",
      "\"state\":\"\(event.state.rawValue)\"",
      "\"\(Self.fingers)\":\(event.values.fingers)",
      "\"device\":\(jsonString(device(event.device)))",
    ]
    let reports = rule?.kind.reports ?? []
    for value in Self.values where value.isReported(by: reports) {
      guard let read = value.read(event.values) else { continue }
      members.append("\"\(value.name)\":\(json(read))")
    }
    if reports.contains(.hints) {
      members.append("\"hints\":[\(event.values.hints.map { jsonString(gesture($0)) }.joined(separator: ","))]")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static let fingers = "fingers"
  /// Those after the device's name.
  private static let values = EventValue.traced.filter { $0.name != fingers }

  private func json(_ value: EventValue.Value) -> String {
    switch value {
    case .text(let text): jsonString(text)
    case .count(let count): "\(count)"
    case .number(let number): fixed(number)
    case .places(let places): "[\(places.map { "[\(fixed($0.x)),\(fixed($0.y))]" }.joined(separator: ","))]"
    case .hints(let hints): "[\(hints.map { jsonString($0.name) }.joined(separator: ","))]"
    }
  }

  /// A moment in ms from the origin.
  package func fixed(_ time: Timestamp) -> String { fixed((time - origin).milliseconds) }

  /// JSON has no word for what is not a number.
  package func fixed(_ value: Double) -> String {
    value.isFinite ? decimal(value, places: 3, padded: true) : "null"
  }
}

extension Names {
  /// A gesture event as a line for people: `   310.0 ms  single  tap recognized  1 finger at 50.0,50.0`.
  public func line(_ event: GestureEvent) -> String {
    let rule = rule(event.gesture)
    let values = event.values
    var parts = parts(values, rule?.kind.reports ?? [])
    if event.since != event.time { parts.append("since \(millisecondsOf(event.since))") }
    let name = leftAligned(gesture(event.gesture), width)
    let kind = rule.map { $0.kind.name + " " } ?? ""
    return "\(moment(event.time))  \(name)  \(kind)\(event.state.rawValue)  \(parts.joined(separator: ", "))"
  }

  /// A gesture's values in words.
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

  /// The time at a line's beginning, aligned for recordings of up to a day.
  package func moment(_ time: Timestamp) -> String { rightAligned(millisecondsOf(time), 11) }

  package func millisecondsOf(_ time: Timestamp) -> String {
    decimal((time - origin).milliseconds, places: 1, padded: true) + " ms"
  }
}

// What is to be done because of a gesture event, in words.

extension Names {
  /// An order as a line for people: `    60.0 ms    volume step up: run "louder" (bindings.toml:7)`.
  public func line(_ order: Order) -> String {
    let location = order.action.location
    return "\(moment(order.event.time))    \(text(order)) (\(location.file):\(location.line))"
  }

  /// The same without its time and its place in the file.
  package func text(_ order: Order) -> String {
    let way = order.way.map { " \($0.rawValue)" } ?? ""
    let what = order.effect.parts.map { "\($0.key) \(json($0.value))" }.joined(separator: ", ")
    return "\(gesture(order.event.gesture)) \(order.action.trigger.rawValue)\(way): \(what)"
  }

  /// An order as one line of JSON; `way` is there for a step, and each part of its effect by its key.
  public func json(_ order: Order) -> String {
    let action = order.action
    var members = [
      "\"t_ms\":\(fixed(order.event.time))",
      "\"order\":\"\(action.trigger.rawValue)\"",
      "\"gesture\":\(jsonString(gesture(order.event.gesture)))",
    ]
    if let way = order.way { members.append("\"way\":\"\(way.rawValue)\"") }
    members += order.effect.parts.map { "\"\($0.key)\":\(json($0.value))" }
    members.append("\"file\":\(jsonString(action.location.file))")
    members.append("\"line\":\(action.location.line)")
    members.append("\"device\":\(jsonString(device(order.event.device)))")
    return "{\(members.joined(separator: ","))}"
  }

  private func json(_ value: Effect.Value) -> String {
    switch value {
    case .command(let command): json(command)
    case .text(let text): jsonString(text)
    case .flag(let flag): "\(flag)"
    case .number(let number): decimal(number, places: 3)
    case .input(let input): json(input.words)
    case .desktop(.workspace(.number(let number))): "\(number)"
    case .desktop(let action): jsonString(action.value)
    }
  }

  /// A list, but for a single word.
  private func json(_ words: [String]) -> String {
    words.count == 1 ? jsonString(words[0]) : "[\(words.map(jsonString).joined(separator: ","))]"
  }

  private func json(_ command: Command) -> String {
    switch command {
    case .shell(let text): jsonString(text)
    case .direct(let arguments): "[\(arguments.map(jsonString).joined(separator: ","))]"
    }
  }
}
