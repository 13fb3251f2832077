import Base
import Logging
import Runtime

/// A descriptor that a loop watches for a connection, which may be another one each time, or none.
final class ChangingDescriptor {
  private struct Watched: Equatable {
    let descriptor: Int32
    let events: Int16
    /// Which of the connections it belongs to: another one's descriptor may have the same number.
    let connection: Int
  }

  private var watched: Watched?
  private let log: Logger
  private unowned let loop: EventLoop

  init(on loop: EventLoop, log: Logger) {
    self.loop = loop
    self.log = log
  }

  /// Watches this and no other any more; nil for nothing. The events are those of poll(2); `connection` counts the connections.
  func watch(_ wait: (descriptor: Int32, events: Int16)?, of connection: Int, ready: @escaping () -> Void) {
    let wanted = wait.map { Watched(descriptor: $0.descriptor, events: $0.events, connection: connection) }
    guard wanted != watched else { return }
    if let watched { loop.remove(watched.descriptor) }
    watched = wanted
    guard let wanted else { return }
    do throws(SystemError) {
      try loop.add(wanted.descriptor, Interest(wanted.events)) { _ in ready() }
    } catch {
      log.error("\(error)")
    }
  }
}
