/// Writes the fields of a message between the daemon and its launcher, which are one program on one machine.
struct LinkWriter {
  private(set) var bytes: [UInt8] = []

  /// Empties the message and keeps its memory.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ flag: Bool) { add(UInt8(flag ? 1 : 0)) }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add(_ text: [UInt8]) {
    add(UInt32(clamping: text.count))
    bytes += text
  }

  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  /// A number of a kind.
  mutating func add(_ kind: UInt8, of number: Int32) {
    add(kind)
    add(number)
  }

  mutating func add<Value: Equatable>(_ value: Value, among all: [Value]) {
    add(UInt8(clamping: all.firstIndex(of: value) ?? 0))
  }
}

/// Reads the fields of a message. The sender may be hostile: nothing beyond the message is read, and every field is checked.
struct LinkReader {
  /// The message is no such message.
  struct Malformed: Error {}

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Malformed) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - place >= size else { throw Malformed() }
    defer { place += size }
    return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Number.self) })
  }

  mutating func double() throws(Malformed) -> Double { Double(bitPattern: try integer()) }

  mutating func flag() throws(Malformed) -> Bool {
    switch try integer(UInt8.self) {
    case 0: false
    case 1: true
    case _: throw Malformed()
    }
  }

  mutating func bytes(atMost limit: Int) throws(Malformed) -> [UInt8] {
    let count = Int(try integer(UInt32.self))
    guard count <= limit, bytes.count - place >= count else { throw Malformed() }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func text(atMost limit: Int) throws(Malformed) -> String {
    let bytes = try bytes(atMost: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed() }
    return text
  }

  mutating func optionalText(atMost limit: Int) throws(Malformed) -> String? {
    try flag() ? try text(atMost: limit) : nil
  }

  /// A number of things that follow.
  mutating func count(atMost limit: Int) throws(Malformed) -> Int {
    let count = Int(try integer(UInt32.self))
    guard count <= limit else { throw Malformed() }
    return count
  }

  mutating func value<Value>(among all: [Value]) throws(Malformed) -> Value {
    let place = Int(try integer(UInt8.self))
    guard all.indices.contains(place) else { throw Malformed() }
    return all[place]
  }

  /// Nothing must be left.
  func end() throws(Malformed) {
    guard place == bytes.count else { throw Malformed() }
  }
}
