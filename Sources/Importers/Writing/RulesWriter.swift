/// Writes what was imported as a rules file.
struct RulesWriter {
  let format: ImportFormat
  /// The source's name.
  let file: String
  let resolved: ImportConflictResolver

  var text: String {
    var lines = header.map(TOMLText.comment)
    for group in settings + zones { lines += [""] + group }
    var before: (last: Int, isOpen: Bool)?
    for (place, entry) in resolved.entries {
      // Comments stay with what they stood before.
      let isApart = before.map { !$0.isOpen || place.lowerBound > $0.last + 1 } ?? true
      if isApart { lines.append("") }
      switch entry {
      case .comment(let text): lines.append(TOMLText.comment(text))
      case .remark(let remark): lines.append(TOMLText.comment(ImportWording.notCarried(remark, place)))
      case .section(let section): lines += section.text
      }
      before = (place.upperBound, entry.isOpen)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var header: [String] {
    ImportWording.header(format, file: file) + [ImportWording.count(resolved.carried, of: resolved.total)]
      + ImportWording.difference(format)
  }

  private var zones: [[String]] {
    resolved.zones.map { zone in
      ["[zone.\(zone.name)]"] + zone.settings.map { "\($0.key) = \($0.value.text)" }
    }
  }

  /// `[defaults…]`, each with its settings.
  private var settings: [[String]] {
    var groups: [(section: String, lines: [String])] = []
    for (line, setting) in resolved.settings {
      let lines = [
        TOMLText.comment(ImportWording.setting(setting, line: line)),
        "\(setting.key) = \(TOMLValue.string(setting.value).text)",
      ]
      if let place = groups.firstIndex(where: { $0.section == setting.section }) {
        groups[place].lines += lines
      } else {
        groups.append((setting.section, lines))
      }
    }
    return groups.map { ["[\($0.section)]"] + $0.lines }
  }
}

extension ImportConflictResolver.Entry {
  /// Whether what follows belongs to it.
  fileprivate var isOpen: Bool {
    switch self {
    case .comment: true
    case .remark, .section: false
    }
  }
}

/// A value as it is written into a rules file.
enum TOMLValue: Hashable {
  case string(String)
  case integer(Int)
  case list([TOMLValue])
  /// `{ up = "…", down = "…" }`, in this order.
  case table([Pair])

  /// A key of an inline table.
  struct Pair: Hashable {
    let key: String
    let value: TOMLValue
  }

  static func table(_ pairs: KeyValuePairs<String, TOMLValue>) -> TOMLValue {
    .table(pairs.map { Pair(key: $0.key, value: $0.value) })
  }

  /// On its own behind a key, where a text of several lines may stay so.
  var text: String {
    if case .string(let text) = self, text.contains("\n"), let lines = TOMLText.multiLine(text) { return lines }
    return inline
  }

  /// Within a list or a table.
  private var inline: String {
    switch self {
    case .string(let text): TOMLText.quoted(text)
    case .integer(let number): "\(number)"
    case .list(let values): "[\(values.map(\.inline).joined(separator: ", "))]"
    case .table(let pairs): "{ \(pairs.map { "\($0.key) = \($0.value.inline)" }.joined(separator: ", ")) }"
    }
  }
}

/// How TOML quotes texts.
enum TOMLText {
  /// In the form that needs the fewest escapes.
  static func quoted(_ text: String) -> String {
    let needsEscape = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || isControl($0) }
    if !needsEscape { return "\"\(text)\"" }
    let isLiteral = !text.unicodeScalars.contains { $0 == "'" || isControl($0) && $0 != "\t" }
    return isLiteral ? "'\(text)'" : "\"\(text.unicodeScalars.map(escaped).joined())\""
  }

  /// As `'''` over several lines; nil for a text that can't be written so.
  static func multiLine(_ text: String) -> String? {
    let isPlain = !text.unicodeScalars.contains { isControl($0) && $0 != "\n" && $0 != "\t" }
    return isPlain && !text.contains("'''") && !text.hasSuffix("'") ? "'''\n\(text)'''" : nil
  }

  /// One line of a comment: what TOML forbids there becomes a question mark.
  static func comment(_ text: String) -> String {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) && $0 != "\t" ? "?" : $0 }))
    return kept.isEmpty ? "#" : "# \(kept)"
  }

  /// Whether it can stand as a key without quotes.
  static func key(_ name: String) -> String {
    let isBare = !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isASCII && ($0.isWordLike || $0 == "-") }
    return isBare ? name : quoted(name)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7F }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: isControl(scalar) ? "\\u" + hexadecimal(scalar.value) : String(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension Unicode.Scalar {
  /// A letter, a digit or `_`, of ASCII.
  var isWordLike: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) || self == "_"
  }
}
