import Support
import Testing

@testable import GestureCore

@Suite struct StrokeShapeTests {
  private static let drawn = StrokeShape.allCases.filter { !$0.strokes.isEmpty }
  private static let settings = Settings(Stroke.kind, for: .touchpad)

  private static func drawing(_ shape: StrokeShape) -> TemplateDrawing? {
    guard case .templates(let sets)? = shape.figure else { return nil }
    return TemplateDrawing(sets, settings)
  }

  private static func sized(_ stroke: [Vector]) -> [Vector] {
    guard let form = StrokeForm(stroke) else { return [] }
    return form.points.map { $0 * 60 }
  }

  /// Each shape is recognized as itself, and as no other shipped shape.
  @Test func noShapeIsAcceptedAsAnother() throws {
    var drawings = try Self.drawn.map { (shape: $0, drawing: try #require(Self.drawing($0))) }
    for shape in Self.drawn {
      for stroke in shape.strokes.every(2) {
        let points = Self.sized(stroke)
        var takers: [StrokeShape] = []
        for index in drawings.indices where Drawn(points, &drawings[index].drawing).status == .complete {
          takers.append(drawings[index].shape)
        }
        #expect(takers == [shape])
      }
    }
  }

  /// The class of the study, the least share of it that is accepted, and the most of all others.
  private static let classes: [(shape: StrokeShape, name: String, least: Double, most: Double)] = [
    (.checkmark, "check", 0.97, 0.005), (.circle, "circle", 0.97, 0.005), (.triangle, "triangle", 0.97, 0.005),
    (.rectangle, "rectangle", 0.97, 0.005), (.star, "star", 0.97, 0.005), (.x, "x", 0.97, 0.005),
    (.deleteMark, "delete_mark", 0.97, 0.005), (.arrow, "arrow", 0.97, 0.005),
    (.leftBracket, "left_sq_bracket", 0.97, 0.005), (.rightBracket, "right_sq_bracket", 0.97, 0.005),
    (.questionMark, "question_mark", 0.97, 0.005), (.pigtail, "pigtail", 0.97, 0.005),
    (.leftBrace, "left_curly_brace", 0.97, 0.005), (.rightBrace, "right_curly_brace", 0.97, 0.005),
  ]

  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence), arguments: classes)
  func acceptsItsClassAndHardlyAnyOther(_ shape: StrokeShape, _ name: String, _ least: Double, _ most: Double) throws {
    var drawing = try #require(Self.drawing(shape))
    let all = ReferenceStrokes.subjects.flatMap { $0 }
    let own = all.filter { $0.name == name }
    let others = all.filter { $0.name != name }.every(17)
    func share(_ strokes: [[Vector]]) -> Double {
      Double(strokes.count { Drawn($0, &drawing).status == .complete }) / Double(max(1, strokes.count))
    }
    #expect(share(own.map { $0.sized(40) }) >= least)
    #expect(share(others.map { $0.sized(40) }) <= most)
    #expect(share(ReferenceStrokes.contacts) <= 0.01)
  }
}

extension Array {
  /// Every nth element, beginning with the first one.
  fileprivate func every(_ step: Int) -> [Element] { stride(from: 0, to: count, by: step).map { self[$0] } }
}
