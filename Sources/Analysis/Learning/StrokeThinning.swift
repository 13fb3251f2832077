import GestureCore

/// Makes of a drawn way the few points that a person can read: its corners all, and of its bends enough.
enum StrokeThinning {
  /// No example has more.
  static let most = 64
  /// Points are at least so many mm apart, but for the last one.
  static let gap = 0.5
  /// How far the connections of the points may be from the way, in mm; more only where the points would be too many.
  private static let distance = 0.1
  private static let widening = 1.4

  static func thinned(_ points: [Vector]) -> [Vector] {
    guard points.count > 2 else { return points }
    var distance = distance
    var thinned = spaced(kept(points, within: distance))
    while thinned.count > most {
      distance *= widening
      thinned = spaced(kept(points, within: distance))
    }
    return thinned
  }

  private static func kept(_ points: [Vector], within distance: Double) -> [Vector] {
    var thinning = PointThinning(points.count)
    thinning.keep(0, points.count - 1, within: distance) { farthest(points, $0, $1) }
    return points.indices.filter { thinning.isKept[$0] }.map { points[$0] }
  }

  private static func spaced(_ points: [Vector]) -> [Vector] {
    var spaced: [Vector] = []
    for (index, point) in points.enumerated() {
      let isFar = spaced.last.map { (point - $0).length >= gap } ?? true
      if isFar || index == points.count - 1 { spaced.append(point) }
    }
    return spaced
  }

  private static func farthest(_ points: [Vector], _ first: Int, _ last: Int) -> (Int, Double)? {
    var worst: (Int, Double)?
    for place in stride(from: first + 1, to: last, by: 1) {
      let distance = points[place].distance(fromLine: points[first], points[last])
      if distance > worst?.1 ?? -1 { worst = (place, distance) }
    }
    return worst
  }
}

extension Vector {
  /// How far it is from the nearest place of the line between two others.
  fileprivate func distance(fromLine start: Vector, _ end: Vector) -> Double {
    let line = end - start
    let square = line.dot(line)
    let share = square > 0 ? max(0, min(1, (self - start).dot(line) / square)) : 0
    return (self - (start + line * share)).length
  }
}

/// Leaves out points that are near the straight connections of the others, in the way of Ramer, Douglas and Peucker.
package struct PointThinning {
  /// Which points stay.
  package private(set) var isKept: [Bool]

  /// The first of `count` points stays.
  package init(_ count: Int) {
    isKept = Array(repeating: false, count: count)
    if count > 0 { isKept[0] = true }
  }

  /// Keeps `last`, and between `first` and it all without which some point would be farther away than `distance`. `farthest`
  /// tells which point between two others is, and how far; nil where there is none.
  package mutating func keep(
    _ first: Int, _ last: Int, within distance: Double, _ farthest: (Int, Int) -> (Int, Double)?
  ) {
    isKept[last] = true
    var open = [(first, last)]
    while let (first, last) = open.popLast() {
      guard let (place, measured) = farthest(first, last), measured > distance else { continue }
      isKept[place] = true
      open.append((first, place))
      open.append((place, last))
    }
  }
}
