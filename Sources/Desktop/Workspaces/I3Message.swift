import Base

/// Messages of sway's and i3's sockets: a six-letter mark, the length of the text, the type, and the text, which is JSON or a command.
///
/// Source: sway-ipc(7).
enum I3Message {
  fileprivate static let magic = Array("i3-ipc".utf8)
  fileprivate static let headerLength = magic.count + 8

  static func bytes(_ kind: UInt32, _ text: String = "") -> [UInt8] {
    magic + bytes(UInt32(text.utf8.count)) + bytes(kind) + Array(text.utf8)
  }

  /// Numbers have the machine's byte order.
  private static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
}

/// The bytes received from a socket of sway or i3, split into messages.
struct I3Inbox {
  /// The received bytes aren't a message.
  struct Nonsense: Error {}

  /// The limit of a message. An event contains a workspace with all its windows; each window takes about 2,000 bytes.
  private static let mostBytes = 1 << 22

  private var unread: [UInt8] = []
  /// The index at which the next message begins.
  private var place = 0

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    unread.removeFirst(place)
    place = 0
    unread += bytes
  }

  /// Returns the next message; nil until it is complete.
  mutating func next() throws(Nonsense) -> (kind: UInt32, text: [UInt8])? {
    guard unread.count - place >= I3Message.headerLength else { return nil }
    let length = Int(word(at: place + I3Message.magic.count))
    guard unread[place...].starts(with: I3Message.magic), length <= Self.mostBytes else { throw Nonsense() }
    let (start, end) = (place + I3Message.headerLength, place + I3Message.headerLength + length)
    guard unread.count >= end else { return nil }
    defer { place = end }
    return (word(at: place + I3Message.magic.count + 4), Array(unread[start..<end]))
  }

  private func word(at index: Int) -> UInt32 {
    unread.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt32.self) }
  }
}

/// A connection to the socket of sway or i3. It never blocks: its owner waits for the descriptor and calls `ready`.
package final class I3Connection {
  private var inbox = I3Inbox()
  private let stream: LocalStream
  private let peer: String

  /// `peer` is the name of the program at the other end, for messages.
  /// - Throws: if nothing listens at the path.
  package init(path: String, peer: String) throws(SystemError) {
    self.peer = peer
    stream = try LocalStream(path: path, peer: peer)
  }

  /// The descriptor to wait for, with the events of poll(2); nil once the connection has ended.
  package var wait: (descriptor: Int32, events: Int16)? { stream.wait }

  /// Why the connection has ended, as a clause; nil while it lasts.
  package var ending: String? { stream.ending }

  package func send(_ kind: UInt32, _ text: String = "") { stream.send(I3Message.bytes(kind, text)) }

  /// Reads and writes as much as possible, and calls `hear` with the type and text of each message; `hear` returns false if the message is
  /// invalid.
  package func ready(_ hear: (_ kind: UInt32, _ text: [UInt8]) -> Bool) {
    stream.ready { bytes in
      inbox.append(bytes)
      do throws(I3Inbox.Nonsense) {
        while ending == nil, let message = try inbox.next() {
          if !hear(message.kind, message.text) { throw I3Inbox.Nonsense() }
        }
      } catch {
        end("\(peer) sends invalid messages of its protocol")
      }
    }
  }

  package func end(_ reason: String) { stream.end(reason) }
}
