/// Messages of sway's and i3's sockets: six letters, the length of the text, the type, and the text, which is JSON or a command.
///
/// Source: sway-ipc(7).
package enum I3Message {
  fileprivate static let magic = Array("i3-ipc".utf8)
  fileprivate static let headerLength = magic.count + 8

  package static func bytes(_ kind: UInt32, _ text: String = "") -> [UInt8] {
    magic + bytes(UInt32(text.utf8.count)) + bytes(kind) + Array(text.utf8)
  }

  /// Words are in the machine's own order.
  private static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
}

/// What such a socket has sent, up to the next whole message.
package struct I3Inbox {
  /// What has come is no message.
  package struct Nonsense: Error {}

  /// An event holds a workspace with all its windows; each window takes some 2,000 bytes.
  private static let mostBytes = 1 << 22

  private var unread: [UInt8] = []
  /// Where the next message begins.
  private var place = 0

  package init() {}

  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    unread.removeFirst(place)
    place = 0
    unread += bytes
  }

  /// The next message; nil until it is whole.
  package mutating func next() throws(Nonsense) -> (kind: UInt32, text: [UInt8])? {
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
