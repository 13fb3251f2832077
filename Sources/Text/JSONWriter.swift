/// Writes JSON into a reusable buffer in the order of calls, and adds commas. In objects, call `key` before each value.
public struct JSONWriter: Sendable {
  /// The form of the text: on one line, or indented.
  public enum Layout: Sendable {
    case line
    /// Two blanks for each level, one member per line.
    case indented
  }

  /// The number of decimals; a number that isn't finite becomes `null`.
  public enum Numbers: Sendable {
    /// The fewest decimals from which the same number can be read again.
    case shortest
    case atMost(places: Int)
    case padded(places: Int)
  }

  public private(set) var bytes: [UInt8] = []

  private let layout: Layout
  private var depth = 0
  private var needsComma = false
  private var followsKey = false
  private var isOnOneLine = false

  private static let firstPrintable: UInt8 = 0x20
  private static let delete: UInt8 = 0x7F
  /// The limit below which a Double holds every whole number exactly.
  private static let exact = 9_007_199_254_740_992.0

  public init(_ layout: Layout = .line) { self.layout = layout }

  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    depth = 0
    needsComma = false
    followsKey = false
    isOnOneLine = false
  }

  /// Appends bytes unchanged, such as the end of a line.
  public mutating func raw(_ written: some Sequence<UInt8>) { bytes.append(contentsOf: written) }

  /// Begins an outermost object with `head`: a brace and members as JSON. If `head` is empty, writes only the brace.
  public mutating func beginObject(after head: [UInt8]) {
    guard !head.isEmpty else { return beginObject() }
    bytes.append(contentsOf: head)
    depth += 1
    needsComma = true
  }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }

  public mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Begins an array. With `onOneLine`, its values stay on one line, and must be neither arrays nor objects.
  public mutating func beginArray(onOneLine: Bool = false) {
    begin(UInt8(ascii: "["))
    isOnOneLine = onOneLine
  }

  public mutating func endArray() { end(UInt8(ascii: "]")) }

  public mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  public mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  public mutating func integer(_ number: Int) {
    separate()
    raw("\(number)".utf8)
  }

  public mutating func number(_ number: Double, _ numbers: Numbers) {
    guard number.isFinite else { return null() }
    separate()
    switch numbers {
    case .shortest:
      if let whole = Self.whole(number) { raw("\(whole)".utf8) } else { raw("\(number)".utf8) }
    case .atMost(let places): raw(decimal(number, places: places).utf8)
    case .padded(let places): raw(decimal(number, places: places, padded: true).utf8)
    }
  }

  /// Appends a value that is already JSON text.
  public mutating func value(_ written: some Sequence<UInt8>) {
    separate()
    raw(written)
  }

  public mutating func flag(_ flag: Bool) {
    separate()
    raw((flag ? "true" : "false").utf8)
  }

  public mutating func null() {
    separate()
    raw("null".utf8)
  }

  static func whole(_ number: Double) -> Int64? {
    number == number.rounded() && number.magnitude < exact ? Int64(number) : nil
  }

  // MARK: Layout and escapes

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
    isOnOneLine = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if needsComma, layout == .indented, !isOnOneLine { breakLine() }
    bytes.append(bracket)
    needsComma = true
    isOnOneLine = false
  }

  private mutating func separate() {
    if followsKey {
      followsKey = false
      return needsComma = true
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if layout == .indented, depth > 0 {
      if !isOnOneLine { breakLine() } else if needsComma { bytes.append(UInt8(ascii: " ")) }
    }
    needsComma = true
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { append(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape(byte)
    case UInt8(ascii: "\n"): escape(UInt8(ascii: "n"))
    case UInt8(ascii: "\t"): escape(UInt8(ascii: "t"))
    case UInt8(ascii: "\r"): escape(UInt8(ascii: "r"))
    case ..<Self.firstPrintable, Self.delete:
      raw("\\u".utf8)
      raw(hexadecimal(byte, digits: 4).utf8)
    default: bytes.append(byte)
    }
  }

  private mutating func escape(_ letter: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(letter)
  }
}

/// `text` as a JSON string with its quotes.
public func jsonString(_ text: String) -> String {
  var writer = JSONWriter()
  writer.string(text)
  return String(decoding: writer.bytes, as: UTF8.self)
}
