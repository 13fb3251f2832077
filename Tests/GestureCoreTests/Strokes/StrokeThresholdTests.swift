import RealModule
import Testing

@testable import GestureCore

@Suite struct StrokeThresholdTests {
  private static let line = [Vector(0, 0), Vector(30, 0)]
  private static let circle = (0...40).map { step in
    let angle = Double(step) / 40 * 2 * Double.pi
    return Vector(20 * Double.cos(angle), 20 * Double.sin(angle))
  }
  private static let corner = [Vector(0, 0), Vector(20, 0), Vector(20, 20)]

  @Test(arguments: [[line], [circle], [corner], [line, line, line], [circle, corner], [line, circle, corner]])
  func soundForWhateverExamplesThereAre(_ strokes: [[Vector]]) {
    let threshold = StrokeTemplates(name: "it", strokes: strokes).threshold
    #expect((0.14...0.2).contains(threshold))
    #expect(StrokeTemplates(name: "other", strokes: strokes).threshold == threshold)
  }

  @Test func noExampleIsNoReasonToStop() {
    let nothing = StrokeTemplates(name: "it", strokes: [[Vector(1, 1), Vector(1, 1)]])
    #expect(nothing.forms.isEmpty && nothing.threshold == 0.14)
  }

  /// A figure that nothing else resembles can be drawn more freely than one that its own pieces, put together
  /// differently, come near.
  @Test func looserForShapesThatNothingResembles() throws {
    let star = try #require(StrokeShape.star.strokes.first)
    let free = StrokeTemplates(name: "star", strokes: [star]).threshold
    let tight = StrokeTemplates(name: "line", strokes: [Self.line]).threshold
    #expect(free > tight)
  }

  @Test func theReverseHasTheSameThreshold() {
    let templates = StrokeTemplates(name: "it", strokes: [Self.corner, Self.line])
    #expect(templates.reversed.threshold == templates.threshold)
    #expect(templates.reversed.strokes == [Self.corner.reversed(), Self.line.reversed()])
    #expect(templates.reversed.forms.count == templates.forms.count)
  }

  /// The same numbers everywhere: those of the generator's reference implementation.
  @Test func seededNumbers() {
    var random = SeededGenerator(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }
}
