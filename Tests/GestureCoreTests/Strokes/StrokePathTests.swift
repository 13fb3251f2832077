import GestureCore
import RealModule
import Testing

@Suite struct StrokePathTests {
  @Test(arguments: [
    ("down-right up-right", "down-right up-right"), ("down-right,up-right", "down-right up-right"),
    (" right ,\tcircle-cw ", "right circle-cw"), ("down-right:1 up-right:2.50", "down-right:1 up-right:2.5"),
    ("right:0.33333,down:1", "right:0.333 down:1"), ("circle-ccw circle-ccw", "circle-ccw circle-ccw"),
    ("up down up", "up down up"),
  ])
  func isReadAndWritten(_ text: String, _ canonical: String) throws {
    let path = try StrokePath(text)
    #expect(path.text == canonical)
    #expect(try StrokePath(canonical) == path)
    #expect(path.reversed.reversed == path)
  }

  @Test(arguments: [
    ("", StrokePathError.empty), (" , ", .empty), ("rigth", .unknownElement("rigth")),
    ("Right", .unknownElement("Right")), (":2", .unknownElement("")), ("right:", .badShare("right:")),
    ("right:+1 up:1", .badShare("right:+1")), ("right:0x1 up:1", .badShare("right:0x1")),
    ("right right", .repeated("right")), ("right:1 right:2", .repeated("right")), ("right:2", .loneShare("right:2")),
    ("up right up right up right up right up", .tooLong(9)),
  ])
  func reportsTheError(_ text: String, _ error: StrokePathError) {
    #expect(throws: error) { try StrokePath(text) }
  }

  @Test func isReversed() throws {
    #expect(try StrokePath("down-right:1 up-right:2").reversed.text == "down-left:2 up-left:1")
    #expect(try StrokePath("right circle-cw").reversed.text == "circle-ccw left")
  }

  // MARK: Pictures

  @Test func looksLikeItsLines() throws {
    let mark = StrokeFigure.path(try StrokePath("down-right:1 up-right:2")).outline
    let corner = Direction.downRight.vector * 20
    #expect(near([mark[0], mark[11], mark[22]], [.zero, corner, corner + Direction.upRight.vector * 40]))
    #expect(mark.count == 23)
  }

  @Test func looksLikeItsCircles() throws {
    for (text, second) in [("circle-cw", 1.0), ("circle-ccw", -1.0)] {
      let circle = StrokeFigure.path(try StrokePath(text)).outline
      let middle = Vector(0, 10)
      #expect(circle.allSatisfy { abs(($0 - middle).length - 10) < 0.1 })
      #expect(near([circle[0], circle[circle.count - 1]], [.zero, .zero]))
      #expect((circle[1] - circle[0]).x * second > 0)
    }
    let both = StrokeFigure.path(try StrokePath("right circle-cw")).outline
    #expect(near([both[0], both[11], both[22]], [.zero, Vector(20, 0), Vector(20, 0)]))
  }

  private func near(_ points: [Vector], _ wanted: [Vector]) -> Bool {
    points.count == wanted.count && zip(points, wanted).allSatisfy { ($0 - $1).length < 0.001 }
  }

  // MARK: Beginnings

  @Test(arguments: [
    ("right down", "right", true), ("right down", "right down", true), ("right", "right down", false),
    ("right down", "down", false), ("circle-cw right", "circle-cw", true), ("circle-cw right", "circle-ccw", false),
    ("right:1 down:1 left", "right down", true), ("right down left", "right:1 down:3", true),
    // A V is complete before a check mark is, but a check mark isn't complete before a V.
    ("down-right:1 up-right:2", "down-right:1 up-right:1", true),
    ("down-right:1 up-right:1", "down-right:1 up-right:2", false),
    ("down-right:1 up-right:1.2", "down-right:1 up-right:1", true),
    ("right:1 down:1 left:1", "right:1 down:3 left:1", false),
    ("right:2 down:2 left:2", "right:1 down:1", true), ("right:1 down:4 left:1", "right:1 down:1 left:1", false),
  ])
  func beginsWithAShorterPath(_ path: String, _ other: String, _ begins: Bool) throws {
    #expect(try StrokePath(path).begins(with: StrokePath(other)) == begins)
  }
}
