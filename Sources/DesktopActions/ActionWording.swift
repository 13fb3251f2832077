import Bindings

enum ActionWording {
  static func dryRun(_ request: DesktopRequest) -> String {
    "dry run: \(request.rule) would ask the desktop for \(request.action.text)"
  }

  static func leftOut(_ request: DesktopRequest, _ lack: String) -> String {
    "\(request.rule) is skipped: \(Self.lack(request)) (\(lack)); `gesture-bridge doctor` shows more"
  }

  static func lack(_ request: DesktopRequest) -> String { "\(request.action.text) can't be done here" }

  /// The clause for a request in a domain without a usable link.
  static func nothing(_ problems: [String]) -> String {
    problems.isEmpty
      ? "no program in this session accepts the request"
      : "no program in this session accepts the request: \(problems.joined(separator: "; "))"
  }

  static func ready(_ domain: DesktopDomain, _ link: String) -> String {
    "\(link) controls \(subject(domain))"
  }

  static func nothing(_ domain: DesktopDomain, _ problems: [String]) -> String {
    "no program in this session can control \(subject(domain))"
      + (problems.isEmpty ? "" : " (\(problems.joined(separator: "; ")))")
  }

  static func cantBeDone(_ action: DesktopAction, _ location: FileLocation, _ lack: String) -> String {
    "\(location.file):\(location.line): `\(action.text)` can't be done here: \(lack)"
  }

  static func lost(_ link: String, _ reason: String) -> String { "\(link) has stopped working: \(reason)" }

  private static func subject(_ domain: DesktopDomain) -> String {
    switch domain {
    case .windows: "windows and workspaces"
    case .media: "the media player"
    case .sound: "the volume"
    case .light: "the brightness"
    }
  }
}
