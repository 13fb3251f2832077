import CLinux

/// Bytes that another process sends on a connection once this one is gone, however it ends.
package final class LastWords {
  private let line: OwnedDescriptor

  /// - Throws: when there is no process for it.
  package init(_ bytes: [UInt8], on connection: Int32) throws(SystemError) {
    line = try OwnedDescriptor("fork", gb_last_words_begin(connection, bytes, bytes.count))
  }

  /// They are not sent any more. What was sent before is read, also if the connection ends right now.
  deinit { gb_last_words_end(line.number) }
}
