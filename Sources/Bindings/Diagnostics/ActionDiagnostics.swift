import GestureCore
import Text

// Commands
extension DiagnosticText {
  static func emptyCommand(_ key: String) -> DiagnosticText {
    DiagnosticText("`\(key)` is empty", fix: "give it a command, or remove the line")
  }

  static func emptyAction(_ key: String) -> DiagnosticText {
    DiagnosticText("`\(key)` has no command", fix: "write `\(key) = \"…\"` or `\(key) = { run = \"…\" }`")
  }

  static func wrongWord(_ key: String, _ found: ValueType, _ text: String) -> DiagnosticText {
    DiagnosticText(
      "a command is a list of strings, not of \(found.plural)",
      fix: text.isEmpty ? "put each argument in quotes" : "put it in quotes: `\(text.quoted)`")
  }

  /// A list of tables; `keys` are all of theirs.
  static func effectsInList(_ key: String, _ keys: [String]) -> DiagnosticText {
    let problem = "`\(key)` has a list of tables: several effects are written in one table"
    guard Set(keys).count == keys.count, !keys.isEmpty else {
      return DiagnosticText(
        problem,
        fix: "write `\(key) = { … }`; a second effect of the same name needs a `[[binding]]` with `also = true`")
    }
    return DiagnosticText(problem, fix: "write `\(key) = { \(keys.map { "\($0) = …" }.joined(separator: ", ")) }`")
  }

  static let variableInList = DiagnosticText(
    "a list runs without a shell, so variables are not expanded",
    fix: "write a string in place of the list; the command can also read the variable itself")

  static func blanksInProgram(_ word: String) -> DiagnosticText {
    let words = word.split(separator: " ").map { String($0).quoted }
    return DiagnosticText(
      "a list has one string for each argument, and there is no program called \(word.quoted)",
      fix: "write `[\(words.joined(separator: ", "))]`, or `\(word.quoted)` without the brackets")
  }

  static func unknownVariable(_ name: String) -> DiagnosticText {
    let known = EventValue.told.map(\.variable)
    return DiagnosticText(
      "commands have no variable \(name.quoted)",
      fix: didYouMean(name, among: known) ?? "they have \(known.listed("and"))")
  }

  static func noDesktopFile(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "an application is named by its .desktop file, which \(name.quoted) is not",
      fix: "write the name of a file in /usr/share/applications or a similar folder: `launch = \"firefox.desktop\"`")
  }

  static func wrongWorkspace(_ numbers: ClosedRange<Int>) -> DiagnosticText {
    DiagnosticText(
      "a workspace is \"next\", \"previous\", or a number from \(numbers.lowerBound) to \(numbers.upperBound)",
      fix: "write `workspace = \"next\"` or `workspace = 2`")
  }

  static func wrongLevel(_ level: Level, _ text: String, example: String) -> DiagnosticText {
    let words = level == .volume ? ", or \"mute\"" : ""
    return DiagnosticText(
      "`\(level.rawValue)` can't be \(text.quoted)",
      fix: "write a change as in \"\(example)\", a level from \"0 %\" to \"\(LevelChange.most) %\"\(words)")
  }

  static let nullInCommand = DiagnosticText("a command can't contain the character U+0000", fix: "remove it")
}

// Actions
extension DiagnosticText {
  static func unknownActionKey(_ name: String) -> DiagnosticText {
    let keys = ActionReader.keys
    if name == StepReader.everyKey || StepSettings.StepWay(rawValue: name) != nil {
      return DiagnosticText(
        "unknown key \(name.quoted)", fix: "steps have a key of their own: `step = { every = \"6 mm\", up = \"…\" }`")
    }
    if let kind = Effects.kinds.first(where: { kind in kind.options.contains { $0.key == name } }) {
      return DiagnosticText(
        "`\(name)` belongs to `\(kind.key)`, which is missing", fix: "add `\(kind.key)`, or remove `\(name)`")
    }
    return DiagnosticText(
      "unknown key \(name.quoted)", fix: didYouMean(name, among: keys) ?? "an action has the keys \(keys.listed("and"))"
    )
  }

