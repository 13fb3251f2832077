extension Stroke {
  /// What is to be drawn; nil where the rule does not say.
  public static func figure(_ settings: Settings) -> StrokeFigure? {
    if let path = settings[path] { return .path(path) }
    if let figure = settings[shape].figure { return figure }
    let templates = settings[templates]
    return templates.isEmpty ? nil : .templates(templates)
  }

  /// What looks like a template shows when the fingers lift; a path is complete before.
  static func isMadeByLifting(_ settings: Settings) -> Bool {
    switch figure(settings) {
    case .templates: true
    case .path, nil: false
    }
  }

  /// Who follows a stroke: with `either-way` two.
  static func drawings(_ settings: Settings) -> [any Drawing] {
    let isEither = settings[eitherWay]
    switch figure(settings) {
    case nil: return []
    case .path(let path):
      return (isEither ? [path, path.reversed] : [path]).map { PathDrawing($0, settings) }
    case .templates(let templates):
      return (isEither ? [templates, templates.map(\.reversed)] : [templates]).map { TemplateDrawing($0, settings) }
    }
  }
}
