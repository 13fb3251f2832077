/// Writes a gesture as one line of JSON; its memory is used again from line to line.
public struct JSONLine: Sendable {
  public private(set) var bytes: [UInt8] = []

  private static let lowestPlainCharacter: UInt8 = 0x20
  private static let hexDigits = Array("0123456789abcdef".utf8)
  private static let bitsOfHexDigit: UInt8 = 4

  public init() {}

  /// Puts in place of the line before an object with every value that the gesture has, and a line feed. The object begins
  /// with `head`, up to its last member there, if that is not empty.
  public mutating func write(_ gesture: GestureEnvironment, behind head: [UInt8] = []) {
    bytes.removeAll(keepingCapacity: true)
    bytes += head
    var separator = UInt8(ascii: head.isEmpty ? "{" : ",")
    for variable in GestureVariable.table {
      guard let value = variable.value(gesture), value.isWritable else { continue }
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      append(variable.key)
      bytes.append(UInt8(ascii: ":"))
      append(value)
    }
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ value: GestureVariable.Value) {
    switch value {
    case .text(let text): append(text)
    case .count(let count): Decimal.append(UInt64(max(0, count)), to: &bytes)
    case .number(let number): Decimal.append(number, to: &bytes)
    case .places(let places): append(places) { $0.append($1) }
    case .hints(let hints): append(hints) { $0.bytes.append(contentsOf: $1.json.utf8) }
    }
  }

  /// A list, of which `write` writes an element.
  private mutating func append<Element>(_ list: [Element], _ write: (inout JSONLine, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (place, element) in list.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ place: GestureEnvironment.Place) {
    bytes.append(UInt8(ascii: "["))
    Decimal.append(place.x, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    Decimal.append(place.y, to: &bytes)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<Self.lowestPlainCharacter:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.hexDigits[Int(byte >> Self.bitsOfHexDigit)])
        bytes.append(Self.hexDigits[Int(byte & (1 << Self.bitsOfHexDigit - 1))])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension GestureVariable.Value {
  /// JSON has no word for what is not a number.
  fileprivate var isWritable: Bool {
    switch self {
    case .text, .count, .hints: true
    case .places(let places): places.allSatisfy { !$0.x.isNaN && !$0.y.isNaN }
    case .number(let number): !number.isNaN
    }
  }
}