  static let runAndStream = DiagnosticText(
    "an action can't have both `run` and `stream`",
    fix: "keep `run` to start a command each time, or `stream` to send lines to one that keeps running")
  static let overlapOfStream = DiagnosticText(
    "`overlap` has no effect: a `stream` is one command that keeps running", fix: "remove it")
  static let scopeOfNothing = DiagnosticText("`scope` has no effect: there is no command", fix: "remove it")
  static let pausedForGood = DiagnosticText(
    "no gesture ends this pause: only `gesture-bridge ctl resume` or a restart of the daemon does",
    fix: "write `pause = \"toggle\"`, or let another gesture have `pause = \"off\"`")
  static let overlapOfNothing = DiagnosticText("`overlap` has no effect: there is no command", fix: "remove it")

  static func streamElsewhere(_ trigger: Trigger, _ kind: Kind) -> DiagnosticText {
    if kind.isDiscrete {
      return DiagnosticText(
        "`\(trigger.rawValue)` can't have a `stream`: \(kind.withArticle) is recognized once and has no duration",
        fix: "write `run = { stream = … }`")
    }
    return DiagnosticText(
      "`\(trigger.rawValue)` can't have a `stream`: \(kind.withArticle) lasts, and a stream gets every change",
      fix: "write `changed = { stream = … }`; it gets the beginning and the end as well")
  }

  static func startsAtEachMovement(_ kind: Kind) -> DiagnosticText {
    let steps = StepSettings.Stretch.examples.contains { kind.reports.contains($0.reports) }
    let others = "`{ run = …, at-most-every = \"50 ms\" }`, or `{ stream = … }` for one command that gets every change"
    return DiagnosticText(
      "this starts a command for every movement: more than a hundred a second",
      fix: steps ? "use `step` to limit them, or write \(others)" : "write \(others)")
  }

  static func repeatElsewhere(_ trigger: Trigger) -> DiagnosticText {
    DiagnosticText(
      "`repeat` needs an action that lasts, and `\(trigger.rawValue)` does not",
      fix: "write `began = { run = \"…\", repeat = \"100 ms\" }`")
  }

  static func repeatOfDiscrete(_ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "nothing repeats: \(kind.withArticle) is recognized once and has no duration",
      fix: "use a gesture that lasts, such as a long-press, an edge-pan or a pan")
  }

  static func impossibleTrigger(_ trigger: Trigger, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "`\(trigger.rawValue)` never happens: \(kind.withArticle) is recognized once and has no duration",
      fix: "use `run`")
  }

  static func doesNothing(_ name: String) -> DiagnosticText {
    DiagnosticText("\(name.quoted) does nothing", fix: "give it an action, such as `run = \"…\"`")
  }

  static func replaces(_ name: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "this replaces the actions of \(name.quoted) in \(line), which never run",
      fix: "add `also = true` to run both")
  }

  static let noGestures = DiagnosticText(
    "there is no gesture in this file", fix: "add a section such as `[gesture.NAME]`")
}

// Steps as they are written
extension DiagnosticText {
  static func unknownStepKey(_ name: String) -> DiagnosticText {
    let message = "unknown key \(name.quoted)"
    if let advice = Effects.kind(name)?.advice(at: .step) { return DiagnosticText(message, fix: advice) }
    return DiagnosticText(
      message, fix: didYouMean(name, among: StepReader.keys) ?? "a step has the keys \(StepReader.keys.listed("and"))")
  }

  static func unknownWayKey(_ name: String) -> DiagnosticText {
    let message = "unknown key \(name.quoted)"
    if let advice = Effects.kind(name)?.advice(at: .way) { return DiagnosticText(message, fix: advice) }
    if let option = ActionOption(rawValue: name), ActionOption.ofSteps.contains(option) {
      return DiagnosticText(message, fix: "put it beside `every`: it applies to all directions")
    }
    let keys = Effects.keysForSteps
    return DiagnosticText(
      message, fix: didYouMean(name, among: keys) ?? "a direction has the keys \(keys.listed("and"))")
  }

  static let stepOfNothing = DiagnosticText("`step` needs `every`", fix: "set the length of a step: `every = \"6 mm\"`")

