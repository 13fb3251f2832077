import Base

/// Messages of sway and i3: `i3-ipc`, the length, the type, and the text (JSON or a command). Source: sway-ipc(7).
enum I3Message {
  private static let magic = Array("i3-ipc".utf8)
  private static let headerLength = magic.count + 8
  /// The maximum length of a message's text in bytes. In a tree of windows, each window needs about 2,000 bytes.
  private static let mostBytes = 1 << 22

  static func bytes(_ kind: UInt32, _ text: String = "") -> [UInt8] {
    magic + bytes(UInt32(text.utf8.count)) + bytes(kind) + Array(text.utf8)
  }

  /// Returns the bytes of a number in the machine's byte order.
  private static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }

  fileprivate static func next(
    in inbox: inout MessageInbox
  ) throws(InvalidMessage) -> (kind: UInt32, text: [UInt8])? {
    let message = try inbox.next(header: headerLength) { bytes throws(InvalidMessage) in
      let length = Int(bytes.word(at: magic.count))
      guard bytes.starts(with: magic), length <= mostBytes else { throw InvalidMessage() }
      return headerLength + length
    }
    return message.map { ($0.word(at: magic.count + 4), Array($0.dropFirst(headerLength))) }
  }
}

/// A non-blocking connection to sway or i3. Its owner polls with `wait`, and then calls `ready`.
package final class I3Connection {
  private var inbox = MessageInbox()
  private let stream: LocalStream
  private let peer: String

  /// Connects to the socket at `path`, or throws. `peer` is the other program's name, for error texts.
  package init(path: String, peer: String) throws(SystemError) {
    self.peer = peer
    stream = try LocalStream(path: path, peer: peer)
  }

  package var wait: (descriptor: Int32, events: Int16)? { stream.wait }

  package var ending: String? { stream.ending }

  package func send(_ kind: UInt32, _ text: String = "") { stream.send(I3Message.bytes(kind, text)) }

  /// Reads up to about 1 MB, and sends unsent bytes. If `received` returns false for a message, the connection ends.
  package func ready(_ received: (_ kind: UInt32, _ text: [UInt8]) -> Bool) {
    stream.ready { bytes in
      inbox.append(bytes)
      do throws(InvalidMessage) {
        while ending == nil, let message = try I3Message.next(in: &inbox) {
          if !received(message.kind, message.text) { throw InvalidMessage() }
        }
      } catch {
        end("\(peer) sends invalid messages")
      }
    }
  }

  package func end(_ reason: String) { stream.end(reason) }
}
