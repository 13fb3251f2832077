/// Rules files that are broken in many ways, the same ones each time.
public enum Corpus {
  /// A file of the corpus; its name says what was done to it.
  public struct File: Sendable {
    public let name: String
    public let bytes: [UInt8]

    init(_ name: String, _ bytes: some Sequence<UInt8>) {
      self.name = name
      self.bytes = Array(bytes)
    }

    /// As it is while somebody types it.
    public init(cut text: [UInt8], at place: Int) { self.init("cut at byte \(place)", text[..<place]) }
  }

  /// Numbers that only look random.
  private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64, by Steele, Lea and Flood.
    mutating func roll(_ count: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((bits ^ (bits >> 31)) % UInt64(max(count, 1)))
    }
  }

  /// One small mistake in a line that is not blank; nil where the line offers no place for it.
  private typealias Mistake = (name: String, make: @Sendable (String, inout Dice) -> String?)

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
        let sign = signs[dice.roll(signs.count)]
        return edit(line, &dice) { $0.insert(sign, at: $1) }
      }
    ),
    (
      "a control character",
      { line, dice in
        let signs: [Character] = ["\u{0}", "\u{1}", "\u{8}", "\u{B}", "\u{1B}", "\u{7F}"]
        let sign = signs[dice.roll(signs.count)]
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
        line.remove(at: places[dice.roll(places.count)])
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
          "\"\\u0000\"", "\"1e400 mm\"", "{ run = { run = \"x\" } }", "\"such a thing\"", "[\"such\", 3]",
        ]
        guard let equals = line.firstIndex(of: "="), !line.hasPrefix("[") else { return nil }
        return line[...equals] + " " + values[dice.roll(values.count)]
      }
    ),
    ("with a key too many", { line, _ in line.hasPrefix("[") ? "\(line)\nsurprise = 1" : nil }),
    ("below a strange header", { line, _ in line.hasPrefix("[") ? "[strange.header]\n\(line)" : nil }),
  ]

  /// The characters of a line, changed at some place that is not in a comment.
  private static func edit(
    _ line: String, _ dice: inout Dice, _ change: (inout [Character], Int) -> Void
  ) -> String {
    var signs = Array(line)
    let length = line.hasPrefix("#") ? 1 : line.prefix { $0 != "#" }.count
    change(&signs, dice.roll(length))
    return String(signs)
  }

  /// Copies of `text`, each with one small mistake: some for every line. Not all of them are broken by it.
  public static func mutations(of text: String, seed: UInt64) -> [File] {
    var dice = Dice(seed: seed)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var files: [File] = []
    for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      for _ in 0..<3 {
        let mistake = mistakes[dice.roll(mistakes.count)]
        guard let changed = mistake.make(line, &dice) else { continue }
        var copy = lines
        copy[number] = changed
        files.append(File("line \(number + 1) \(mistake.name)", copy.joined(separator: "\n").utf8))
      }
    }
    return files
  }
}
