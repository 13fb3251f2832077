import Testing

@testable import GestureCore

/// Strokes along paths, one by one.
@Suite struct PathDrawingTests {
  /// The result of a stroke from corner to corner, in steps of 1 mm.
  private func drawn(
    _ path: String, _ movements: [(Double, Double)], _ settings: [String: Double] = [:]
  ) throws -> PathOutcome {
    var maker = StrokeMaker()
    for movement in movements { maker.line(Vector(movement.0, movement.1)) }
    return try PathOutcome(maker.reported(), path, settings)
  }

  private func circled(
    _ path: String, width: Double, degrees: Double = 360, flat: Double = 1, growth: Double = 1
  ) throws -> PathOutcome {
    var maker = StrokeMaker()
    maker.arc(Vector(1, 0), width: width, degrees: degrees, flat: flat, growth: growth)
    return try PathOutcome(maker.reported(), path)
  }

  // MARK: As it is drawn

  @Test func isRecognizedOnceItIsLongEnough() throws {
    let mark = try drawn("down-right:1 up-right:2", [(10, 10), (30, -30)])
    #expect(mark.isDone && mark.count == 15 + 21)
    #expect(mark.corners == [Vector(10, 10)])
    #expect(try drawn("right", [(40, 0)]).count == 15)
    #expect(try drawn("right down left", [(20, 0), (0, 20), (-20, 0)]).count == 44)
  }

