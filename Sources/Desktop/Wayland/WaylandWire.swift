import Base

/// The wire format of the Wayland protocol: messages of 32-bit words in the machine's own byte order.
///
/// Each begins with the object's number, and a word with its own length and the code of the request or event. Source: the
/// Wayland book, "Wire protocol basics".
package enum WaylandWire {
  static let headerLength = 8

  /// An argument of a request. Numbers, objects and new objects are words.
  package enum Argument {
    case word(UInt32)
    case text(String)
    /// A number with a fraction of eight bits.
    case fixed(Double)
  }

  private static let fixedUnit = 256.0

  static func request(_ object: UInt32, _ code: UInt32, _ arguments: [Argument] = []) -> [UInt8] {
    var body: [UInt8] = []
    for argument in arguments {
      switch argument {
      case .word(let word): append(word, to: &body)
      case .fixed(let number):
        append(UInt32(bitPattern: Int32(saturating: number * fixedUnit)), to: &body)
      case .text(let text):
        // With the zero at its end, and filled up to whole words.
        append(UInt32(text.utf8.count + 1), to: &body)
        body += Array(text.utf8)
        body += Array(repeating: 0, count: 4 - text.utf8.count % 4)
      }
    }
    var message: [UInt8] = []
    append(object, to: &message)
    append(UInt32(headerLength + body.count) << 16 | code, to: &message)
    return message + body
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
  }
}

/// What a compositor sends is no message.
package struct WaylandNonsense: Error {
  package init() {}
}

/// An event of a compositor, whose arguments are read in their order.
package struct WaylandEvent {
  package let object: UInt32
  package let code: Int
  private var rest: ArraySlice<UInt8>

  fileprivate init(object: UInt32, code: Int, arguments: ArraySlice<UInt8>) {
    self.object = object
    self.code = code
    rest = arguments
  }

  /// A number without sign, an object, or a new object.
  package mutating func word() throws(WaylandNonsense) -> UInt32 {
    guard rest.count >= 4 else { throw WaylandNonsense() }
    let word = rest.word(at: rest.startIndex)
    rest = rest.dropFirst(4)
    return word
  }

  package mutating func number() throws(WaylandNonsense) -> Int32 { Int32(bitPattern: try word()) }

  /// Empty for none.
  package mutating func text() throws(WaylandNonsense) -> String {
    String(decoding: try bytes().prefix { $0 != 0 }, as: UTF8.self)
  }

  package mutating func words() throws(WaylandNonsense) -> [UInt32] {
    let bytes = try bytes()
    return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { bytes.word(at: bytes.startIndex + $0) }
  }

  private mutating func bytes() throws(WaylandNonsense) -> ArraySlice<UInt8> {
    let count = Int(try word())
    guard count <= rest.count else { throw WaylandNonsense() }
    let bytes = rest.prefix(count)
    rest = rest.dropFirst((count + 3) / 4 * 4)
    return bytes
  }
}

/// What a compositor has sent, cut into events.
struct WaylandInbox {
  private var bytes: [UInt8] = []
  private var position = 0

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// The next event that is whole; nil if there is none yet.
  mutating func next() throws(WaylandNonsense) -> WaylandEvent? {
    let header = WaylandWire.headerLength
    guard bytes.count - position >= header else { return rest() }
    let second = bytes[...].word(at: position + 4)
    let length = Int(second >> 16)
    guard length >= header, length % 4 == 0 else { throw WaylandNonsense() }
    guard bytes.count - position >= length else { return rest() }
    defer { position += length }
    return WaylandEvent(
      object: bytes[...].word(at: position), code: Int(second & 0xffff),
      arguments: bytes[position + header..<position + length])
  }

  /// Only the beginning of an event is left.
  private mutating func rest() -> WaylandEvent? {
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
