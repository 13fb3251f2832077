import Bindings
import GestureCore
import Support
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

  @Test func eachFileIsReadOnceAndItsMistakesAreReportedOnce() {
    var files = MadeUpFiles([
      "bindings.toml": stroke("a", "\"star\"") + stroke("b", "[\"star\"]", "fingers = 2\n"),
      "templates/star.toml": Self.star,
    ])
    #expect(files.load().files == ["bindings.toml", "templates/star.toml"])
    files.files["templates/star.toml"] = "x = 1"
    expectProblems(
      files.report(), "each file is read once and its mistakes are said once", "templates/star.toml:1:1 error")
    #expect(files.load().rules == nil)
  }

  @Test func swipesThatBeginLikeADrawing() {
    func report(_ direction: String, _ more: String = "") -> String {
      MadeUpFiles([
        "bindings.toml": stroke("a", "\"star\"", "fingers = 3\n")
          + "[gesture.b]\nkind = \"swipe\"\nfingers = 3\ndirection = \"\(direction)\"\n\(more)run = \"x\"\n",
        "templates/star.toml": Self.star,
      ]).report()
    }
    #expect(report("down-right").contains("if \"a\" is drawn quickly, the swipe \"b\" in line 6 fires first"))
    #expect(report("up") == "")
    #expect(report("down-right", "require-to-fail = \"a\"\n") == "")
  }

  @Test func filesThatAreNotThere() {
    var files = MadeUpFiles(["bindings.toml": stroke("a", "[\"star\", \"checkmark\"]") + stroke("b", "\"star\"")])
    files.isDisk = true
    expectProblems(files.report(), "files that are not there", "3:14 error", "3:22 error", "7:13 error")
    #expect(files.load().files == ["bindings.toml", "templates/star.toml", "templates/checkmark.toml"])
    files.isDisk = false
    #expect(
      files.report().hasPrefix(
        """
        bindings.toml:3:14: error: can't read templates/star.toml: it is made up
          3 | templates = ["star", "checkmark"]
            |              ^^^^^^ make it up
        """))
    expectProblems(report(stroke("a", "\"star\"")), "a text without files", "3:13 error")
  }

  @Test func namesThatAreNone() {
    func fix(_ names: String) -> String {
      let files = MadeUpFiles(["bindings.toml": stroke("a", names), "templates/star.toml": Self.star])
      return files.load().diagnostics.map { "\($0.message) / \($0.fix ?? "")" }.joined(separator: "\n")
    }
    let many = (0..<17).map { "\"s\($0)\"" }.joined(separator: ", ")
    let names = [
      #""""#, #""../star x""#, #""star.toml""#, #""templates/star.toml""#, #""./star""#, #""/etc/star.toml""#,
      #"["star", "star"]"#, #"["star", 3]"#, "[]", "[\(many)]", "true",
    ]
    expectSnapshot(names.map { "\($0)\n  \(fix($0))" }, "names that are none")
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
      "\"b\" can't be distinguished from \"a\" in line 1: both gestures accept the same touches | "
        + "change one of the two gestures, or let both happen: `simultaneous-with = [\"a\"]`"
    ]
    #expect(said("\"star\"", "\"copy\"") == twin)
    #expect(said("[\"star\", \"line\"]", "[\"line\", \"star\"]") == twin)
    #expect(said("\"star\"", "\"line\"") == [])
    #expect(
      said("[\"star\", \"line\"]", "\"copy\"") == [
        "the drawing \"copy\" never triggers \"b\": the gesture \"a\" in line 1 also has this drawing, and has precedence | remove the drawing from one of the two gestures"
      ])
    #expect(said("[\"star\", \"line\"]", "\"copy\"", "fingers = 2\n") == [])
    #expect(said("[\"star\", \"line\"]", "\"copy\"", "simultaneous-with = \"a\"\n") == [])
    #expect(
      said("\"star\"", "\"star\"", "tolerance = \"80 %\"\n") == [
        "\"b\" can never be recognized: \"a\" in line 1 is the same drawing with wider limits | "
          + "add `require-to-fail = [\"b\"]` to \"a\", or remove one of the two gestures"
      ])
    #expect(said("\"star\"", "\"star\"", "tolerance = \"120 %\"\n") == [])
    #expect(said("\"star\"", "\"star\"", "tolerance = \"80 %\"\npriority = 1\n") == [])
    #expect(
      said("\"star\"", "\"line\"", "max-angle = \"30 deg\"\nslack = \"3 mm\"\n") == [
        "`max-angle` has no effect with `templates = [\"line\"]` | remove `max-angle`",
        "`slack` has no effect with `templates = [\"line\"]` | remove `slack`",
      ])
  }
}
