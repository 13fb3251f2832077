import Bindings
import Testing

/// What is said about `include`, to the letter.
struct IncludeDiagnosticTests {
  private let tap = "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n"

  private func report(_ main: String, _ others: [String: String] = [:], home: String? = "/home/me") -> String {
    var files = MadeUpFiles(others.merging(["bindings.toml": main + "\n" + tap]) { $1 })
    files.home = home
    return files.report()
  }

  @Test func whatCannotBeRead() {
    #expect(
      report("include = [\"layers/b.toml\"]") == """
        bindings.toml:1:12: error: can't read layers/b.toml: it is made up
          1 | include = ["layers/b.toml"]
            |            ^^^^^^^^^^^^^^^ make it up
        """)
    #expect(
      report("include = \"\"") == """
        bindings.toml:1:11: error: this `include` is empty
          1 | include = ""
            |           ^^ write a path, as in `include = ["layers/media.toml"]`
        """)
    #expect(
      report("include = \"a\\u0000b\"") == """
        bindings.toml:1:11: error: a path can't contain a NUL character
          1 | include = "a\\u0000b"
            |           ^^^^^^^^^^ remove it
        """)
    #expect(
      report("include = \"~/a.toml\"", home: nil) == """
        bindings.toml:1:11: error: `~` can't be expanded: HOME is not set
          1 | include = "~/a.toml"
            |           ^^^^^^^^^^ write the whole path
        """)
    #expect(
      BindingsTests.report("include = \"a.toml\"\n" + tap) == """
        bindings.toml:1:11: error: can't read a.toml: this text is not from a file
          1 | include = "a.toml"
            |           ^^^^^^^^ put everything into one file
        """)
  }

  @Test func wrongTypesAndPlaces() {
    #expect(
      report("include = 3") == """
        bindings.toml:1:11: error: `include` must be a string or a list of strings, not a whole number
          1 | include = 3
            |           ^ write `include = ["layers/media.toml"]`
        """)
    #expect(
      report("inclued = [\"b.toml\"]") == """
        bindings.toml:1:1: error: unknown key "inclued"
          1 | inclued = ["b.toml"]
            | ^^^^^^^ did you mean "include"?
        """)
    let line = { (report: String) in report.split(separator: "\n").first.map(String.init) }
    #expect(
      line(report("[[include]]")) == "bindings.toml:1:1: error: `include` must be a list of names, not tables")
    let sections = [
      "[gesture.b]\nkind = \"tap\"\ntaps = 2\nrun = \"x\"\n",
      "[[binding]]\ngesture = \"a\"\nalso = true\nrun = \"x\"\n",
      "[defaults]\n", "[defaults.touchpad]\n", "[device.\"*\"]\n", "[zone.z]\nrect = {}\nignore = true\n",
    ]
    for section in sections {
      let number = section.split(separator: "\n").count + 1
      #expect(
        report(section + "include = [\"b.toml\"]") == """
          bindings.toml:\(number):1: error: `include` can't be in a section
            \(number) | include = ["b.toml"]
              | ^^^^^^^ move it to the top of the file, before the first `[section]`
          """)
    }
  }

  @Test func aFileIsIncludedOnce() {
    let others = ["b.toml": "include = [\"c.toml\"]", "c.toml": "# c"]
    #expect(
      report("include = [\"b.toml\", \"./c.toml\"]", others) == """
        bindings.toml:1:22: error: "./c.toml" is included already, at b.toml:1:12
          1 | include = ["b.toml", "./c.toml"]
            |                      ^^^^^^^^^^ remove one of the two
        """)
  }

  @Test func circlesAreShownWithTheirWayRound() {
    #expect(
      report("include = [\"bindings.toml\"]") == """
        bindings.toml:1:12: error: the file includes itself
          1 | include = ["bindings.toml"]
            |            ^^^^^^^^^^^^^^^ remove it
        """)
    let others = ["x/b.toml": "include = \"../c.toml\"", "x/../c.toml": "\ninclude = [\"x/b.toml\"]"]
    let linked = others.merging(["x/../x/b.toml": others["x/b.toml"] ?? ""]) { $1 }
    #expect(
      report("include = [\"x/b.toml\"]", linked) == """
        x/../c.toml:2:12: error: the file includes itself: x/b.toml -> x/../c.toml -> x/b.toml
          2 | include = ["x/b.toml"]
            |            ^^^^^^^^^^ remove one of them
        """)
  }

  @Test func thereIsAnEndToIncludingOneAnother() {
    func chain(_ length: Int) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (1...length).map {
          ("\($0).toml", $0 < length ? "include = \"\($0 + 1).toml\"" : "# end")
        })
    }
    #expect(report("include = \"1.toml\"", chain(16)) == "")
    #expect(
      report("include = \"1.toml\"", chain(17)) == """
        16.toml:1:11: error: more than 16 files include one another
          1 | include = "17.toml"
            |           ^^^^^^^^^ include all of them from one file
        """)
  }

  @Test func aNameIsDefinedOnce() {
    let zone = "[zone.z]\nrect = {}\nexclusive = true\n"
    #expect(
      report("include = [\"b.toml\"]\n" + zone, ["b.toml": "# first\n" + tap + zone]) == """
        bindings.toml:2:7: error: there is a zone "z" already, at b.toml:5:7
          2 | [zone.z]
            |       ^ rename or remove one of the two
        bindings.toml:6:10: error: there is a gesture "a" already, at b.toml:2:10
          6 | [gesture.a]
            |          ^ rename or remove one of the two; a `[[binding]]` can give it other actions
        """)
  }

  @Test func problemsNameTheirFilesAndComeFileByFile() {
    let main = "include = [\"b.toml\", \"c.toml\"]\nx = 1"
    let others = ["b.toml": "[gesture.b]\nkind = \"swype\"\n", "c.toml": "\u{FEFF}é = 1\n"]
    #expect(
      report(main, others) == """
        bindings.toml:2:1: error: unknown key "x"
          2 | x = 1
            | ^ put keys under a header such as `[gesture.NAME]`
        b.toml:2:8: error: unknown gesture kind "swype"
          2 | kind = "swype"
            |        ^^^^^^^ did you mean "swipe"? `gesture-bridge gestures` lists them all
        c.toml:1:1: error: `é` is not allowed in a key without quotes
          1 | é = 1
            | ^ put the key in quotes: `"é"`
        """)
    let ranges = MadeUpFiles(others.merging(["bindings.toml": main]) { $1 }).load().diagnostics.map(\.range)
    #expect(ranges == [31..<32, 19..<26, 3..<5])
  }

  @Test func gesturesOfOtherFilesAreNamedWithTheirFile() {
    let more = "\nrequire-to-fail = [\"gone\"]"
    #expect(
      report("include = \"b.toml\"", ["b.toml": tap.replacing("gesture.a", with: "gesture.b")]) == """
        bindings.toml:2:1: error: "a" can't be told apart from "b" in b.toml:1: the two are the same
          2 | [gesture.a]
            | ^^^^^^^^^^^ change one of them, or let both happen: `simultaneous-with = ["b"]`
        """)
    // What seems to be missing may stand in the file that could not be read.
    #expect(
      report("include = \"b.toml\"\n" + tap.replacing("gesture.a", with: "gesture.b") + more).contains("gone") == false)
  }
}
