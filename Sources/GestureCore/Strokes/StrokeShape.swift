/// The drawings that come with the program, by their names in the rules file.
public enum StrokeShape: String, CaseIterable, Sendable {
  /// None of them: the rule has a path or templates.
  case none
  case checkmark, chevron, circle
  case triangle

  /// Whether it is the same drawn from its end to its beginning: nobody means one sense of a circle.
  var goesEitherWay: Bool {
    switch self {
    case .circle: true
    case .none, .checkmark, .chevron, .triangle: false
    }
  }

  /// What it looks like; nil for `none`.
  public var figure: StrokeFigure? {
    switch self {
    case .none: nil
    // Its lengths tell it from a V. There is no V to go with it: who draws a check mark has drawn a V by then.
    case .checkmark: .path(StrokePath([.init(.line(.downRight), share: 1), .init(.line(.upRight), share: 2)]))
    case .chevron: .path(StrokePath([.init(.line(.downRight), share: 1), .init(.line(.downLeft), share: 1)]))
    case .circle: .path(StrokePath([.init(.circle(clockwise: true))]))
    case .triangle:
      .templates([
        StrokeTemplates(name: rawValue, strokes: [[Vector(10, 0), Vector(0, 17), Vector(20, 17), Vector(10, 0)]])
      ])
    }
  }
}

/// What is to be drawn.
public enum StrokeFigure: Equatable, Sendable {
  case path(StrokePath)
  case templates([StrokeTemplates])
}
