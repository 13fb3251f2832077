import Bindings
import Control
import Desktop
import GestureCore
import Text

/// Actions as text for people: a table with the conditions below each action, or single actions.
enum BindingText {
  static func table(_ bindings: [JSONValue]) -> String {
    let rows = bindings.map { binding in
      [
        text(binding["gesture"]), [text(binding["kind"]), text(binding["fingers"])].joined(separator: " "),
        key(binding),
      ]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return zip(rows, bindings).map { row, binding in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "\(cells.joined(separator: "  "))  \(effect(binding))  (\(fileLocation(binding)))\n" + conditions(binding)
    }.joined()
  }

  /// An action as text, such as `run: swaymsg workspace next`.
  static func does(_ action: JSONValue) -> String { "\(key(action)): \(effect(action))" }

  private static func key(_ action: JSONValue) -> String {
    [text(action["key"]), text(action["direction"])].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// An action's effects as text: a command without its key, and other values after their keys, as in `workspace next`.
  static func effect(_ action: JSONValue) -> String {
    let parts = Effects.descriptions.compactMap { kind in
      action[kind.key].map { kind.omitsKey ? words($0) : "\(kind.key) \(words($0))" }
    }
    return parts.joined(separator: ", ")
  }

  private static func fileLocation(_ binding: JSONValue) -> String {
    "\(text(binding["file"])):\(binding["line"]?.integer ?? 0)"
  }

  private static func conditions(_ binding: JSONValue) -> String {
    ["when", "receive", "begin_if"].compactMap { name in
      guard let stated = binding[name]?.members else { return nil }
      let texts = stated.map { "\($0.name) \(words($0.value))" }
      return "    \(name.replacing(each: "_", by: "-")) \(texts.joined(separator: ", "))\n"
    }.joined()
  }

  private static func text(_ value: JSONValue?) -> String { value?.string?.visible ?? "" }

  private static func words(_ value: JSONValue) -> String {
    (value.strings ?? value.string.map { [$0] } ?? []).map(\.visible).joined(separator: " ")
  }
}

/// An event as a line for people and shell scripts.
struct NewsText {
  let line: String

  init(_ news: ReceivedEvent) {
    let facts = news.facts
    let words: [String?] =
      switch news.event {
      case "gesture":
        [facts["name"]?.string, facts["kind"]?.string, facts["state"]?.string, facts["direction"]?.string]
      case "mode": [facts["mode"]?.string]
      case "paused": [facts["paused"]?.flag == true ? "yes" : "no"]
      case "rules": [facts["gestures"]?.integer.map(String.init), facts["file"]?.string]
      case "inactive": facts["inactive"]?.strings.flatMap { $0.isEmpty ? nil : $0 } ?? ["no"]
      case "device": [facts["change"]?.string, facts["class"]?.string, facts["name"]?.string]
      case "scene": [facts["device"]?.string] + (facts["items"]?.values ?? []).map(Self.item)
      case "command": [facts["command"]?.string, facts["gesture"]?.string, facts["key"]?.string]
      default: []
      }
    line = ([news.event] + words.compactMap { $0 }).map(\.visible).joined(separator: " ")
  }

  /// A gesture that the overlay shows, as text: `next-tab possible 42 %`.
  private static func item(_ item: JSONValue) -> String? {
    let share = item["progress"]?.number ?? 0
    return [item["name"]?.string, item["state"]?.string, "\(Int((share * 100).rounded())) %"].compactMap { $0 }
      .joined(separator: " ")
  }
}

/// A daemon's status as text for people to read.
struct StatusText {
  let text: String

  init(_ status: ControlStatus) {
    let modes = status.modes.count > 1 ? " (of \(status.modes.map(\.visible).joined(separator: ", ")))" : ""
    let devices = status.devices.map(Self.device)
    let cancels = status.compositors.map { [("cancels", Self.cancels($0))] } ?? []
    let remarks = status.remarks.isEmpty ? [] : [("remarks", status.remarks.map(\.visible).joined(separator: "\n"))]
    let desktop = status.desktop.isEmpty ? [] : [("desktop", status.desktop.map(\.visible).joined(separator: "\n"))]
    let rows =
      [
        ("daemon", "pid \(status.pid), \(status.program.visible), session \(status.session.visible)"),
        ("up for", Self.duration(status.uptimeInSeconds)),
        ("rules", Self.rules(status)),
        ("mode", status.mode.visible + modes),
        ("paused", status.isPaused ? "yes; run `gesture-bridge resume` to end the pause" : "no"),
        ("inactive", Self.suspended(status.absence)),
        ("devices", devices.isEmpty ? "none" : devices.joined(separator: "\n")),
      ] + remarks + cancels + desktop + [
        ("commands", "\(status.commands) running"),
        ("subscribers", "\(status.subscribers)"),
      ]
    let width = rows.map(\.0.count).max() ?? 0
    text = rows.map { name, value in
      let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().map { index, line in
        let head = index == 0 ? name : ""
        return head + String(repeating: " ", count: width + 2 - head.count) + line + "\n"
      }.joined()
    }.joined()
  }

  private static func suspended(_ reasons: [String]) -> String {
    let clauses = reasons.map { SuspensionReasons.clause(of: $0) ?? $0.visible }
    return clauses.isEmpty ? "no" : "yes: \(clauses.joined(separator: " and "))"
  }

  private static func rules(_ status: ControlStatus) -> String {
    let used = "\(Message.count(status.gestures, "gesture")) from \(status.file.visible)"
    guard let trouble = status.trouble?.visible else { return used }
    return
      "\(used)\nthe previous rules are in use: \(trouble); run `gesture-bridge check \(status.file.visible)` to see more"
  }

  /// A device as text, such as `Panel (touchscreen) on eDP-1, turned by 90° clockwise`.
  private static func device(_ device: ControlStatus.Device) -> String {
    "\(device.name.visible) (\(device.deviceClass.visible))" + (device.output.map { " on \($0.visible)" } ?? "")
      + (device.rotation == 0 ? "" : ", turned by \(device.rotation)° clockwise")
      + (device.isOff ? "; the screen is off, so touches are ignored" : "")
      + (device.unreleased > 0 ? "; \(Touch.unreleased(device.unreleased))" : "")
  }

  private static func cancels(_ compositors: ControlStatus.Compositors) -> String {
    let programs = compositors.programs.isEmpty ? "no compositor" : compositors.programs.map(\.visible).listed("and")
    return compositors.passCancel
      ? "\(programs): windows are told about cancelled touches"
      : "\(programs): windows are perhaps not told about cancelled touches, so touches on an intercepted touchscreen are delayed"
  }

  private static func duration(_ seconds: Int) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400)
    if days > 0 { return "\(days) d \(hours % 24) h" }
    if hours > 0 { return "\(hours) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
