/// What is measured of the elements of a path.
extension PathDrawing {
  func measures(of index: Int) -> PathMeasures {
    let row = index * legs.count
    let leg = legs[index]
    var measures = PathMeasures()
    let length = leg.length
    for earlier in 0..<index {
      let other = lengths[row + earlier]
      measures.drawnBefore += other
      compare(&measures, earlier, other, index, length)
    }
    measures.drawn = measures.drawnBefore + length
    switch leg.body {
    case .line(let line):
      measures.line = length
      measures.strayed = line.behind
      measures.outside = line.outside
      measures.bow = line.bow
      measures.lean = (line.end - line.start).degrees(from: line.direction)
      if index > 0 { measures.turn = turn(to: line, from: index - 1, starts[row + index - 1]) }
    case .circle(let circle):
      measures.width = circle.shape.width
      measures.round = circle.round
      measures.roundness = circle.shape.roundness
      measures.straight = circle.straight
    }
    return measures
  }

  private func compare(_ measures: inout PathMeasures, _ earlier: Int, _ other: Double, _ index: Int, _ length: Double)
  {
    guard other > 0 else { return }
    let (share, otherShare) = (legs[index].share, legs[earlier].share)
    if let share, let otherShare {
      Self.compare(&measures.ratio, earlier, other / otherShare, index, length / share)
    } else {
      Self.compare(&measures.share, earlier, other, index, length)
    }
  }

  private static func compare(
    _ worst: inout PathMeasures.Comparison?, _ earlier: Int, _ other: Double, _ index: Int, _ length: Double
  ) {
    let percent = min(length / other, length > 0 ? other / length : 0) * 100
    guard percent < worst?.percent ?? .infinity else { return }
    worst = PathMeasures.Comparison(percent: percent, short: length < other ? index : earlier)
  }

  /// How much of the turn from the line before was made, in percent; nil where that one is no line.
  private func turn(to line: PathLine, from before: Int, _ start: Vector) -> Double? {
    guard case .line(let former) = legs[before].body else { return nil }
    let due = former.direction.degrees(from: line.direction)
    let made = (line.end - line.start).degrees(from: line.start - start)
    // A whole turn back may be made either way round.
    let isBack = former.direction.dot(line.direction) < Self.backwards
    let isRight = (line.start - start).cross(line.end - line.start) * former.direction.cross(line.direction) >= 0
    return (isBack || isRight ? made : 0) / due * 100
  }

  private static let backwards = -0.99
}

extension StrokePath.Element.Form {
  /// Of a line.
  var direction: Vector? {
    switch self {
    case .line(let direction): direction.vector
    case .circle: nil
    }
  }
}
