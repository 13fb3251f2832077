/// The drawings that come with the program, by their names in the rules file.
public enum StrokeShape: String, CaseIterable, Sendable {
  /// None of them: the rule has a path or templates.
  case none
  case checkmark, chevron, triangle

  /// What it looks like; nil for `none`.
  public var figure: StrokeFigure? {
    switch self {
    case .none: nil
    case .checkmark: .path(StrokePath([.init(.line(.downRight)), .init(.line(.upRight))]))
    case .chevron: .path(StrokePath([.init(.line(.downRight)), .init(.line(.downLeft))]))
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
