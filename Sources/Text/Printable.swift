extension Unicode.Scalar {
  /// The scalar itself, or a visible substitute if the scalar would control a terminal.
  public var visible: Unicode.Scalar {
    switch value {
    case 0x00..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    // C1 control characters, and characters that end lines or change the direction of text.
    case 0x80..<0xA0, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: self
    }
  }

  /// The number of columns that a terminal uses for the scalar.
  public var columns: Int {
    guard value >= 0x300 else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide ? 2 : 1
    }
  }

  /// Whether a terminal shows the scalar two columns wide. The ranges are coarse: all scalars of a range count as wide.
  /// Source: Unicode Standard Annex 11 (East Asian Width).
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension String {
  /// The text with visible substitutes for characters that control a terminal.
  public var visible: String { visible { _ in false } }

  /// Like `visible`, but keeps line feeds.
  public var visibleLines: String { visible { $0 == "\n" } }

  private func visible(except isKept: (Unicode.Scalar) -> Bool) -> String {
    // Nearly all texts stay unchanged, and most texts are plain ASCII.
    let mayEndLines = isKept("\n")
    let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A && mayEndLines }
    }
    guard isPlain != true else { return self }
    guard unicodeScalars.contains(where: { $0.visible != $0 && !isKept($0) }) else { return self }
    var safe = ""
    safe.reserveCapacity(utf8.count)
    for scalar in unicodeScalars { safe.unicodeScalars.append(isKept(scalar) ? scalar : scalar.visible) }
    return safe
  }

  /// The visible text in quotes, with escaped quotes and backslashes.
  public var inQuotes: String { "\"\(visible.replacing(each: "\\", by: "\\\\").replacing(each: "\"", by: "\\\""))\"" }
}

/// Puts numbers and texts into sentences.
public enum Words {
  public static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

  /// A text from another source, safe to print. A text of more than `longest` scalars is cut, and ends with `…`.
  public static func cut(_ text: String, to longest: Int = 60) -> String {
    let start = text.unicodeScalars.prefix(longest + 1)
    return (start.count <= longest ? text : String(String.UnicodeScalarView(start.prefix(longest))) + "…").visible
  }
}
