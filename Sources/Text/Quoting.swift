/// How a shell reads a text as one word.
public enum ShellQuoting {
  /// As a word that a shell leaves as it is: bare where all its characters are letters, digits or of `plain`.
  public static func word(_ text: String, plain: String = "-_./:=@%+,") -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || plain.unicodeScalars.contains($0)
      }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

/// How TOML writes keys and strings.
public enum TOMLQuoting {
  private static let firstPrintable: UInt32 = 0x20
  private static let delete: UInt32 = 0x7F
  /// The digits behind `\u`.
  private static let escapeWidth = 4

  /// A name as a key: bare where it can be, else in quotes.
  public static func key(_ name: String) -> String { isBare(name) ? name : string(name) }

  /// Whether a name can stand as a key without quotes.
  public static func isBare(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "-"
      }
  }

  /// A text as a basic string on one line.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars { result += escaped(scalar) }
    return result + "\""
  }

  /// A text on one line, in the quotes that need the fewest escapes.
  public static func shortest(_ text: String) -> String {
    let needsEscape = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || isControl($0) }
    let isLiteral = !text.unicodeScalars.contains { $0 == "'" || isControl($0) && $0 != "\t" }
    return needsEscape && isLiteral ? "'\(text)'" : string(text)
  }

  /// Whether TOML forbids it in a text without an escape, but for tabs and ends of lines.
  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < firstPrintable || scalar.value == delete
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      guard isControl(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: escapeWidth - digits.count) + digits
    }
  }
}
