// What the checks of a rules file ask of a stroke's settings.

extension Stroke {
  /// What comes before it.
  public static func start(_ settings: Settings) -> StrokeStart { settings[after] }

  /// The ways that may be drawn, if it is one of paths: with `either-way` the reverse too.
  public static func paths(_ settings: Settings) -> [StrokePath] {
    guard case .path(let path) = figure(settings) else { return [] }
    return goesEitherWay(settings) ? [path, path.reversed] : [path]
  }

  /// The settings that change nothing, as the others are: what is said of templates means nothing to a path, and the other way round.
  static func idle(_ settings: Settings) -> [String: String] {
    var idle: [String: String] = [:]
    func add(_ settings: SettingDeclaration..., because reason: SettingDeclaration) {
      for setting in settings { idle[setting.name] = reason.name }
    }
    let given = self.given(settings)
    switch figure(settings) {
    case nil: break
    case .path(let path):
      add(tolerance.declaration, rotation.declaration, because: given)
      if path.reversed == path || settings[shape].goesEitherWay { add(eitherWay.declaration, because: given) }
    case .templates: for setting in pathSettings { add(setting, because: given) }
    }
    switch settings[after] {
    case .atOnce: add(slop.declaration, ForcePress.minPressure.declaration, because: after.declaration)
    case .rest: add(ForcePress.minPressure.declaration, because: after.declaration)
    case .forcePress: break
    }
    let fingers = CommonSettings.fingers
    if settings[fingers].upperBound == 1 { add(spread.declaration, because: fingers.declaration) }
    return idle
  }

  /// The setting that says what is drawn.
  private static func given(_ settings: Settings) -> SettingDeclaration {
    if settings[path] != nil { return path.declaration }
    return settings[shape] == .none ? templates.declaration : shape.declaration
  }
}
