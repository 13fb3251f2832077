import Bindings
import GestureCore
import Testing

/// What a file of examples becomes, and what is said about it, to the letter.
struct TemplateFileTests {
  private func read(_ text: String) -> (templates: StrokeTemplates?, diagnostics: [Diagnostic]) {
    TemplateFile.read(text: Array(text.utf8), file: "templates/star.toml", name: "star")
  }

  /// All that is said, without the name of the file.
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
    #expect(
      report("# nothing yet\n") == """
        1:1: error: there is no stroke in this file
          1 | # nothing yet
            | ^ draw some with `gesture-bridge learn star`
        """)
    #expect(report("").hasPrefix("1:1: error: there is no stroke in this file\n"))
    #expect(
      report("[stroke]\npoints = [[0, 0], [1, 1]]\n") == """
        1:2: error: a stroke needs double brackets
          1 | [stroke]
            |  ^^^^^^ write `[[stroke]]`
        """)
    #expect(report("stroke = []").hasPrefix("1:1: error: a stroke needs double brackets\n"))
    #expect(report("stroke = [3]").hasPrefix("1:11: error: a stroke needs double brackets\n"))
  }

  @Test func unknownKeys() {
    #expect(
      report("name = \"star\"\nstrokes = 1\n[[stroke]]\npoints = [[0, 0], [1, 1]]\npoint = 1\nwidth = 2\n") == """
        1:1: error: unknown key "name"
          1 | name = "star"
            | ^^^^ a file of examples has only `[[stroke]]`, each with its `points`
        2:1: error: unknown key "strokes"
          2 | strokes = 1
            | ^^^^^^^ did you mean "stroke"?
        5:1: error: unknown key "point"
          5 | point = 1
            | ^^^^^ did you mean "points"?
        6:1: error: unknown key "width"
          6 | width = 2
            | ^^^^^ a stroke has only `points`
        """)
    #expect(
      report("points = [[0, 0], [1, 1]]") == """
        1:1: error: unknown key "points"
          1 | points = [[0, 0], [1, 1]]
            | ^^^^^^ write `[[stroke]]` on a line before it
        """)
  }

  @Test func wrongPoints() {
    #expect(
      report("[[stroke]]\n") == """
        1:1: error: this stroke has no `points`
          1 | [[stroke]]
            | ^^^^^^^^^^ write `points = [[0, 0], [10, 12.5]]`, in mm
        """)
    #expect(
      report("[[stroke]]\npoints = 4") == """
        2:10: error: `points` must be a list, not a whole number
          2 | points = 4
            |          ^ write `points = [[0, 0], [10, 12.5]]`
        """)
    for point in ["[1]", "[1, 2, 3]", "[1, \"2\"]", "7", "{ x = 1, y = 2 }"] {
      #expect(
        report("[[stroke]]\npoints = [[0, 0], \(point), 5]") == """
          2:19: error: this is not a point
            2 | points = [[0, 0], \(point), 5]
              |                   \(String(repeating: "^", count: point.count)) write `[x, y]`: two numbers, in mm
          """)
    }
    for number in ["nan", "inf", "-inf", "10000.5", "-10001", "1e400", "9223372036854775807"] {
      #expect(
        report("[[stroke]]\npoints = [[0, 0], [1, \(number)]]") == """
          2:23: error: this number is out of range
            2 | points = [[0, 0], [1, \(number)]]
              |                       \(String(repeating: "^", count: number.count)) \
          points may be at -10000 to 10000, in mm
          """)
    }
    for points in ["[]", "[[1, 1]]", "[[1, 1], [1.0, 1]]"] {
      #expect(
        report("[[stroke]]\npoints = \(points)") == """
          2:10: error: this stroke has no length
            2 | points = \(points)
              |          \(String(repeating: "^", count: points.count)) \
          write at least two different points
          """)
    }
  }

  @Test func tooMuch() {
    let stroke = "[[stroke]]\npoints = [[0, 0], [1, 1]]\n"
    #expect(read(String(repeating: stroke, count: 64)).templates?.strokes.count == 64)
    #expect(
      report(String(repeating: stroke, count: 66)) == """
        129:1: error: this file has 66 strokes
          129 | [[stroke]]
              | ^^^^^^^^^^ at most 64 can be compared with a drawing: remove the others
        """)
    func points(_ count: Int) -> String {
      "[[stroke]]\npoints = [\n" + (0..<count).map { "[\($0), 0],\n" }.joined() + "]\n"
    }
    #expect(read(points(4096)).templates?.strokes.first?.count == 4096)
    #expect(
      report(points(4097)) == """
        2:1: error: this stroke has 4097 points
          2 | points = [
            | ^^^^^^ at most 4096 are allowed: leave out every second one
        """)
  }

  @Test func textThatIsNoTOML() {
    #expect(
      report("[[stroke]]\npoints = [[0, 0], [1, 1]\nnonsense") == """
        2:25: error: expected `,` or `]` after the value
          2 | points = [[0, 0], [1, 1]
            |                         ^ separate values with commas
        """)
    // Nothing is said of what could not be read.
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
    #expect(TemplateFile.path(of: "star", besideRules: "bindings.toml") == "templates/star.toml")
    #expect(TemplateFile.path(of: "star", besideRules: "/etc/g/b.toml") == "/etc/g/templates/star.toml")
  }
}
