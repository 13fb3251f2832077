import GestureCore

// Commands
extension Wording {
  static func emptyCommand(_ key: String) -> Wording {
    Wording("`\(key)` is empty", fix: "give it a command, or remove the line")
  }

  static func emptyAction(_ key: String) -> Wording {
    Wording("`\(key)` has no command", fix: "write `\(key) = \"…\"` or `\(key) = { run = \"…\" }`")
  }

  static func wrongWord(_ key: String, _ found: ValueType, _ text: String) -> Wording {
    Wording(
      "a command is a list of strings, not of \(found.plural)",
      fix: text.isEmpty ? "put each argument in quotes" : "put it in quotes: `\(text.quoted)`")
  }

  static let nullInCommand = Wording("a command can't contain the character U+0000", fix: "remove it")
}

// Actions
extension Wording {
  static func unknownActionKey(_ name: String) -> Wording {
    let (commands, others) = (Effects.kinds.filter(\.startsCommands), Effects.kinds.filter { !$0.startsCommands })
    let limits = [ActionOption.overlap, .atMostEvery].map(\.rawValue)
    let keys = commands.map(\.key) + limits + others.map(\.key) + [ActionOption.scope.rawValue]
    if name == StepReader.everyKey || Step.Way(rawValue: name) != nil {
      return Wording(
        "unknown key \(name.quoted)", fix: "steps have a key of their own: `step = { every = \"6 mm\", up = \"…\" }`")
    }
    let meant = Nearest.name(to: name, among: keys)
    return Wording(
      "unknown key \(name.quoted)", fix: meant.map(didYouMean) ?? "an action has the keys \(keys.listed("and"))")
  }

  static let runAndStream = Wording(
    "an action has either `run` or `stream`",
    fix: "keep `run` to start a command each time, or `stream` to tell one that goes on running")
  static let overlapOfStream = Wording(
    "`overlap` has no effect: a `stream` is one command, which goes on running", fix: "remove it")
  static let scopeOfNothing = Wording("`scope` has no effect: there is no command", fix: "remove it")
  static let pausedForGood = Wording(
    "no gesture resumes after this pause: only `gesture-bridge ctl resume` or a new start of the daemon does",
    fix: "write `pause = \"toggle\"`, or let another gesture have `pause = \"off\"`")
  static let overlapOfNothing = Wording("`overlap` has no effect: there is no command", fix: "remove it")

  static func unknownCommandSetting(_ name: String) -> Wording {
    let keys = CommandSettings.declarations.map(\.name)
    return Wording(
      "unknown key \(name.quoted)",
      fix: Nearest.name(to: name, among: keys).map(didYouMean)
        ?? "`[\(CommandSettingsReader.section)]` has the keys \(keys.listed("and"))")
  }

  static func streamElsewhere(_ trigger: Trigger, _ kind: Kind) -> Wording {
    if kind.isDiscrete {
      return Wording(
        "`\(trigger.rawValue)` can't have a `stream`: \(kind.withArticle) is recognized once and is over",
        fix: "write `run = { stream = … }`")
    }
    return Wording(
      "`\(trigger.rawValue)` can't have a `stream`: \(kind.withArticle) goes on, and a stream is told of every change",
      fix: "write `changed = { stream = … }`; it is told of the beginning and the end as well")
  }

  static func impossibleTrigger(_ trigger: Trigger, _ kind: Kind) -> Wording {
    Wording(
      "`\(trigger.rawValue)` never happens: \(kind.withArticle) is recognized once and is over", fix: "use `run`")
  }

  static func doesNothing(_ name: String) -> Wording {
    Wording("\(name.quoted) does nothing", fix: "give it an action, such as `run = \"…\"`")
  }

  static func replaces(_ name: String, line: LineReference) -> Wording {
    Wording(
      "this takes the place of the actions of \(name.quoted) in \(line), which never run",
      fix: "add `also = true` to run both")
  }

  static let noGestures = Wording("there is no gesture in this file", fix: "add a section such as `[gesture.NAME]`")
}