  @Test func aPartOfThePathIsNoDrawing() throws {
    #expect(
      try drawn("right down left", [(20, 0), (0, 20)]).text
        == "lifted before left")
    #expect(
      try drawn("right down", [(20, 0)]).text
        == "lifted before down")
    #expect(
      try drawn("right down", [(20, 0), (0, 1)]).text
        == "lifted before down")
  }

  // MARK: Why not

  @Test func anotherDirection() throws {
    #expect(
      try drawn("down-right up-right", [(0, -40)]).text
        == "moved up, needs path down-right up-right")
    #expect(
      try drawn("down-right up-right", [(-40, 0)]).text
        == "moved left, needs path down-right up-right")
    #expect(
      try drawn("right down", [(20, 0), (0, -20)]).text
        == "moved up, needs path right down")
    let swipe = try drawn("down-right up-right", [(0, -40)])
    #expect(swipe.count <= 12, "a swipe upwards is not held up: \(swipe.count) mm")
  }

  @Test func eachThresholdDecides() throws {
    #expect(
      try drawn("right down", [(20, 0), (0, 3)]).text
        == "went 3 mm down, needs 4 mm (min-line)")
    #expect(
      try drawn("right down", [(3, 0), (0, 30)]).text
        == "moved down, needs path right down")
    #expect(
      try drawn("right down", [(8, 0), (0, 5)]).text
        == "drew 13 mm, needs 15 mm (min-length)")
    #expect(
      try drawn("right", [(30, 24)]).text
        == "leaned 39°, allows 35° (max-angle)")
    #expect(
      try drawn("right down left", [(20, 0), (0, 20), (-3, 0), (0, 20)]).text
        == "lifted before left")
    #expect(
      try drawn("right", [(10, 0), (-10, 0)], ["lead": 0]).text
        == "strayed 3.5 mm, allows 3 mm (slack)")
    #expect(
      try drawn("right down", [(60, 0), (0, 10)]).text
        == "for down, drew 16.7 % of the longest line's length, needs 20 % (min-share)")
    #expect(
      try drawn("down-right:1 up-right:2", [(20, 20), (24, -24)]).text
        == "for up-right, drew 60 % of its ideal length, needs 70 % (min-ratio)")
    #expect(
      try drawn("right:1 down:1 left:1", [(20, 0), (0, 60), (-20, 0)]).text
        == "moved down, needs path right:1 down:1 left:1")
    #expect(
      try drawn("down-right up-right", [(20, 5), (20, -5)]).text
        == "turned 31.2 %, needs 50 % (min-turn)")
    #expect(
      try drawn("right", [(5, 3), (10, 0), (5, -3)], ["lead": 0, "min-length": 18]).text
        == "bent 16.9 %, allows 15 % (max-bow)")
  }

  @Test func circlesAreRound() throws {
    #expect(try circled("circle-cw", width: 30).isDone)
    #expect(try circled("circle-ccw", width: 30, degrees: -360).isDone)
    #expect(try circled("circle-cw", width: 30, flat: 0.7).isDone)
    #expect(try circled("circle-cw", width: 30, degrees: 340).isDone)
    #expect(try circled("circle-cw", width: 30, degrees: -360).text == "turned back 76°, needs path circle-cw")
    #expect(try circled("circle-cw", width: 30, degrees: 270).text == "circled 291°, needs 320° (min-round)")
    #expect(try circled("circle-cw", width: 30, flat: 0.3).text == "had a roundness of 38.6 %, needs 60 % (roundness)")
    // Spirals, inwards and outwards.
    #expect(try !circled("circle-cw", width: 30, degrees: 500, growth: 0.1).isDone)
    #expect(try !circled("circle-cw", width: 20, degrees: 720, growth: 3).isDone)
    #expect(try circled("circle-cw", width: 6).text == "drew a circle of width 5.1 mm, needs 8 mm (min-line doubled)")
    #expect(
      try drawn("circle-cw", [(60, 0)]).text
        == "moved straight for 36 mm, allows 35 mm (max-straight)")
    #expect(
      try drawn("circle-cw", [(24, 0), (0, 24), (-24, 0), (0, -24)]).text
        == "had a roundness of 59 %, needs 60 % (roundness)")
  }

  @Test func circlesAndLinesTogether() throws {
    var maker = StrokeMaker()
    maker.line(Vector(30, 0))
    maker.arc(Vector(1, 0), width: 20)
    let loop = try PathOutcome(maker.reported(), "right circle-cw")
    #expect(loop.isDone, "\(loop.text)")
    let corner = try #require(loop.corners.first)
    #expect((corner - Vector(30, 0)).length < 8, "\(corner)")
    #expect(try !PathOutcome(maker.reported(), "right circle-ccw").isDone)
    var other = StrokeMaker()
    other.arc(Vector(0, -1), width: 20, degrees: -360)
    other.line(Vector(0, -30))
    let tail = try PathOutcome(other.reported(), "circle-ccw up")
    #expect(tail.isDone, "\(tail.text)")
    #expect(try !PathOutcome(other.reported(), "circle-cw up").isDone)
  }

  // MARK: Hands

  /// The place where the finger turns, not where it would have turned without the round corner.
  @Test(arguments: [(0.0, 0.0), (0, 0.2), (3, 0), (3, 0.2), (6, 0.1)])
  func theTurningPointIsExact(_ radius: Double, _ noise: Double) throws {
    for seed in UInt64(1)...20 {
      var maker = StrokeMaker(seed: seed)
      (maker.stepLength, maker.radius) = (0.5, radius)
      maker.line(Vector(16, 16))
      maker.line(Vector(40, -40))
      let lowest = maker.reported().max { $0.y < $1.y } ?? .zero
      maker.noise = noise
      let mark = try PathOutcome(maker.reported(), "down-right:1 up-right:2")
      let corner = try #require(mark.corners.first)
      #expect((corner - lowest).length < 1 + noise, "\(corner), \(lowest)")
    }
  }

  @Test func mayBeginWithAHook() throws {
    #expect(try drawn("down-right:1 up-right:2", [(4, -4), (18, 18), (40, -40)]).isDone)
    #expect(try drawn("right", [(-3, 0), (30, 0)]).isDone)
    #expect(try drawn("right down", [(0, 6), (30, 0), (3, 3), (0, 30)]).isDone)
  }

  @Test func ordinaryMovementsAreNone() throws {
    let paths = [
      "down-right:1 up-right:2", "down-right:1 down-left:1", "up-right:1 down-right:1", "circle-cw", "circle-ccw",
    ]
    let ordinary: [[(Double, Double)]] = [
      [(60, 0)], [(0, -80)], [(0, 80)], [(-50, 5)], [(40, 12), (40, -4)], [(5, 50), (-6, 50)], [(1, 1)],
      [(0, 40), (0, -40), (0, 40)], [(30, 30)], [(30, -30)], [(-30, 30)], [(2, 2), (3, -2)],
    ]
    for path in paths {
      for movements in ordinary { #expect(try !drawn(path, movements).isDone, "\(path): \(movements)") }
    }
  }

  @Test func beginsAgain() throws {
    var drawing = PathDrawing(try StrokePath("down-right:1 up-right:2"), PathOutcome.settings())
    var maker = StrokeMaker()
    maker.line(Vector(12, 12))
    maker.line(Vector(30, -30))
    let first = PathOutcome(maker.reported(), &drawing)
    _ = PathOutcome([.zero, Vector(0, -20)], &drawing)
    drawing.reset()
    let again = PathOutcome(maker.reported(), &drawing)
    #expect(first.isDone && again.count == first.count && again.corners == first.corners)
  }
}
