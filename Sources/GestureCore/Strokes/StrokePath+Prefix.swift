extension StrokePath {
  /// Whether who draws this path has drawn `other` by then: `right down` begins with `right`, and with itself.
  ///
  /// Lengths count only where both paths give them, and alike is near enough: a path is recognized before its last line is
  /// quite as long as it should be.
  public func begins(with other: StrokePath) -> Bool {
    guard other.elements.count <= elements.count else { return false }
    var least = Double.infinity
    var greatest = 0.0
    for (index, (own, others)) in zip(elements, other.elements).enumerated() {
      guard own.form == others.form else { return false }
      guard let share = own.share, let wanted = others.share else { continue }
      let factor = share / wanted
      // The last line of the other one is complete as soon as it is long enough, however much longer it gets.
      if index < other.elements.count - 1 { greatest = max(greatest, factor) }
      least = min(least, factor)
    }
    return greatest <= least * Self.alike
  }

  /// Lengths that differ by no more can't be told apart when they are drawn.
  private static let alike = 1.5
}
