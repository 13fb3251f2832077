import GestureCore
import Text

/// A JSON value whose members keep their order, so that the same facts always give the same text.
public enum JSON: Equatable, Sendable {
  /// One member of an object.
  public struct Member: Equatable, Sendable {
    public let name: String
    public let value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  case object([Member])
  case array([JSON])
  case string(String)
  case integer(Int)
  /// Written with at most three decimals; `null` if it is none.
  case number(Double)
  case flag(Bool)
  case null

  /// A string, or `null` for nil.
  public static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// A whole number, or `null` for nil.
  public static func optional(_ number: Int?) -> JSON { number.map { .integer($0) } ?? .null }

  /// A list of strings.
  public static func strings(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }

  /// Lines with two blanks for each level, without a newline at the end. Lists of simple values stay on one line.
  public var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .object(let members): writeObject(members, to: &text, indent)
    case .array(let values): writeArray(values, to: &text, indent)
    case .string(let string): text += jsonString(string)
    case .integer(let number): text += "\(number)"
    case .number(let number): text += number.isFinite ? decimal(number, places: 3) : "null"
    case .flag(let flag): text += "\(flag)"
    case .null: text += "null"
    }
  }

  private func writeObject(_ members: [Member], to text: inout String, _ indent: String) {
    guard !members.isEmpty else { return text += "{}" }
    let inner = indent + "  "
    text += "{"
    for (index, member) in members.enumerated() {
      text += "\(index == 0 ? "" : ",")\n\(inner)\(jsonString(member.name)): "
      member.value.write(to: &text, indent: inner)
    }
    text += "\n\(indent)}"
  }

  private func writeArray(_ values: [JSON], to text: inout String, _ indent: String) {
    let isOneLine = values.allSatisfy(\.isSimple)
    let inner = indent + "  "
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += isOneLine ? ", " : "," }
      if !isOneLine { text += "\n" + inner }
      value.write(to: &text, indent: inner)
    }
    text += isOneLine ? "]" : "\n\(indent)]"
  }

  private var isSimple: Bool {
    switch self {
    case .object, .array: false
    case .string, .integer, .number, .flag, .null: true
    }
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension JSON: ExpressibleByArrayLiteral {
  public init(arrayLiteral values: JSON...) { self = .array(values) }
}

extension JSON: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .string(text) }
}

extension JSON: ExpressibleByStringInterpolation {}

extension JSON: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self = .integer(number) }
}

extension JSON: ExpressibleByBooleanLiteral {
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
