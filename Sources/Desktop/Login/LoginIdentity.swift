import Glibc

public struct LoginIdentity: Equatable, Sendable {
  /// The session's id from XDG_SESSION_ID. Nil or empty if no login started the process.
  public var session: String?
  /// The process whose session is followed; nil to follow another user's session.
  public var process: UInt32?
  /// The user whose session is followed if no other session is found; nil to follow no user's session.
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
