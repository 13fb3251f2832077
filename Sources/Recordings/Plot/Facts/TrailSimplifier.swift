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
    var thinning = PointThinning(points.count)
    for start in stride(from: 0, to: points.count - 1, by: piece) {
      thinning.keep(start, min(start + piece, points.count - 1), within: distance) { farthest(points, $0, $1) }
    }
    return points.indices.filter { thinning.isKept[$0] }.map { points[$0] }
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
