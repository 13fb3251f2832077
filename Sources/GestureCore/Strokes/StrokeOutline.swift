import RealModule

extension StrokeFigure {
  /// So many places at most show what is drawn.
  public static let outlineCount = 24

  /// What is drawn as one line, for who shows it: places in mm from where it starts, y down; of several templates the first
  /// example.
  public var outline: [Vector] {
    switch self {
    case .path(let path): path.outline
    case .templates(let templates): Self.thinned(templates.first?.strokes.first ?? [])
    }
  }

  /// Places at equal distances along a stroke, from its beginning to its end.
  private static func thinned(_ stroke: [Vector]) -> [Vector] {
    guard let first = stroke.first, let last = stroke.last else { return [] }
    let pieces = zip(stroke, stroke.dropFirst())
    let length = pieces.reduce(0) { $0 + ($1.1 - $1.0).length }
    guard length > 0 else { return [] }
    let gap = length / Double(outlineCount - 1)
    var places = [Vector.zero]
    var due = gap
    for (start, end) in pieces {
      let piece = (end - start).length
      while due <= piece, places.count < outlineCount - 1 {
        places.append(start + (end - start) * (due / piece) - first)
        due += gap
      }
      due -= piece
    }
    return places + [last - first]
  }
}

extension StrokePath {
  /// How long an element is drawn that says nothing of its length, in mm.
  private static let side = 20.0

  fileprivate var outline: [Vector] {
    let pieces = max(1, (StrokeFigure.outlineCount - 1) / elements.count)
    var places = [Vector.zero]
    for element in elements {
      guard let start = places.last else { return [] }
      let size = Self.side * (element.share ?? 1)
      for piece in 1...pieces {
        places.append(start + element.place(Double(piece) / Double(pieces)) * size)
      }
    }
    return places
  }
}

extension StrokePath.Element {
  /// Where it has come to after this share of it, for a size of 1: along a line, or round a circle from its top.
  fileprivate func place(_ share: Double) -> Vector {
    switch form {
    case .line(let direction): return direction.vector * share
    case .circle(let clockwise):
      let angle = 2 * Double.pi * share
      return Vector(Double.sin(angle) * (clockwise ? 1 : -1), 1 - Double.cos(angle)) * (1.0 / 2)
    }
  }
}
