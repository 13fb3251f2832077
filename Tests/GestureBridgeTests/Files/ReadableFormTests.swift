import Glibc
import Support
import Testing

@testable import gesture_bridge

/// Texts as a terminal, a pipe and a file get them.
struct ReadableFormTests {
  private static let sentence =
    "Now make movements that must not count as \"next\"… Enter ends this, or skips it if there are none."

  private func form(of terminal: PseudoTerminal, _ locale: String) -> ReadableForm {
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(descriptor) }
    return ReadableForm(of: descriptor) { $0 == "LANG" ? locale : nil }
  }

  @Test func aTerminalGetsLinesThatFit() throws {
    let narrow = form(of: try PseudoTerminal(columns: 40), "C.UTF-8")
    #expect(
      narrow.wrapped(Self.sentence)
        == "Now make movements that must not count\nas \"next\"… Enter ends this, or skips it\nif there are none.")
    #expect(narrow.text(Self.sentence) == Self.sentence)
    let wide = form(of: try PseudoTerminal(columns: 80), "C.UTF-8")
    #expect(
      wide.wrapped(Self.sentence)
        == "Now make movements that must not count as \"next\"… Enter ends this, or skips it\nif there are none.")
  }

  @Test func aTerminalWithoutASizeHas80Columns() throws {
    #expect(form(of: try PseudoTerminal(columns: 0, rows: 0), "C").columns == 80)
  }

  /// The replacement of a character can be longer than the character.
  @Test func aTerminalWithoutUTF8GetsASCII() throws {
    let form = form(of: try PseudoTerminal(columns: 40), "C")
    #expect(
      form.wrapped(Self.sentence)
        == "Now make movements that must not count\nas \"next\"... Enter ends this, or skips\nit if there are none.")
    #expect(form.text("⠒") == "-")
  }

  @Test func othersGetTheTextAsItIs() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    for descriptor in [ends[1], null, -1] {
      let form = ReadableForm(of: descriptor) { _ in "C" }
      #expect(form.wrapped(Self.sentence) == Self.sentence && form.text(Self.sentence) == Self.sentence)
    }
  }
}
