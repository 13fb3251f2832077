import Actions
import Bindings
import GestureCore
import Glibc
import Text

/// A notification on the desktop, shown by `notify-send`; each notification replaces the previous one.
struct Notification: Equatable {
  static let program = "notify-send"

  let title: String
  /// The text below the title, without markup.
  let body: String

  static func trouble(_ problem: RulesFile.Problem) -> Notification {
    switch problem {
    case .invalid(_, let errors):
      Notification(title: Message.troubleTitle(errors), body: Message.troubleBody(errors))
    case .unreadable, .notFound: Notification(title: Message.refusedTitle, body: Message.refusedBody("\(problem)"))
    }
  }

  static func mended(_ rules: Rules, _ path: String) -> Notification {
    Notification(title: Message.mendedTitle, body: Message.gestures(rules.ruleSet.gestures.count, from: path))
  }

  static func paused(_ resuming: [String]) -> Notification {
    Notification(title: Message.pausedTitle, body: Message.pausedBody(resuming))
  }

  static func gaveBack(_ device: Device) -> Notification {
    Notification(title: Message.gaveBackTitle, body: Message.gaveBackBody(device))
  }

  /// A notification that lists a hint's gestures, for desktops on which no overlay is drawn.
  static func possible(_ gestures: [String]) -> Notification {
    Notification(title: Message.possibleTitle, body: gestures.map(\.visible).joined(separator: "\n"))
  }

  static let resumed = Notification(title: Message.resumedTitle, body: "")

  /// The command that shows the notification. The option `--hint` makes the notification replace the previous one.
  var request: CommandRequest {
    let command = [
      Self.program, "--app-name=gesture-bridge", "--icon=input-tablet",
      "--hint=string:x-canonical-private-synchronous:gesture-bridge", "--", title, body.escaped,
    ]
    return CommandRequest(
      binding: nil, file: "a notification of the daemon", line: nil, key: Self.program, gesture: "gesture-bridge",
      command: .direct(command))
  }

  static var isPossible: Bool {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}

extension String {
  /// The text with markup escaped, because servers may read a notification's text as markup.
  fileprivate var escaped: String {
    replacing(each: "&", by: "&amp;").replacing(each: "<", by: "&lt;").replacing(each: ">", by: "&gt;")
  }
}
