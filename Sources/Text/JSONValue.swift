/// A JSON value. The members of an object keep their order.
public enum JSONValue: Equatable, Sendable {
  public struct Member: Equatable, Sendable {
    public let name: String
    public let value: JSONValue

    public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  case object([Member])
  case array([JSONValue])
  case string(String)
  case integer(Int)
  /// Written as `null` if not finite. The reader returns each number as this case.
  case number(Double)
  case flag(Bool)
  case null

  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  public static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

  public static func optional(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

  public static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The value on one line, without blanks between its parts.
  public func line(_ numbers: JSONWriter.Numbers = .shortest) -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer, numbers)
    return writer.bytes
  }

  /// The value as one line. Each `number` has three decimals; an `integer` has none.
  public var fixedLine: String { String(decoding: line(.padded(places: 3)), as: UTF8.self) }

  /// The value as indented lines. Numbers have at most three decimals.
  public var text: String {
    var writer = JSONWriter(.indented)
    write(to: &writer, .atMost(places: 3))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  public func write(to writer: inout JSONWriter, _ numbers: JSONWriter.Numbers) {
    switch self {
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.name)
        member.value.write(to: &writer, numbers)
      }
      writer.endObject()
    case .array(let values):
      writer.beginArray(onOneLine: values.allSatisfy(\.isSimple))
      for value in values { value.write(to: &writer, numbers) }
      writer.endArray()
    case .string(let text): writer.string(text)
    case .integer(let number): writer.integer(number)
    case .number(let number): writer.number(number, numbers)
    case .flag(let flag): writer.flag(flag)
    case .null: writer.null()
    }
  }

  private var isSimple: Bool {
    switch self {
    case .object, .array: false
    case .string, .integer, .number, .flag, .null: true
    }
  }

  // MARK: The content of a value; nil if the value has another type

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  public var values: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The value as an integer. Nil for other types, and for a `number` with a fraction or a magnitude of 2^53 or more.
  public var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): JSONWriter.whole(number).map { Int($0) }
    case .object, .array, .string, .flag, .null: nil
    }
  }

  /// The value as a Double. Nil if the value isn't a number, or isn't finite.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number.isFinite ? number : nil
    case .object, .array, .string, .flag, .null: nil
    }
  }

  public var strings: [String]? {
    guard let values else { return nil }
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts : nil
  }

  /// The value of the first member with this name. Nil if no member has the name, or if `self` isn't an object.
  public subscript(name: String) -> JSONValue? { members?.first { $0.name == name }?.value }
}

extension [JSONValue.Member] {
  public init(nonNil members: KeyValuePairs<String, JSONValue?>) {
    self = members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members.map { Member($0.0, $0.1) }) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral values: JSONValue...) { self = .array(values) }
}

extension JSONValue: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self = .integer(number) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
