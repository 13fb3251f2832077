extension TOML {
  /// A name as a key: bare where it can be, else in quotes.
  public static func key(_ name: String) -> String {
    !name.isEmpty && name.utf8.allSatisfy(\.isBareKey) ? name : string(name)
  }

  /// A key of several parts, as it stands in a header or before `=`: `gesture."a b".slop`.
  public static func key(_ path: some Sequence<String>) -> String {
    path.map { key($0) }.joined(separator: ".")
  }

  /// A text as a string on one line.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars { result += escaped(scalar) }
    return result + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      guard scalar.value < firstPrintable || scalar.value == delete else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: escapeWidth - digits.count) + digits
    }
  }

  private static let firstPrintable: UInt32 = 0x20
  private static let delete: UInt32 = 0x7F
  /// The digits behind `\u`.
  private static let escapeWidth = 4
}
