import GestureCore

/// Leaves out points of a trail that nobody could see to be missing.
///
/// Ramer, Douglas and Peucker's way, with the distance to where the finger would have been at the point's own time: so the
/// moments stay right as well as the shape. Long trails are cut into pieces, so that no trail takes the square of its
/// length.
enum TrailSimplifier {
  private static let piece = 512

  /// A part of the points whose straight connections are never farther than `distance` mm from the others.
  static func thinned(_ points: [Trail.Point], within distance: Double) -> [Trail.Point] {
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    for start in stride(from: 0, to: points.count - 1, by: piece) {
      keep(&isKept, points, start, min(start + piece, points.count - 1), distance)
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }

  private static func keep(
    _ isKept: inout [Bool], _ points: [Trail.Point], _ first: Int, _ last: Int, _ distance: Double
  ) {
    isKept[last] = true
    var open = [(first, last)]
    while let (first, last) = open.popLast() {
      guard let (place, farthest) = farthest(points, first, last), farthest > distance else { continue }
      isKept[place] = true
      open.append((first, place))
      open.append((place, last))
    }
  }

  private static func farthest(_ points: [Trail.Point], _ first: Int, _ last: Int) -> (Int, Double)? {
    var worst: (Int, Double)?
    let (a, b) = (points[first], points[last])
    for place in stride(from: first + 1, to: last, by: 1) {
      let share = b.time > a.time ? (points[place].time - a.time) / (b.time - a.time) : 0
      let distance = (points[place].place - (a.place + (b.place - a.place) * share)).length
      if distance > worst?.1 ?? -1 { worst = (place, distance) }
    }
    return worst
  }
}
