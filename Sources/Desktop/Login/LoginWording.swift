import Glibc

enum LoginWording {
  private static let always = "gestures also work while the session is locked"

  static let noLibrary =
    "locked sessions can't be detected, because no D-Bus library was found: install libsystemd, libelogind or basu, and restart gesture-bridge; until then, \(always)"

  static func noBus(_ code: Int32) -> String {
    "locked sessions can't be detected, because the system bus can't be reached (\(String(cString: strerror(code)))): start D-Bus; until then, \(always)"
  }

  static let noLogin =
    "locked sessions can't be detected, because neither logind nor elogind runs: start one of them; until then, \(always)"

  static let unknownUser =
    "locked sessions can't be detected, because logind has no session of this user: enable pam_systemd or pam_elogind in PAM, and log in again; until then, \(always)"

  static let silent = "logind does not answer: until it answers, \(always)"

  static func found(_ path: String) -> String { "the session's path in logind is \(path)" }

  static let lost =
    "logind has stopped: its last report about the session still counts, but a report of sleep counts only for \(SessionMemory.fading) s"

  /// Returns the warning that the login manager has stopped, and that the `reasons` in its last report still count.
  static func kept(_ reasons: SuspensionReasons) -> String {
    let what = reasons.contains(.locked) ? "the session was locked" : "the session was in the background"
    return
      "logind has stopped, and its last report was that \(what), so gestures are inactive; start logind again, or restart gesture-bridge"
  }

  static let remembered =
    "logind restarted while the session was locked, and no longer knows about the lock: gestures are inactive until you lock and unlock the session once more, or restart gesture-bridge"

  static let forgotten = "logind still does not run: start logind; until then, \(always)"
}
