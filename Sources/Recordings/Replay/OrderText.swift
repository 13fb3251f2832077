import Bindings
import GestureCore

// What is to be done because of a gesture event, in words.

extension Names {
  /// An order as a line for people: `    60.0 ms    volume step up: run "louder" (bindings.toml:7)`.
  public func line(_ order: Order) -> String {
    let location = order.action.location
    return "\(moment(order.event.time))    \(text(order)) (\(location.file):\(location.line))"
  }

  /// The same without its time and its place in the file.
  func text(_ order: Order) -> String {
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
    }
  }

  private func json(_ command: Command) -> String {
    switch command {
    case .shell(let text): jsonString(text)
    case .direct(let arguments): "[\(arguments.map(jsonString).joined(separator: ","))]"
    }
  }
}
