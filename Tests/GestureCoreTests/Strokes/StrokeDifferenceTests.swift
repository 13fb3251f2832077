import GestureCore
import Testing

/// How much a stroke differs from its templates, for users who draw new ones.
struct StrokeDifferenceTests {
  private let vee = [Vector(0, 0), Vector(10, 20), Vector(30, -10)]
  private var templates: StrokeTemplates { StrokeTemplates(name: "vee", strokes: [vee]) }

  @Test func theSameDrawingDiffersByNothingWhateverItsSizeAndPosition() {
    #expect(templates.difference(of: vee) < 0.001)
    #expect(templates.difference(of: vee.map { $0 * 3 + Vector(50, 40) }) < 0.001)
  }

  @Test func aSimilarStrokeIsNearAndAnotherIsNot() {
    let alike = templates.difference(of: [Vector(0, 0), Vector(12, 19), Vector(30, -13)])
    #expect(alike > 0 && alike < 100)
    #expect(templates.difference(of: vee.reversed()) > 100)
    #expect(templates.difference(of: [Vector(0, 0), Vector(-20, 0), Vector(-20, 30), Vector(0, 30)]) > 100)
  }

  @Test func theNearestExampleCounts() {
    let square = [Vector(0, 0), Vector(20, 0), Vector(20, 20), Vector(0, 20)]
    let both = StrokeTemplates(name: "both", strokes: [square, vee])
    #expect(both.difference(of: vee) < 0.001)
    #expect(both.difference(of: square) < 0.001)
  }

  @Test(arguments: [[], [Vector(3, 4)], [Vector(3, 4), Vector(3, 4)]])
  func withoutLengthNothingIsAlike(stroke: [Vector]) {
    #expect(templates.difference(of: stroke) == .infinity)
  }
}
