/// One way to have something done in the session, over a connection of its own. It never waits: its owner waits for the
/// descriptor, calls `ready` when it is ready, and `advance` when the deadline has come.
public protocol SessionWay: AnyObject {
  /// The name of the protocol or of the desktop, for people.
  var name: String { get }
  var state: WayState { get }
  /// What to wait for, as in poll(2); nil for nothing.
  var wait: (descriptor: Int32, events: Int16)? { get }
  func ready()
  /// When `advance` is due although the descriptor is not ready, CLOCK_MONOTONIC microseconds; nil for never.
  var nextDeadline: Int64? { get }
  func advance(to now: Int64)
  /// Undoes at once what must not last, and closes the connection; nothing is sent after that.
  func finish()
}

extension SessionWay {
  public var nextDeadline: Int64? { nil }
  public func advance(to now: Int64) {}
}

/// How far a way is.
public enum WayState: Equatable, Sendable {
  case opening
  case ready
  /// A clause that says why it can't be used.
  case unavailable(String)
}
