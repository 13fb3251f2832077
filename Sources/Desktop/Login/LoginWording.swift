import Glibc

enum LoginWording {
  private static let always = "gestures also work while the session is locked"

  static let noLibrary =
    "locked sessions can't be detected, because no D-Bus library was found: install libsystemd, libelogind or basu, and restart gesture-bridge; until then, \(always)"

  static func noBus(_ code: Int32) -> String {
    "locked sessions can't be detected, because there is no system bus (\(String(cString: strerror(code)))): \(always)"
  }

  static let noLogin = "locked sessions can't be detected, because neither logind nor elogind runs: \(always)"

  static let unknownUser =
    "locked sessions can't be detected, because logind has no session of this user: \(always)"

  static let silent = "logind does not answer: until it answers, \(always)"

  static func found(_ path: String) -> String { "the session is \(path)" }

  static let lost =
    "logind has stopped: its last report about the session still counts, but a report of sleep counts for only \(SessionMemory.fading) s"

  /// The warning that the login manager is missing, and that its last report counts.
  static func kept(_ reasons: SuspensionReasons) -> String {
    let what = reasons.contains(.locked) ? "the session was locked" : "another session had the screen"
    return """
      logind has stopped, and in its last report, \(what): gestures are inactive until logind runs again; if \
      logind does not start again, restart gesture-bridge
      """
  }

  static let remembered = """
    logind restarted while the session was locked, and no longer knows about the lock: gestures are inactive until you \
    lock and unlock the session once more, or restart gesture-bridge
    """

  static let forgotten = "logind still does not run: until logind runs again, \(always)"
}
