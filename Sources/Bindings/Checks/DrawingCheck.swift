import GestureCore

/// Finds drawings that another gesture takes before they are complete, and settings of gestures that have no effect.
struct DrawingCheck {
  /// What takes a drawing, in the order in which it is reported.
  private enum Taker: Equatable {
    /// A stroke that accepts all that is drawn, and goes first.
    case wider(Int)
    /// A stroke that has some of its examples, and goes first.
    case sharer(Int, String)
    /// A long press that begins while the fingers rest.
    case press(Int)
    /// A swipe along its first line.
    case swipe(Int)
  }

  let book: CheckContext
  let problems: Problems

  /// `gestures` are those that may be compared.
  func check(_ gestures: [Int]) {
    for index in gestures { warnOfIdleSettings(index) }
    var takers: [Int: Taker] = [:]
    for deviceClass in DeviceClass.allCases {
      let here = gestures.filter { book.classes(of: $0).contains(deviceClass) }
      let drawn = here.filter { book.rules.gestures[$0].kind.figure(book.settings(of: $0, on: deviceClass)) != nil }
      guard !drawn.isEmpty, book.comparesPairs else { continue }
      let rivals = DrawingRivals(
        book: book, deviceClass: deviceClass, drawn: drawn, free: here.filter(book.waitsOnlyForTaps))
      for index in drawn where takers[index] == nil { takers[index] = taker(of: index, rivals) }
    }
    for index in gestures {
      if let taker = takers[index] { report(index, taker) }
      warnOfOneLine(index)
    }
  }

  private func taker(of index: Int, _ rivals: DrawingRivals) -> Taker? {
    rivals.wider(than: index).map(Taker.wider)
      ?? rivals.sharer(with: index).map(Taker.sharer) ?? rivals.press(before: index).map(Taker.press)
      ?? rivals.swipe(before: index).map(Taker.swipe)
  }

  private func report(_ index: Int, _ taker: Taker) {
    let rule = book.rule(index)
    let header = book.gestures[index].header
    let other =
      switch taker {
      case .wider(let other), .sharer(let other, _), .press(let other), .swipe(let other): other
      }
    let name = book.rule(other).name
    let line = book.line(of: other, from: header)
    let wording: DiagnosticText =
      switch taker {
      case .wider: .narrowerDrawing(rule.name, name, line: line)
      case .sharer(_, let templates): .sharedTemplates(templates, rule.name, name, line: line)
      case .press: .beginsBefore(rule.name, rule.kind, by: name, book.rule(other).kind, line: line)
      case .swipe: .swipedFirst(rule.name, by: name, line: line)
      }
    problems.warning(at: header, wording)
  }

  /// A line after a rest or a press is no swipe.
  private func warnOfOneLine(_ index: Int) {
    guard !book.rules.gestures[index].kind.traits.alternatives.isEmpty else { return }
    let rule = book.rule(index)
    guard case .path(let path)? = rule.kind.traits.alternatives.lazy.compactMap({ rule.settings[$0] }).first,
      path.elements.count == 1, case .line(let direction)? = path.elements.first?.form,
      book.classes(of: index).allSatisfy({ Stroke.start(book.settings(of: index, on: $0)) == .atOnce })
    else { return }
    let section = book.gestures[index]
    problems.warning(at: section.places[Self.path] ?? section.header, .pathOfOneLine(direction))
  }

  private static let path = "path"

  /// Only the gesture's own settings: a default is for others too.
  private func warnOfIdleSettings(_ index: Int) {
    guard !book.gestures[index].places.isEmpty else { return }
    let rule = book.rule(index)
    let classes = book.classes(of: index)
    let idle = classes.map { rule.kind.traits.idle(book.settings(of: index, on: $0)) }
    guard idle.first?.isEmpty == false else { return }
    for (setting, place) in book.gestures[index].places {
      guard let reason = idle.first?[setting], idle.allSatisfy({ $0[setting] == reason }),
        let first = classes.first, let declaration = rule.kind.allSettings.first(where: { $0.name == reason }),
        let value = book.settings(of: index, on: first)[reason]
      else { continue }
      problems.warning(at: place, .idle(setting, with: reason, value: value.written(in: declaration.shape)))
    }
  }
}

/// The gestures of one class of device that may take a drawing from another gesture.
private struct DrawingRivals {
  let book: CheckContext
  let deviceClass: DeviceClass
  /// The gestures that are drawn.
  let drawn: [Int]
  /// The gestures that wait for nothing but taps.
  let free: [Int]

