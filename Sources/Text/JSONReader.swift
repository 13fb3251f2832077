/// Reads one JSON value (RFC 8259) from bytes that may have any content.
public struct JSONReader {
  /// The reason why bytes can't be read. `position` counts bytes from 1.
  public enum Failure: Error, Equatable {
    case unexpected(position: Int)
    /// The bytes end in the middle of the value.
    case unfinished
    case tooDeep(position: Int)
    case duplicate(name: String)
  }

  private let bytes: [UInt8]
  private let maxDepth: Int
  private var offset = 0

  /// Reads one value. Throws at wrong or extra text, repeated names, or values in over `maxDepth` arrays and objects.
  public static func read(_ bytes: [UInt8], maxDepth: Int) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes: bytes, maxDepth: maxDepth)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.offset == bytes.count else { throw reader.failure }
    return value
  }

  private init(bytes: [UInt8], maxDepth: Int) { (self.bytes, self.maxDepth) = (bytes, maxDepth) }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var failure: Failure { offset < bytes.count ? .unexpected(position: offset + 1) : .unfinished }

  private mutating func skipBlanks() { while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 } }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    skipBlanks()
    guard depth <= maxDepth else { throw .tooDeep(position: offset + 1) }
    switch next {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    for letter in word.utf8 { try expect(letter) }
    return value
  }

  private mutating func expect(_ byte: UInt8) throws(Failure) {
    guard next == byte else { throw failure }
    offset += 1
  }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: byte) else { return false }
    offset += 1
    return true
  }

  private mutating func object(_ depth: Int) throws(Failure) -> JSONValue {
    try expect(UInt8(ascii: "{"))
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    if skip("}") { return .object([]) }
    repeat {
      skipBlanks()
      let name = try string()
      guard names.insert(name).inserted else { throw .duplicate(name: name) }
      skipBlanks()
      try expect(UInt8(ascii: ":"))
      members.append(.init(name, try value(depth: depth + 1)))
    } while skip(",")
    try expect(UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func array(_ depth: Int) throws(Failure) -> JSONValue {
    try expect(UInt8(ascii: "["))
    var values: [JSONValue] = []
    if skip("]") { return .array([]) }
    repeat { values.append(try value(depth: depth + 1)) } while skip(",")
    try expect(UInt8(ascii: "]"))
    return .array(values)
  }

  // MARK: Numbers

  private mutating func number() throws(Failure) -> Double {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    if next == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    guard let number, number.isFinite else { throw .unexpected(position: start + 1) }
    return number
  }

  private mutating func digits() throws(Failure) {
    let start = offset
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
    guard offset > start else { throw failure }
  }

  // MARK: Strings

  private mutating func string() throws(Failure) -> String {
    try expect(UInt8(ascii: "\""))
    let start = offset
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure }
      offset += 1
      if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
    }
    try expect(UInt8(ascii: "\""))
    guard let string = String(validating: text, as: UTF8.self) else { throw .unexpected(position: start + 1) }
    return string
  }

  private mutating func escaped() throws(Failure) -> [UInt8] {
    guard let letter = next else { throw .unfinished }
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
      UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    if let byte = plain[letter] {
      offset += 1
      return [byte]
    }
    let start = offset
    var value = try unit()
    // Two UTF-16 units make one character above U+FFFF.
    if (0xD800..<0xDC00).contains(value), next == UInt8(ascii: "\\") {
      offset += 1
      let low = try unit()
      guard (0xDC00..<0xE000).contains(low) else { throw .unexpected(position: start + 1) }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw .unexpected(position: start + 1) }
    return Array(String(scalar).utf8)
  }

  private mutating func unit() throws(Failure) -> UInt32 {
    try expect(UInt8(ascii: "u"))
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw failure }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
