import GestureCore
import TOML

/// The result of reading a rules file and its includes.
public struct LoadedRules {
  /// Nil if there is an error.
  public let rules: Rules?
  /// The problems that are listed: first those of the file, then those of each file it includes, in order.
  public let diagnostics: [Diagnostic]
  /// The file, every file it includes, and every file of templates it names, including those that could not be read.
  public let files: [String]
}

extension Rules {
  /// How many problems that say the same are listed for a person to read.
  public static let listed = 20

  /// Reads a rules file. Any bytes may be given.
  ///
  /// All problems are reported at once; the rules are nil if one of them is an error. Of problems that say the same of different
  /// places the first `most` are listed. `file` is the name in diagnostics, `kinds` are the kinds of gesture, `includes` reads
  /// the included files and the templates. The gestures of a touch script need not go together as those of a file must.
  public static func load(
    text: [UInt8], file: String, listing most: Int = listed, kinds: [Kind] = Catalogue.kinds,
    includes: Includes = .none, isOfScript: Bool = false
  ) -> LoadedRules {
    let problems = Problems(listing: most)
    var reader = IncludeReader(includes, problems)
    reader.read(text: text, file: file)
    let templates = TemplateReader(includes, problems)
    let rules = Loader(kinds: KindTable(kinds), templates: templates, problems: problems)
      .load(reader.roots, isWhole: reader.isWhole, isOfScript: isOfScript)
    return LoadedRules(
      rules: problems.hasErrors ? nil : rules, diagnostics: problems.diagnostics(),
      files: reader.files + templates.files)
  }
}

/// Combines the sections of all files to rules, and checks them.
private struct Loader {
  let kinds: KindTable
  let templates: TemplateReader
  let problems: Problems

  /// Builds the rules from the files, in their order of precedence. `isWhole` is false if a part could not be read:
  /// then a missing name may be in that part.
  func load(_ files: [TableReader], isWhole: Bool, isOfScript: Bool) -> Rules {
    var files = files
    let overrides = OverridesReader(kinds: kinds, problems: problems)
    let errorsBefore = problems.errorCount
    let defaults = files.indices.reduce(into: DefaultSettings()) { result, file in
      if let entry = files[file].take("defaults") { result.add(overrides.defaults(entry)) }
    }
    let devices = named("device", example: "touchpad", &files).compactMap(overrides.device)
    let commands = SettingSectionReader.commands.take(from: &files, problems)
    let privacy = SettingSectionReader.privacy.take(from: &files, problems)
    let overlay = SettingSectionReader.overlay.take(from: &files, problems)
    let areOverridesSound = problems.errorCount == errorsBefore
    let zones = unique("zone", named("zone", example: "left-half", &files).compactMap(zoneSection)) { $0.name }
    let gestures = unique("gesture", gestures(&files, excludedApps: defaults.excludedApps)) { $0.name }
    let bindings = files.indices.flatMap { file in
      files[file].take("binding").map(BindingReader(problems: problems).sections) ?? []
    }
    let accommodated = files.indices.reduce(into: AccommodationReader.Values()) { values, file in
      guard let entry = files[file].take(AccommodationReader.section) else { return }
      AccommodationReader(problems: problems).read(entry, into: &values)
    }
    let scrolling = files.indices.flatMap { file in
      files[file].take(ScrollReader.section).map(ScrollReader(problems: problems).sections) ?? []
    }
    for entry in files.flatMap(\.rest) { reportUnknown(entry) }

    let rules = RuleSet(
      gestures: gestures.indices.compactMap { gestures[$0].rule }, defaults: defaults.all,
      classDefaults: defaults.classes,
      devices: devices.map(\.section), zones: zones.compactMap(\.zone))
    let accommodations = accommodated.rules(devices.compactMap(\.accommodations))
    let book = CheckContext(gestures, zones, rules, problems)
    ReferenceCheck(book: book, kinds: kinds, problems: problems).check(bindings, isWhole: isWhole)
    ZoneCheck(book: book, problems: problems).check(bindings, isWhole: isWhole)
    var fitting = FitCheck(book: book, kinds: kinds, problems: problems)
    fitting.check(bindings)
    CircleCheck(book: book, problems: problems).check()
    if isWhole, !isOfScript {
      ContradictionCheck(book: book, problems: problems).check()
      let drawn = OverlayRules(overlay)
      OutcomeCheck(book: book, drawsHints: drawn.isShown && drawn.showsHints, problems: problems).check(bindings)
      ConditionCheck(book: book, problems: problems).check(bindings)
      ModeCheck(book: book, problems: problems).check(bindings)
      OutcomeCheck(book: book, problems: problems).checkPauses(bindings)
      OutcomeCheck(book: book, problems: problems).checkDelivery()
      if areOverridesSound {
        ReachabilityCheck(book: book, problems: problems).check()
        AccommodationCheck(book: book, accommodations: accommodations, problems: problems).check(accommodated)
      }
      if !rules.mayIntercept(.touchpad) {
        for section in scrolling { problems.warning(at: section.header, .scrollOfOthers) }
      }
    }
    return self.rules(
      book, bindings, CommandSettings(commands), PrivacySettings(privacy), OverlayRules(overlay),
      scrolling.map(\.rule), accommodations)
  }

