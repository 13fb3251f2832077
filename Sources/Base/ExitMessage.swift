import CLinux

/// A message that a helper process sends when this process ends for any reason.
package final class ExitMessage {
  private let line: OwnedDescriptor

  /// - Throws: if the helper process can't be started, or if `bytes` has more than 1,024 bytes.
  package init(_ bytes: [UInt8], on connection: Int32) throws(SystemError) {
    line = try OwnedDescriptor("fork", gb_exit_message_begin(connection, bytes, bytes.count))
  }

  /// Cancels the message. The helper keeps the connection open until all sent bytes are read, at most for about 1 s.
  deinit { gb_exit_message_end(line.number) }
}
