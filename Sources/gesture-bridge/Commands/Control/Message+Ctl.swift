import Glibc

// What `ctl` says when it gets no answer.
extension Message {
  static let noRuntimeFolder =
    "XDG_RUNTIME_DIR is not set, so no daemon can be found; set it, usually to /run/user/\(getuid())"
  static let noDaemon =
    "no gesture-bridge runs in this session, nor elsewhere as this user; `gesture-bridge` starts one"
  static let lostDaemon = "the connection to gesture-bridge is lost: it has ended, or dropped this program"
  static let dropped = "gesture-bridge has dropped this program, which did not read what it was told"
  static let oddAnswer = "the daemon's answer makes no sense to this version; `--json` prints it"

  static func noDaemon(in session: String) -> String { "no gesture-bridge runs in the session \"\(session)\"" }

  static func severalDaemons(_ sessions: [String]) -> String {
    "no gesture-bridge runs in this session, and several in others: name one with --session, of "
      + sessions.joined(separator: ", ")
  }

  static func notAllowed(_ path: String) -> String {
    "you may not talk to the gesture-bridge at \(path); run this as its own user"
  }

  static func silent(_ path: String) -> String {
    "the gesture-bridge at \(path) has not answered within \(ControlConnection.patience / 1_000_000) seconds"
  }
}
