import GestureCore
import TOML

extension Rules {
  /// Reads a rules file. Any bytes may be given.
  ///
  /// All problems come at once, in the order of the file; the rules are nil if one of them is an error. `file` is the
  /// name the diagnostics give, `kinds` are the kinds of gesture there are.
  public static func load(
    text: [UInt8], file: String, kinds: [Kind] = Catalogue.kinds
  ) -> (rules: Rules?, diagnostics: [Diagnostic]) {
    let problems = Problems(Source(file: file, text: text))
    let rules = Loader(kinds: kinds, problems: problems).load(text)
    return (problems.hasErrors ? nil : rules, problems.diagnostics())
  }
}

/// Puts the sections of one file together to rules, and has them checked.
private struct Loader {
  let kinds: [Kind]
  let problems: Problems

  func load(_ text: [UInt8]) -> Rules {
    let document = TOML.parse(text)
    problems.add(document.errors)
    var root = TableReader(document.root, problems)
    let overrides = OverridesReader(kinds: kinds, problems: problems)
    let errorsBefore = problems.errorCount
    let defaults = root.take("defaults").map(overrides.defaults) ?? (all: [:], classes: [:])
    let devices = named("device", example: "\"ELAN*\"", &root).compactMap(overrides.device)
    let areOverridesSound = problems.errorCount == errorsBefore
    let zones = named("zone", example: "left-half", &root).compactMap(ZoneReader(problems: problems).section)
    let gestures = gestures(&root)
    let bindings = root.take("binding").map(BindingReader(problems: problems).sections) ?? []
    for entry in root.rest { reportUnknown(entry) }

    let rules = RuleSet(
      gestures: gestures.compactMap(\.rule), defaults: defaults.all, classDefaults: defaults.classes,
      devices: devices, zones: zones.compactMap(\.zone))
    let book = RuleBook(gestures, zones, rules, problems)
    // Where a part of the file could not be read, what seems to be missing may stand in that part.
    let isWhole = document.errors.isEmpty
    References(book: book, kinds: kinds, problems: problems).check(bindings, isWhole: isWhole)
    Zones(book: book, problems: problems).check(bindings, isWhole: isWhole)
    var fitting = Fitting(book: book, kinds: kinds, problems: problems)
    fitting.check(bindings)
    var circles = Circles(book: book, problems: problems)
    circles.check()
    if isWhole {
      Contradictions(book: book, problems: problems).check()
      Outcomes(book: book, problems: problems).check(bindings)
      FutileConditions(book: book, problems: problems).check(bindings)
      Modes(book: book, problems: problems).check(bindings)
      if areOverridesSound { Reachability(book: book, problems: problems).check() }
    }
    return self.rules(book, bindings)
  }

  private func gestures(_ root: inout TableReader) -> [GestureSection] {
    let reader = GestureReader(kinds: kinds, problems: problems)
    return named("gesture", example: "next-workspace", &root).compactMap(reader.section)
  }

  /// The sections below `name`, as `[gesture.NAME]`.
  private func named(_ name: String, example: String, _ root: inout TableReader) -> [Entry] {
    guard let entry = root.take(name) else { return [] }
    guard case .table(let table) = entry.value.content else {
      problems.error(at: entry.key.range, .namesMissing(name, example: example))
      return []
    }
    return table.entries
  }

  private func reportUnknown(_ entry: Entry) {
    let name = entry.key.name
    switch entry.value.content {
    case .table(let table):
      problems.error(at: entry.key.range, .unknownSection(name, looksLikeGesture: table["kind"] != nil))
    case .array(let values) where values.first?.content.type == .table:
      problems.error(at: entry.key.range, .unknownSection(name, looksLikeGesture: false))
    case .string, .integer, .float, .boolean, .dateTime, .array:
      problems.error(at: entry.key.range, .keyOutsideSection(name))
    }
  }

  private func rules(_ book: RuleBook, _ sections: [BindingSection]) -> Rules {
    var bindings: [Binding] = []
    for (index, gesture) in book.gestures.enumerated() where !gesture.actions.isEmpty {
      bindings.append(
        Binding(
          gesture: GestureID(index), actions: gesture.actions.compactMap(\.action), location: location(gesture.header)))
    }
    for section in sections {
      guard let index = book.roster.index(of: section.gesture.value) else { continue }
      bindings.append(
        Binding(
          gesture: GestureID(index), when: section.when.condition, isAddition: section.isAddition,
          actions: section.actions.compactMap(\.action), location: location(section.header)))
    }
    return Rules(ruleSet: book.rules, bindings: bindings, locations: book.gestures.map { location($0.header) })
  }

  private func location(_ range: Range<Int>) -> FileLocation { problems.source.location(of: range.lowerBound) }
}
