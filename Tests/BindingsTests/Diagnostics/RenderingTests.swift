import Bindings
import Testing

/// How a diagnostic shows its line.
struct RenderingTests {
  @Test func caretsStandUnderTheRangeWhateverComesBefore() {
    expectProblems(report("[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n\tslop\t=\t\"9 kg\"\t# x\n"), "tabs", "4:9 error")
    expectProblems(report("gesture.\"日本é\u{301}\" = { kind = \"tap\", run = 1 }\n"), "wide characters", "1:40 error")
  }

  @Test func lineEndsAndByteOrderMarksAreNoPartOfALine() {
    expectProblems(report("\u{FEFF}[gesture.a]\r\nkind = \"tapp\"\r\n"), "a byte order mark and CRLF", "2:8 error")
    expectProblems(report("\u{FEFF}x = 1\r\n"), "a byte order mark before the place", "1:1 error")
  }

  @Test func controlCharactersAreShownAndNotSent() {
    expectProblems(
      report("[gesture.a]\nkind = \"tap\"\nrun = \"x\0\u{1B}[31m\"\n"), "control characters in the file", "3:9 error")
    expectProblems(report("[gesture.a]\nkind = \"\\u001b[31m\"\n"), "control characters in a value", "2:8 error")
  }

  @Test func bytesThatAreNotTextAreShownAsSuch() {
    expectProblems(
      report(Array("[gesture.a]\nkind = \"t".utf8) + [0xFF] + Array("ap\"\n".utf8)),
      "bytes that are not text are shown as such", "2:10 error")
  }

  @Test func longLinesAreCutAroundTheCarets() {
    let long = String(repeating: "x", count: 70)
    expectProblems(report("[gesture.a] # \(long)\nkind = \"tapp\" # \(long)\(long)\n"), "a long end", "2:8 error")
    expectProblems(
      report("gesture.a = { run = \"\(long)\", kind = \"tapp\" }\n"), "a long beginning", "1:102 error")
    expectProblems(report("gesture.a.kind = \"\(long)\(long)\"\n"), "a long value", "1:18 error")
  }

  @Test func problemsComeInTheOrderOfTheFile() {
    let lines = load("[[override]]\n[gesture.b]\nkind = 3\n[gesture.a]\nkin = 3\n[defaults]\nx = 3\n= 3\n").diagnostics
    #expect(lines.map(\.location.line) == [1, 1, 3, 4, 5, 7, 8])
  }
}
