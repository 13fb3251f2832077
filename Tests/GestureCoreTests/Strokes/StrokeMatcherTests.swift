import RealModule
import Testing

@testable import GestureCore

@Suite struct StrokeMatcherTests {
  private static let rotation = 20 * Double.pi / 180
  private static let drawings = StrokeShape.allCases.flatMap(\.strokes)

  private static func turned(_ stroke: [Vector], _ degrees: Double) -> [Vector] {
    let angle = degrees * .pi / 180
    return stroke.map { $0.turned(.sin(angle), .cos(angle)) }
  }

  private static func distance(_ a: [Vector], _ b: [Vector], turnedBy limit: Double = rotation) throws -> Double {
    var matcher = StrokeMatcher()
    return matcher.distance(try #require(StrokeForm(a)), try #require(StrokeForm(b)), turnedBy: limit)
  }

  @Test(arguments: drawings) func theSameElsewhereLargerAndTurnedALittle(_ stroke: [Vector]) throws {
    let other = Self.turned(stroke, 15).map { $0 * 7 + Vector(30, -40) }
    #expect(try Self.distance(other, stroke) < 1e-6)
    #expect(try Self.distance(other, stroke, turnedBy: 0) > 0.01)
  }

  @Test(arguments: drawings) func anyRotation(_ stroke: [Vector]) throws {
    for angle in [60.0, 170, 260] {
      #expect(try Self.distance(Self.turned(stroke, angle), stroke, turnedBy: .pi) < 1e-6)
    }
  }

  @Test func turnedTooFarIsSomethingElse() throws {
    let stroke = [Vector(0, 0), Vector(20, 0), Vector(20, 5)]
    #expect(try Self.distance(Self.turned(stroke, 25), stroke) < 0.1)
    #expect(try Self.distance(Self.turned(stroke, 90), stroke) > 0.5)
  }

  @Test func theReverseIsAnotherDrawing() throws {
    for stroke in [[Vector(0, 0), Vector(20, 0)], [Vector(0, 0), Vector(10, 20), Vector(20, 0)]] {
      #expect(try Self.distance(stroke.reversed(), stroke) > 0.5)
    }
  }

  /// 31 directions at right angles cost 1 each; as lines along two axes have nothing in common, the factors make it huge.
  @Test func linesOfTwoAxesHaveNothingInCommon() throws {
    #expect(try Self.distance([Vector(0, 0), Vector(0, 9)], [Vector(0, 0), Vector(9, 0)], turnedBy: 0) > 1000)
  }

  @Test func leavingOffChangesNothingThatIsNear() throws {
    var matcher = StrokeMatcher()
    let forms = Self.drawings.compactMap(StrokeForm.init)
    for (a, b) in zip(forms, forms.dropFirst()) {
      let whole = matcher.distance(a, b, turnedBy: Self.rotation)
      #expect(matcher.distance(a, b, turnedBy: Self.rotation, atMost: whole * 1.001) == whole)
      let less = matcher.distance(a, b, turnedBy: Self.rotation, atMost: whole * 0.9)
      #expect(less == .infinity || less == whole)
    }
  }

  @Test func aStrokeWithoutLengthHasNoForm() {
    #expect(StrokeForm([]) == nil)
    #expect(StrokeForm([Vector(3, 3)]) == nil)
    #expect(StrokeForm([Vector(3, 3), Vector(3, 3)]) == nil)
  }

  @Test(arguments: drawings) func aFormReversedIsThatOfTheReversedStroke(_ stroke: [Vector]) throws {
    let reversed = try #require(StrokeForm(stroke)?.reversed)
    let other = try #require(StrokeForm(stroke.reversed()))
    for (a, b) in zip(reversed.points, other.points) { #expect((a - b).length < 1e-9) }
    for (a, b) in zip(reversed.directions, other.directions) { #expect((a - b).length < 1e-6) }
  }
}

extension StrokeShape {
  /// The strokes of the shape; a path has none of its own.
  var strokes: [[Vector]] {
    guard case .templates(let sets)? = figure else { return [] }
    return sets.flatMap(\.strokes)
  }
}
