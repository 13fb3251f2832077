import TOML
import Testing

/// No input traps, and none takes longer than its length allows.
@Suite struct RobustnessTests {
  /// An editor can save every beginning of a file; each byte can be damaged.
  @Test func halfTypedAndDamagedFiles() {
    let text = Array(Self.sample.utf8)
    #expect(TOML.parse(text).errors.isEmpty)
    for end in text.indices {
      check(Array(text[..<end]))
      for byte in [0x00, 0x0A, 0x0D, 0x22, 0x27, 0x5B, 0x5C, 0x7B, 0xC3, 0xFF] as [UInt8] {
        var damaged = text
        damaged[end] = byte
        check(damaged)
      }
    }
  }

  private func check(_ text: [UInt8]) {
    let document = TOML.parse(text)
    #expect(document.errors.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= text.count })
    #expect(zip(document.errors, document.errors.dropFirst()).allSatisfy { $0.range.lowerBound <= $1.range.lowerBound })
  }

  @Test(arguments: [
    "[", "{", "{a=", "[{a=", "a.", "\"", "'", "\\", "=", "a=", "[[a]]\n", "a=[\n", "a={\n", "\u{0}", "\r", "é",
  ])
  func repeated(part: String) {
    for prefix in ["", "a = ", "a = \"", "a = \"\"\""] {
      check(Array((prefix + String(repeating: part, count: 2000)).utf8))
    }
  }

  /// With a search through all earlier keys these would take minutes.
  @Test(.timeLimit(.minutes(1)), arguments: ["key# = 1\n", "[table#]\n", "a.key# = 1\n", "[[a]]\n", "[[a.b#]]\n"])
  func manyEntries(line: String) {
    let text = (0..<20_000).map { line.replacing("#", with: String($0)) }.joined()
    #expect(TOML.parse(text).errors.isEmpty)
  }

  @Test func longLines() {
    let long = String(repeating: "9", count: 1_000_000)
    #expect(TOML.parse("a = \"\(long)\" # \(long)").errors.isEmpty)
    #expect(TOML.parse("a = \(long)").errors.count == 1)
    #expect(TOML.parse("a = 1.\(long)").errors.isEmpty)
    #expect(TOML.parse("a = 1e\(long)").errors.isEmpty)
    #expect(TOML.parse("\(long) = \(long)").errors.count == 1)
  }

  private static let sample = #"""
    a.b = { c = [1, "x\u00e9"], 'd' = -1.5e3 } # end
    [[t]]
    s = """
    x \
      y"""
    l = '''z'''
    [t.u]
    d = 1979-05-27T07:32:00Z
    "é" = 0x1F
    """#
}
