import Base

/// Messages of sway's and i3's sockets: six letters, the length of the text, the type, and the text, which is JSON or a command.
///
/// Source: sway-ipc(7).
enum I3Message {
  fileprivate static let magic = Array("i3-ipc".utf8)
  fileprivate static let headerLength = magic.count + 8

  static func bytes(_ kind: UInt32, _ text: String = "") -> [UInt8] {
    magic + bytes(UInt32(text.utf8.count)) + bytes(kind) + Array(text.utf8)
  }

  /// Words are in the machine's own order.
  private static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
}

/// What such a socket has sent, up to the next whole message.
struct I3Inbox {
  /// What has come is no message.
  struct Nonsense: Error {}

  /// An event holds a workspace with all its windows; each window takes some 2,000 bytes.
  private static let mostBytes = 1 << 22

  private var unread: [UInt8] = []
  /// Where the next message begins.
  private var place = 0

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    unread.removeFirst(place)
    place = 0
    unread += bytes
  }

  /// The next message; nil until it is whole.
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

/// A connection to the socket of sway or i3. It never waits: its owner waits for the descriptor and calls `ready`.
package final class I3Connection {
  private var inbox = I3Inbox()
  private let stream: LocalStream
  private let peer: String

  /// `peer` is the program at the other end, as clauses name it.
  /// - Throws: when nothing listens at the path.
  package init(path: String, peer: String) throws(SystemError) {
    self.peer = peer
    stream = try LocalStream(path: path, peer: peer)
  }

  /// The descriptor to wait for, with the events of poll(2); nil once the connection is over.
  package var wait: (descriptor: Int32, events: Int16)? { stream.wait }

  /// Why the connection is over, as a clause; nil while it lasts.
  package var ending: String? { stream.ending }

  package func send(_ kind: UInt32, _ text: String = "") { stream.send(I3Message.bytes(kind, text)) }

  /// Reads and writes all that is ready, and calls `hear` with the kind and the text of each message; false says that it makes no sense.
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
