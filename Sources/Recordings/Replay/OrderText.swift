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
    let what = parts(order.effect).map { "\($0.name) \($0.json)" }.joined(separator: ", ")
    return "\(gesture(order.event.gesture)) \(order.action.trigger.rawValue)\(way): \(what)"
  }

  /// An order as one line of JSON; `way` is there for a step, and of `run`, `stream`, `mode` and `pause`
  /// what it has.
  public func json(_ order: Order) -> String {
    let action = order.action
    var members = [
      "\"t_ms\":\(fixed(order.event.time))",
      "\"order\":\"\(action.trigger.rawValue)\"",
      "\"gesture\":\(jsonString(gesture(order.event.gesture)))",
    ]
    if let way = order.way { members.append("\"way\":\"\(way.rawValue)\"") }
    members += parts(order.effect).map { "\"\($0.name)\":\($0.json)" }
    members.append("\"file\":\(jsonString(action.location.file))")
    members.append("\"line\":\(action.location.line)")
    members.append("\"device\":\(jsonString(device(order.event.device)))")
    return "{\(members.joined(separator: ","))}"
  }

  /// What an effect has, by its keys in the rules file.
  private func parts(_ effect: Effect) -> [(name: String, json: String)] {
    var parts: [(name: String, json: String)] = []
    if let run = effect.run { parts.append(("run", json(run))) }
    if let stream = effect.stream { parts.append(("stream", json(stream))) }
    if let mode = effect.mode { parts.append(("mode", jsonString(mode))) }
    if let pause = effect.pause { parts.append(("pause", jsonString(pause.rawValue))) }
    return parts
  }

  private func json(_ command: Command) -> String {
    switch command {
    case .shell(let text): jsonString(text)
    case .direct(let arguments): "[\(arguments.map(jsonString).joined(separator: ","))]"
    }
  }
}
