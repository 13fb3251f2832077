import GestureCore

extension CheckContext {
  /// Warns about drawings that another gesture takes, settings without effect, and drawings of a single line.
  func checkDrawings(_ gestures: [Int]) {
    for index in gestures {
      warnOfIdleSettings(index)
      if comparesPairs {
        let warning = classes(of: index).lazy.compactMap { deviceClass in
          DrawingRivals(context: self, deviceClass: deviceClass, gestures: gestures, index: index).warning
        }.first
        if let warning { problems.warning(at: self.gestures[index].header, warning) }
      }
      warnOfOneLine(index)
    }
  }

  /// Warns about a drawing of a single line that begins at the landing, because a swipe is the better rule for a line.
  private func warnOfOneLine(_ index: Int) {
    let (rule, section) = (rule(index), gestures[index])
    guard case .path(let path)? = rule.kind.traits.alternatives.lazy.compactMap({ rule.settings[$0] }).first,
      path.elements.count == 1, case .line(let direction)? = path.elements.first?.form,
      classes(of: index).allSatisfy({ Stroke.start(settings(of: index, on: $0)) == .landing })
    else { return }
    problems.warning(
      at: section.settingRanges["path"] ?? section.header,
      "a path of a single line is better written as a swipe, which ignores slow movements",
      fix: "remove `path`, and write `kind = \"swipe\"` and `direction = \(direction.rawValue.quoted)`")
  }

  /// Warns about settings in a gesture's section that have no effect on any of its device classes.
  private func warnOfIdleSettings(_ index: Int) {
    let (rule, section) = (rule(index), gestures[index])
    let settings = classes(of: index).map { self.settings(of: index, on: $0) }
    guard !section.settingRanges.isEmpty, let first = settings.first else { return }
    let idle = settings.map(rule.kind.traits.ineffectiveSettings)
    for (setting, range) in section.settingRanges {
      guard let reason = idle[0][setting], idle.allSatisfy({ $0[setting] == reason }),
        let declaration = rule.kind.allSettings.first(where: { $0.name == reason }), let value = first[reason]
      else { continue }
      let written = value.written(in: declaration.shape)
      problems.warning(
        at: range, "`\(setting)` has no effect with `\(reason) = \(written.short)`", fix: "remove `\(setting)`")
    }
  }
}

/// Finds gestures that take the drawing of one gesture, on one class of device.
private struct DrawingRivals {
  let context: CheckContext
  let deviceClass: DeviceClass
  let gestures: [Int]
  /// The index of the gesture that may lose its drawing.
  let index: Int

  /// A warning about a gesture that takes the drawing. Nil if no gesture takes it.
  var warning: DiagnosticText? {
    guard isDrawn(index) else { return nil }
    let name = context.rule(index).name.quoted
    if let (other, line) = named(gestures.first(where: isWider)) {
      return DiagnosticText(
        "\(name) can never be recognized: \(other) in \(line) is the same drawing with wider limits",
        fix: "add `require-to-fail = [\(name)]` to \(other), or remove one of the two gestures")
    }
    for templates in templates(index) {
      guard let (other, line) = named(gestures.first { shares(templates, $0) }) else { continue }
      return DiagnosticText(
        "the drawing \(templates.name.quoted) never triggers \(name): the gesture \(other) in \(line) also has this drawing, and has precedence",
        fix: "remove the drawing from one of the two gestures")
    }
    if let press = rival(where: isEarlier) {
      return .beginsBefore(
        context.rule(index), context.rule(press), line: context.line(of: press, from: context.gestures[index].header))
    }
    if let (swipe, line) = named(rival(where: followsDrawing)) {
      return DiagnosticText(
        "if \(name) is drawn quickly, the swipe \(swipe) in \(line) fires first",
        fix: "add `require-to-fail = [\(name)]` to \(swipe)")
    }
    return nil
  }

  private func named(_ other: Int?) -> (name: String, line: String)? {
    other.map { (context.rule($0).name.quoted, context.line(of: $0, from: context.gestures[index].header)) }
  }

  private func isDrawn(_ other: Int) -> Bool {
    context.classes(of: other).contains(deviceClass) && Stroke.figure(settings(other)) != nil
  }

  /// Whether the other gesture has this drawing with wider limits, and is recognized first.
  private func isWider(_ other: Int) -> Bool {
    form(other).drawing == form(index).drawing && isRival(other) && isLooser(other) && isFirst(other)
  }

  /// Whether the other gesture has precedence and also has the templates `one`, but differs in its drawing as a whole.
  private func shares(_ one: StrokeTemplates, _ other: Int) -> Bool {
    templates(other).contains { $0.strokes == one.strokes } && form(other).drawing != form(index).drawing
      && isRival(other) && context.hasPrecedence(other, before: index)
  }

