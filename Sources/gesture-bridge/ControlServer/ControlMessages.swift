import Base
import CLinux
import Desktop
import Glibc
import Text

// The one daemon of a session, and its control socket
extension Message {
  static func runsAlready(_ pid: Int32?, isDebug: Bool) -> String {
    let running = "gesture-bridge already runs in this session" + (pid.map { " (pid \($0))" } ?? "")
    return isDebug
      ? "\(running): that daemon runs the actions, and this view runs none"
      : "\(running); run `gesture-bridge reload` to make that daemon read its rules again, or end that daemon first"
  }

  static func noSeat(_ problem: any Error) -> String {
    "there is no control socket, so a second daemon would not be noticed: \(text(problem))"
  }

  static func noSocket(_ path: String, _ error: SystemError) -> String {
    let limit = gb_local_path_limit()
    guard error.code == ENAMETOOLONG else { return "there is no control socket: \(path): \(error)" }
    return "there is no control socket: \(path) is longer than the \(limit) bytes that a socket's path can have; "
      + "set XDG_RUNTIME_DIR to a shorter path, usually /run/user/\(geteuid())"
  }

  private static func text(_ problem: any Error) -> String {
    guard let problem = problem as? RuntimeFolder.Problem else { return "\(problem)" }
    return switch problem {
    case .noVariable:
      "the environment variable XDG_RUNTIME_DIR is not set; start gesture-bridge from your session, or set this variable, usually to /run/user/\(geteuid())"
    case .relative(let path):
      "XDG_RUNTIME_DIR is \(path.inQuotes), which does not begin with /; set it, usually to /run/user/\(geteuid())"
    case .wrongOwner(let path, let user):
      "\(path) belongs to user \(user); run gesture-bridge as that user, or set XDG_RUNTIME_DIR to your own folder, /run/user/\(geteuid())"
    case .writableByOthers(let path): "other users can write to \(path); run `chmod 700 \(path)` to prevent this"
    case .noFolder(let path): "\(path) is not a folder; remove it"
    case .system(let path, let error): "\(path): \(error)"
    }
  }
}

// Clients of the daemon
extension Message {
  static let tooManyClients =
    "\(ControlServer.mostClients) programs are already connected to this daemon; end one of them first"
  static let tooManySubscribers =
    "\(ControlServer.mostSubscribers) programs already get this daemon's events; end one of them first"
  static let idleTooLong = "there was no request for \(ControlServer.patience / 1_000_000) s, so this connection ends"

  static func unknownMode(_ name: String, _ file: String) -> String {
    "there is no mode \"\(name.visible)\" in \(file)"
  }

  static func noGesture(_ name: String, _ file: String) -> String {
    "there is no gesture \"\(name.visible)\" in \(file)"
  }

  static func noModifier(_ name: String) -> String { "there is no modifier \"\(name.visible)\"" }

  static func nearest(_ name: String?, of known: [String]) -> String {
    let most = 20
    let shown = known.prefix(most).map(\.visible).joined(separator: ", ") + (known.count > most ? "…" : "")
    return (name.map { "\(didYouMean($0)) " } ?? "")
      + (known.isEmpty ? "the rules have no gestures; add one to the rules file" : "choose one of \(shown)")
  }

  static let pausedNow = "the daemon is paused, so no action runs"
  static let resumeFirst = "run `gesture-bridge resume` first"

  static func nothingCounts(_ gesture: String) -> String {
    "\"\(gesture.visible)\" has no action that can run now"
  }
  static func takesFingers(_ gesture: String) -> String {
    "all actions of \"\(gesture.visible)\" need fingers on the device, and a triggered gesture has no fingers"
  }
  static func onlyNative(_ gesture: String) -> String {
    "\"\(gesture.visible)\" only performs a gesture of the desktop, which needs fingers on the device"
  }
  static let makeItByHand = "make the gesture on the device"

  static func sendsNothing(_ reasons: SuspensionReasons) -> String {
    "\(reasons.clause), so no keys, clicks or requests to the desktop are sent"
  }
  static let triggerLater = "try again when the session is in use"

  static let lookAtBindings = "run `gesture-bridge ctl gestures` to see the conditions of each action"
}

extension SuspensionReasons {
  private static let words: KeyValuePairs<String, SuspensionReasons> = [
    "background": .inactive, "locked": .locked, "asleep": .asleep,
  ]

  /// The reasons in the words of the control protocol.
  var reasons: [String] { Self.words.filter { contains($0.value) }.map(\.key) }
}
