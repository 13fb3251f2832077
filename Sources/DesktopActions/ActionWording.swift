import Bindings

enum ActionWording {
  static func dryRun(_ request: DesktopRequest) -> String {
    "dry run: \(request.rule) would ask the desktop for `\(request.action.text)`"
  }

  static func skipped(_ request: DesktopRequest, _ obstacle: String) -> String {
    "\(request.rule) is skipped: \(cantBeDone(request)) (\(obstacle))"
      + (obstacle == noOtherWorkspace ? "" : "; run `gesture-bridge doctor` for details")
  }

  static func cantBeDone(_ request: DesktopRequest) -> String { "`\(request.action.text)` can't be done now" }

  static let tooMany = "too many requests wait for the desktop to answer"
  static let noOtherWorkspace = "there is no other workspace"

  /// Returns the clause for a request in a domain without a usable link.
  static func nothing(_ problems: [String]) -> String {
    problems.isEmpty
      ? "no program in this session accepts the request"
      : "no program in this session accepts the request: \(problems.joined(separator: "; "))"
  }

  static func ready(_ domain: DesktopDomain, _ link: String) -> String { "\(link) controls \(subject(domain))" }

  static func nothing(_ domain: DesktopDomain, _ problems: [String]) -> String {
    "no program in this session can control \(subject(domain))"
      + (problems.isEmpty ? "" : " (\(problems.joined(separator: "; ")))")
  }

  static func cantBeDone(_ action: DesktopAction, _ location: FileLocation, _ obstacle: String) -> String {
    "\(location.file):\(location.line): `\(action.text)` can't be done in this session: \(obstacle)"
  }

  /// Returns the fix for a missing link (`action` is nil), or for an action that `link` can't do.
  static func fix(_ domain: DesktopDomain, _ action: DesktopAction? = nil, _ link: String = "") -> String {
    switch (domain, action, link) {
    case (_, .window(.minimize), "sway"): "use a command: `run = \"swaymsg move scratchpad\"`"
    case (_, .window(.minimize), "i3"): "use a command: `run = \"i3-msg move scratchpad\"`"
    case (_, .window(.maximize), "sway"), (_, .window(.maximize), "i3"): "use `window = \"fullscreen\"`"
    case (_, .overview, "sway"), (_, .overview, "i3"): "use a command, such as `run = \"rofi -show window\"`"
    case (.windows, _, _): "use a command of your desktop: `run = \"…\"` (see desktops.md in the guide)"
    case (.media, _, _): "check that the session bus runs, and that libsystemd, libelogind or basu is installed"
    case (.sound, _, _): "start PipeWire (with pipewire-pulse) or PulseAudio in this session"
    case (.light, _, _): "if logind does not run, start it; for external screens, use `run = \"ddcutil setvcp 10 + 5\"`"
    }
  }

  static func hangs(_ link: String, _ waiting: Int) -> String { "\(link) has not answered \(waiting) earlier requests" }

  /// Returns the clause for a request whose link has closed before the answer.
  static func unanswered(_ reason: String) -> String { "no answer was received: \(reason)" }

  static func lost(_ link: String, _ reason: String) -> String { "the connection to \(link) has ended: \(reason)" }

  private static func subject(_ domain: DesktopDomain) -> String {
    switch domain {
    case .windows: "windows and workspaces"
    case .media: "the media player"
    case .sound: "the volume"
    case .light: "the brightness"
    }
  }
}