  /// Whether the stroke begins with a hold that is long enough for `press`. Then `press` begins before the stroke.
  private func isEarlier(_ press: Int) -> Bool {
    guard case .hold(let hold) = Stroke.start(settings(index)),
      context.rule(press).kind.isMadeWithoutMoving(settings(press)),
      case .resting(let span) = context.patience(of: press, on: deviceClass)
    else { return false }
    return span <= hold
  }

  /// Whether `swipe` is made by moving, isn't drawn, and allows all directions or a direction that begins the drawing.
  private func followsDrawing(_ swipe: Int) -> Bool {
    guard case .moving = context.patience(of: swipe, on: deviceClass), !isDrawn(swipe) else { return false }
    let directions = context.acceptedTouches(of: swipe, on: deviceClass).directions
    return directions == .all || beginnings.contains { directions.include($0) }
  }

  /// The directions in which the drawing's paths and learned examples begin, not counting paths that begin with an arc.
  private var beginnings: [Direction] {
    templates(index).flatMap(\.strokes).compactMap { Direction(nearest: $0[1] - $0[0]) }
      + Stroke.paths(settings(index)).compactMap { path in
        if case .line(let direction)? = path.elements.first?.form { direction } else { nil }
      }
  }

  /// The first gesture that can take the drawing, has no relation such as `require-to-fail` to the drawn gesture, waits
  /// only for taps or for no gesture, and meets `isIt`. Nil without such a gesture.
  private func rival(where isIt: (Int) -> Bool) -> Int? {
    gestures.first { other in
      let traits = context.rule(other).kind.traits
      let canWin = !traits.landsSeparately && !traits.isMadeByButton && !traits.onlyObserves
      return canWin && context.classes(of: other).contains(deviceClass)
        && context.isPresent(other, wherever: index, on: deviceClass, inAnyDirection: true)
        && !context.areRelated(other, index) && context.waitsOnlyForTaps(other) && isIt(other)
    }
  }

  private func form(_ index: Int) -> GestureForm { context.acceptedTouches(of: index, on: deviceClass).form }

  private func templates(_ index: Int) -> [StrokeTemplates] {
    if case .templates(let templates)? = Stroke.figure(settings(index)) { templates } else { [] }
  }

  /// Whether `other` is another drawn gesture that is possible whenever this gesture is, starts no later than this
  /// gesture, and has no relation such as `require-to-fail` to this gesture.
  private func isRival(_ other: Int) -> Bool {
    other != index && isDrawn(other) && context.isPresent(other, wherever: index, on: deviceClass)
      && Stroke.start(settings(other)).isMet(by: Stroke.start(settings(index))) && !context.areRelated(other, index)
  }

  /// Whether the other gesture has a wider limit, and no narrower limit.
  private func isLooser(_ other: Int) -> Bool {
    let kind = context.rule(index).kind
    let (own, wide) = (settings(index), settings(other))
    let idle = kind.traits.ineffectiveSettings(own)
    let different = kind.allSettings.filter { setting in
      idle[setting.name] == nil && !kind.traits.alternatives.contains(setting.name)
        && setting.name != CommonSettings.fingers.declaration.name && own[setting.name] != wide[setting.name]
    }
    return different.contains { $0.loosening != nil }
      && different.allSatisfy { setting in
        guard let own = own[setting.name], let wide = wide[setting.name] else { return false }
        return Self.isLooser(wide, own, setting.loosening)
      }
  }

  private static func isLooser(_ wide: SettingValue, _ own: SettingValue, _ loosening: Loosening?) -> Bool {
    if case .quantity(let greatest) = wide, case .quantity(let least) = own {
      return loosening == .raise && greatest > least || loosening == .lower && greatest < least
    }
    // The starts were compared before. A flag (`either-way`) accepts more if it is true.
    if case .start = wide { return true }
    return own == .flag(false) && wide == .flag(true)
  }

  /// Whether the other gesture has precedence or, if this drawing is a path, is recognized after a shorter distance.
  private func isFirst(_ other: Int) -> Bool {
    if context.hasPrecedence(other, before: index) { return true }
    let travel = { context.travel(of: $0, on: deviceClass) ?? 0 }
    return !Stroke.paths(settings(index)).isEmpty && travel(other) < travel(index)
  }

  private func settings(_ index: Int) -> Settings { context.settings(of: index, on: deviceClass) }
}

extension AllowedDirections {
  fileprivate func include(_ direction: Direction) -> Bool {
    switch self {
    case .all: true
    case .some(let directions):
      directions.contains { $0 == direction.rawValue || $0.hasSuffix(" " + direction.rawValue) }
    }
  }
}

extension StrokeStart {
  /// Whether this start is surely reached no later than `other`.
  func isMet(by other: StrokeStart) -> Bool {
    switch (self, other) {
    case (.landing, _), (.forcePress, .forcePress): true
    case (.hold(let own), .hold(let span)): own <= span
    case (.hold, _), (.forcePress, _): false
    }
  }
}
