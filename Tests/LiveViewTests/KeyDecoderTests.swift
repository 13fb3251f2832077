import Testing

@testable import LiveView

/// Keys of whatever bytes a terminal sends.
struct KeyDecoderTests {
  private static func keys(_ text: String) -> [KeyDecoder.Input] {
    var decoder = KeyDecoder()
    return decoder.decode(text.utf8, at: 0)
  }

  static let keySequences: [(String, KeyPress)] = [
    ("a", .character("a")), (" ", .character(" ")), ("?", .character("?")), ("ä", .character("ä")),
    ("→", .character("→")), ("🖐", .character("🖐")),
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
    ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
    ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[1;5A", .up), ("\u{1B}[5;2~", .pageUp),
    ("\r", .enter), ("\n", .enter), ("\u{1B}OM", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\u{3}", .interrupt),
  ]

  @Test(arguments: keySequences) func aKey(_ text: String, _ key: KeyPress) {
    #expect(Self.keys(text) == [.key(key)])
  }

  /// As a slow line may deliver it.
  @Test(arguments: keySequences) func aKeyByteByByte(_ text: String, _ key: KeyPress) {
    var decoder = KeyDecoder()
    var inputs: [KeyDecoder.Input] = []
    for (index, byte) in text.utf8.enumerated() {
      let now = Int64(index) * (KeyDecoder.sequenceTime - 1)
      inputs += decoder.advance(to: now)
      inputs += decoder.decode([byte], at: now)
    }
    #expect(inputs == [.key(key)])
    #expect(decoder.deadline == nil)
  }

  @Test func severalAtOnce() {
    #expect(
      Self.keys("\u{1B}[Aq\u{1B}OBä\u{1A}\u{C}")
        == [.key(.up), .key(.character("q")), .key(.down), .key(.character("ä")), .suspend, .redraw])
  }

  /// F1, F5, delete, insert, Shift+Tab, Alt+x, a title of the terminal's, the Linux console's F1, other controls.
  @Test(arguments: [
    "\u{1B}OP", "\u{1B}[15~", "\u{1B}[3~", "\u{1B}[2~", "\u{1B}[Z", "\u{1B}x", "\u{1B}]0;title\u{7}",
    "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[[A", "\u{1B}[?1;2c", "\u{1}", "\u{0}", "\u{85}",
  ])
  func whatIsNoKey(_ text: String) {
    #expect(Self.keys(text + "q") == [.key(.character("q"))])
  }

  @Test func aLoneEscapeIsAKeyWhenNothingFollowsInTime() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B], at: 1000) == [])
    #expect(decoder.deadline == 1000 + KeyDecoder.sequenceTime)
    #expect(decoder.advance(to: 1000 + KeyDecoder.sequenceTime - 1) == [])
    #expect(decoder.advance(to: 1000 + KeyDecoder.sequenceTime) == [.key(.escape)])
    #expect(decoder.deadline == nil)
    #expect(decoder.decode([0x1B, 0x1B, 0x1B], at: 0) == [.key(.escape), .key(.escape)])
    #expect(decoder.advance(to: KeyDecoder.sequenceTime) == [.key(.escape)])
  }

  /// A sequence that breaks off is dropped, and the keys after it count.
  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]52;c;", "\u{1B}P", "\u{1B}[["])
  func whatBreaksOff(_ text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8, at: 0) == [])
    #expect(decoder.advance(to: KeyDecoder.sequenceTime) == [])
    #expect(decoder.decode("q".utf8, at: KeyDecoder.sequenceTime) == [.key(.character("q"))])
    #expect(decoder.decode((text + "\u{1B}[A").utf8, at: 0) == [.key(.up)])
  }

  @Test func ctrlCCountsInTheMidstOfAnything() {
    for text in ["\u{1B}", "\u{1B}[", "\u{1B}[12;"] { #expect(Self.keys(text + "\u{3}") == [.key(.interrupt)]) }
  }

  @Test func brokenCharactersAreLeftOut() {
    var decoder = KeyDecoder()
    let broken: [[UInt8]] = [[0xC3], [0xE2, 0x86], [0xF0, 0x9F], [0x80], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80]]
    for bytes in broken {
      #expect(decoder.decode(bytes + [UInt8(ascii: "q")], at: 0) == [.key(.character("q"))], "\(bytes)")
    }
    #expect(decoder.decode([0xC3], at: 0) == [])
    #expect(decoder.advance(to: KeyDecoder.sequenceTime) == [])
    #expect(decoder.decode([0xA4], at: KeyDecoder.sequenceTime) == [])
  }

  @Test func whatIsPastedIsNoKeys() {
    let paste = "\u{1B}[200~q\u{1B}[Ad\u{1A}\u{3}rm -rf\r\u{1B}[201~"
    #expect(Self.keys(paste + "x") == [.key(.character("x"))])
  }

  /// A paste whose end is lost takes the keys for a second, not for good.
  @Test func aPasteWithoutEnd() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~qqq\u{1B}".utf8, at: 0) == [])
    #expect(decoder.advance(to: KeyDecoder.sequenceTime) == [])
    let end = KeyDecoder.sequenceTime + KeyDecoder.pasteTime
    #expect(decoder.deadline == end)
    #expect(decoder.advance(to: end) == [])
    #expect(decoder.decode("q".utf8, at: end) == [.key(.character("q"))])
  }

  /// Any bytes, in any pieces: keys work afterwards, and nothing grows.
  @Test func garbage() {
    var generator = SystemRandomNumberGenerator()
    let starts: [UInt8] = [0x1B, UInt8(ascii: "["), UInt8(ascii: "O"), UInt8(ascii: "]")]
    for _ in 0..<200 {
      var decoder = KeyDecoder()
      for _ in 0..<20 {
        let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
          (Bool.random(using: &generator) ? starts.randomElement(using: &generator) : nil)
            ?? UInt8.random(in: 0...255, using: &generator)
        }
        _ = decoder.decode(bytes, at: 0)
      }
      _ = decoder.advance(to: KeyDecoder.sequenceTime)
      _ = decoder.advance(to: KeyDecoder.sequenceTime + KeyDecoder.pasteTime)
      #expect(decoder.decode("q".utf8, at: 0) == [.key(.character("q"))])
      #expect(decoder.deadline == nil)
    }
  }
}
