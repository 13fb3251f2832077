import Base
import Glibc
import Support
import Testing

@testable import LiveView

/// A terminal is taken, written to without waiting, and given back in its former state.
struct TerminalTests {
  private let outside: PseudoTerminal
  private let terminal: Terminal

  init() throws {
    outside = try PseudoTerminal(columns: 100, rows: 30)
    terminal = try Terminal(paths: [outside.path])
  }

  @Test func itIsTakenAndGivenBack() throws {
    let before = outside.attributes
    try terminal.show()
    #expect(terminal.isShown && outside.isRaw)
    #expect(outside.shown() == "\u{1B}[?1049h\u{1B}[2J\u{1B}[H\u{1B}[?25l\u{1B}[?2004h")
    terminal.hide()
    #expect(!terminal.isShown && outside.attributes == before)
    #expect(outside.shown() == "\u{1B}\\\u{1B}[?2026l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    terminal.hide()
    #expect(outside.shown() == "")
  }

  @Test func whoForgetsItGivesItBack() throws {
    let before = outside.attributes
    do {
      let another = try Terminal(paths: [outside.path])
      try another.show()
      #expect(outside.isRaw)
    }
    #expect(outside.attributes == before)
    #expect(outside.shown().hasSuffix("\u{1B}[?1049l"))
  }

  @Test func whatWasTypedForTheViewIsNotLeftForTheShell() throws {
    try terminal.show()
    outside.type("rm -rf\r")
    terminal.hide()
    #expect(terminal.read() == .nothing)
  }

  @Test func itsSize() throws {
    #expect(terminal.size == Terminal.Size(columns: 100, rows: 30))
    outside.resize(columns: 200, rows: 50)
    #expect(terminal.size == Terminal.Size(columns: 200, rows: 50))
    outside.resize(columns: 0, rows: 0)
    #expect(terminal.size == Terminal.Size(columns: 80, rows: 24))
  }

  @Test func keysCome() throws {
    try terminal.show()
    #expect(terminal.read() == .nothing)
    outside.type("q\u{3}\r")
    #expect(terminal.read() == .bytes([0x71, 0x03, 0x0D]))
    #expect(terminal.read() == .nothing)
  }

  @Test func aTerminalThatIsGoneIsOver() throws {
    try terminal.show()
    outside.hangUp()
    #expect(terminal.read() == .closed)
    terminal.write("more")
    #expect(!terminal.hasUnwritten)
    terminal.hide()
  }

  /// A terminal that doesn't read its output blocks nothing, and gets everything once it reads.
  @Test func aStuckTerminalKeepsNobodyWaiting() throws {
    try terminal.show()
    _ = outside.shown()
    let text = String(repeating: "0123456789", count: 50_000)
    terminal.write(text)
    #expect(terminal.hasUnwritten)
    var shown = ""
    for _ in 0..<10_000 where terminal.hasUnwritten {
      shown += outside.shown()
      terminal.continueWriting()
    }
    #expect(shown + outside.shown() == text)
  }

  @Test func aStuckTerminalIsGivenBackToo() throws {
    let before = outside.attributes
    try terminal.show()
    terminal.write(String(repeating: "0123456789", count: 50_000))
    #expect(terminal.hasUnwritten)
    terminal.hide()
    #expect(outside.attributes == before)
    #expect(outside.shown().hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
  }

  @Test func whatIsNoTerminal() throws {
    #expect(throws: SystemError(call: "open", code: ENOENT)) { try Terminal(paths: ["/nonexistent"]) }
    let file = try Terminal(paths: ["/dev/null"])
    #expect(throws: SystemError(call: "tcgetattr", code: ENOTTY)) { try file.show() }
    #expect(!file.isShown)
  }

  @Test func theSameTerminalTwice() throws {
    let (other, again) = (try PseudoTerminal(), open(outside.path, O_RDWR | O_NOCTTY))
    let (another, file) = (open(other.path, O_RDWR | O_NOCTTY), open("/dev/null", O_RDWR))
    defer { for descriptor in [again, another, file] { close(descriptor) } }
    #expect(Terminal.isSame(terminal.descriptor, again))
    #expect(!Terminal.isSame(terminal.descriptor, another))
    #expect(!Terminal.isSame(terminal.descriptor, file) && !Terminal.isSame(file, file))
  }
}
