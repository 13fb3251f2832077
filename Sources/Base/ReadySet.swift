import CLinux
import Glibc

/// A set of descriptors. Its own descriptor is readable when a member is readable.
public final class ReadySet {
  public let descriptor: Int32

  /// - Throws: if descriptors have run out.
  public init() throws(SystemError) {
    descriptor = gb_epoll_create()
    if descriptor < 0 { throw SystemError(call: "epoll_create1", code: errno) }
  }

  deinit { close(descriptor) }

  public func add(_ member: Int32) {
    _ = gb_epoll_control(descriptor, EPOLL_CTL_ADD, member, EPOLLIN.rawValue, UInt64(member))
  }

  public func remove(_ member: Int32) { _ = gb_epoll_control(descriptor, EPOLL_CTL_DEL, member, 0, 0) }

  /// Calls `serve` once for each readable descriptor, at most `mostAtOnce` times. Doesn't wait.
  public func serveReady(_ serve: (Int32) -> Void) {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.mostAtOnce) { events in
      let count = Int(gb_epoll_wait(descriptor, events.baseAddress, Int32(Self.mostAtOnce), 0))
      for index in 0..<max(count, 0) { serve(Int32(truncatingIfNeeded: events[index].data.u64)) }
    }
  }

  /// The most descriptors that one call of `serveReady` serves. Other readable descriptors remain readable.
  private static let mostAtOnce = 16
}
