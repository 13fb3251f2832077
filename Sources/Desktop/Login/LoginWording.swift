import Glibc

/// All texts about the login.
enum LoginWording {
  private static let always = "gestures count whether the session is locked or not"

  static let noLibrary =
    "nobody tells of sessions, as there is neither libsystemd.so.0 nor libelogind.so.0: \(always)"

  static func noBus(_ code: Int32) -> String {
    "nobody tells of sessions, as there is no system bus (\(String(cString: strerror(code)))): \(always)"
  }

  static let noLogin = "nobody tells of sessions, as neither logind nor elogind runs: \(always)"

  static let unknownUser = "the login knows no session of this user: \(always)"

  static let silent = "the login does not answer: until it does, \(always)"

  static func found(_ path: String) -> String { "the session is \(path)" }

  static let lost =
    "nobody tells of sessions any more: for \(SessionMemory.fading) s the session counts as it was"

  /// The login manager is gone, and these reasons stay.
  static func kept(_ reasons: SuspensionReasons) -> String {
    let what = reasons.contains(.locked) ? "the session was locked" : "another session had the screen"
    return """
      the login manager is gone, and when it was last heard \(what): gestures rest until it is back; if it won't be, start \
      gesture-bridge anew
      """
  }

  static let remembered = """
    the session was locked when the login manager began anew, which forgets that: gestures rest until the session has been \
    locked and unlocked once more; else start gesture-bridge anew
    """

  static let forgotten = "nobody tells of sessions any more: until somebody does, \(always)"
}
