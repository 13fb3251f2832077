import TOML
import Testing

/// Reading continues after an error, and keeps the correct parts.
@Suite struct RecoveryTests {
  @Test func allErrorsInOneRun() {
    let text = """
      [gesture.one]
      kind = swipe
      fingers = 3
      run = "x
      [gesture.two
      kind = "tap"
      size = 14 mm
      [gesture.one]
      kind = "pan"
      """
    #expect(
      errors(text) == [
        "2:8 <swipe> `swipe` is not a value; put text in quotes: `\"swipe\"`",
        "4:7 <\"x> unterminated string; close it with `\"`",
        "5:1 <[gesture.two> unterminated table header; close it with `]`",
        "7:11 <mm> unexpected `mm` after the value; put the whole value in quotes: `\"14 mm\"`",
        "8:10 <one> table `gesture.one` is already defined on line 1; put the keys of both tables in one table",
      ])
    #expect(plain(TOML.parse(text).root) == #"{gesture: {one: {fingers: 3}, two: {kind: "tap"}}}"#)
  }

  /// Text after a mistake inside brackets is neither lost nor read as something else.
  @Test(arguments: [
    ("a = [1, 2\nb = 3", "{b: 3}"),
    ("a = [\n  1,\n[b]\nc = 3", "{b: {c: 3}}"),
    ("a = [\n  x,\n  \"y\",\n]\nb = 3", "{b: 3}"),
    ("a = [\n  [1],\n  [x],\n  [\"y\"]\n]\nb = 3", "{b: 3}"),
    ("a = [x]\nb = 3", "{b: 3}"),
    ("a = { b = 1\nc = 3", "{c: 3}"),
    ("a = {\n  b = 1,\n  c = 2,\n}\nd = 3", "{d: 3}"),
    ("a = {\nb = 1\n[c]", "{c: {}}"),
    ("a = { b = x }\nc = 3", "{c: 3}"),
    ("a = \"\"\"\nSome text.\nb = 3", "{b: 3}"),
    ("[a.\nb = 1\n[c]\nb = 2", "{c: {b: 2}}"),
    ("[[a]\nb = 1\n[[a]]", "{a: [{b: 1}, {}]}"),
  ])
  func oneErrorAtATime(text: String, remaining: String) {
    let document = TOML.parse(text)
    #expect(document.errors.count == 1, "\(errors(text))")
    #expect(plain(document.root) == remaining)
  }

  @Test func unitsInsideSeveralLines() {
    #expect(errors("a = {\n  b = 5 mm,\n}\nc = 1").map { $0.prefix(4) } == ["1:5 ", "2:9 "])
  }

  /// A key whose value is wrong is not missing.
  @Test func unreadableKeys() {
    let root = TOML.parse("a = x\nb.c = \"\nd = 1\ne = [ { f = } ]").root
    #expect(root.unreadable.map(\.name) == ["a", "b", "e"])
    #expect(plain(root) == "{d: 1}")
  }

  @Test func nothingWrongIsKept() {
    let text = Array("a = \"".utf8) + [0xFF] + Array("\"\nb = \"\\q\"\nc = { d = 1, d = 2 }\n".utf8)
    #expect(TOML.parse(text).root.entries.isEmpty)
  }

  @Test func errorsEndSomewhere() {
    #expect(TOML.parse(String(repeating: "x\n", count: 10_000)).errors.count == TOML.maximumErrors)
    #expect(TOML.parse("a = [" + String(repeating: "\"\\q\", ", count: 10_000)).errors.count == TOML.maximumErrors)
  }
}
