import CLinux
import Glibc

/// A set of descriptors with a descriptor of its own, which is readable when one of the set is.
public final class ReadySet {
  public let fd: Int32

  /// - Throws: if descriptors have run out.
  public init() throws(SystemError) {
    fd = gb_epoll_create()
    if fd < 0 { throw SystemError(call: "epoll_create1", code: errno) }
  }

  deinit { close(fd) }

  public func add(_ descriptor: Int32) {
    _ = gb_epoll_control(fd, EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, UInt64(descriptor))
  }

  public func remove(_ descriptor: Int32) { _ = gb_epoll_control(fd, EPOLL_CTL_DEL, descriptor, 0, 0) }

  /// Calls `serve` with each readable descriptor, without waiting.
  public func ready(_ serve: (Int32) -> Void) {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.most) { events in
      let count = Int(gb_epoll_wait(fd, events.baseAddress, Int32(Self.most), 0))
      for index in 0..<max(count, 0) { serve(Int32(truncatingIfNeeded: events[index].data.u64)) }
    }
  }

  /// The most descriptors of one call; the others stay readable.
  private static let most = 16
}
