/// A connection to a part of the session: logind, a compositor, an X server, a desktop's own socket or a service on a bus.
///
/// It begins when it is created and never waits: its owner waits for the descriptor, calls `ready` when it is ready, and `advance` when the
/// deadline has come. A link that is unavailable has closed its connection; its owner may create another one later.
public protocol SessionLink: AnyObject {
  /// The name of the protocol or of the desktop, for people.
  var name: String { get }
  var state: LinkState { get }
  /// The descriptor to wait for, with the events of poll(2); nil if it waits for none.
  var wait: (descriptor: Int32, events: Int16)? { get }
  /// A number that changes when a connection which several links share was read: `ready` is due then.
  var news: Int { get }
  /// Reads and writes all that is ready.
  func ready()
  /// When `advance` is due although the descriptor is not ready, CLOCK_MONOTONIC microseconds; nil for never.
  var nextDeadline: Int64? { get }
  func advance(to now: Int64)
  /// Undoes at once what must not last, and closes the connection; nothing is sent after that. The link is unavailable for this reason.
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
  /// A clause that says why the link can't be used: `the compositor has no zwlr_foreign_toplevel_manager_v1`.
  case unavailable(String)

  public var isOver: Bool { if case .unavailable = self { true } else { false } }
}

enum LinkEnd {
  static let closed = "it is closed"
  static let silent = "it does not answer"
}
