import Testing

@testable import GestureCore

/// Seeded fingers that draw random paths, with deviations.
@Suite struct RandomPathTests {
  #if DEBUG
    private static let seeds = UInt64(1)...150
  #else
    private static let seeds = UInt64(1)...480
  #endif

  /// One to four lines, each at least at right angles to the one before.
  private static func path(_ dice: inout Dice) -> StrokePath {
    var elements: [StrokePath.Element] = []
    for _ in 0..<dice.count(1...4) {
      let before = elements.last?.form.direction
      let directions = Direction.allCases.filter { direction in before.map { $0.dot(direction.vector) < 0.1 } ?? true }
      elements.append(StrokePath.Element(.line(directions[dice.count(0...directions.count - 1)])))
    }
    return StrokePath(elements)
  }

  /// A stroke along a path at some frame rate, with noise.
  private static func stroke(_ path: StrokePath, _ dice: inout Dice, seed: UInt64) -> [Vector] {
    var maker = StrokeMaker(seed: seed)
    // From 1000 Hz and slow to 60 Hz and quick.
    maker.stepLength = dice.number(0.1...4)
    maker.noise = dice.number(0...0.5)
    maker.radius = dice.number(0...2)
    maker.draw(path, length: dice.number(25...50), lean: 18)
    return maker.reported()
  }

  @Test func drawnPathsAreRecognized() throws {
    for seed in Self.seeds {
      var dice = Dice(seed: seed)
      let path = Self.path(&dice)
      let stroke = Self.stroke(path, &dice, seed: seed)
      let outcome = try PathOutcome(stroke, path.text)
      #expect(outcome.isDone, "\(seed): \(path.text) \(outcome.text)")
      #expect(outcome.corners.count == path.elements.count - 1)
    }
  }

  @Test func notBeforeItsEnd() throws {
    for seed in Self.seeds {
      var dice = Dice(seed: seed)
      let path = Self.path(&dice)
      guard path.elements.count > 1 else { continue }
      let stroke = Self.stroke(StrokePath(path.elements.dropLast()), &dice, seed: seed)
      let outcome = try PathOutcome(stroke, path.text)
      #expect(!outcome.isDone, "\(seed): \(path.text)")
    }
  }

  /// A path with at least one element that differs by a right angle or more isn't recognized.
  @Test func anotherPathIsNot() throws {
    for seed in Self.seeds {
      var dice = Dice(seed: seed)
      let path = Self.path(&dice)
      let other = Self.path(&dice)
      let differs = zip(path.elements, other.elements).contains { own, others in
        guard let direction = own.form.direction, let another = others.form.direction else { return false }
        return direction.dot(another) < 0.1
      }
      guard differs || other.elements.count < path.elements.count else { continue }
      let outcome = try PathOutcome(Self.stroke(other, &dice, seed: seed), path.text)
      #expect(!outcome.isDone, "\(seed): \(path.text), drawn \(other.text)")
    }
  }

  @Test func circlesAreRecognized() throws {
    for seed in Self.seeds {
      var dice = Dice(seed: seed)
      let isClockwise = dice.chance(0.5)
      let path = StrokePath([StrokePath.Element(.circle(clockwise: isClockwise))])
      var maker = StrokeMaker(seed: seed)
      maker.stepLength = dice.number(0.1...3)
      maker.noise = dice.number(0...0.3)
      maker.draw(path, length: dice.number(20...50))
      let stroke = maker.reported()
      let outcome = try PathOutcome(stroke, path.text)
      #expect(outcome.isDone, "\(seed): \(outcome.text)")
      #expect(try !PathOutcome(stroke, path.reversed.text).isDone, "\(seed): the other sense")
    }
  }

  /// The strokes of one seed, on a surface that is turned by a quarter.
  @Test func theOrientationOfTheSurfaceDoesNotMatter() throws {
    for seed in Self.seeds {
      var dice = Dice(seed: seed)
      let path = Self.path(&dice)
      let stroke = Self.stroke(path, &dice, seed: seed)
      let turned = StrokePath(path.elements.map { StrokePath.Element(Self.quarter($0.form), share: $0.share) })
      let first = try PathOutcome(stroke, path.text)
      let second = try PathOutcome(stroke.map { Vector(-$0.y, $0.x) }, turned.text)
      #expect(first.isDone == second.isDone && abs(first.count - second.count) <= 1, "\(seed): \(path.text)")
    }
  }

  private static func quarter(_ form: StrokePath.Element.Form) -> StrokePath.Element.Form {
    guard let direction = form.direction, let turned = Direction(nearest: Vector(-direction.y, direction.x)) else {
      return form
    }
    return .line(turned)
  }

  /// More frames of one movement give the same result, earlier or later by the distance of a frame.
  @Test func theFrameRateDoesNotMatter() throws {
    for seed in Self.seeds {
      var dice = Dice(seed: seed)
      let path = Self.path(&dice)
      let length = dice.number(20...50)
      let lengths = try [0.1, 0.5, 2].map { step in
        var maker = StrokeMaker(seed: seed)
        maker.stepLength = step
        maker.draw(path, length: length, lean: 18)
        let stroke = maker.reported()
        let outcome = try PathOutcome(stroke, path.text)
        #expect(outcome.isDone, "\(seed): \(path.text) \(outcome.text)")
        return Double(outcome.count) / Double(stroke.count)
      }
      #expect(abs(lengths[0] - lengths[1]) < 0.05 && abs(lengths[0] - lengths[2]) < 0.1, "\(seed): \(lengths)")
    }
  }

  /// A threshold that is loosened never loses a stroke.
  @Test func loosenedThresholdsAcceptTheSame() throws {
    let thresholds = Stroke.kind.settings.filter { $0.summary.hasPrefix("For a path") || $0.name == "min-length" }
      .filter { $0.loosening != nil }
    #expect(thresholds.count == 11)
    let standard = PathOutcome.settings()
    for seed in Self.seeds {
      var dice = Dice(seed: seed)
      let path = Self.path(&dice)
      let stroke = Self.stroke(path, &dice, seed: seed)
      for threshold in thresholds {
        guard case .quantity(let value)? = standard[threshold.name],
          case .quantity(_, let range) = threshold.shape
        else { continue }
        for factor in [1.1, 1.5, 4] {
          let moved = threshold.loosening == .raise ? value * factor : value / factor
          let settings = [threshold.name: min(max(moved, range.lowerBound), range.upperBound)]
          let outcome = try PathOutcome(stroke, path.text, settings)
          #expect(outcome.isDone, "\(seed): \(path.text), \(settings): \(outcome.text)")
        }
      }
    }
  }
}
