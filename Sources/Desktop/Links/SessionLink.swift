/// A connection to a part of the session, such as logind or an X server.
///
/// A link connects when it is created, and never blocks. Its owner waits for the descriptor. An unavailable link has
/// closed its connection. The owner can create another link later.
public protocol SessionLink: AnyObject {
  /// The name of the protocol or the desktop, for texts that users read.
  var name: String { get }
  var state: LinkState { get }
  /// The descriptor to wait for, with the events of poll(2). Nil if the link waits for nothing.
  var wait: (descriptor: Int32, events: Int16)? { get }
  /// A counter that changes after each read of a shared connection; then call `ready`. 0 without a shared connection.
  var news: Int { get }
  /// Reads and writes as much as possible without blocking.
  func ready()
  /// When to call `advance` even without a ready descriptor, in CLOCK_MONOTONIC microseconds. Nil for never.
  var nextDeadline: Int64? { get }
  func advance(to now: Int64)
  /// Undoes lasting effects such as pressed keys, and closes the connection. The link becomes unavailable.
  func close(_ reason: String)
}

extension SessionLink {
  public var news: Int { 0 }
  public var nextDeadline: Int64? { nil }
  public func advance(to now: Int64) {}
}

public enum LinkState: Equatable, Sendable {
  /// The other side has not answered yet.
  case opening
  case ready
  /// The link can't be used. The reason is a clause, such as `the X server has closed the connection`.
  case unavailable(String)

  public var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
}

enum LinkEnd {
  static let closed = "the connection was closed"
  static let silent = "no answer was received"
}
