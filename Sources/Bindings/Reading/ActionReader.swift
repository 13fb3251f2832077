import GestureCore
import TOML

/// Reads the actions of a gesture or an `[[override]]`.
struct ActionReader {
  /// The keys of an action's table, in the order in which messages list them.
  static let keys: [String] = {
    let (commands, others) = (Effects.kinds.filter(\.startsCommands), Effects.kinds.filter { !$0.startsCommands })
    let limits = [ActionOption.overlap, .atMostEvery, .repeats].map(\.rawValue)
    let options = Effects.options.map(\.key)
    return commands.map(\.key) + limits + others.map(\.key) + options + [ActionOption.scope.rawValue]
  }()

  let problems: Problems

  func actions(_ reader: inout TableReader) -> [ActionSection] {
    let entries = Trigger.allCases.compactMap { trigger in
      reader.readEntry(trigger.rawValue).map { (trigger: trigger, entry: $0) }
    }
    return entries.sorted { $0.entry.key.range.lowerBound < $1.entry.key.range.lowerBound }.map { trigger, entry in
      switch trigger {
      case .step: StepReader(problems: problems).section(entry)
      case .run, .began, .changed, .ended, .cancelled: section(trigger, entry)
      }
    }
  }

  private func section(_ trigger: Trigger, _ entry: Entry) -> ActionSection {
    if case .table(let table) = entry.value.content { return section(trigger, entry, table) }
    var section = ActionSection(trigger, entry)
    section.action = CommandReader(problems: problems).command(entry).map {
      Action(Effect(run: $0), on: trigger, location: location(entry))
    }
    return section
  }

  private func section(_ trigger: Trigger, _ entry: Entry, _ table: Table) -> ActionSection {
    let errorsBefore = problems.errorCount
    var section = ActionSection(trigger, entry)
    section.keys = table.entries.reduce(into: [:]) { $0[$1.key.name] = $1.key.range }
    var reader = TableReader(table, problems)
    let effect = effect(&reader, Effects.kinds, into: &section)
    let options = ActionOptions(&reader)
    for unknown in reader.unreadEntries { refuse(unknown.key) }
    checkEffect(reader, Effects.keys, entry)
    guard problems.errorCount == errorsBefore else { return section }
    if effect.stream != nil, let key = section.keys[ActionOption.overlap.rawValue] {
      problems.warning(
        at: key, "`overlap` has no effect: a `stream` is one command that keeps running", fix: "remove `overlap`")
    } else if !effect.startsProcess {
      warnOfOptions(table)
    }
    section.action = Action(
      effect, on: trigger, overlap: options.overlap, atMostEvery: options.atMostEvery,
      repeatsEvery: options.repeatsEvery, isScoped: options.isScoped, location: location(entry))
    return section
  }

  func effect(_ reader: inout TableReader, _ kinds: [any EffectKind], into section: inout ActionSection) -> Effect {
    var effect = Effect()
    for kind in kinds {
      if let part = kind.read(&reader, into: &section) { effect.add(part) }
    }
    return effect
  }

  /// Reports a table without an effect's key, unless unknown or unreadable keys of the table are reported already.
  func checkEffect(_ reader: TableReader, _ keys: [String], _ entry: Entry) {
    guard !keys.contains(where: reader.mentions), reader.unreadEntries.isEmpty, reader.table.unreadable.isEmpty else {
      return
    }
    let key = entry.key.name
    problems.error(
      at: reader.table.range, "`\(key)` has no command", fix: "write `\(key) = \"…\"` or `\(key) = { command = \"…\" }`"
    )
  }

  func warnOfOptions(_ table: Table) {
    for key in [ActionOption.overlap, .scope].compactMap({ table[$0.rawValue]?.key }) {
      problems.warning(
        at: key.range, "`\(key.name)` has no effect: the action starts no command", fix: "remove `\(key.name)`")
    }
  }

  private func refuse(_ key: Key) {
    let (name, keys) = (key.name, Self.keys)
    if let kind = Effects.kinds.first(where: { kind in kind.options.contains { $0.key == name } }) {
      return problems.error(
        at: key.range, "`\(name)` belongs to `\(kind.key)`, which is missing",
        fix: "add `\(kind.key)`, or remove `\(name)`")
    }
    problems.error(
      at: key.range, "unknown key \(name.quoted)",
      fix: StepSettings.advice(on: name) ?? ConditionRole.adviceInAction(name) ?? didYouMean(name, among: keys)
        ?? "an action can have the keys \(keys.listed("and"))")
  }

  private func location(_ entry: Entry) -> FileLocation { problems.source.location(of: entry.value.range.lowerBound) }
}

/// An action from a rules file, with the ranges of its keys in the file.
struct ActionSection: Sendable {
  let trigger: Located<Trigger>
  /// The action; nil after an error.
  var action: Action?
  /// The ranges of the action's keys, by name. Empty for a step, and for a command that isn't in a table.
  var keys: [String: Range<Int>] = [:]
  /// The value of `native`, with the range of the key. Nil if `native` is missing or has a wrong value.
  var native: Located<NativeGestureKind>?
  /// Whether `via` is set, for touchegg's clients. If false, a real or virtual touchpad makes the `native` gesture.
  var announces = false
  /// The key `move`, or `scroll` if its value is `natural` or `traditional`; nil if the action has neither.
  var followingKey: Located<String>?
  /// The range of the key `at` if its value is `finger`; otherwise nil.
  var finger: Range<Int>?
  /// A step's length; nil if `every` is missing or wrong, but a number out of range gives the unit's default length.
  var every: Located<StepSettings.StepLength>?
  var directions: [Located<StepSettings.StepDirection>] = []
  /// Every mode that the action switches to, even if another part of the action is wrong.
  var modes: [Located<String>] = []
  /// Every value of `pause`, even if another part of the action is wrong.
  var pauses: [Located<Pause>] = []

  init(_ trigger: Trigger, _ entry: Entry) { self.trigger = Located(value: trigger, range: entry.key.range) }
}

/// An action's keys that don't belong to an effect.
enum ActionOption: String, CaseIterable {
  case overlap
  case atMostEvery = "at-most-every"
  case repeats = "repeat"
  case scope

  static let ofSteps = allCases.filter { $0 != .repeats }
}

struct ActionOptions {
  var overlap = Overlap.allow
  var atMostEvery: TimeSpan?
  var repeatsEvery: TimeSpan?
  var isScoped: Bool?

  init(_ reader: inout TableReader, ofStep: Bool = false) {
    overlap = reader.choice(ActionOption.overlap.rawValue, example: Overlap.skip)?.value ?? .allow
    atMostEvery = reader.time(ActionSettings.atMostEvery)
    if !ofStep { repeatsEvery = reader.time(ActionSettings.repeatsEvery) }
    isScoped = reader.flag(ActionOption.scope.rawValue)?.value
  }
}
