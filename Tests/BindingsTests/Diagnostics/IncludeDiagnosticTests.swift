import Bindings
import Testing

/// The diagnostics for `include`, to the letter.
struct IncludeDiagnosticTests {
  private let tap = "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n"

  private func report(_ main: String, _ others: [String: String] = [:], home: String? = "/home/me") -> String {
    var files = MadeUpFiles(others.merging(["bindings.toml": main + "\n" + tap]) { $1 })
    files.home = home
    return files.report()
  }

  @Test func whatCannotBeRead() {
    expectProblems(report("include = [\"layers/b.toml\"]"), "a file that is not there", "1:12 error")
    expectProblems(report("include = \"\""), "an empty include", "1:11 error")
    expectProblems(report("include = \"a\\u0000b\""), "a NUL character", "1:11 error")
    expectProblems(report("include = \"~/a.toml\"", home: nil), "no home", "1:11 error")
    expectProblems(BindingsTests.report("include = \"a.toml\"\n" + tap), "a text without files", "1:11 error")
  }

  @Test func wrongTypesAndSections() {
    expectProblems(report("include = 3"), "include = 3", "1:11 error")
    expectProblems(report("inclued = [\"b.toml\"]"), "inclued", "1:1 error")
    let line = { (report: String) in report.split(separator: "\n").first.map(String.init) }
    #expect(
      line(report("[[include]]")) == "bindings.toml:1:1: error: `include` must be a list of names, not tables")
    let sections = [
      "[gesture.b]\nkind = \"tap\"\ntaps = 2\nrun = \"x\"\n",
      "[[override]]\ngesture = \"a\"\nalso = true\nrun = \"x\"\n",
      "[defaults]\n", "[defaults.touchpad]\n", "[device.\"*\"]\n", "[zone.z]\nrect = {}\nignore = true\n",
    ]
    expectErrors(sections.map { $0 + "include = [\"b.toml\"]" }, "include in a section", at: "bindings.toml:") {
      report($0)
    }
  }

  @Test func aFileIsIncludedOnce() {
    let others = ["b.toml": "include = [\"c.toml\"]", "c.toml": "# c"]
    expectProblems(report("include = [\"b.toml\", \"./c.toml\"]", others), "a file is included once", "1:22 error")
  }

  @Test func circlesAreShownWithAllTheirNames() {
    expectProblems(report("include = [\"bindings.toml\"]"), "a file in itself", "1:12 error")
    let others = ["x/b.toml": "include = \"../c.toml\"", "x/../c.toml": "\ninclude = [\"x/b.toml\"]"]
    let linked = others.merging(["x/../x/b.toml": others["x/b.toml"] ?? ""]) { $1 }
    expectProblems(report("include = [\"x/b.toml\"]", linked), "a circle of files", "x/../c.toml:2:12 error")
  }

  @Test func thereIsAnEndToIncludingOneAnother() {
    func chain(_ length: Int) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (1...length).map {
          ("\($0).toml", $0 < length ? "include = \"\($0 + 1).toml\"" : "# end")
        })
    }
    #expect(report("include = \"1.toml\"", chain(16)) == "")
    expectProblems(report("include = \"1.toml\"", chain(17)), "seventeen files", "16.toml:1:11 error")
  }

  @Test func aNameIsDefinedOnce() {
    let zone = "[zone.z]\nrect = {}\nexclusive = true\n"
    expectProblems(
      report("include = [\"b.toml\"]\n" + zone, ["b.toml": "# first\n" + tap + zone]), "a name is defined once",
      "2:7 error", "6:10 error")
  }

  @Test func problemsNameTheirFilesAndComeFileByFile() {
    let main = "include = [\"b.toml\", \"c.toml\"]\nx = 1"
    let others = ["b.toml": "[gesture.b]\nkind = \"swype\"\n", "c.toml": "\u{FEFF}é = 1\n"]
    expectProblems(
      report(main, others), "problems name their files and come file by file", "2:1 error", "b.toml:2:8 error",
      "c.toml:1:1 error")
    let ranges = MadeUpFiles(others.merging(["bindings.toml": main]) { $1 }).load().diagnostics.map(\.range)
    #expect(ranges == [31..<32, 19..<26, 3..<5])
  }

  @Test func gesturesOfOtherFilesAreNamedWithTheirFile() {
    let more = "\nrequire-to-fail = [\"gone\"]"
    expectProblems(
      report("include = \"b.toml\"", ["b.toml": tap.replacing("gesture.a", with: "gesture.b")]),
      "gestures of other files are named with their file", "2:1 error")
    // A name that seems to be missing can be in the file that could not be read.
    #expect(
      report("include = \"b.toml\"\n" + tap.replacing("gesture.a", with: "gesture.b") + more).contains("gone") == false)
  }
}
