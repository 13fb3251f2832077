import Bindings
import Control
import GestureCore

/// A daemon's standing for people.
struct StatusText {
  let text: String

  init(_ status: ControlStatus) {
    let modes = status.modes.count > 1 ? " (of \(status.modes.map(\.visible).joined(separator: ", ")))" : ""
    let devices = status.devices.map { "\($0.name.visible) (\($0.deviceClass.visible))" }
    let rows = [
      ("daemon", "pid \(status.pid), \(status.program.visible), session \(status.session.visible)"),
      ("up for", Self.duration(status.uptimeInSeconds)),
      ("rules", "\(Message.count(status.gestures, "gesture")) from \(status.file.visible)"),
      ("mode", status.mode.visible + modes),
      ("paused", status.isPaused ? "yes; `gesture-bridge ctl resume` goes on" : "no"),
      ("absence", status.absence.isEmpty ? "none" : status.absence.map(\.visible).joined(separator: ", ")),
      ("devices", devices.isEmpty ? "none" : devices.joined(separator: "\n")),
      ("commands", "\(status.commands)"),
      ("subscribers", "\(status.subscribers)"),
    ]
    let width = rows.map(\.0.count).max() ?? 0
    text = rows.map { name, value in
      let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().map { place, line in
        let head = place == 0 ? name : ""
        return head + String(repeating: " ", count: width + 2 - head.count) + line + "\n"
      }.joined()
    }.joined()
  }

  /// `12 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`
  private static func duration(_ seconds: Int) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400)
    if days > 0 { return "\(days) d \(hours % 24) h" }
    if hours > 0 { return "\(hours) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
