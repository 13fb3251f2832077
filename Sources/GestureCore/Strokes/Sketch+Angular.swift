import RealModule

/// Shipped drawings made of straight lines, as hands draw them.
extension Sketch {
  /// From each corner, each way round; more or less steep.
  static var triangle: [Sketch] {
    [0.85, 0.6].flatMap { Sketch.closed([Vector(0.5, 0), Vector(0, $0), Vector(1, $0)]) }
  }

  /// From each corner, each way round; square, lying and standing.
  static var rectangle: [Sketch] {
    [1, 1.5, 0.67].flatMap { Sketch.closed([Vector(0, 0), Vector(0, 1), Vector($0, 1), Vector($0, 0)]) }
  }

  /// Five points without lifting, from each point, each way round.
  static var star: [Sketch] {
    let points = (0..<5).map { index in
      let angle = Double(index) * 0.8 * Double.pi
      return Vector(Double.sin(angle), -Double.cos(angle))
    }
    return Sketch.closed(points)
  }

  /// Without lifting: one diagonal, up or down one side, the other diagonal.
  static var x: [Sketch] {
    let sketch = Sketch(0, 0).line(1, 1).line(1, 0).line(0, 1)
    let steep = Sketch(0, 0).line(0.8, 1).line(0.85, 0).line(0, 1)
    return [sketch, sketch.flipped, steep].eitherHand
  }

  /// One diagonal, along the bottom, the other diagonal: an x whose ends are joined below.
  static var deleteMark: [Sketch] {
    [0.8, 1.1].map { Sketch(0, 0).line(1, 1).line(0, 1).line(1, 0).wider($0) }.eitherHand
  }

  /// A shaft and a head, one barb after the other, in any of eight directions.
  static var arrow: [Sketch] {
    let sketch = Sketch(0, 0).line(1, 0).line(0.7, -0.3).line(1, 0).line(0.7, 0.3)
    return stride(from: 0, to: 360.0, by: 45).flatMap { [sketch.turned($0), sketch.flipped.turned($0)] }
  }

  /// From the top or from the bottom; wider and narrower.
  static var leftBracket: [Sketch] {
    [0.3, 0.5].map { Sketch(1, 0).line(0, 0).line(0, 1).line(1, 1).wider($0) }.eitherWay
  }

  static var rightBracket: [Sketch] { leftBracket.map(\.mirrored) }

  static var z: [Sketch] { [0.7, 1.1].map { Sketch(0, 0).line(1, 0).line(0, 1).line(1, 1).wider($0) } }

  static var w: [Sketch] {
    [0.8, 1.4].map { Sketch(0, 0).line(0.25, 1).line(0.5, 0.1).line(0.75, 1).line(1, 0).wider($0) }
  }

  static var m: [Sketch] { w.map(\.flipped) }

  /// Down, a short way back up, down again.
  static var lightning: [Sketch] {
    let level = Sketch(0.6, 0).line(0, 0.55).line(0.6, 0.5).line(0, 1)
    let rising = Sketch(0.5, 0).line(0, 0.6).line(0.6, 0.4).line(0.1, 1)
    return [level, rising]
  }
}
