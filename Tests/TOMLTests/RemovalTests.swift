import TOML
import Testing

/// Removing a key or a section keeps everything that does not belong to it.
@Suite struct RemovalTests {
  private func removed(_ path: [String], from text: String) throws -> String {
    var bytes = Array(text.utf8)
    for edit in try TOML.parse(bytes).removing(path, in: bytes) { bytes = edit.applied(to: bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let rules = """
    # Mine
    [gesture.a]
    kind = "tap" # one
      taps = 2
    list = [
      1, # two
    ]

    # About b
    [gesture.b]
    slop.x = 1
    slop.y = 2
    [other]
    z = 1
    [gesture.a.touchpad]
    slop = "1 mm"

    """

  @Test(arguments: [["t", "a"], ["t", "a", "b"]])
  func dottedKeysInABraceStay(_ path: [String]) {
    #expect(throws: EditRefusal.self) { try removed(path, from: "t = { a.b = 1, a.c = 2, d = 3 }\n") }
  }

  @Test(arguments: [
    (["gesture", "a", "kind"], "kind = \"tap\" # one\n"), (["gesture", "a", "taps"], "  taps = 2\n"),
    (["gesture", "a", "list"], "list = [\n  1, # two\n]\n"), (["gesture", "b", "slop", "x"], "slop.x = 1\n"),
    (["gesture", "b", "slop"], "slop.x = 1\nslop.y = 2\n"), (["other"], "[other]\nz = 1\n"),
    (["gesture", "b"], "# About b\n[gesture.b]\nslop.x = 1\nslop.y = 2\n"), (["gesture", "c"], ""), (["x", "y"], ""),
    (["gesture", "a", "touchpad"], "[gesture.a.touchpad]\nslop = \"1 mm\"\n"),
  ])
  func itReadsItsLines(_ path: [String], _ lines: String) throws {
    #expect(try removed(path, from: Self.rules) == Self.rules.replacing(lines, with: "", maxReplacements: 1))
  }

  /// The sections of one table can be apart from each other.
  @Test func aSectionIsRemovedWithThoseBelowIt() throws {
    let text = try removed(["gesture", "a"], from: Self.rules)
    #expect(text == "# About b\n[gesture.b]\nslop.x = 1\nslop.y = 2\n[other]\nz = 1\n")
  }

  @Test(arguments: [
    ("a = { b = 1, c = 2 }\n", ["a", "b"], "a = { c = 2 }\n"),
    ("a = { b = 1, c = 2 }\n", ["a", "c"], "a = { b = 1 }\n"),
    ("a = { b = 1 }\n", ["a", "b"], "a = {  }\n"), ("a = 1", ["a"], ""), ("a = 1\r\nb = 2\r\n", ["a"], "b = 2\r\n"),
    ("[[m]]\nx = 1\n[[m]]\nx = 2\n[n]\n", ["m"], "[n]\n"), ("x = 1\n\n\n[a]\nb = 1\n", ["a"], "x = 1\n"),
  ])
  func otherForms(_ text: String, _ path: [String], _ remaining: String) throws {
    #expect(try removed(path, from: text) == remaining)
    #expect(TOML.parse(remaining).errors.isEmpty)
  }

  @Test func whatCannotBeRead() {
    #expect(throws: EditRefusal.brokenText) { try removed(["a"], from: "a = ") }
    #expect(throws: EditRefusal.noKey) { try removed([], from: "a = 1") }
    #expect(throws: EditRefusal.notATable("a")) { try removed(["a", "b"], from: "a = 1") }
  }
}
