import GestureCore

// Steps as they are written
extension Wording {
  static func unknownStepKey(_ name: String) -> Wording {
    let message = "unknown key \(name.quoted)"
    if let advice = Effects.kind(name)?.advice(at: .step) { return Wording(message, fix: advice) }
    let meant = Nearest.name(to: name, among: StepReader.keys)
    return Wording(message, fix: meant.map(didYouMean) ?? "a step has the keys \(StepReader.keys.listed("and"))")
  }

  static func unknownWayKey(_ name: String) -> Wording {
    let message = "unknown key \(name.quoted)"
    if let advice = Effects.kind(name)?.advice(at: .way) { return Wording(message, fix: advice) }
    if ActionOption(rawValue: name) != nil {
      return Wording(message, fix: "put it beside `every`: it is for all ways")
    }
    let keys = Effects.keysForSteps
    let meant = Nearest.name(to: name, among: keys)
    return Wording(message, fix: meant.map(didYouMean) ?? "a way has the keys \(keys.listed("and"))")
  }

  static let stepOfNothing = Wording("`step` needs `every`", fix: "say how far one step is: `every = \"6 mm\"`")

  static func stepWithoutWay(_ ways: [Step.Way]) -> Wording {
    Wording(
      "`step` has no command",
      fix: "add one for a way: \(ways.map(\.rawValue).listed("or")), such as `\(ways.first?.rawValue ?? "up") = \"…\"`")
  }

  static func wayOfOtherUnit(_ way: Step.Way, _ every: Step.Stretch) -> Wording {
    let example = every.alternative(counting: way).example
    return Wording(
      "`\(way.rawValue)` can't be counted in \(every.unit.rawValue)",
      fix: "write `\(example)`, or use \(every.ways.map(\.rawValue).listed("or"))")
  }

  static func stepWithoutUnit(_ number: String) -> Wording {
    let examples = Step.Stretch.units.map { "`every = \"\(number) \($0.rawValue)\"`" }
    return Wording("`every` needs a unit", fix: "write \(examples.listed("or"))")
  }

  static func unknownStretchUnit(_ unit: String) -> Wording {
    Wording(
      "\(unit.quoted) is no unit of steps",
      fix: "use \(Step.Stretch.units.map(\.rawValue).listed("or")): `every = \"6 mm\"`")
  }

  static func stretch(_ declaration: SettingDeclaration, _ error: SettingError, text: String) -> Wording {
    switch error {
    case .missingUnit(let number, _): stepWithoutUnit(number)
    case .notAQuantity:
      Wording(
        "\(text.quoted) is neither a distance nor an angle nor a share",
        fix: "write a number and its unit: `every = \"6 mm\"`")
    case .unknownUnit, .outOfRange, .notACount, .notARange, .unknownChoice, .notAFlag, .wrongNumberOfGestures,
      .badPath, .wrongNumberOfTemplates, .noTemplates, .badStart:
      setting(declaration, error, text: text)
    }
  }
}

// Steps and kinds of gesture
extension Wording {
  static func stepOfDiscrete(_ kind: Kind, _ fitting: [Kind]) -> Wording {
    Wording(
      "\(kind.withArticle) has no steps: it is recognized once and is over",
      fix: "use `run`, or another kind: \(fitting.map(\.name).listed("or"))")
  }

  static func stepOfOther(_ kind: Kind, _ every: Step.Stretch, _ fitting: [Kind]) -> Wording {
    let others = fitting.map(\.name).listed("or")
    let own = Step.Stretch.examples.first { kind.reports.contains($0.reports) }
    return Wording(
      "\(kind.withArticle) has no \(every.name) to count",
      fix: own.map { "write `\($0.example)`, or use another kind: \(others)" } ?? "use another kind: \(others)")
  }

  static func strayWay(_ way: Step.Way, _ kind: Kind, _ setting: SettingDeclaration, begins: Set<String>) -> Wording {
    let ways = known(begins)
    return Wording(
      "`\(way.rawValue)` only counts how far the fingers stray: as `\(setting.name)` says, \(kind.withArticle) begins by "
        + "going \(ways.listed("or"))",
      fix: "use \(ways.listed("and")), or change `\(setting.name)`")
  }

  static func wayBack(_ way: Step.Way, _ kind: Kind, _ setting: SettingDeclaration, begins: Set<String>) -> Wording {
    let ways = known(begins)
    return Wording(
      "`\(way.rawValue)` only counts the way back: as `\(setting.name)` says, \(kind.withArticle) begins by "
        + "going \(ways.listed("or"))",
      fix: "add `\(ways.first ?? "")`, or change `\(setting.name)`")
  }

  /// In the order in which steps list them.
  private static func known(_ ways: Set<String>) -> [String] {
    Step.Way.allCases.map(\.rawValue).filter(ways.contains)
  }
}

extension Step.Stretch {
  /// One of each.
  fileprivate static let examples: [Step.Stretch] = [.distance(6), .angle(10), .scale(0.1)]
  fileprivate static let units = examples.map(\.unit)

  fileprivate var unit: Unit {
    switch self {
    case .distance: .millimetres
    case .angle: .degrees
    case .scale: .percent
    }
  }

  fileprivate var name: String {
    switch self {
    case .distance: "distance"
    case .angle: "angle"
    case .scale: "change of size"
    }
  }

  fileprivate var example: String {
    let number =
      switch self {
      case .distance(let value), .angle(let value): value
      case .scale(let share): share * ExtentReader.whole
      }
    return "every = \"\(decimal(number, places: 1)) \(unit.rawValue)\""
  }

  fileprivate func alternative(counting way: Step.Way) -> Step.Stretch {
    Self.examples.first { $0.ways.contains(way) } ?? self
  }
}
