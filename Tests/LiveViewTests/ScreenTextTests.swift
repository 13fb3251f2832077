import Testing

@testable import LiveView

/// The sequences around drawings, and the environment's facts about the terminal.
struct ScreenTextTests {
  /// The examples of RFC 4648.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64(_ text: String, _ expected: String) {
    #expect(ScreenText.base64(Array(text.utf8)) == expected)
  }

  @Test func theClipboard() {
    #expect(ScreenText.copy("min-speed = \"60 mm/s\" # ä\n") == "\u{1B}]52;c;bWluLXNwZWVkID0gIjYwIG1tL3MiICMgw6QK\u{7}")
  }

  @Test func aDrawingInOnePiece() {
    #expect(ScreenText.synchronized("x") == "\u{1B}[?2026hx\u{1B}[?2026l")
  }

  @Test(arguments: [
    ("xterm-256color", nil, true, true), ("tmux", "", true, true), ("linux", nil, true, true),
    ("xterm-256color", "1", true, false), ("vt100", nil, true, false), ("vt220", nil, true, false),
    ("xterm-mono", nil, true, false), ("screen-m", nil, true, false), ("dumb", nil, false, false),
    ("unknown", nil, false, false), ("", nil, false, false), (nil, nil, false, false),
  ])
  func theKindOfTerminal(_ terminal: String?, _ noColour: String?, _ canDraw: Bool, _ hasColours: Bool) {
    let kind = TerminalKind(terminal: terminal, noColour: noColour)
    #expect(kind.canDraw == canDraw && kind.hasColours == hasColours)
  }
}
