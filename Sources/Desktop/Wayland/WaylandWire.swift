import Base

/// Wayland messages, as 32-bit words in the machine's byte order. The first word is the object's number. The second
/// word has the length and the code. Source: the Wayland book, "Wire protocol basics".
package enum WaylandWire {
  static let headerLength = 8

  static func message(_ object: UInt32, _ code: UInt32, _ arguments: [any WaylandArgument]) -> [UInt8] {
    var body: [UInt8] = []
    for argument in arguments { argument.append(to: &body) }
    var message: [UInt8] = []
    object.append(to: &message)
    (UInt32(headerLength + body.count) << 16 | code).append(to: &message)
    return message + body
  }
}

/// An open file that is passed with a message. The receiver closes the file.
package struct WaylandFile {
  package let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }
}

/// An interface that compositors offer, with the newest version that this program knows.
package struct WaylandInterface: Sendable {
  package let name: String
  package let version: UInt32

  init(_ name: String, _ version: UInt32) { (self.name, self.version) = (name, version) }
}

/// A request of an interface: its code, and the types of its arguments.
package struct WaylandRequest<each Argument: WaylandArgument>: Sendable {
  private let code: UInt32

  init(_ code: UInt32) { self.code = code }

  package func bytes(_ object: UInt32, _ arguments: repeat each Argument) -> [UInt8] {
    var list: [any WaylandArgument] = []
    for argument in repeat each arguments { list.append(argument) }
    return WaylandWire.message(object, code, list)
  }
}

package typealias PlainRequest = WaylandRequest<>

/// An event of an interface: its code, and the types of its arguments.
package struct WaylandEvent<each Argument: WaylandArgument>: Sendable {
  private let code: Int

  init(_ code: Int) { self.code = code }

  /// Returns a listener that calls `handle` with the event's arguments. `handle` must throw only `InvalidMessage`.
  package func on(_ handle: @escaping (repeat each Argument) throws -> Void) -> WaylandListener {
    WaylandListener(code: code) { message in try handle(repeat try (each Argument)(from: &message)) }
  }
}

package typealias PlainEvent = WaylandEvent<>

/// A handler for an object's events with the number `code`.
package struct WaylandListener {
  let code: Int
  let handle: (inout WaylandMessage) throws -> Void
}

package protocol WaylandArgument {
  init(from message: inout WaylandMessage) throws(InvalidMessage)
  func append(to bytes: inout [UInt8])
}

/// An unsigned number, or the number of an object or of a new object.
extension UInt32: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(InvalidMessage) { self = try message.word() }
  package func append(to bytes: inout [UInt8]) { withUnsafeBytes(of: self) { bytes.append(contentsOf: $0) } }
}

extension Int32: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(InvalidMessage) { self.init(bitPattern: try message.word()) }
  package func append(to bytes: inout [UInt8]) { UInt32(bitPattern: self).append(to: &bytes) }
}

/// A fixed-point number with a fraction of eight bits.
extension Double: WaylandArgument {
  private static let wireUnit = 256.0

  package init(from message: inout WaylandMessage) throws(InvalidMessage) {
    self = Double(try Int32(from: &message)) / Self.wireUnit
  }

  package func append(to bytes: inout [UInt8]) { Int32(saturating: self * Self.wireUnit).append(to: &bytes) }
}

extension String: WaylandArgument {
  /// Reads a string; a null string becomes empty.
  package init(from message: inout WaylandMessage) throws(InvalidMessage) {
    self.init(decoding: try message.bytes().prefix { $0 != 0 }, as: UTF8.self)
  }

  package func append(to bytes: inout [UInt8]) {
    UInt32(utf8.count + 1).append(to: &bytes)
    bytes += Array(utf8) + Array(repeating: 0, count: 4 - utf8.count % 4)
  }
}

extension [UInt32]: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(InvalidMessage) {
    let bytes = try message.bytes()
    self = stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { bytes.word(at: $0) }
  }

  package func append(to bytes: inout [UInt8]) {
    UInt32(4 * count).append(to: &bytes)
    for word in self { word.append(to: &bytes) }
  }
}

/// A file is passed outside of the message's bytes.
extension WaylandFile: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(InvalidMessage) {
    guard let descriptor = message.stream?.removeFirstFile() else { throw InvalidMessage() }
    self.init(descriptor)
  }

  package func append(to bytes: inout [UInt8]) {}
}

/// A message from a compositor. The arguments of the message are read in order.
package struct WaylandMessage {
  package let object: UInt32
  package let code: Int
  /// The stream with the message's open files. Nil if the message can't have files.
  fileprivate let stream: LocalStream?
  private var rest: ArraySlice<UInt8>

  fileprivate init(stream: LocalStream?, object: UInt32, code: Int, arguments: ArraySlice<UInt8>) {
    (self.stream, self.object, self.code) = (stream, object, code)
    rest = arguments
  }

  mutating func word() throws(InvalidMessage) -> UInt32 {
    guard rest.count >= 4 else { throw InvalidMessage() }
    let word = rest.word(at: 0)
    rest = rest.dropFirst(4)
    return word
  }

  fileprivate mutating func bytes() throws(InvalidMessage) -> ArraySlice<UInt8> {
    let count = Int(try word())
    guard count <= rest.count else { throw InvalidMessage() }
    let bytes = rest.prefix(count)
    rest = rest.dropFirst((count + 3) / 4 * 4)
    return bytes
  }
}

extension MessageInbox {
  /// Returns the next message. Nil until the whole message has arrived.
  mutating func nextOfWayland(from stream: LocalStream? = nil) throws(InvalidMessage) -> WaylandMessage? {
    let header = WaylandWire.headerLength
    let message = try next(header: header) { bytes throws(InvalidMessage) in
      let length = Int(bytes.word(at: 4) >> 16)
      guard length >= header, length % 4 == 0 else { throw InvalidMessage() }
      return length
    }
    return message.map {
      WaylandMessage(
        stream: stream, object: $0.word(at: 0), code: Int($0.word(at: 4) & 0xffff), arguments: $0.dropFirst(header))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the 32-bit number at `offset`, in the machine's byte order.
  func word(at offset: Int) -> UInt32 { withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) } }
}
