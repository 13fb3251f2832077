/// A connection to a part of the session: logind, a compositor, an X server, a desktop's own socket or a bus service.
///
/// A link connects when it is created, and never blocks. Its owner waits for the descriptor, calls `ready` when the
/// descriptor is ready, and `advance` when the deadline has come. An unavailable link has closed its connection; its
/// owner may create another link later.
public protocol SessionLink: AnyObject {
  /// The name of the protocol or the desktop, for messages.
  var name: String { get }
  var state: LinkState { get }
  /// The descriptor to wait for, with the events of poll(2); nil if there is nothing to wait for.
  var wait: (descriptor: Int32, events: Int16)? { get }
  /// A counter that changes when a shared connection was read; the owner then calls `ready`. 0 if nothing is shared.
  var news: Int { get }
  /// Reads and writes as much as possible without blocking.
  func ready()
  /// When to call `advance` even if the descriptor isn't ready, CLOCK_MONOTONIC microseconds; nil for never.
  var nextDeadline: Int64? { get }
  func advance(to now: Int64)
  /// Undoes effects that must not last, such as pressed keys, and closes the connection; the link becomes unavailable.
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
  /// Why the link can't be used, as a clause: `the X server has closed the connection`.
  case unavailable(String)

  public var isOver: Bool { if case .unavailable = self { true } else { false } }
}

enum LinkEnd {
  static let closed = "it is closed"
  static let silent = "it does not answer"
}
