/// One of eight directions, and the edge or corner of the screen that lies there.
struct Octant: Hashable {
  /// The number of eighths of a turn clockwise from the top.
  private let number: Int

  init(_ number: Int) { self.number = number % 8 }

  var direction: String {
    ["up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left"][number]
  }
  var edge: String {
    ["top", "top-right", "right", "bottom-right", "bottom", "bottom-left", "left", "top-left"][number]
  }
  var isDiagonal: Bool { number % 2 == 1 }
  var opposite: Octant { turned(4) }
  /// The sides that meet in a corner, or only the side itself.
  var sides: [Octant] { isDiagonal ? [turned(7), turned(1)] : [self] }

  func turned(_ eighths: Int) -> Octant { Octant(number + eighths) }
}
