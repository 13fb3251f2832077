import Base

/// The wire format of the Wayland protocol: messages of 32-bit words in the machine's own byte order.
///
/// Each begins with the object's number, and a word with its own length and the code of the request or event. Source: the
/// Wayland book, "Wire protocol basics".
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

/// An open file that goes with a message. Who gets one closes it.
package struct WaylandFile {
  package let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }
}

/// An interface that compositors offer, and its newest version that is used.
package struct WaylandInterface: Sendable {
  package let name: String
  package let version: UInt32

  init(_ name: String, _ version: UInt32) {
    self.name = name
    self.version = version
  }
}

/// A request of an interface: its number, and the types of its arguments.
package struct WaylandRequest<each Argument: WaylandArgument>: Sendable {
  private let code: UInt32

  init(_ code: UInt32) { self.code = code }

  package func bytes(_ object: UInt32, _ arguments: repeat each Argument) -> [UInt8] {
    var list: [any WaylandArgument] = []
    for argument in repeat each arguments { list.append(argument) }
    return WaylandWire.message(object, code, list)
  }
}

/// A request without arguments.
package typealias PlainRequest = WaylandRequest<>

/// An event of an interface: its number, and the types of its arguments.
package struct WaylandEvent<each Argument: WaylandArgument>: Sendable {
  private let code: Int

  init(_ code: Int) { self.code = code }

  /// `hear` gets the arguments of each such event of an object; what it throws is `WaylandNonsense`.
  package func on(_ hear: @escaping (repeat each Argument) throws -> Void) -> WaylandListener {
    WaylandListener(code: code) { message in try hear(repeat try (each Argument)(from: &message)) }
  }
}

/// An event without arguments.
package typealias PlainEvent = WaylandEvent<>

/// Gets the events of one kind of an object.
package struct WaylandListener {
  let code: Int
  let hear: (inout WaylandMessage) throws -> Void
}

package protocol WaylandArgument {
  init(from message: inout WaylandMessage) throws(WaylandNonsense)
  func append(to bytes: inout [UInt8])
}

/// A number without sign, an object, or a new object.
extension UInt32: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(WaylandNonsense) { self = try message.word() }
  package func append(to bytes: inout [UInt8]) { withUnsafeBytes(of: self) { bytes.append(contentsOf: $0) } }
}

extension Int32: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(WaylandNonsense) { self.init(bitPattern: try message.word()) }
  package func append(to bytes: inout [UInt8]) { UInt32(bitPattern: self).append(to: &bytes) }
}

/// A number with a fraction of eight bits.
extension Double: WaylandArgument {
  private static let wireUnit = 256.0

  package init(from message: inout WaylandMessage) throws(WaylandNonsense) {
    self = Double(try Int32(from: &message)) / Self.wireUnit
  }

  package func append(to bytes: inout [UInt8]) { Int32(saturating: self * Self.wireUnit).append(to: &bytes) }
}

extension String: WaylandArgument {
  /// Empty for none.
  package init(from message: inout WaylandMessage) throws(WaylandNonsense) {
    self.init(decoding: try message.bytes().prefix { $0 != 0 }, as: UTF8.self)
  }

  /// With the zero at its end, and filled up to whole words.
  package func append(to bytes: inout [UInt8]) {
    UInt32(utf8.count + 1).append(to: &bytes)
    bytes += Array(utf8) + Array(repeating: 0, count: 4 - utf8.count % 4)
  }
}

extension [UInt32]: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(WaylandNonsense) {
    let bytes = try message.bytes()
    self = stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { bytes.word(at: bytes.startIndex + $0) }
  }

  package func append(to bytes: inout [UInt8]) {
    UInt32(4 * count).append(to: &bytes)
    for word in self { word.append(to: &bytes) }
  }
}

/// It goes beside the bytes.
extension WaylandFile: WaylandArgument {
  package init(from message: inout WaylandMessage) throws(WaylandNonsense) {
    guard let descriptor = message.stream?.takeDescriptor() else { throw WaylandNonsense() }
    self.init(descriptor)
  }

  package func append(to bytes: inout [UInt8]) {}
}

/// What a compositor sends is no message.
package struct WaylandNonsense: Error {
  package init() {}
}

/// A message of a compositor, whose arguments are read in their order.
package struct WaylandMessage {
  package let object: UInt32
  package let code: Int
  /// Where its open files are; nil if it can have none.
  fileprivate let stream: LocalStream?
  private var rest: ArraySlice<UInt8>

  fileprivate init(stream: LocalStream?, object: UInt32, code: Int, arguments: ArraySlice<UInt8>) {
    self.stream = stream
    self.object = object
    self.code = code
    rest = arguments
  }

  mutating func word() throws(WaylandNonsense) -> UInt32 {
    guard rest.count >= 4 else { throw WaylandNonsense() }
    let word = rest.word(at: rest.startIndex)
    rest = rest.dropFirst(4)
    return word
  }

  fileprivate mutating func bytes() throws(WaylandNonsense) -> ArraySlice<UInt8> {
    let count = Int(try word())
    guard count <= rest.count else { throw WaylandNonsense() }
    let bytes = rest.prefix(count)
    rest = rest.dropFirst((count + 3) / 4 * 4)
    return bytes
  }
}

/// What a compositor has sent, cut into messages.
struct WaylandInbox {
  private var bytes: [UInt8] = []
  private var position = 0

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// The next message that is whole; nil if there is none yet. Open files of messages come by `stream`.
  mutating func next(from stream: LocalStream? = nil) throws(WaylandNonsense) -> WaylandMessage? {
    let header = WaylandWire.headerLength
    guard bytes.count - position >= header else { return rest() }
    let second = bytes[...].word(at: position + 4)
    let length = Int(second >> 16)
    guard length >= header, length % 4 == 0 else { throw WaylandNonsense() }
    guard bytes.count - position >= length else { return rest() }
    defer { position += length }
    return WaylandMessage(
      stream: stream, object: bytes[...].word(at: position), code: Int(second & 0xffff),
      arguments: bytes[position + header..<position + length])
  }

  /// Only the beginning of a message is left.
  private mutating func rest() -> WaylandMessage? {
    bytes.removeFirst(position)
    position = 0
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func word(at index: Int) -> UInt32 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index - startIndex, as: UInt32.self) }
  }
}