  static func stepWithoutWay(_ ways: [StepSettings.StepWay]) -> DiagnosticText {
    DiagnosticText(
      "`step` has no command",
      fix:
        "add one for a direction: \(ways.map(\.rawValue).listed("or")), such as `\(ways.first?.rawValue ?? "up") = \"…\"`"
    )
  }

  static func wayOfOtherUnit(_ way: StepSettings.StepWay, _ every: StepSettings.Stretch) -> DiagnosticText {
    let example = every.alternative(counting: way).example
    return DiagnosticText(
      "`\(way.rawValue)` can't be counted in \(every.unit.rawValue)",
      fix: "write `\(example)`, or use \(every.ways.map(\.rawValue).listed("or"))")
  }

  static func stepWithoutUnit(_ number: String) -> DiagnosticText {
    let examples = StepSettings.Stretch.units.map { "`every = \"\(number) \($0.rawValue)\"`" }
    return DiagnosticText("`every` needs a unit", fix: "write \(examples.listed("or"))")
  }

  static func unknownStretchUnit(_ unit: String) -> DiagnosticText {
    DiagnosticText(
      "\(unit.quoted) is not a unit of steps",
      fix: "use \(StepSettings.Stretch.units.map(\.rawValue).listed("or")): `every = \"6 mm\"`")
  }

  static func stretch(_ declaration: SettingDeclaration, _ error: SettingError, text: String) -> DiagnosticText {
    switch error {
    case .missingUnit(let number, _): stepWithoutUnit(number)
    case .notAQuantity:
      DiagnosticText(
        "\(text.quoted) is not a distance, an angle or a percentage",
        fix: "write a number and its unit: `every = \"6 mm\"`")
    case .unknownUnit, .outOfRange, .notACount, .notARange, .unknownChoice, .notAFlag, .badPath,
      .wrongNumberOfTemplates, .noTemplates, .badStart:
      setting(declaration, error, text: text)
    }
  }
}

// Steps and kinds of gesture
extension DiagnosticText {
  static func stepOfDiscrete(_ kind: Kind, _ fitting: [Kind]) -> DiagnosticText {
    DiagnosticText(
      "\(kind.withArticle) has no steps: it is recognized once and has no duration",
      fix: "use `run`, or another kind: \(fitting.map(\.name).listed("or"))")
  }

  static func stepOfOther(_ kind: Kind, _ every: StepSettings.Stretch, _ fitting: [Kind]) -> DiagnosticText {
    let others = fitting.map(\.name).listed("or")
    let own = StepSettings.Stretch.examples.first { kind.reports.contains($0.reports) }
    return DiagnosticText(
      "\(kind.withArticle) has no \(every.name) to count",
      fix: own.map { "write `\($0.example)`, or use another kind: \(others)" } ?? "use another kind: \(others)")
  }

  static func strayWay(_ way: StepSettings.StepWay, _ kind: Kind, _ setting: SettingDeclaration, begins: Set<String>)
    -> DiagnosticText
  {
    let ways = known(begins)
    return DiagnosticText(
      "`\(way.rawValue)` counts only drift: because of `\(setting.name)`, \(kind.withArticle) begins by "
        + "going \(ways.listed("or"))",
      fix: "use \(ways.listed("and")), or change `\(setting.name)`")
  }

  static func wayBack(_ way: StepSettings.StepWay, _ kind: Kind, _ setting: SettingDeclaration, begins: Set<String>)
    -> DiagnosticText
  {
    let ways = known(begins)
    return DiagnosticText(
      "`\(way.rawValue)` counts only the way back: because of `\(setting.name)`, \(kind.withArticle) begins by "
        + "going \(ways.listed("or"))",
      fix: "add `\(ways.first ?? "")`, or change `\(setting.name)`")
  }

  /// The ways in the order in which steps list them.
  private static func known(_ ways: Set<String>) -> [String] {
    StepSettings.StepWay.allCases.map(\.rawValue).filter(ways.contains)
  }
}

extension StepSettings.Stretch {
  /// One stretch of each kind.
  fileprivate static let examples: [StepSettings.Stretch] = [.distance(6), .angle(10), .scale(0.1)]
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

  fileprivate func alternative(counting way: StepSettings.StepWay) -> StepSettings.Stretch {
    Self.examples.first { $0.ways.contains(way) } ?? self
  }
}
