import Bindings
import GestureCore
import Testing

/// Rules that name files of examples.
struct TemplateRulesTests {
  private static let star = "[[stroke]]\npoints = [[0, 0], [10, 12], [20, 0]]\n"
  private static let line = "[[stroke]]\npoints = [[0, 0], [10, 1]]\n"

  private func stroke(_ name: String, _ templates: String, _ more: String = "") -> String {
    "[gesture.\(name)]\nkind = \"stroke\"\ntemplates = \(templates)\n\(more)run = \"x\"\n"
  }

  private func templates(_ loaded: LoadedRules, _ gesture: Int = 0) -> [StrokeTemplates]? {
    guard let rules = loaded.rules?.ruleSet.gestures, rules.indices.contains(gesture),
      case .templates(let templates) = rules[gesture].settings["templates"]
    else { return nil }
    return templates
  }

  @Test func theyStandBesideTheFileThatNamesThem() throws {
    let files = MadeUpFiles([
      "rules/bindings.toml": "include = \"more/b.toml\"\n" + stroke("a", "[\"star\", \"line\"]"),
      "rules/more/b.toml": stroke("b", "\"star\"", "fingers = 2\n"),
      "rules/templates/star.toml": Self.star, "rules/templates/line.toml": Self.line,
      "rules/more/templates/star.toml": Self.line + Self.star,
    ])
    let loaded = files.load("rules/bindings.toml")
    #expect(loaded.diagnostics.isEmpty)
    #expect(templates(loaded, 0)?.map(\.strokes.count) == [2])
    #expect(templates(loaded, 1)?.map(\.name) == ["star", "line"])
    #expect(templates(loaded, 1)?.first?.strokes == [[Vector(0, 0), Vector(10, 12), Vector(20, 0)]])
    #expect(
      loaded.files == [
        "rules/bindings.toml", "rules/more/b.toml", "rules/more/templates/star.toml", "rules/templates/star.toml",
        "rules/templates/line.toml",
      ])
  }

  @Test func eachFileIsReadOnceAndItsMistakesAreSaidOnce() {
    var files = MadeUpFiles([
      "bindings.toml": stroke("a", "\"star\"") + stroke("b", "[\"star\"]", "fingers = 2\n"),
      "templates/star.toml": Self.star,
    ])
    #expect(files.load().files == ["bindings.toml", "templates/star.toml"])
    files.files["templates/star.toml"] = "x = 1"
    #expect(
      files.report() == """
        templates/star.toml:1:1: error: unknown key "x"
          1 | x = 1
            | ^ a file of examples has only `[[stroke]]`, each with its `points`
        """)
    #expect(files.load().rules == nil)
  }

  @Test func filesThatAreNotThere() {
    var files = MadeUpFiles(["bindings.toml": stroke("a", "[\"star\", \"checkmark\"]") + stroke("b", "\"star\"")])
    files.isDisk = true
    #expect(
      files.report() == """
        bindings.toml:3:14: error: can't read templates/star.toml: it is not there
          3 | templates = ["star", "checkmark"]
            |              ^^^^^^ make it with `gesture-bridge learn star`, or write `shape = "star"`
        bindings.toml:3:22: error: can't read templates/checkmark.toml: it is not there
          3 | templates = ["star", "checkmark"]
            |                      ^^^^^^^^^^^ make it with `gesture-bridge learn checkmark`, or write `shape = \
        "checkmark"`
        bindings.toml:7:13: error: can't read templates/star.toml: it is not there
          7 | templates = "star"
            |             ^^^^^^ make it with `gesture-bridge learn star`, or write `shape = "star"`
        """)
    #expect(files.load().files == ["bindings.toml", "templates/star.toml", "templates/checkmark.toml"])
    files.isDisk = false
    #expect(
      files.report().hasPrefix(
        """
        bindings.toml:3:14: error: can't read templates/star.toml: it is made up
          3 | templates = ["star", "checkmark"]
            |              ^^^^^^ make it up
        """))
    #expect(
      report(stroke("a", "\"star\"")) == """
        bindings.toml:3:13: error: can't read templates/star.toml: this text is not from a file
          3 | templates = "star"
            |             ^^^^^^ put everything into one file
        """)
  }

  @Test func namesThatAreNone() {
    func fix(_ names: String) -> String {
      let files = MadeUpFiles(["bindings.toml": stroke("a", names), "templates/star.toml": Self.star])
      return files.load().diagnostics.map { "\($0.message) / \($0.fix ?? "")" }.joined(separator: "\n")
    }
    let letters = "use letters, digits, `-` and `_`, 100 at most"
    #expect(fix("\"\"") == "\"\" can't be the name of a drawing / \(letters)")
    #expect(fix("\"../star x\"") == "\"../star x\" can't be the name of a drawing / \(letters)")
    for name in ["star.toml", "templates/star.toml", "./star", "/etc/star.toml"] {
      #expect(
        fix("\"\(name)\"")
          == "\"\(name)\" can't be the name of a drawing / write \"star\", which is read from `templates/star.toml`")
    }
    #expect(fix("[\"star\", \"star\"]") == "\"star\" is named twice / name it once")
    #expect(fix("[\"star\", 3]") == "`templates` must be a list of names, not numbers / put each name in quotes")
    #expect(fix("[]") == "`templates` has 0 names / write 1 to 16 names of learned drawings")
    let many = (0..<17).map { "\"s\($0)\"" }.joined(separator: ", ")
    #expect(fix("[\(many)]") == "`templates` has 17 names / write 1 to 16 names of learned drawings")
    #expect(
      fix("true") == "`templates` must be a string or a list of strings, not true or false / "
        + "write `templates = [\"star\"]`")
  }

  @Test func problemsOfTheRulesComeFirst() {
    let files = MadeUpFiles([
      "bindings.toml": stroke("a", "[\"star\"]", "fingerz = 2\n"), "templates/star.toml": "\n\n[[stroke]]\n",
    ])
    #expect(files.load().diagnostics.map(\.location.description) == ["bindings.toml:4:1", "templates/star.toml:3:1"])
  }

  @Test func theSameExamplesAreTheSameDrawing() {
    func said(_ a: String, _ b: String, _ more: String = "") -> [String] {
      MadeUpFiles([
        "bindings.toml": stroke("a", a) + stroke("b", b, more), "templates/star.toml": Self.star,
        "templates/copy.toml": Self.star, "templates/line.toml": Self.line,
      ]).load().diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
    }
    let twin = [
      "\"b\" can't be told apart from \"a\" in line 1: the two are the same | "
        + "change one of them, or let both happen: `simultaneous-with = [\"a\"]`"
    ]
    #expect(said("\"star\"", "\"copy\"") == twin)
    #expect(said("[\"star\", \"line\"]", "[\"line\", \"star\"]") == twin)
    #expect(said("\"star\"", "\"line\"") == [])
    #expect(
      said("[\"star\", \"line\"]", "\"copy\"") == [
        "\"copy\" is never \"b\": it also belongs to \"a\" in line 1, which comes first | remove it from one of them"
      ])
    #expect(said("[\"star\", \"line\"]", "\"copy\"", "fingers = 2\n") == [])
    #expect(said("[\"star\", \"line\"]", "\"copy\"", "simultaneous-with = \"a\"\n") == [])
    #expect(
      said("\"star\"", "\"star\"", "tolerance = \"80 %\"\n") == [
        "\"b\" can never be recognized: \"a\" in line 1 is the same drawing with wider limits | "
          + "add `require-to-fail = [\"b\"]` to \"a\", or remove one of them"
      ])
    #expect(said("\"star\"", "\"star\"", "tolerance = \"120 %\"\n") == [])
    #expect(said("\"star\"", "\"star\"", "tolerance = \"80 %\"\npriority = 1\n") == [])
    #expect(
      said("\"star\"", "\"line\"", "max-angle = \"30 deg\"\nslack = \"3 mm\"\n") == [
        "`max-angle` has no effect with `templates = [\"line\"]` | leave it out",
        "`slack` has no effect with `templates = [\"line\"]` | leave it out",
      ])
  }
}
