import GestureCore
import TOML

/// Reads the actions of a gesture or a `[[binding]]`.
struct ActionReader {
  /// The keys of a table: those that start commands come first, with the limits.
  static let keys: [String] = {
    let (commands, others) = (Effects.kinds.filter(\.startsCommands), Effects.kinds.filter { !$0.startsCommands })
    let limits = [ActionOption.overlap, .atMostEvery, .repeats].map(\.rawValue)
    let options = Effects.options.map(\.key)
    return commands.map(\.key) + limits + others.map(\.key) + options + [ActionOption.scope.rawValue]
  }()

  let problems: Problems

  /// The actions among `reader`'s keys, in the order of the file.
  func actions(_ reader: inout TableReader) -> [ActionSection] {
    let entries = Trigger.allCases.compactMap { trigger in
      reader.take(trigger.rawValue).map { (trigger: trigger, entry: $0) }
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

  /// A table of effects, with the options of the action.
  private func section(_ trigger: Trigger, _ entry: Entry, _ table: Table) -> ActionSection {
    let errorsBefore = problems.errorCount
    var section = ActionSection(trigger, entry)
    var reader = TableReader(table, problems)
    let effect = effect(&reader, into: &section)
    let options = ActionOptions(&reader)
    for unknown in reader.rest { problems.error(at: unknown.key.range, .unknownActionKey(unknown.key.name)) }
    let doesSomething = !effect.parts.isEmpty || Effects.keys.contains { reader.mentions($0) }
    if !doesSomething, reader.rest.isEmpty, table.unreadable.isEmpty {
      problems.error(at: table.range, .emptyAction(entry.key.name))
    }
    guard problems.errorCount == errorsBefore else { return section }
    let isStreaming = effect.uses(.once)
    if !effect.uses(.eachTime), let key = options.overlapKey {
      problems.warning(at: key, isStreaming ? .overlapOfStream : .overlapOfNothing)
    }
    if !effect.uses(.eachTime), !isStreaming, let key = options.scopeKey {
      problems.warning(at: key, .scopeOfNothing)
    }
    section.repeatKey = options.repeatKey
    section.action = Action(
      effect, on: trigger, overlap: options.overlap, atMostEvery: options.atMostEvery,
      repeatsEvery: options.repeatsEvery, isScoped: options.isScoped, location: location(entry))
    return section
  }

  private func effect(_ reader: inout TableReader, into section: inout ActionSection) -> Effect {
    var effect = Effect()
    for place in Effects.kinds.indices {
      if let value = Effects.kinds[place].readAny(&reader, into: &section) { effect[Effects.keys[place]] = value }
    }
    return effect
  }

  private func location(_ entry: Entry) -> FileLocation {
    problems.source.location(of: entry.value.range.lowerBound)
  }
}

/// An action as read, with places for later checks.
struct ActionSection: Sendable {
  /// The key of the action.
  let trigger: Located<Trigger>
  /// Nil after an error.
  var action: Action?
  /// Its key `stream`.
  var stream: Range<Int>?
  /// Its key `hold`.
  var hold: Range<Int>?
  /// Its key `drag`.
  var drag: Range<Int>?
  /// Its key `native`, and which gesture that is.
  var native: Located<NativeGestureKind>?
  /// Whether touchegg's clients are told of it instead.
  var announces = false
  /// The key of what goes along with the fingers, `scroll` or `move`.
  var follower: Located<String>?
  /// Its key `at`, where it is the finger.
  var finger: Range<Int>?
  /// Its key `repeat`.
  var repeatKey: Range<Int>?
  /// The stretch of a step; after a wrong number only its unit is right.
  var every: Located<StepSettings.Stretch>?
  /// The keys of a step's ways.
  var ways: [Located<StepSettings.StepWay>] = []
  /// Every mode it goes to, even if the action is wrong otherwise.
  var modes: [Located<String>] = []
  /// Every value of `pause`, likewise.
  var pauses: [Located<Pause>] = []

  init(_ trigger: Trigger, _ entry: Entry) {
    self.trigger = Located(value: trigger, range: entry.key.range)
  }
}

/// The keys of an action beside those of its effect.
enum ActionOption: String, CaseIterable {
  case overlap
  case atMostEvery = "at-most-every"
  case repeats = "repeat"
  case scope

  /// Those that a step may have as well.
  static let ofSteps = allCases.filter { $0 != .repeats }
}

/// The options of an action beside its effect.
struct ActionOptions {
  /// Its key, if it is given.
  var overlapKey: Range<Int>?
  var overlap = Overlap.allow
  var atMostEvery: TimeSpan?
  /// Its key `repeat`, if it is given.
  var repeatKey: Range<Int>?
  var repeatsEvery: TimeSpan?
  /// Its key `scope`, if it is given.
  var scopeKey: Range<Int>?
  var isScoped: Bool?

  /// Reads the keys that an action may have.
  init(_ reader: inout TableReader, ofStep: Bool = false) {
    overlapKey = reader.table[ActionOption.overlap.rawValue]?.key.range
    overlap = reader.choice(ActionOption.overlap.rawValue, example: Overlap.skip) ?? .allow
    atMostEvery = Self.time(ActionSettings.atMostEvery, &reader)
    if !ofStep {
      repeatKey = reader.table[ActionOption.repeats.rawValue]?.key.range
      repeatsEvery = Self.time(ActionSettings.repeatsEvery, &reader)
    }
    scopeKey = reader.table[ActionOption.scope.rawValue]?.key.range
    isScoped = reader.flag(ActionOption.scope.rawValue)?.value
  }

  private static func time(_ setting: Setting<TimeSpan>, _ reader: inout TableReader) -> TimeSpan? {
    reader.take(setting.declaration.name).flatMap { setting.span($0, reader.problems) }
  }
}

extension Setting<TimeSpan> {
  /// The time that an entry gives; nil after an error.
  func span(_ entry: Entry, _ problems: Problems) -> TimeSpan? {
    guard case .quantity(let milliseconds)? = declaration.value(of: entry, problems) else { return nil }
    return TimeSpan(milliseconds: milliseconds)
  }
}

extension TableReader {
  /// One of a few names.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, example: Choice) -> Choice?
  where Choice.RawValue == String {
    locatedChoice(key, example: example)?.value
  }

  /// One of a few names, and its place.
  mutating func locatedChoice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, example: Choice
  ) -> Located<Choice>? where Choice.RawValue == String {
    guard let name = string(key, example: example.rawValue) else { return nil }
    if let choice = Choice(rawValue: name.value) { return Located(value: choice, range: name.range) }
    problems.error(at: name.range, .unknownChoice(key, name.value, Choice.allCases.map(\.rawValue)))
    return nil
  }
}
