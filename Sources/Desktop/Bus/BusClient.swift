import Base
import CLibraries
import Glibc

/// A client that speaks D-Bus with this program, without a bus. The client only gets signals. No call blocks.
package final class BusClient {
  /// The maximum number of messages that wait to be sent to the client. If more messages wait, `process` returns false.
  private static let mostQueued = 64
  /// The maximum number of messages that `process` handles in one call.
  private static let batch = 32

  private let library: BusLibrary
  private let bus: OpaquePointer
  package let descriptor: Int32

  /// Takes over a connected descriptor. Nil if sd-bus can't serve clients, or if copying or using the descriptor fails.
  package init?(_ library: BusLibrary, _ descriptor: consuming OwnedDescriptor) {
    var made: OpaquePointer?
    guard library.servesClients, library.new(&made) >= 0, let bus = made else { return nil }
    // sd-bus closes its own copy of the descriptor.
    let own = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    (self.library, self.bus, self.descriptor) = (library, bus, own)
    guard own >= 0, library.set_fd(bus, own, own) >= 0 else {
      close(own)
      return nil
    }
    var generator = SystemRandomNumberGenerator()
    let id = sd_id128_t(qwords: (generator.next(), generator.next()))
    guard library.set_server(bus, 1, id) >= 0, library.start(bus) >= 0 else { return nil }
  }

  deinit { _ = library.close_unref(bus) }

  /// Handles received messages. Returns false if the client has disconnected, or if too many messages wait to be sent.
  package func process() -> Bool {
    for _ in 0..<Self.batch {
      let result = library.process(bus, nil)
      if result < 0 { return false }
      if result == 0 { break }
    }
    var queued: UInt64 = 0
    return library.get_n_queued_write(bus, &queued) >= 0 && queued <= UInt64(Self.mostQueued)
  }

  /// Sends a signal. Returns false if the client has disconnected or doesn't read, or if sd-bus refuses the signal.
  package func sendSignal(_ path: String, _ interface: String, _ signal: String, _ arguments: [BusCall.Argument])
    -> Bool
  {
    var made: OpaquePointer?
    guard library.message_new_signal(bus, &made, path, interface, signal) >= 0, let message = made else { return false }
    defer { _ = library.message_unref(message) }
    for argument in arguments where !library.append(argument, to: message) { return false }
    return library.send(bus, message, nil) >= 0 && process()
  }
}
