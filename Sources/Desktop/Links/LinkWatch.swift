import Base
import Glibc
import Logging
import Runtime

/// Lets an event loop watch a connection's descriptor.
public final class LinkWatch {
  private var watched: (descriptor: Int32, events: Int16)?
  private let log: Logger
  private let loop: EventLoop

  public init(on loop: EventLoop, log: Logger) { (self.loop, self.log) = (loop, log) }

  deinit { follow(nil) {} }

  /// Watches only the descriptor of `wait`; nil stops watching. If `wait` is unchanged, keeps the earlier `ready`.
  public func follow(_ wait: (descriptor: Int32, events: Int16)?, ready: @escaping () -> Void) {
    guard wait?.descriptor != watched?.descriptor || wait?.events != watched?.events else { return }
    if let watched { loop.remove(watched.descriptor) }
    watched = wait
    guard let wait else { return }
    do throws(SystemError) {
      try loop.add(wait.descriptor, Interest(wait.events)) { _ in ready() }
    } catch {
      log.error("\(error)")
    }
  }
}

extension Interest {
  init(_ events: Int16) {
    let (reads, writes) = (events & Int16(POLLIN) != 0, events & Int16(POLLOUT) != 0)
    self = reads ? (writes ? .both : .reading) : (writes ? .writing : .hangUp)
  }
}
