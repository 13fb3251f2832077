import Glibc

enum LoginWording {
  private static let always = "gestures also work while the session is locked"

  static let noLibrary =
    "locked sessions can't be detected, because libsystemd.so.0 and libelogind.so.0 are missing: \(always)"

  static func noBus(_ code: Int32) -> String {
    "locked sessions can't be detected, because there is no system bus (\(String(cString: strerror(code)))): \(always)"
  }

  static let noLogin = "locked sessions can't be detected, because logind or elogind does not run: \(always)"

  static let unknownUser = "logind does not know a session of this user: \(always)"

  static let silent = "logind does not answer: until it does, \(always)"

  static func found(_ path: String) -> String { "the session is \(path)" }

  static let lost =
    "logind has stopped: for \(SessionMemory.fading) s the last known state of the session is used"

  /// The warning that the login manager has not come back, and that these reasons of its last report still count.
  static func kept(_ reasons: SuspensionReasons) -> String {
    let what = reasons.contains(.locked) ? "the session was locked" : "another session had the screen"
    return """
      logind has stopped, and when it last answered \(what): gestures are inactive until it is back; if it does not \
      come back, restart gesture-bridge
      """
  }

  static let remembered = """
    logind restarted while the session was locked, and no longer knows about the lock: gestures are inactive until you \
    lock and unlock the session once more, or restart gesture-bridge
    """

  static let forgotten = "logind is still missing: until it is back, \(always)"
}
