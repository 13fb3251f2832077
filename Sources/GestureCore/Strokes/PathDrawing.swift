/// Follows a stroke along a path.
///
/// Each piece of the stroke is counted to an element so that all together stray as little as possible from the directions of
/// their elements: for each element, what the best way to be in it now has cost (Viterbi).
struct PathDrawing: Drawing {
  private struct Place {
    var cost: Double
    /// Where each element reached so far began.
    var starts: [Vector]
  }

  private let directions: [Vector]
  private let minLength: Double
  private let maxAngle: Double
  private let slack: Double
  private var places: [Place] = []
  private var last = Vector.zero
  private var drawn = 0.0

  init(_ path: StrokePath, _ settings: Settings) {
    directions = path.elements.map { element in
      switch element.form {
      case .line(let direction): direction.vector
      case .circle: .zero
      }
    }
    minLength = settings[Stroke.minLength]
    maxAngle = settings[Stroke.maxAngle]
    slack = settings[Stroke.slack]
  }

  var distance: Double? { nil }
  var corners: [Vector] { places.last.map { Array($0.starts.dropFirst()) } ?? [] }
  var gauges: [Gauge] { drawn > 0 ? [drew, strayed] : [] }

  mutating func begin(at place: Vector) {
    last = place
    drawn = 0
    places = [Place(cost: 0, starts: [place])]
  }

  mutating func move(to place: Vector) -> DrawingStep {
    let piece = place - last
    let length = piece.length
    guard length >= Self.grain else { return .stay }
    if places.count < directions.count, let end = places.last {
      places.append(Place(cost: .infinity, starts: end.starts + [last]))
    }
    for index in places.indices.reversed() {
      if index > 0, places[index - 1].cost < places[index].cost {
        places[index] = Place(cost: places[index - 1].cost, starts: places[index - 1].starts + [last])
      }
      places[index].cost += length - piece.dot(directions[index])
    }
    last = place
    drawn += length
    if !strayed.isMet { return .fail(Failure(strayed)) }
    guard places.count == directions.count, let end = places.last, end.cost <= allowance, drawn >= minLength,
      let start = end.starts.last
    else { return .stay }
    let least = minLength / Double(directions.count) * Self.leastShare
    return (place - start).length >= least
      && (place - start).degrees(from: directions[directions.count - 1]) <= maxAngle
      ? .done : .stay
  }

  mutating func lift() -> DrawingStep {
    .fail(drew.isMet ? Failure("lifted before the end of its path") : Failure(drew))
  }

  mutating func reset() { places.removeAll(keepingCapacity: true) }

  private static let grain = 1.0
  private static let leastShare = 0.6

  private var allowance: Double { slack + drawn * 0.25 }
  private var drew: Gauge { .reach("drew", .mm(drawn), Stroke.minLength.declaration.name, .mm(minLength)) }
  private var strayed: Gauge {
    let least = places.reduce(Double.infinity) { min($0, $1.cost) }
    return .stay("strayed", .mm(max(0, least - drawn * 0.25)), within: Stroke.slack.declaration.name, .mm(slack))
  }
}
