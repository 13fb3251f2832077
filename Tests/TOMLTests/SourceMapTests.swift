import TOML
import Testing

@Suite struct SourceMapTests {
  private let map = SourceMap(Array("ab\r\nü\tx\n\nend".utf8))

  @Test func lines() {
    #expect((1...4).map(map.line) == ["ab", "ü\tx", "", "end"])
    #expect([0, 5, Int.min, Int.max].map(map.line) == ["", "", "", ""])
  }

  @Test func positions() {
    #expect(map.position(of: 0) == (1, 1))
    #expect(map.position(of: 4) == (2, 1))
    #expect(map.position(of: 6) == (2, 2), "a letter of two bytes is one column")
    #expect(map.position(of: 9) == (3, 1))
    #expect(map.position(of: 13) == (4, 4))
  }

  @Test func offsetsOutside() {
    #expect(map.position(of: -1) == (1, 1))
    #expect(map.position(of: Int.min) == (1, 1))
    #expect(map.position(of: Int.max) == (4, 4))
    #expect(SourceMap([]).position(of: 0) == (1, 1))
    #expect(SourceMap([]).line(1) == "")
  }

  @Test func invalidBytes() {
    let map = SourceMap([0x61, 0xFF, 0x62])
    #expect(map.line(1) == "a\u{FFFD}b")
    #expect(map.position(of: 2) == (1, 3))
  }

  @Test func byteOrderMark() {
    let map = SourceMap(Array("\u{FEFF}ab\nc".utf8))
    #expect(map.line(1) == "ab")
    #expect(map.position(of: 4) == (1, 2))
    #expect(map.position(of: 0) == (1, 1))
  }
}
