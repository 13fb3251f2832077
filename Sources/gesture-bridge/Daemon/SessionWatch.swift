import Base
import Desktop
import Glibc
import Logging
import Runtime

/// Follows the user's session: while there is a reason, such as a locked screen, gestures rest.
final class SessionWatch: LoopPart {
  /// The start waits at most this long for the login manager, in microseconds; it answers within a few milliseconds.
  private static let patience: Int64 = 1_000_000

  /// Why gestures rest now; empty while they count.
  private(set) var reasons: SuspensionReasons = []
  /// The reasons differ from `before`.
  var changed: (_ before: SuspensionReasons) -> Void = { _ in }
  private var session: LoginSession?

  /// Asks the login manager, and follows it from now on.
  func begin(on runtime: Runtime, log: Logger) {
    let session = LoginSession(
      owner: LoginOwner(
        on: runtime.loop, log: log, ready: { [unowned self] in self.session?.ready() },
        changed: { [unowned self] in take($0) }),
      log: log)
    self.session = session
    runtime.add(self)
    session.begin(within: Self.patience)
  }

  var nextDeadline: Int64? { session?.nextDeadline }
  func advance(to now: Int64) { session?.advance(to: now) }

  private func take(_ reasons: SuspensionReasons) {
    let before = self.reasons
    guard reasons != before else { return }
    self.reasons = reasons
    changed(before)
  }
}

extension LoginOwner {
  /// An owner that has `loop` wait for the descriptor and calls `ready`.
  init(
    on loop: EventLoop, log: Logger, ready: @escaping () -> Void, changed: @escaping (SuspensionReasons) -> Void,
    knows: @escaping () -> Void = {}
  ) {
    self.init(
      now: EventLoop.now,
      watch: { [unowned loop] descriptor, events in
        do throws(SystemError) {
          try loop.add(descriptor, Interest(events)) { _ in ready() }
        } catch {
          log.error("\(error)")
        }
      },
      unwatch: { [unowned loop] in loop.remove($0) }, changed: changed, knows: knows)
  }
}

extension Interest {
  /// The interest for these events of poll(2).
  init(_ events: Int16) {
    let (reads, writes) = (events & Int16(POLLIN) != 0, events & Int16(POLLOUT) != 0)
    self = reads ? (writes ? .both : .reading) : (writes ? .writing : .hangUp)
  }
}

extension Message {
  /// The text for reasons to rest, or for gestures that count again.
  static func absent(_ reasons: SuspensionReasons) -> String {
    reasons.isEmpty ? "the session is back: gestures work again" : "\(reasons.clause): gestures are suspended"
  }
}
