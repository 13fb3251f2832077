import GestureCore

// Conditions as they are written
extension DiagnosticText {
  static func unknownConditionKey(_ name: String, _ place: ConditionPlace) -> DiagnosticText {
    let keys = Conditions.kinds(in: place).map(\.key)
    let meant = Nearest.name(to: name, among: keys)
    return DiagnosticText(
      "unknown key \(name.quoted)", fix: meant.map(didYouMean) ?? "`\(place.key)` has the keys \(keys.listed("and"))")
  }

  static func emptyName(_ key: String) -> DiagnosticText {
    DiagnosticText("`\(key)` is empty", fix: "give it a name, or remove it")
  }

  static func emptyChoice(_ key: String, _ names: [String]) -> DiagnosticText {
    DiagnosticText("`\(key)` is empty", fix: "it may be \(names.listed("or"))")
  }

  static func unknownChoice(_ key: String, _ found: String, _ names: [String]) -> DiagnosticText {
    let meant = Nearest.name(to: found, among: names)
    return DiagnosticText(
      "`\(key)` can't be \(found.quoted)", fix: meant.map(didYouMean) ?? "it may be \(names.listed("or"))")
  }
}

// Conditions that never hold
extension DiagnosticText {
  /// A fact that the daemon can't determine.
  static func neverHolds(_ key: String, since gap: String, _ place: ConditionPlace) -> DiagnosticText {
    DiagnosticText("`\(key)` never holds: \(gap); \(place.loss)", fix: "remove it")
  }

  /// A condition that contradicts its gesture.
  static func neverHolds(_ key: String, for reason: String, _ place: ConditionPlace) -> DiagnosticText {
    DiagnosticText("`\(key)` never holds: \(reason); \(place.loss)", fix: "change it, or remove it")
  }
}

extension ConditionPlace {
  /// What comes of a condition that never holds.
  fileprivate var loss: String {
    switch self {
    case .receive: "this gesture sees no touch"
    case .beginIf: "this gesture never fires"
    case .requirement: "this requirement is never asked for"
    case .binding: "this binding is never chosen"
    }
  }
}

// Modes
extension DiagnosticText {
  static func unreachedMode(_ name: String, meant: String?) -> DiagnosticText {
    DiagnosticText(
      "nothing goes to the mode \(name.quoted)",
      fix: meant.map(didYouMean) ?? "let an action go there: `run = { mode = \(name.quoted) }`")
  }

  static func unusedMode(_ name: String, meant: String?) -> DiagnosticText {
    DiagnosticText(
      "no gesture and no binding is made for the mode \(name.quoted)",
      fix: meant.map(didYouMean)
        ?? "name it in `receive = { mode = … }` of a gesture, or in `when = { mode = … }` of a `[[binding]]`")
  }

  static func trap(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "nothing leads out of the mode \(name.quoted)",
      fix: "let a gesture that is looked for there go back: `run = { mode = \(Context.standardMode.quoted) }`")
  }

  static func strangers(_ name: String, _ other: String, _ key: RelationKey) -> DiagnosticText {
    DiagnosticText(
      "`\(key.rawValue)` has no effect: \(name.quoted) and \(other.quoted) are never looked for in the same mode",
      fix: "remove it")
  }
}

// Names of others
extension DiagnosticText {
  static func unknownGesture(_ name: String, _ names: some Sequence<String>) -> DiagnosticText {
    let meant = Nearest.name(to: name, among: names)
    return DiagnosticText(
      "there is no gesture \(name.quoted)",
      fix: meant.map(didYouMean) ?? "name one that is there, or add a `[gesture.\(name.short)]`")
  }

  static func unknownReference(_ name: String, _ names: some Sequence<String>) -> DiagnosticText {
    let meant = Nearest.name(to: name, among: names)
    return DiagnosticText(
      "there is no gesture \(name.quoted)",
      fix: meant.map(didYouMean) ?? "name a `[gesture.NAME]`, or a kind: \"kind:tap\"")
  }

  static func unknownKindReference(_ kind: String, _ kinds: [String]) -> DiagnosticText {
    let meant = Nearest.name(to: kind, among: kinds).map { didYouMean(Reference.kindPrefix + $0) + " " } ?? ""
    return DiagnosticText("unknown gesture kind \(kind.quoted)", fix: "\(meant)\(listCommand) lists them all")
  }

