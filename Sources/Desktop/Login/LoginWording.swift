import Glibc

/// What there is to say about the login, all of it.
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

  static let forgotten = "nobody tells of sessions any more: until somebody does, \(always)"
}
