import Glibc

public struct LoginIdentity: Equatable, Sendable {
  /// The id of the session to follow; `own` takes it from XDG_SESSION_ID. Nil or empty if the id isn't known.
  public var session: String?
  /// The process whose session is followed if `session` leads to no usable session. Nil for another user's session.
  public var process: UInt32?
  /// The user whose session is followed if `session` and `process` lead to no usable session. If nil, the search ends.
  public var user: UInt32?

  public init(session: String?, process: UInt32? = nil, user: UInt32? = nil) {
    (self.session, self.process, self.user) = (session, process, user)
  }

  public static var own: LoginIdentity {
    LoginIdentity(
      session: getenv("XDG_SESSION_ID").map { String(cString: $0) }, process: UInt32(bitPattern: getpid()),
      user: getuid())
  }
}