  static func unknownTag(_ tag: String, _ tags: [String]) -> DiagnosticText {
    let meant = Nearest.name(to: tag, among: tags)
    return DiagnosticText(
      "no gesture has the tag \(tag.quoted)",
      fix: meant.map { didYouMean(Reference.tagPrefix + $0) } ?? "give it to one: `tags = [\(tag.quoted)]`")
  }

  static func badTag(_ tag: String) -> DiagnosticText {
    DiagnosticText(
      "\(tag.quoted) can't be a tag", fix: "use letters, digits and `-`, without `:` or control characters")
  }

  static func namesItself(_ key: RelationKey) -> DiagnosticText {
    DiagnosticText("`\(key.rawValue)` names the gesture itself", fix: "name another one")
  }

  static func onlyItsOwnTag(_ tag: String) -> DiagnosticText {
    DiagnosticText(
      "only this gesture itself has the tag \(tag.quoted)", fix: "give it to another one too, or name that")
  }
}

// Gestures that only look on
extension DiagnosticText {
  static func relationOfBystander(_ key: RelationKey, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "`\(key.rawValue)` means nothing for \(kind.withArticle): it waits for nobody and takes no touch from anybody",
      fix: "leave it out")
  }

  static func relationToBystander(_ reference: Reference, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(reference.written.quoted) is \(kind.withArticle), which only looks on: nobody waits for it or shares touches "
        + "with it", fix: "leave it out")
  }
}

// Requirements
extension DiagnosticText {
  static let requirementKeys = ["gesture", "when"]
  static let requirementOfNothing = DiagnosticText(
    "this requirement names no gesture", fix: "add `gesture = \"NAME\"`, with the NAME of a `[gesture.NAME]`")

  static func unknownRequirementKey(_ name: String) -> DiagnosticText {
    let meant = Nearest.name(to: name, among: requirementKeys)
    return DiagnosticText(
      "unknown key \(name.quoted)", fix: meant.map(didYouMean) ?? "write `{ gesture = \"NAME\", when = {…} }`")
  }

  static func circle(_ names: [String], _ key: RelationKey) -> DiagnosticText {
    let fate =
      switch names.count {
      case 2: "it could never fire"
      case 3: "neither could ever fire"
      default: "none of them could ever fire"
      }
    return DiagnosticText(
      "`\(key.rawValue)` makes a circle: \(round(names)); \(fate)",
      fix: names.count == 2 ? "remove it" : "remove one of them")
  }

  /// A long circle is shown by its beginning: the file has the rest.
  static func round(_ names: [String]) -> String {
    let shown = names.count <= 9 ? names : names.prefix(7) + ["…"] + names.suffix(1)
    return shown.map(\.short).joined(separator: " -> ")
  }
}

// Prevention
extension DiagnosticText {
  static func preventsAndCannot(_ reference: Reference) -> DiagnosticText {
    DiagnosticText(
      "it is said of \(reference.written.quoted) both that this gesture `prevents` it and that it `cannot-prevent` it",
      fix: "remove one of them; `cannot-prevent` would win")
  }

  static func prohibited(_ name: String, _ other: String, line: LineReference) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) does not prevent \(other.quoted): `cannot-be-prevented-by` of that one, in \(line), wins",
      fix: "remove one of them")
  }
}

// Gestures that are made of others
extension DiagnosticText {
  static func missingParts(_ setting: SettingDeclaration, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(kind.withArticle) needs `\(setting.name)`",
      fix: "name the gestures it is made of: `\(setting.name) = [\"first\", \"second\"]`")
  }

  static func partsByDefault(_ setting: String) -> DiagnosticText {
    DiagnosticText("`\(setting)` can't have a default", fix: "move it to a `[gesture.NAME]`")
  }

  static func partOfItself(_ kind: Kind) -> DiagnosticText {
    DiagnosticText("\(kind.withArticle) can't be made of itself", fix: "name another gesture")
  }

  static func bystanderPart(_ name: String, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) is \(kind.withArticle), which only looks on: a gesture can't be made of it",
      fix: "name another gesture")
  }

  static func composedPart(_ name: String, _ kind: Kind) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) is \(kind.withArticle): a gesture can't be made of one that is made of others",
      fix: "name the gestures that one is made of")
  }
}

extension Reference {
  /// As it stands in a rules file.
  var written: String {
    switch self {
    case .gesture(let name): name
    case .kind(let kind): Self.kindPrefix + kind
    case .tag(let tag): Self.tagPrefix + tag
    }
  }
}

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

  static let nullInCommand = DiagnosticText("a command can't contain the character U+0000", fix: "remove it")
}

