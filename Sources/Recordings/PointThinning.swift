/// Leaves out points that are near the straight connections of the others, in the way of Ramer, Douglas and Peucker.
struct PointThinning {
  /// Which points stay.
  private(set) var isKept: [Bool]

  /// The first of `count` points stays.
  init(_ count: Int) {
    isKept = Array(repeating: false, count: count)
    if count > 0 { isKept[0] = true }
  }

  /// Keeps `last`, and between `first` and it all without which some point would be farther away than `distance`. `farthest`
  /// tells which point between two others is, and how far; nil where there is none.
  mutating func keep(
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
