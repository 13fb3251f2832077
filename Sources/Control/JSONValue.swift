/// A value of JSON; the members of an object keep their order.
public enum JSONValue: Equatable, Sendable {
  /// One member of an object.
  public struct Member: Equatable, Sendable {
    public let name: String
    public let value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  case object([Member])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case flag(Bool)
  case null

  /// A whole number.
  public static func count(_ number: Int) -> JSONValue { .number(Double(number)) }

  /// A list of strings.
  public static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .string($0) }) }

  /// On one line, without its end.
  public var line: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .object(let members):
      Self.write(members, between: "{", "}", to: &bytes) { member, bytes in
        JSONValue.string(member.name).write(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    case .array(let values): Self.write(values, between: "[", "]", to: &bytes) { $0.write(to: &$1) }
    case .string(let text): Self.write(text, to: &bytes)
    case .number(let number): bytes += Self.text(number).utf8
    case .flag(let flag): bytes += "\(flag)".utf8
    case .null: bytes += "null".utf8
    }
  }

  private static func write<Element>(
    _ elements: [Element], between opening: Unicode.Scalar, _ closing: Unicode.Scalar, to bytes: inout [UInt8],
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: closing))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case ..<0x20, 0x7F: bytes += "\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Up to here every whole number is a Double.
  private static let exact = 9_007_199_254_740_992.0

  /// JSON has no word for what is not a number.
  private static func text(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    return number == number.rounded() && number.magnitude < exact ? "\(Int64(number))" : "\(number)"
  }
}

// What a value has, if it has it.
extension JSONValue {
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  public var values: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// A whole number that is exact.
  public var count: Int? {
    guard case .number(let number) = self, number == number.rounded(), number.magnitude < Self.exact else { return nil }
    return Int(number)
  }

  /// A list of nothing but strings.
  public var texts: [String]? {
    guard let values else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }

  /// The member of this name, if this is an object that has one.
  public subscript(name: String) -> JSONValue? { members?.first { $0.name == name }?.value }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}
