/// Rules files that are broken in many ways, the same ones each time.
public enum Corpus {
  /// A file of the corpus; its name describes the change that was made.
  public struct File: Sendable {
    public let name: String
    public let bytes: [UInt8]

    init(_ name: String, _ bytes: some Sequence<UInt8>) {
      self.name = name
      self.bytes = Array(bytes)
    }

    /// The file while it is being typed.
    public init(cut text: [UInt8], at index: Int) { self.init("cut at byte \(index)", text[..<index]) }
  }

  /// One small mistake in a line that is not blank; nil if the line has no place for it.
  private typealias Mistake = (name: String, make: @Sendable (String, inout SeededRandom) -> String?)

  private static let mistakes: [Mistake] = [
    ("a letter left out", { line, dice in edit(line, &dice) { $0.remove(at: $1) } }),
    (
      "two letters swapped",
      { line, dice in
        edit(line, &dice) { if $1 + 1 < $0.count { $0.swapAt($1, $1 + 1) } }
      }
    ),
    (
      "a sign too many",
      { line, dice in
        let signs = Array("\"'[]{}=,.#\\")
        let sign = signs[dice.below(signs.count)]
        return edit(line, &dice) { $0.insert(sign, at: $1) }
      }
    ),
    (
      "a control character",
      { line, dice in
        let signs: [Character] = ["\u{0}", "\u{1}", "\u{8}", "\u{B}", "\u{1B}", "\u{7F}"]
        let sign = signs[dice.below(signs.count)]
        return edit(line, &dice) { $0.insert(sign, at: $1) }
      }
    ),
    ("cut off", { line, dice in edit(line, &dice) { $0.removeSubrange($1...) } }),
    ("twice", { line, _ in "\(line)\n\(line)" }),
    ("without its quotes", { line, _ in line.contains("\"") ? line.replacing("\"", with: "") : nil }),
    (
      "with a bracket missing",
      { line, dice in
        let places = line.indices.filter { "[]{}".contains(line[$0]) }
        guard !places.isEmpty else { return nil }
        var line = line
        line.remove(at: places[dice.below(places.count)])
        return line
      }
    ),
    (
      "without its unit",
      { line, _ in
        let units = [" mm", " ms", " deg", " %", " s\"", " cm"]
        return units.first(where: line.contains).map { line.replacing($0, with: $0.hasSuffix("\"") ? "\"" : "") }
      }
    ),
    (
      "with another value",
      { line, dice in
        let values = [
          "3.5", "true", "[]", "{}", "\"\"", "1979-05-27", "99999999999999999999", "1e999", "-0x1", "[[1]]",
          "\"\\u0000\"", "\"1e400 mm\"", "{ command = { command = \"x\" } }", "\"such a thing\"", "[\"such\", 3]",
        ]
        guard let equals = line.firstIndex(of: "="), !line.hasPrefix("[") else { return nil }
        return line[...equals] + " " + values[dice.below(values.count)]
      }
    ),
    ("with a key too many", { line, _ in line.hasPrefix("[") ? "\(line)\nsurprise = 1" : nil }),
    ("below a strange header", { line, _ in line.hasPrefix("[") ? "[strange.header]\n\(line)" : nil }),
  ]

  /// The characters of a line, changed at some place that is not in a comment.
  private static func edit(
    _ line: String, _ dice: inout SeededRandom, _ change: (inout [Character], Int) -> Void
  ) -> String {
    var signs = Array(line)
    let length = line.hasPrefix("#") ? 1 : line.prefix { $0 != "#" }.count
    change(&signs, dice.below(length))
    return String(signs)
  }

