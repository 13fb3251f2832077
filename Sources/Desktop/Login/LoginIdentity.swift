import Glibc

public struct LoginIdentity: Equatable, Sendable {
  /// The session that the login has named to its processes; empty or nil for a process that no login has started.
  public var session: String?
  /// The process whose session it is; nil for the session of others.
  public var process: UInt32?
  /// The user whose session it is if nothing else is known of it.
  public var user: UInt32?

  public init(session: String?, process: UInt32? = nil, user: UInt32? = nil) {
    self.session = session
    self.process = process
    self.user = user
  }

  public static var own: LoginIdentity {
    LoginIdentity(
      session: getenv("XDG_SESSION_ID").map { String(cString: $0) }, process: UInt32(bitPattern: getpid()),
      user: getuid())
  }
}