  /// A stroke of the same drawing that accepts more and goes first.
  func wider(than index: Int) -> Int? {
    drawn.first { other in
      form(other).drawing == form(index).drawing && isTaking(other, index) && isLooser(other, index)
        && isFirst(other, index)
    }
  }

  /// A stroke that shares some of this one's templates, and goes first.
  func sharer(with index: Int) -> (Int, String)? {
    for one in templates(index) {
      let found = drawn.first { other in
        templates(other).contains { DrawnFigure($0) == DrawnFigure(one) } && form(other).drawing != form(index).drawing
          && isTaking(other, index) && book.comesFirst(other, before: index)
      }
      if let found { return (found, one.name) }
    }
    return nil
  }

  /// A long press that begins before the stroke's own start.
  func press(before index: Int) -> Int? {
    guard case .rest(let rest) = Stroke.start(settings(index)) else { return nil }
    return rival(LongPress.kind, of: index) { press in
      if case .resting(let span) = book.patience(of: press, on: deviceClass) { span <= rest } else { false }
    }
  }

  /// A swipe in the direction in which the drawing begins; any swipe if the drawing has no path.
  func swipe(before index: Int) -> Int? {
    let paths = Stroke.paths(settings(index))
    return rival(Swipe.kind, of: index) { swipe in
      let ways = book.breadth(of: swipe, on: deviceClass).ways
      guard !paths.isEmpty else { return ways.isSuperset(of: .all) }
      return paths.contains { path in
        guard case .line(let direction)? = path.elements.first?.form else { return ways.isSuperset(of: .all) }
        return ways.include(direction)
      }
    }
  }

  /// The first free gesture of a kind that is looked for wherever the drawing is and for which `isIt` holds. A drawing goes several
  /// ways.
  private func rival(_ kind: Kind, of index: Int, where isIt: (Int) -> Bool) -> Int? {
    free.first { other in
      book.rule(other).kind.name == kind.name
        && book.isPresent(other, wherever: index, on: deviceClass, goingAnyWay: true)
        && !book.areRelated(other, index) && isIt(other)
    }
  }

  private func form(_ index: Int) -> GestureForm { book.breadth(of: index, on: deviceClass).form }

  private func templates(_ index: Int) -> [StrokeTemplates] {
    if case .templates(let templates)? = Stroke.figure(settings(index)) { templates } else { [] }
  }

  /// Whether the other stroke is looked for wherever this one is, and no relation lets both happen.
  private func isTaking(_ other: Int, _ index: Int) -> Bool {
    other != index && book.isPresent(other, wherever: index, on: deviceClass)
      && Stroke.start(settings(other)).isMet(by: Stroke.start(settings(index))) && !book.areRelated(other, index)
  }

  /// Whether every limit of the other accepts what this one accepts, and at least one accepts more.
  private func isLooser(_ other: Int, _ index: Int) -> Bool {
    let kind = book.rule(index).kind
    let (own, wide) = (settings(index), settings(other))
    let idle = kind.traits.idle(own)
    let compared = kind.allSettings.filter { setting in
      idle[setting.name] == nil && !kind.traits.alternatives.contains(setting.name)
        && setting.name != CommonSettings.fingers.declaration.name
    }
    let different = compared.filter { own[$0.name] != wide[$0.name] }
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
    // The starts were compared before; either way accepts more than one way.
    if case .start = wide { return true }
    return own == .flag(false) && wide == .flag(true)
  }

  /// Whether the other one is recognized before this one, or at the same instant and goes first.
  private func isFirst(_ other: Int, _ index: Int) -> Bool {
    if book.comesFirst(other, before: index) { return true }
    let travel = { book.rule($0).kind.traits.travel(settings($0)) ?? 0 }
    return !Stroke.paths(settings(index)).isEmpty && travel(other) < travel(index)
  }

  private func settings(_ index: Int) -> Settings { book.settings(of: index, on: deviceClass) }
}

extension AllowedWays {
  /// Whether fingers may go this way.
  fileprivate func include(_ direction: Direction) -> Bool {
    switch self {
    case .all: true
    case .some(let ways): ways.contains { $0 == direction.rawValue || $0.hasSuffix(" " + direction.rawValue) }
    }
  }
}

extension StrokeStart {
  /// Whether this start is met before `other` is, or together with it.
  func isMet(by other: StrokeStart) -> Bool {
    switch (self, other) {
    case (.atOnce, _), (.forcePress, .forcePress): true
    case (.rest(let own), .rest(let rest)): own <= rest
    case (.rest, _), (.forcePress, _): false
    }
  }
}