  /// Copies of `text`, each with one small mistake: several for every line. Some mistakes do not break the file.
  public static func mutations(of text: String, seed: UInt64) -> [File] {
    var dice = SeededRandom(seed: seed)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var files: [File] = []
    for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      for _ in 0..<3 {
        let mistake = mistakes[dice.below(mistakes.count)]
        guard let changed = mistake.make(line, &dice) else { continue }
        var copy = lines
        copy[number] = changed
        files.append(File("line \(number + 1) \(mistake.name)", copy.joined(separator: "\n").utf8))
      }
    }
    return files
  }

  // MARK: Strange files

  private static let megabyte = 1 << 20
  private static let good = "[gesture.a]\nkind = \"tap\"\nrun = \"true\"\n"

  /// Files that no small mistake makes: wrong encodings, enormous or deep ones, bytes of other kinds of file. All are
  /// broken.
  public static func strange() -> [File] { encodings + enormous + deep + characters + duplicates + numbers + binary }

  private static var encodings: [File] {
    let utf16 = Array("\(good)# größer".utf16)
    let little = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return [
      File("UTF-16, little end first", [0xFF, 0xFE] + little), File("UTF-16, big end first", [0xFE, 0xFF] + big),
      File("UTF-16 without a mark", little),
      File("UTF-32", utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8), 0, 0] }),
      File("Latin-1 in a comment", Array(good.utf8) + Array("# gr".utf8) + [0xF6, 0xDF] + Array("er\n".utf8)),
      File("Latin-1 in a value", Array("[gesture.a]\nkind = \"tap\"\nrun = \"gr".utf8) + [0xF6] + Array("n\"\n".utf8)),
      File("a mark inside", "[gesture.a]\n\u{FEFF}kind = \"tap\"\n".utf8),
      File("two marks", "\u{FEFF}\u{FEFF}\(good)".utf8),
      File("a surrogate in UTF-8", Array("# ".utf8) + [0xED, 0xA0, 0x80] + Array("\n\(good)".utf8)),
      File("an overlong slash", Array("# ".utf8) + [0xC0, 0xAF] + Array("\n\(good)".utf8)),
      File("half a character", Array("\(good)# ".utf8) + [0xE2, 0x82]),
    ]
  }

  private static var enormous: [File] {
    let many = String(repeating: "x", count: megabyte)
    return [
      File("a string of a megabyte without end", "[gesture.a]\nkind = \"\(many)".utf8),
      File("a kind of a megabyte", "[gesture.a]\nkind = \"\(many)\"\n".utf8),
      File("a key of a megabyte", "[gesture.a]\n\(many) = 1\n".utf8),
      File("a megabyte of nothing", "\(many)".utf8),
      File("a mistake behind a megabyte", "[gesture.a]\nkind = \"tap\" # \(many)\nrun = 3\n".utf8),
      File("a megabyte of line feeds", "\(String(repeating: "\n", count: megabyte))[gesture".utf8),
      File("a megabyte of quotes", String(repeating: "\"", count: megabyte).utf8),
    ]
  }

  private static var deep: [File] {
    let depth = 50_000
    return [
      File("deep brackets", String(repeating: "[", count: depth).utf8),
      File("deep arrays", "a = \(String(repeating: "[", count: depth))".utf8),
      File(
        "deep and closed", "a = \(String(repeating: "[", count: depth))\(String(repeating: "]", count: depth))".utf8),
      File("deep tables", "a = \(String(repeating: "{ a = ", count: depth))".utf8),
      File("deep keys", "\(Array(repeating: "a", count: depth).joined(separator: ".")) = 1\n".utf8),
      File("a deep header", "[\(Array(repeating: "a", count: depth).joined(separator: "."))]\n".utf8),
      File("a deep action", "\(good)began = \(String(repeating: "{ command = ", count: 1000))".utf8),
    ]
  }

  private static var characters: [File] {
    [0x00, 0x01, 0x08, 0x0B, 0x0C, 0x0D, 0x1B, 0x1F, 0x7F].flatMap { (byte: UInt8) in
      [
        File("the byte \(byte) in a comment", Array("# ".utf8) + [byte] + Array("x\n\(good)".utf8)),
        File("the byte \(byte) in a value", Array("[gesture.a]\nkind = \"t".utf8) + [byte] + Array("ap\"\n".utf8)),
        File("the byte \(byte) alone", [byte] + Array("x".utf8)),
      ]
    }
  }

  private static var duplicates: [File] {
    [
      "\(good)run = \"false\"\n", "\(good)\(good)", "\(good)[gesture]\n[gesture]\n", "\(good)\"run\" = \"x\"\n",
      "\(good)began = { command = \"x\", command = \"y\" }\n", "\(good)[gesture.a.run]\nx = 1\n",
      "[gesture.\"a:b\"]\nkind = \"tap\"\n",
      "gesture = 1\n\(good)", "\(good)[[gesture.a]]\nkind = \"tap\"\n",
    ].enumerated().map { File("duplicate \($0 + 1)", $1.utf8) }
  }

  private static var numbers: [File] {
    [
      "priority = 99999999999999999999", "priority = -99999999999999999999", "priority = 1e999",
      "priority = 0xFFFFFFFFFFFFFFFFF",
      "fingers = 9223372036854775807", "fingers = -1", "fingers = \"1-99999999999999999999\"", "fingers = inf",
      "slop = \"1e999 mm\"",
      "slop = \"\(String(repeating: "9", count: 1000)) mm\"", "slop = nan", "slop = \"nan mm\"", "taps = 1_000_000",
      "taps = 1.5",
      "step = { every = \"1e300 mm\", up = \"x\" }", "run = { command = \"x\", at-most-every = \"1e30 s\" }",
    ].enumerated().map { File("number \($0 + 1)", "[gesture.a]\nkind = \"tap\"\nbegan = \"x\"\n\($1)\n".utf8) }
  }

  private static var binary: [File] {
    [
      File("every byte", 0...255), File("a megabyte of the byte 255", [UInt8](repeating: 0xFF, count: megabyte)),
      File("a megabyte of the byte 0", [UInt8](repeating: 0, count: megabyte)),
      File("a program", [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x01, 0x00] + [UInt8](repeating: 0, count: 56)),
      File("a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D]),
      File("a packed file", [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03]),
      File("JSON", "{ \"gesture\": { \"a\": { \"kind\": \"tap\" } } }".utf8),
      File("YAML", "gesture:\n  a:\n    kind: tap\n".utf8),
      File("INI", "[gesture a]\nkind: tap\n".utf8), File("prose", "Three fingers to the left: next workspace.\n".utf8),
    ]
  }
}
