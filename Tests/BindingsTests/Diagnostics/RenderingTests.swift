import Bindings
import Testing

/// How a diagnostic shows its line.
struct RenderingTests {
  @Test func caretsStandUnderTheRangeWhateverComesBefore() {
    #expect(
      report("[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n\tslop\t=\t\"9 kg\"\t# x\n") == """
        bindings.toml:4:9: error: "kg" is not a unit of length
          4 |     slop    =    "9 kg"    # x
            |                  ^^^^^^ use mm or cm: `slop = "3 mm"`
        """)
    #expect(
      report("gesture.\"日本é\u{301}\" = { kind = \"tap\", run = 1 }\n") == """
        bindings.toml:1:40: error: `run` must be a command: a string or a list of strings, not a whole number
          1 | gesture."日本é\u{301}" = { kind = "tap", run = 1 }
            |                                         ^ write `run = "notify-send done"`
        """)
  }

  @Test func lineEndsAndByteOrderMarksAreNoPartOfALine() {
    #expect(
      report("\u{FEFF}[gesture.a]\r\nkind = \"tapp\"\r\n") == """
        bindings.toml:2:8: error: unknown gesture kind "tapp"
          2 | kind = "tapp"
            |        ^^^^^^ did you mean "tap"? `gesture-bridge gestures` lists them all
        """)
    #expect(
      report("\u{FEFF}x = 1\r\n") == """
        bindings.toml:1:1: error: unknown key "x"
          1 | x = 1
            | ^ put keys under a header such as `[gesture.NAME]`
        """)
  }

  @Test func controlCharactersAreShownAndNotSent() {
    #expect(
      report("[gesture.a]\nkind = \"tap\"\nrun = \"x\0\u{1B}[31m\"\n") == """
        bindings.toml:3:9: error: the control character U+0000 is not allowed here
          3 | run = "x␀␛[31m"
            |         ^ write it as `\\u0000`
        """)
    #expect(
      report("[gesture.a]\nkind = \"\\u001b[31m\"\n") == """
        bindings.toml:2:8: error: unknown gesture kind "␛[31m"
          2 | kind = "\\u001b[31m"
            |        ^^^^^^^^^^^^ `gesture-bridge gestures` lists them all
        """)
  }

  @Test func bytesThatAreNotTextAreShownAsSuch() {
    #expect(
      report(Array("[gesture.a]\nkind = \"t".utf8) + [0xFF] + Array("ap\"\n".utf8)) == """
        bindings.toml:2:10: error: these bytes are not valid UTF-8
          2 | kind = "t\u{FFFD}ap"
            |          ^ save the file as UTF-8
        """)
  }

  @Test func longLinesAreCutAroundTheCarets() {
    let long = String(repeating: "x", count: 70)
    #expect(
      report("[gesture.a] # \(long)\nkind = \"tapp\" # \(long)\(long)\n") == """
        bindings.toml:2:8: error: unknown gesture kind "tapp"
          2 | kind = "tapp" # xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
            |        ^^^^^^ did you mean "tap"? `gesture-bridge gestures` lists them all
        """)
    #expect(
      report("gesture.a = { run = \"\(long)\", kind = \"tapp\" }\n") == """
        bindings.toml:1:102: error: unknown gesture kind "tapp"
          1 | …xxxxxxxxxxxxxxxxxxx", kind = "tapp" }
            |                               ^^^^^^ did you mean "tap"? `gesture-bridge gestures` lists them all
        """)
    #expect(
      report("gesture.a.kind = \"\(long)\(long)\"\n") == """
        bindings.toml:1:18: error: unknown gesture kind "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
          1 | gesture.a.kind = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
            |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ \
        `gesture-bridge gestures` lists them all
        """)
  }

  @Test func problemsComeInTheOrderOfTheFile() {
    let lines = load("[[binding]]\n[gesture.b]\nkind = 3\n[gesture.a]\nkin = 3\n[defaults]\nx = 3\n= 3\n").diagnostics
    #expect(lines.map(\.location.line) == [1, 1, 3, 4, 5, 7, 8])
  }
}
