import Bindings
import GestureCore
import Testing

/// The templates read from a file of examples, and its diagnostics, to the letter.
struct TemplateFileTests {
  private func read(_ text: String) -> (templates: StrokeTemplates?, diagnostics: [Diagnostic]) {
    TemplateFile.read(text: Array(text.utf8), file: "templates/star.toml", name: "star")
  }

  /// All diagnostics, without the name of the file.
  private func report(_ text: String) -> String {
    let result = read(text)
    #expect((result.templates == nil) == !result.diagnostics.isEmpty)
    return result.diagnostics.map { $0.description.replacing("templates/star.toml:", with: "") }
      .joined(separator: "\n")
  }

  @Test func examplesArriveInTheirOrder() throws {
    let result = read(
      """
      # Drawn on a touchpad.
      [[stroke]]
      points = [[0, 0], [-1.5, 12], [10_000, -1e4]]

      [[stroke]]
      points = [
        [1, 2], # down
        [1, 2],
        [3, 4],
      ]
      """)
    #expect(result.diagnostics.isEmpty)
    let templates = try #require(result.templates)
    #expect(templates.name == "star")
    #expect(
      templates.strokes == [
        [Vector(0, 0), Vector(-1.5, 12), Vector(10_000, -10_000)], [Vector(1, 2), Vector(1, 2), Vector(3, 4)],
      ])
    #expect(read("stroke = [{ points = [[0, 0], [1, 1]] }]").templates?.strokes.count == 1)
    #expect(read("\u{FEFF}[[stroke]]\r\npoints = [[0, 0], [1, 1]]\r\n").templates?.strokes.count == 1)
  }

  @Test func aFileWithoutStrokes() {
    expectProblems(report("# nothing yet\n"), "a file without strokes", "1:1 error")
    #expect(report("").hasPrefix("1:1: error: this file has no stroke\n"))
    expectProblems(report("[stroke]\npoints = [[0, 0], [1, 1]]\n"), "[stroke]", "1:2 error")
    #expect(report("stroke = []").hasPrefix("1:1: error: a stroke needs double brackets\n"))
    #expect(report("stroke = [3]").hasPrefix("1:11: error: a stroke needs double brackets\n"))
  }

  @Test func unknownKeys() {
    expectProblems(
      report("name = \"star\"\nstrokes = 1\n[[stroke]]\npoints = [[0, 0], [1, 1]]\npoint = 1\nwidth = 2\n"),
      "unknown keys", "1:1 error", "2:1 error", "5:1 error", "6:1 error")
    expectProblems(report("points = [[0, 0], [1, 1]]"), "points without a stroke", "1:1 error")
  }

  @Test func wrongPoints() {
    expectProblems(report("[[stroke]]\n"), "no points", "1:1 error")
    expectProblems(report("[[stroke]]\npoints = 4"), "points = 4", "2:10 error")
    let points = ["[1]", "[1, 2, 3]", "[1, \"2\"]", "7", "{ x = 1, y = 2 }"]
    expectErrors(points, "what is no point", at: "2:19: error: ") { report("[[stroke]]\npoints = [[0, 0], \($0), 5]") }
    let numbers = ["nan", "inf", "-inf", "10000.5", "-10001", "1e400", "9223372036854775807"]
    expectErrors(numbers, "numbers out of range", at: "2:23: error: ") {
      report("[[stroke]]\npoints = [[0, 0], [1, \($0)]]")
    }
    expectErrors(["[]", "[[1, 1]]", "[[1, 1], [1.0, 1]]"], "no length", at: "2:10: error: ") {
      report("[[stroke]]\npoints = \($0)")
    }
  }

  @Test func tooMuch() {
    let stroke = "[[stroke]]\npoints = [[0, 0], [1, 1]]\n"
    #expect(read(String(repeating: stroke, count: 64)).templates?.strokes.count == 64)
    expectProblems(report(String(repeating: stroke, count: 66)), "too many strokes", "129:1 error")
    func points(_ count: Int) -> String {
      "[[stroke]]\npoints = [\n" + (0..<count).map { "[\($0), 0],\n" }.joined() + "]\n"
    }
    #expect(read(points(4096)).templates?.strokes.first?.count == 4096)
    expectProblems(report(points(4097)), "too many points", "2:1 error")
  }

  @Test func textThatIsNoTOML() {
    expectProblems(report("[[stroke]]\npoints = [[0, 0], [1, 1]\nnonsense"), "text that is no TOML", "2:25 error")
    // A value that could not be read is not reported as missing.
    #expect(!report("[[stroke]]\npoints = [[0, 0], [1, 1],, [2, 2]]").contains("no `points`"))
    for text in [[0xFF, 0xFE], [0], Array("[[stroke".utf8)] as [[UInt8]] {
      let result = TemplateFile.read(text: text, file: "f", name: "star")
      #expect(result.templates == nil && !result.diagnostics.isEmpty)
    }
  }

  @Test func names() {
    for name in ["star", "Étoile-2", "a_b", String(repeating: "x", count: 100)] {
      #expect(TemplateFile.isName(name), "\(name)")
    }
    for name in ["", ".", "..", "a/b", "star.toml", "a b", "a\u{0}", "\"", String(repeating: "x", count: 101)] {
      #expect(!TemplateFile.isName(name), "\(name)")
    }
    #expect(TemplateFile.path(of: "star", nextToRules: "bindings.toml") == "templates/star.toml")
    #expect(TemplateFile.path(of: "star", nextToRules: "/etc/g/b.toml") == "/etc/g/templates/star.toml")
  }
}
