import Base
import CLinux
import Glibc

/// A non-blocking connection to a local socket. Its owner polls with `wait`, and then calls `ready`.
package final class LocalStream {
  /// The number of bytes after which one call of `ready` stops reading.
  private static let atOnce = 1 << 20
  /// The maximum number of bytes that wait to be sent. If there are more, the connection ends.
  private static let mostUnsent = 1 << 16
  /// The maximum number of received files that wait for their messages. If there are more, the connection ends.
  private static let mostFiles = 64

  /// Why the connection has ended, as a clause; nil until it has ended.
  package private(set) var ending: String?
  private var unsent: [UInt8] = []
  private var files: [Int32] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  /// The name of the program at the other end, for error texts.
  private let peer: String
  private let descriptor: OwnedDescriptor

  package convenience init(path: String, peer: String) throws(SystemError) {
    self.init(try OwnedDescriptor("connect", gb_local_connect(path)), peer: peer)
  }

  package init(_ descriptor: consuming OwnedDescriptor, peer: String) {
    self.descriptor = descriptor
    self.peer = peer
  }

  deinit { for file in files { close(file) } }

  /// The descriptor and the events of poll(2). Nil once the connection has ended.
  package var wait: (descriptor: Int32, events: Int16)? {
    ending == nil ? (descriptor.number, Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT)) : nil
  }

  package func send(_ bytes: [UInt8]) {
    guard ending == nil else { return }
    unsent += bytes
    flush()
  }

  func send(_ bytes: [UInt8], passing file: Int32) {
    flush()
    guard ending == nil else { return }
    let count = unsent.isEmpty ? gb_packets_send(descriptor.number, bytes, bytes.count, file) : 0
    guard count > 0 else { return end("\(peer) has closed the connection, or does not read the requests that it gets") }
    unsent += bytes.dropFirst(count)
  }

  /// Removes and returns the oldest received file, which the caller must close. Nil if no received file is left.
  func removeFirstFile() -> Int32? { files.isEmpty ? nil : files.removeFirst() }

  /// Reads at most about `atOnce` waiting bytes, and passes them to `received` in pieces. Then sends unsent bytes.
  package func ready(_ received: (ArraySlice<UInt8>) -> Void) {
    var left = Self.atOnce
    while ending == nil, left > 0 {
      let count = receive()
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return end("\(peer) has closed the connection") }
      left -= count
      received(buffer[..<count])
    }
    flush()
  }

  private func receive() -> Int {
    var number: Int32 = 0
    let count = withUnsafeTemporaryAllocation(of: Int32.self, capacity: Int(GB_MOST_FILES)) { passed in
      let count = gb_local_receive_files(descriptor.number, &buffer, buffer.count, passed.baseAddress, &number)
      for index in 0..<Int(number) { files.append(passed[index]) }
      return count
    }
    if files.count > Self.mostFiles { end("\(peer) sends files that were not requested") }
    return count
  }

  package func end(_ reason: String) {
    ending = ending ?? reason
    unsent.removeAll()
  }

  private func flush() {
    while ending == nil, !unsent.isEmpty {
      let count = gb_local_send(descriptor.number, unsent, unsent.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        if unsent.count > Self.mostUnsent {
          end("\(peer) has closed the connection, or does not read the requests that it gets")
        }
        return
      }
      // The other side has closed the connection. The stream ends only after all received bytes have been read.
      guard count > 0 else { return unsent.removeAll() }
      unsent.removeFirst(count)
    }
  }
}

/// The error for received bytes that aren't a valid message of their protocol.
package struct InvalidMessage: Error {
  package init() {}
}

/// The bytes received on a connection, split into messages that begin with a header.
package struct MessageInbox {
  private var unread: [UInt8] = []
  private var position = 0

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    unread.removeFirst(position)
    position = 0
    unread += bytes
  }

  /// Returns the next message with its header, or nil until the message is complete. `header` is the header's length.
  /// `wholeLength` gets bytes that begin with the header, and returns the length of the message with its header.
  package mutating func next(
    header: Int, _ wholeLength: (ArraySlice<UInt8>) throws(InvalidMessage) -> Int
  ) throws(InvalidMessage) -> ArraySlice<UInt8>? {
    guard unread.count - position >= header else { return nil }
    let end = position + (try wholeLength(unread[position...]))
    guard unread.count >= end else { return nil }
    defer { position = end }
    return unread[position..<end]
  }
}
