import Support
import Testing

/// The live view on a real terminal over mocked devices: the screen while fingers move.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .enabled(if: Bed.hasTerminal, Bed.noTerminal), .serialized)
struct LiveViewTests {
  private static let swipe = """
    [gesture.fling]
    kind = "swipe"
    fingers = 3
    slow-after = "10 s"
    run = \(Bed.notes("flung"))

    """

  /// The screen when it contains all of `words` and no longer `old`, ten seconds at most. A terminal can show half of a
  /// drawing.
  private func awaitWords(
    _ words: String..., without old: String? = nil, on bed: Bed, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    var screen = try bed.screen()
    var hasOld: Bool { old.map { screen.contains($0) } ?? false }
    for _ in 0..<200 where hasOld || !words.allSatisfy({ screen.contains($0) }) {
      try bed.perform("wait 50ms")
      screen = try bed.screen()
    }
    for word in words { #expect(screen.contains(word), Comment(rawValue: screen), sourceLocation: sourceLocation) }
    #expect(!hasOld, Comment(rawValue: screen), sourceLocation: sourceLocation)
    return screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func isBraille(_ character: Character) -> Bool {
    character.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
  }

  /// Fingers with their trails, the states of recognizers, a gesture with its command, and a near miss.
  @Test(arguments: ["80x24", "200x50"]) func aHandAtWork(_ size: String) throws {
    let bed = try Bed.shown(Self.swipe, on: size)
    _ = try awaitWords("Mocked Touchscreen", "300 x 190 mm", "fling", "idle", "q quit", on: bed)
    try bed.perform("down event0 a 150,100 b 170,100 c 190,100\nmove event0 a,b,c by -11,0 over 64ms\nwait 50ms")
    let down = try awaitWords("3 fingers down", on: bed)
    #expect(down.joined().contains { Self.isBraille($0) }, Comment(rawValue: down.joined(separator: "\n")))
    #expect(down.count(where: { !$0.isEmpty }) > 20)
    try bed.perform("up event0")
    _ = try awaitWords("fling", "failed", "moved 11 mm", "needs 12 mm", on: bed)
    try bed.expect(["flung"], after: "wait 100ms\nplay event0 swipe left")
    _ = try awaitWords("✓ fling", "recognized", "exit status 0", on: bed)
    try bed.perform("keys q")
    #expect(try bed.perform("await-exit") == "exited=0")
  }

  /// Until it can, or until it is unplugged.
  @Test(arguments: [("allow event0", "Mocked Touchscreen"), ("remove event0", "no touch device yet")])
  func aDeviceThatCannotBeRead(_ change: String, _ words: String) throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.swipe)
    let bed = try Bed(program: ["--debug", "--config", config], in: folder, terminal: "80x24")
    try bed.perform("add touchscreen event0\ndeny event0\nstart")
    _ = try awaitWords("1 touch device can't be read", "`gesture-bridge devices` shows why", on: bed)
    try bed.perform(change)
    _ = try awaitWords(words, without: "1 touch device can't be read", on: bed)
  }

  @Test func itFillsAnotherSizeAtOnce() throws {
    let bed = try Bed.shown(Self.swipe)
    for (size, row) in [("80x24", 24), ("200x50", 50), ("100x30", 30)] {
      try bed.perform("resize \(size)")
      var screen = try bed.screen()
      for _ in 0..<100 where self.row(of: "q quit", on: screen) != row {
        try bed.perform("wait 50ms")
        screen = try bed.screen()
      }
      #expect(self.row(of: "q quit", on: screen) == row, Comment(rawValue: screen))
    }
  }

  private func row(of text: String, on screen: String) -> Int? {
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
    return rows.firstIndex { $0.contains(text) }.map { $0 + 1 }
  }

  @Test func whatTheProgramSaysStandsInItsLog() throws {
    let bed = try Bed.shown(Self.swipe, on: "200x50", devices: "mouse event5")
    _ = try awaitWords("there is no touch device that you can open", "ready: 0 touch devices", on: bed)
    try bed.folder.write("bindings.toml", "[gesture.fling]\nkind = \"swype\"\n")
    _ = try awaitWords("unknown gesture kind \"swype\"", "the previous rules stay in use", on: bed)
    try bed.folder.write("bindings.toml", Self.swipe + "\n")
    _ = try awaitWords("reloaded: 1 gesture", on: bed)
  }

  /// The key turns commands off and on again.
  @Test func aDryRunAtRunTime() throws {
    let bed = try Bed.shown(Self.swipe)
    _ = try awaitWords("idle", on: bed)
    try bed.perform("keys d\nwait 200ms\nplay event0 swipe left")
    _ = try awaitWords("✓ fling", on: bed)
    try bed.perform("wait 300ms")
    #expect(bed.ran == [])
    try bed.perform("keys d\nwait 200ms")
    try bed.expect(["flung"], after: "play event0 swipe left")
  }

  @Test func withoutColours() throws {
    for (noColour, hasColours) in [("", true), ("1", false)] {
      let bed = try Bed.shown(Self.swipe, environment: ["NO_COLOR": noColour])
      _ = try awaitWords("idle", on: bed)
      #expect(try bed.perform("colours") == (hasColours ? "yes" : "no"))
    }
  }
}