// Actions
extension DiagnosticText {
  static func unknownActionKey(_ name: String) -> DiagnosticText {
    let (commands, others) = (Effects.kinds.filter(\.startsCommands), Effects.kinds.filter { !$0.startsCommands })
    let limits = [ActionOption.overlap, .atMostEvery].map(\.rawValue)
    let keys = commands.map(\.key) + limits + others.map(\.key) + [ActionOption.scope.rawValue]
    if name == StepReader.everyKey || Step.Way(rawValue: name) != nil {
      return DiagnosticText(
        "unknown key \(name.quoted)", fix: "steps have a key of their own: `step = { every = \"6 mm\", up = \"…\" }`")
    }
    let meant = Nearest.name(to: name, among: keys)
    return DiagnosticText(
      "unknown key \(name.quoted)", fix: meant.map(didYouMean) ?? "an action has the keys \(keys.listed("and"))")
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

  static func unknownCommandSetting(_ name: String) -> DiagnosticText {
    let keys = CommandSettings.declarations.map(\.name)
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: Nearest.name(to: name, among: keys).map(didYouMean)
        ?? "`[\(CommandSettingsReader.section)]` has the keys \(keys.listed("and"))")
  }

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
    let meant = Nearest.name(to: name, among: StepReader.keys)
    return DiagnosticText(message, fix: meant.map(didYouMean) ?? "a step has the keys \(StepReader.keys.listed("and"))")
  }

  static func unknownWayKey(_ name: String) -> DiagnosticText {
    let message = "unknown key \(name.quoted)"
    if let advice = Effects.kind(name)?.advice(at: .way) { return DiagnosticText(message, fix: advice) }
    if ActionOption(rawValue: name) != nil {
      return DiagnosticText(message, fix: "put it beside `every`: it is for all ways")
    }
    let keys = Effects.keysForSteps
    let meant = Nearest.name(to: name, among: keys)
    return DiagnosticText(message, fix: meant.map(didYouMean) ?? "a way has the keys \(keys.listed("and"))")
  }

  static let stepOfNothing = DiagnosticText("`step` needs `every`", fix: "say how far one step is: `every = \"6 mm\"`")

  static func stepWithoutWay(_ ways: [Step.Way]) -> DiagnosticText {
    DiagnosticText(
      "`step` has no command",
      fix: "add one for a way: \(ways.map(\.rawValue).listed("or")), such as `\(ways.first?.rawValue ?? "up") = \"…\"`")
  }

  static func wayOfOtherUnit(_ way: Step.Way, _ every: Step.Stretch) -> DiagnosticText {
    let example = every.alternative(counting: way).example
    return DiagnosticText(
      "`\(way.rawValue)` can't be counted in \(every.unit.rawValue)",
      fix: "write `\(example)`, or use \(every.ways.map(\.rawValue).listed("or"))")
  }

  static func stepWithoutUnit(_ number: String) -> DiagnosticText {
    let examples = Step.Stretch.units.map { "`every = \"\(number) \($0.rawValue)\"`" }
    return DiagnosticText("`every` needs a unit", fix: "write \(examples.listed("or"))")
  }

  static func unknownStretchUnit(_ unit: String) -> DiagnosticText {
    DiagnosticText(
      "\(unit.quoted) is no unit of steps",
      fix: "use \(Step.Stretch.units.map(\.rawValue).listed("or")): `every = \"6 mm\"`")
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

  static func stepOfOther(_ kind: Kind, _ every: Step.Stretch, _ fitting: [Kind]) -> DiagnosticText {
    let others = fitting.map(\.name).listed("or")
    let own = Step.Stretch.examples.first { kind.reports.contains($0.reports) }
    return DiagnosticText(
      "\(kind.withArticle) has no \(every.name) to count",
      fix: own.map { "write `\($0.example)`, or use another kind: \(others)" } ?? "use another kind: \(others)")
  }

  static func strayWay(_ way: Step.Way, _ kind: Kind, _ setting: SettingDeclaration, begins: Set<String>)
    -> DiagnosticText
  {
    let ways = known(begins)
    return DiagnosticText(
      "`\(way.rawValue)` only counts how far the fingers stray: as `\(setting.name)` says, \(kind.withArticle) begins by "
        + "going \(ways.listed("or"))",
      fix: "use \(ways.listed("and")), or change `\(setting.name)`")
  }

  static func wayBack(_ way: Step.Way, _ kind: Kind, _ setting: SettingDeclaration, begins: Set<String>)
    -> DiagnosticText
  {
    let ways = known(begins)
    return DiagnosticText(
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
