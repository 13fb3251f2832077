import GestureCore

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

  static let homeInList = DiagnosticText(
    "`~` is not expanded in a list, which runs without a shell",
    fix: "write the whole path, or a string in place of the list")

  static let variableInList = DiagnosticText(
    "variables are not expanded in a list, which runs without a shell",
    fix: "write a string in place of the list; the command itself has the variable, too")

  static func blanksInProgram(_ word: String) -> DiagnosticText {
    let words = word.split(separator: " ").map { String($0).quoted }
    return DiagnosticText(
      "a list has a word for each argument, and no program is called \(word.quoted)",
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
      "an application has the name of its .desktop file, which \(name.quoted) is not",
      fix: "write the name of one in /usr/share/applications or such a folder: `launch = \"firefox.desktop\"`")
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
        "`\(name)` says more of `\(kind.key)`, which is not here", fix: "add `\(kind.key)`, or remove `\(name)`")
    }
    return DiagnosticText(
      "unknown key \(name.quoted)", fix: didYouMean(name, among: keys) ?? "an action has the keys \(keys.listed("and"))"
    )
  }

  static let runAndStream = DiagnosticText(
    "an action has either `run` or `stream`",
    fix: "keep `run` to start a command each time, or `stream` to tell one that goes on running")
  static let overlapOfStream = DiagnosticText(
    "`overlap` has no effect: a `stream` is one command, which goes on running", fix: "remove it")
  static let scopeOfNothing = DiagnosticText("`scope` has no effect: there is no command", fix: "remove it")
  static let pausedForGood = DiagnosticText(
    "no gesture resumes after this pause: only `gesture-bridge ctl resume` or a new start of the daemon does",
    fix: "write `pause = \"toggle\"`, or let another gesture have `pause = \"off\"`")
  static let overlapOfNothing = DiagnosticText("`overlap` has no effect: there is no command", fix: "remove it")

  static func streamElsewhere(_ trigger: Trigger, _ kind: Kind) -> DiagnosticText {
    if kind.isDiscrete {
      return DiagnosticText(
        "`\(trigger.rawValue)` can't have a `stream`: \(kind.withArticle) is recognized once and is over",
        fix: "write `run = { stream = … }`")
    }
    return DiagnosticText(
      "`\(trigger.rawValue)` can't have a `stream`: \(kind.withArticle) goes on, and a stream is told of every change",
      fix: "write `changed = { stream = … }`; it is told of the beginning and the end as well")
  }

  static func startsAtEachMovement(_ kind: Kind) -> DiagnosticText {
    let steps = StepSettings.Stretch.examples.contains { kind.reports.contains($0.reports) }
    let others = "`{ run = …, at-most-every = \"50 ms\" }`, or `{ stream = … }` for one command that is told of all"
    return DiagnosticText(
      "this starts a command for every movement, more than a hundred in a second",
      fix: steps ? "count them by `step`, or write \(others)" : "write \(others)")
  }

  static func repeatElsewhere(_ trigger: Trigger) -> DiagnosticText {
    DiagnosticText(
      "`repeat` is for what begins, and `\(trigger.rawValue)` does not",
      fix: "write `began = { run = \"…\", repeat = \"100 ms\" }`")
  }

  static func repeatOfDiscrete(_ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "nothing repeats: \(kind.withArticle) is recognized once and is over",
      fix: "take a gesture that goes on, such as a long-press, an edge-pan or a pan")
  }

  static func impossibleTrigger(_ trigger: Trigger, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "`\(trigger.rawValue)` never happens: \(kind.withArticle) is recognized once and is over", fix: "use `run`")
  }

  static func doesNothing(_ name: String) -> DiagnosticText {
    DiagnosticText("\(name.quoted) does nothing", fix: "give it an action, such as `run = \"…\"`")
  }

  static func replaces(_ name: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "this takes the place of the actions of \(name.quoted) in \(line), which never run",
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
      return DiagnosticText(message, fix: "put it beside `every`: it is for all ways")
    }
    let keys = Effects.keysForSteps
    return DiagnosticText(message, fix: didYouMean(name, among: keys) ?? "a way has the keys \(keys.listed("and"))")
  }

  static let stepOfNothing = DiagnosticText("`step` needs `every`", fix: "say how far one step is: `every = \"6 mm\"`")

  static func stepWithoutWay(_ ways: [StepSettings.StepWay]) -> DiagnosticText {
    DiagnosticText(
      "`step` has no command",
      fix: "add one for a way: \(ways.map(\.rawValue).listed("or")), such as `\(ways.first?.rawValue ?? "up") = \"…\"`")
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
      "\(unit.quoted) is no unit of steps",
      fix: "use \(StepSettings.Stretch.units.map(\.rawValue).listed("or")): `every = \"6 mm\"`")
  }

  static func stretch(_ declaration: SettingDeclaration, _ error: SettingError, text: String) -> DiagnosticText {
    switch error {
    case .missingUnit(let number, _): stepWithoutUnit(number)
    case .notAQuantity:
      DiagnosticText(
        "\(text.quoted) is neither a distance nor an angle nor a share",
        fix: "write a number and its unit: `every = \"6 mm\"`")
    case .unknownUnit, .outOfRange, .notACount, .notARange, .unknownChoice, .notAFlag, .wrongNumberOfGestures,
      .badPath, .wrongNumberOfTemplates, .noTemplates, .badStart:
      setting(declaration, error, text: text)
    }
  }
}

// Steps and kinds of gesture
extension DiagnosticText {
  static func stepOfDiscrete(_ kind: Kind, _ fitting: [Kind]) -> DiagnosticText {
    DiagnosticText(
      "\(kind.withArticle) has no steps: it is recognized once and is over",
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
      "`\(way.rawValue)` only counts how far the fingers stray: as `\(setting.name)` says, \(kind.withArticle) begins by "
        + "going \(ways.listed("or"))",
      fix: "use \(ways.listed("and")), or change `\(setting.name)`")
  }

  static func wayBack(_ way: StepSettings.StepWay, _ kind: Kind, _ setting: SettingDeclaration, begins: Set<String>)
    -> DiagnosticText
  {
    let ways = known(begins)
    return DiagnosticText(
      "`\(way.rawValue)` only counts the way back: as `\(setting.name)` says, \(kind.withArticle) begins by "
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
