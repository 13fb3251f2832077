import GestureCore

/// The gestures of one class of device, grouped by how they may take a drawing from another gesture.
struct DrawingShelves {
  /// How many candidates one drawing is compared with: a file written by hand has fewer.
  private static let mostCompared = 50

  private let book: CheckContext
  private let deviceClass: DeviceClass
  private let figures: [DrawnFigure: [Int]]
  private let templates: [DrawnFigure: [Int]]
  private let presses: PlaceIndex
  private let swipes: PlaceIndex

  /// `here` are all gestures, `drawn` are the drawn ones among them.
  init(_ here: [Int], _ drawn: [Int], _ book: CheckContext, _ deviceClass: DeviceClass) {
    self.book = book
    self.deviceClass = deviceClass
    let settings = { book.settings(of: $0, on: deviceClass) }
    var figures: [DrawnFigure: [Int]] = [:]
    var templates: [DrawnFigure: [Int]] = [:]
    for index in drawn {
      if let figure = Stroke.figure(settings(index)) {
        figures[DrawnFigure(figure), default: []].append(index)
        if case .templates(let all) = figure {
          for one in all { templates[DrawnFigure(one), default: []].append(index) }
        }
      }
    }
    (self.figures, self.templates) = (figures, templates)
    let free = here.filter(book.waitsOnlyForTaps)
    // A drawing goes several ways.
    func index(_ kind: Kind) -> PlaceIndex {
      PlaceIndex(
        free.filter { book.rules.gestures[$0].kind.name == kind.name }, book, deviceClass, goingAnyWay: true)
    }
    (presses, swipes) = (index(LongPress.kind), index(Swipe.kind))
  }

  /// A stroke of the same drawing that accepts more and goes first.
  func wider(than index: Int) -> Int? {
    guard let figure = Stroke.figure(settings(index)) else { return nil }
    return figures[DrawnFigure(figure)]?.prefix(Self.mostCompared).first { other in
      isTaking(other, index) && isLooser(other, index) && isFirst(other, index)
    }
  }

  /// A stroke that shares some of this one's templates, and goes first.
  func sharer(with index: Int) -> (Int, String)? {
    guard case .templates(let all)? = Stroke.figure(settings(index)) else { return nil }
    let own = DrawnFigure(.templates(all))
    for one in all {
      let found = templates[DrawnFigure(one)]?.prefix(Self.mostCompared).first { other in
        isTaking(other, index) && comesFirst(other, index)
          && Stroke.figure(settings(other)).map(DrawnFigure.init) != own
      }
      if let found { return (found, one.name) }
    }
    return nil
  }

  /// A long press that begins before the stroke's own start.
  func press(before index: Int) -> Int? {
    guard case .rest(let rest) = Stroke.start(settings(index)) else { return nil }
    return presses.first(wherever: book.breadth(of: index, on: deviceClass)) { press in
      guard !book.areRelated(press, index), case .resting(let span) = book.patience(of: press, on: deviceClass) else {
        return false
      }
      return span <= rest
    }
  }

  /// A swipe in the direction in which the drawing begins; any swipe if the drawing has no path.
  func swipe(before index: Int) -> Int? {
    let paths = Stroke.paths(settings(index))
    return swipes.first(wherever: book.breadth(of: index, on: deviceClass)) { swipe in
      guard !book.areRelated(swipe, index) else { return false }
      let ways = book.breadths.ways(of: book.breadth(of: swipe, on: deviceClass))
      guard !paths.isEmpty else { return ways.isSuperset(of: .all) }
      return paths.contains { path in
        guard case .line(let direction)? = path.elements.first?.form else { return ways.isSuperset(of: .all) }
        return ways.include(direction)
      }
    }
  }

  /// Whether the other stroke is looked for wherever this one is, and no relation lets both happen.
  private func isTaking(_ other: Int, _ index: Int) -> Bool {
    let (wide, narrow) = (book.breadth(of: other, on: deviceClass), book.breadth(of: index, on: deviceClass))
    return other != index && book.breadths.isPresent(wide, wherever: narrow, deviceClass)
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
    if comesFirst(other, index) { return true }
    let travel = { book.rule($0).kind.traits.travel(settings($0)) ?? 0 }
    return !Stroke.paths(settings(index)).isEmpty && travel(other) < travel(index)
  }

  private func comesFirst(_ other: Int, _ index: Int) -> Bool {
    (-book.rule(other).priority, other) < (-book.rule(index).priority, index)
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

/// A drawing, comparable so that equal drawings are found under any name.
struct DrawnFigure: Hashable {
  /// Nil for examples.
  private let path: String?
  private let examples: [[Vector]]

  init(_ figure: StrokeFigure) {
    switch figure {
    case .path(let path): (self.path, examples) = (path.text, [])
    case .templates(let templates):
      path = nil
      examples = templates.sorted { $0.name < $1.name }.flatMap(\.strokes)
    }
  }

  /// The templates of one name.
  init(_ templates: StrokeTemplates) { self.init(.templates([templates])) }

  /// Counts distinguish most.
  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    for example in examples { hasher.combine(example.count) }
  }
}

extension Kind {
  /// The drawing of a gesture with these settings; nil for a kind that draws nothing.
  func figure(_ settings: Settings) -> StrokeFigure? { name == Stroke.kind.name ? Stroke.figure(settings) : nil }
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