  private func zoneSection(_ entry: Entry) -> ZoneSection? { ZoneReader(problems: problems).section(entry) }

  private func gestures(_ files: inout [TableReader], excludedApps: ExcludedApps?) -> [GestureSection] {
    let reader = GestureReader(kinds: kinds, templates: templates, problems: problems)
    let entries = named("gesture", example: "next-workspace", &files)
    var sections: [GestureSection] = []
    sections.reserveCapacity(entries.count)
    for entry in entries {
      guard let section = reader.section(entry) else { continue }
      sections.append(section)
      if let excluded = section.excludedApps ?? excludedApps { sections[sections.count - 1].rule?.exclude(excluded) }
    }
    return sections
  }

  /// The sections under `name`, such as `[gesture.NAME]`.
  private func named(_ name: String, example: String, _ files: inout [TableReader]) -> [Entry] {
    files.indices.flatMap { file -> [Entry] in
      guard let entry = files[file].take(name) else { return [] }
      guard case .table(let table) = entry.value.content else {
        problems.error(at: entry.key.range, .namesMissing(name, example: example))
        return []
      }
      return table.entries
    }
  }

  /// The first section of each name: TOML refuses a second one only within a file.
  private func unique<Section>(
    _ kind: String, _ sections: [Section], _ name: (borrowing Section) -> Located<String>
  ) -> [Section] {
    var places: [String: Range<Int>] = [:]
    let kept = sections.indices.filter { place in
      let name = name(sections[place])
      if let first = places[name.value] {
        let location = location(first)
        problems.error(at: name.range, .definedAlready(kind, name.value, location))
        return false
      }
      places[name.value] = name.range
      return true
    }
    return kept.count == sections.count ? sections : kept.map { sections[$0] }
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

  private func rules(
    _ book: CheckContext, _ sections: [BindingSection], _ commands: CommandSettings, _ privacy: PrivacySettings,
    _ overlay: OverlayRules, _ scrolling: [ScrollRule], _ accommodations: AccommodationRules
  ) -> Rules {
    var bindings: [Binding] = []
    bindings.reserveCapacity(book.gestures.count + sections.count)
    for index in book.gestures.indices where !book.gestures[index].actions.isEmpty {
      bindings.append(
        Binding(
          gesture: GestureID(index), actions: book.gestures[index].actions.compactMap(\.action),
          location: location(book.gestures[index].header)))
    }
    for place in sections.indices {
      let section = sections[place]
      guard let index = book.references.index(of: section.gesture.value) else { continue }
      bindings.append(
        Binding(
          gesture: GestureID(index), when: section.when.condition, isAddition: section.isAddition,
          actions: section.actions.compactMap(\.action), location: location(section.header)))
    }
    return Rules(
      ruleSet: book.rules, bindings: bindings,
      locations: book.gestures.indices.map { location(book.gestures[$0].header) }, commands: commands,
      privacy: privacy, overlay: overlay,
      undrawn: Set(book.gestures.indices.filter { book.gestures[$0].isDrawn == false }.map { GestureID($0) }),
      scrolling: scrolling, accommodations: accommodations)
  }

  private func location(_ range: Range<Int>) -> FileLocation { problems.source.location(of: range.lowerBound) }
}
