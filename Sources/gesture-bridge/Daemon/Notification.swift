import Actions
import Bindings
import Glibc

/// A message on the desktop about the rules, shown by `notify-send`; each takes the place of the one before.
struct Notification: Equatable {
  static let program = "notify-send"

  let title: String
  /// Plain text.
  let body: String

  static func trouble(_ problem: RulesFile.Problem) -> Notification {
    switch problem {
    case .invalid(_, let errors):
      Notification(title: Message.troubleTitle(errors), body: Message.troubleBody(errors))
    case .unreadable, .notFound:
      Notification(title: Message.refusedTitle, body: Message.refusedBody("\(problem)"))
    }
  }

  static func mended(_ rules: Rules, _ path: String) -> Notification {
    Notification(title: Message.mendedTitle, body: Message.gestures(rules.ruleSet.gestures.count, from: path))
  }

  /// What shows it; a service that knows the hint shows one of a kind at a time.
  var request: CommandRequest {
    let command = [
      Self.program, "--app-name=gesture-bridge", "--icon=input-tablet",
      "--hint=string:x-canonical-private-synchronous:gesture-bridge", "--", title, body.escaped,
    ]
    return CommandRequest(
      binding: nil, file: "the daemon itself", line: nil, key: Self.program, gesture: "gesture-bridge",
      command: .direct(command))
  }

  /// Whether there is a program to show any.
  static var isPossible: Bool {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}

extension String {
  /// A notification's text may be markup.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
