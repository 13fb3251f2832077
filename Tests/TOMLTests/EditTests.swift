import TOML
import Testing

/// Setting a key changes only the necessary parts.
@Suite struct EditTests {
  private func set(_ path: String..., to value: String = "2", in text: String) throws -> String {
    let bytes = Array(text.utf8)
    let edited = try TOML.parse(bytes).setting(path, to: value, in: bytes).applied(to: bytes)
    #expect(TOML.parse(edited).errors.isEmpty)
    return String(decoding: edited, as: UTF8.self)
  }

  @Test func aValueThatIsThere() throws {
    #expect(
      try set("a", "b", in: "[a] # x\n  b  =  \"1 mm\"   # why\nc = 3\n") == "[a] # x\n  b  =  2   # why\nc = 3\n")
    #expect(try set("a", "b", in: "a = {b=1,c=2}\n") == "a = {b=2,c=2}\n")
    #expect(try set("a", "b", in: "[\"a\"]\n'b' = [\n 1, # one\n]\n") == "[\"a\"]\n'b' = 2\n")
    #expect(try set("a", "b", "c", in: "a.b.c = 1") == "a.b.c = 2")
    #expect(try set("a", in: "a = { b = 1 }") == "a = 2")
  }

  @Test func aKeyThatIsMissingComesBehindTheLastOfItsSection() throws {
    #expect(
      try set("a", "z", in: "[a]\nb = 1\n\n# About c.\n[c]\nd = 1\n") == "[a]\nb = 1\nz = 2\n\n# About c.\n[c]\nd = 1\n"
    )
    #expect(
      try set("a", "z", in: "[a]\n\t b = [\n1 ] # one\n# last\n") == "[a]\n\t b = [\n1 ] # one\n\t z = 2\n# last\n")
    #expect(try set("a", "z", in: "  [a] # empty\n[b]\n") == "  [a] # empty\n  z = 2\n[b]\n")
    #expect(try set("a", "z", in: "[a]\nb.c = 1\n[a.d]\ne = 1\n") == "[a]\nb.c = 1\nz = 2\n[a.d]\ne = 1\n")
    #expect(try set("a", "z", in: "[a.d]\ne = 1\n[a]\n") == "[a.d]\ne = 1\n[a]\nz = 2\n")
  }

  @Test func inTheRoot() throws {
    #expect(try set("z", in: "a = 1\n[b]\n") == "a = 1\nz = 2\n[b]\n")
    #expect(try set("z", in: "# top\n[b]\n") == "z = 2\n\n# top\n[b]\n")
    #expect(try set("z", in: "\u{FEFF}[b]\r\n") == "\u{FEFF}z = 2\r\n\r\n[b]\r\n")
    #expect(try set("z", in: "") == "z = 2\n")
  }

  @Test func lineEndsAreThoseOfTheFile() throws {
    #expect(try set("a", "z", in: "[a]\r\nb = 1 # x\r\n") == "[a]\r\nb = 1 # x\r\nz = 2\r\n")
    #expect(try set("a", "z", in: "[a]\r\nb = 1") == "[a]\r\nb = 1\r\nz = 2")
    #expect(try set("a", "z", in: "[a]\nb = 1") == "[a]\nb = 1\nz = 2")
    #expect(try set("a", "z", in: "[a]") == "[a]\nz = 2")
    #expect(try set("a", "z", in: "[b]\r\n") == "[b]\r\n\r\n[a]\r\nz = 2\r\n")
  }

  @Test func dottedKeys() throws {
    #expect(try set("a", "b", "z", in: "a.b.c = 1\nd = 1\n") == "a.b.c = 1\na.b.z = 2\nd = 1\n")
    #expect(try set("a", "b", "y", "z", in: "[a]\n b.c = 1\n") == "[a]\n b.c = 1\n b.y.z = 2\n")
  }

  @Test func inlineTables() throws {
    #expect(try set("a", "z", in: "a = { b = 1 } # x\n") == "a = { b = 1, z = 2 } # x\n")
    #expect(try set("a", "z", in: "a = {b = 1}") == "a = {b = 1, z = 2}")
    #expect(try set("a", "z", in: "a = {}") == "a = { z = 2 }")
    #expect(try set("a", "z", in: "a = { }") == "a = { z = 2 }")
    #expect(try set("a", "b", "z", in: "a = { b.c = 1, d = 1 }") == "a = { b.c = 1, b.z = 2, d = 1 }")
    #expect(try set("a", "y", "z", in: "a = { b = 1 }") == "a = { b = 1, y.z = 2 }")
    #expect(
      try set("gesture", "a", "slop", to: "\"3 mm\"", in: "[gesture]\na = { kind = \"tap\" }\n")
        == "[gesture]\na = { kind = \"tap\", slop = \"3 mm\" }\n")
  }

  @Test func aSectionThatIsMissing() throws {
    #expect(try set("a", "b c", "z", in: "[a.d]\nx = 1\n") == "[a.d]\nx = 1\n\n[a.\"b c\"]\nz = 2\n")
    #expect(try set("a", "z", in: "[a.d]\nx = 1\n") == "[a.d]\nx = 1\n\n[a]\nz = 2\n")
    #expect(try set("a", "z", in: "[b]") == "[b]\n\n[a]\nz = 2")
    #expect(try set("a", "z", in: "") == "[a]\nz = 2\n")
  }

  @Test func rangesOfADocumentThatIsOneOfSeveral() throws {
    let text = Array("[a]\nb = 1\n".utf8)
    let document = TOML.parse(text, from: 500)
    #expect(
      try document.setting(["a", "b"], to: "2", in: text) == Edit(range: 8..<9, replacement: [UInt8(ascii: "2")]))
    #expect(try document.setting(["a", "z"], to: "2", in: text).applied(to: text) == Array("[a]\nb = 1\nz = 2\n".utf8))
  }

  @Test(arguments: [
    (["a"], "2", EditRefusal.isSection("a"), "`a` is a section or part of a dotted key; edit the file by hand"),
    (["e"], "2", .isSection("e"), "`e` is a section or part of a dotted key; edit the file by hand"),
    (["a", "b", "c"], "2", .notATable("a.b"), "`a.b` is not a table; edit the file by hand"),
    (["e", "f"], "2", .notATable("e"), "`e` is not a table; edit the file by hand"),
    ([], "2", .noKey, "the rules have no such key"),
    (
      ["a", "b"], "2\nc = 3", .notAValue("2\nc = 3"),
      "`2\u{FFFD}c = 3` is not a value: write a number, true, false, a list, or text in quotes"
    ),
    (
      ["a", "b"], "2 # two", .notAValue("2 # two"),
      "`2 # two` is not a value: write a number, true, false, a list, or text in quotes"
    ),
    (
      ["a", "b"], "two", .notAValue("two"),
      "`two` is not a value: write a number, true, false, a list, or text in quotes"
    ),
  ])
  func whatCantBeSet(_ path: [String], _ value: String, _ refusal: EditRefusal, _ sentence: String) {
    let text = Array("[a]\nb = 1\n[[e]]\nf = 1\n".utf8)
    #expect(throws: refusal) { try TOML.parse(text).setting(path, to: value, in: text) }
    #expect(refusal.description == sentence)
  }

  @Test func textsThatAreWrong() {
    let broken = Array("[a\nb = 1\n".utf8)
    #expect(throws: EditRefusal.brokenText) { try TOML.parse(broken).setting(["a"], to: "1", in: broken) }
    #expect(throws: EditRefusal.otherText) { try TOML.parse("a = 1\n").setting(["a"], to: "1", in: broken) }
    #expect(EditRefusal.brokenText.description == "the file has errors; fix them first")
    #expect(EditRefusal.otherText.description == "the file has changed since it was read; try again")
    #expect(Edit(range: 5..<9, replacement: []).applied(to: [1, 2]) == [1, 2])
  }

  @Test func keys() {
    #expect(TOML.key("min-speed") == "min-speed")
    #expect(TOML.key(["device", "ELAN*", ""]) == "device.\"ELAN*\".\"\"")
    #expect(TOML.string("a \"b\" \\ \n\t\r\u{1}\u{7F}ü") == "\"a \\\"b\\\" \\\\ \\n\\t\\r\\u0001\\u007Fü\"")
  }
}

/// The differences between two documents.
@Suite struct DifferenceTests {
  private func differences(_ a: String, _ b: String) -> [String] {
    TOML.parse(a).differences(from: TOML.parse(b)).map { TOML.key($0) }
  }

  @Test func howItIsWrittenDoesNotMatter() {
    #expect(differences("a = { b = 1, c = ['x'] }", "# top\n[a]\nc = [ \"x\" ] # same\nb = 0x1\n") == [])
    #expect(differences("a = nan\n[[b]]\nc = 1", "b = [{ c = 1 }]\na = nan") == [])
  }

  @Test func whatItMeansDoes() {
    #expect(differences("[a]\nb = 1\nc = 2", "[a]\nb = 1.0\nd = 2") == ["a.b", "a.c", "a.d"])
    #expect(differences("a = [1, 2]", "a = [1]") == ["a"])
    #expect(differences("a = [{ b = 1 }]", "a = [{ b = 2 }]") == ["a"])
    #expect(differences("a = 'é'", "a = 'e\u{301}'") == ["a"])
    #expect(differences("a = 1979-05-27", "a = 1979-05-28\nb = {}") == ["a", "b"])
    #expect(differences("a = {}", "a = true") == ["a"])
  }
}
