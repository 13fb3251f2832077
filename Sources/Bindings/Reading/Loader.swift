import GestureCore
import TOML

/// The result of reading a rules file and its includes.
public struct LoadedRules {
  /// The rules, or nil if there is an error.
  public let rules: Rules?
  /// The problems, by file (in the order of reading), line and column. Of similar problems, only the first are listed.
  public let diagnostics: [Diagnostic]
  /// The paths of the rules file, its includes and its template files, including files that can't be read.
  public let files: [String]
}

extension Rules {
  /// The largest number of similar problems that are listed by default. All problems are counted.
  public static let listed = 20

  /// Reads the rules in `text`, which can be any bytes; `includes` reads other files. At most `most` similar problems
  /// are listed. With `isOfScript`, for a touch script's rules, most checks of rules against each other are skipped.
  public static func load(
    text: [UInt8], file: String, listing most: Int = listed, kinds: [Kind] = Catalogue.kinds,
    includes: Includes = .none, isOfScript: Bool = false
  ) -> LoadedRules {
    let problems = Problems(listing: most)
    var reader = IncludeReader(includes, problems)
    reader.read(text: text, file: file)
    let templates = TemplateReader(includes, problems)
    let rules = Loader(kinds: kinds, templates: templates, problems: problems)
      .load(reader.roots, isWhole: reader.isWhole, isOfScript: isOfScript)
    return LoadedRules(
      rules: problems.hasErrors ? nil : rules, diagnostics: problems.drainDiagnostics(),
      files: reader.files + templates.files)
  }
}

/// Combines the sections of all files into rules, and checks them.
private struct Loader {
  private static let sections = [
    "gesture", "zone", "override", "defaults", "device", "commands", "privacy", "overlay", ScrollReader.section,
    AccommodationReader.section,
  ]
  private static let allSections =
    "the sections are `[gesture.NAME]`, `[zone.NAME]`, `[[override]]`, `[defaults]`, `[device.CLASS]`, "
    + "`[[scroll]]`, `[accommodations]`, `[overlay]`, `[commands]` and `[privacy]`"

  let kinds: [Kind]
  let templates: TemplateReader
  let problems: Problems

  /// Builds and checks all rules. Settings in later files win. Two gestures, or two zones, with one name are an error.
  func load(_ files: [TableReader], isWhole: Bool, isOfScript: Bool) -> Rules {
    var files = files
    let overrides = OverridesReader(kinds: kinds, problems: problems)
    let errorsBefore = problems.errorCount
    let defaults = entries("defaults", &files).reduce(into: DefaultSettings()) { overrides.read($1, into: &$0) }
    let devices = named("device", example: "touchpad", &files).compactMap(overrides.device)
    let commands = CommandSettings(settings("commands", CommandSettings.declarations, &files))
    let privacy = PrivacySettings(settings("privacy", PrivacySettings.declarations, &files))
    let overlay = OverlayRules(
      settings("overlay", OverlayRules.declarations, spellings: OverlayRules.otherSpellings, &files))
    let areOverridesValid = problems.errorCount == errorsBefore
    let zones = unique(
      "zone", named("zone", example: "left-half", &files).compactMap(ZoneReader(problems: problems).section)
    ) { $0.name }
    let gestures = unique("gesture", gestures(&files, excludedApps: defaults.excludedApps)) { $0.name }
    let bindings = entries("override", &files).flatMap(BindingReader(problems: problems).sections)
    var accommodations = AccommodationRules(devices: devices.compactMap(\.accommodations))
    var touchpads: Range<Int>?
    for entry in entries(AccommodationReader.section, &files) {
      touchpads = AccommodationReader(problems: problems).read(entry, into: &accommodations) ?? touchpads
    }
    let scrolling = entries(ScrollReader.section, &files).flatMap(ScrollReader(problems: problems).sections)
    for entry in files.flatMap(\.unreadEntries) { reportUnknown(entry) }

    let rules = RuleSet(
      gestures: gestures.indices.compactMap { gestures[$0].rule }, defaults: defaults.all,
      classDefaults: defaults.classes, devices: devices.map(\.section), zones: zones.compactMap(\.zone))
    let context = CheckContext(gestures, bindings, zones, rules, accommodations, kinds, isWhole: isWhole, problems)
    context.checkReferences()
    context.checkZones()
    var fitCheck = FitCheck(context)
    fitCheck.check()
    context.checkCircles()
    if isWhole, !isOfScript {
      context.checkContradictions()
      context.checkOutcomes(drawsHints: overlay.isShown && overlay.showsHints)
      context.checkConditions()
      context.checkModes()
      context.checkPauses()
      context.checkDelivery()
      if areOverridesValid {
        context.checkReachability()
        context.checkAccommodations(ofTouchpads: touchpads)
      }
      if !rules.mayIntercept(.touchpad) {
        for section in scrolling {
          problems.warning(
            at: section.range, "this section has no effect: it applies only to intercepted touchpads",
            fix: "write `intercept = true` in the section `[device.touchpad]`")
        }
      }
    }
    return self.rules(context, commands, privacy, overlay, scrolling.map(\.value))
  }

  private func gestures(_ files: inout [TableReader], excludedApps: ExcludedApps?) -> [GestureSection] {
    let reader = GestureReader(kinds: kinds, templates: templates, problems: problems)
    return named("gesture", example: "next-workspace", &files).compactMap { entry in
      guard var section = reader.section(entry) else { return nil }
      if let excluded = section.excludedApps ?? excludedApps { section.rule?.exclude(excluded) }
      return section
    }
  }

  private func entries(_ name: String, _ files: inout [TableReader]) -> [Entry] {
    files.indices.compactMap { files[$0].readEntry(name) }
  }

  /// Reads a section that has only settings. If several files set one setting, the value of the last file is used.
  private func settings(
    _ section: String, _ declarations: [SettingDeclaration],
    spellings: KeyValuePairs<String, Setting<OverlayRules.Colour>> = [:], _ files: inout [TableReader]
  ) -> [String: SettingValue] {
    entries(section, &files).reduce(into: [:]) { result, entry in
      guard var reader = TableReader(section: section, entry, problems) else { return }
      result.merge(reader.settings(declarations)) { $1 }
      for (spelling, setting) in spellings {
        guard let entry = reader.readEntry(spelling) else { continue }
        result[setting.name] = setting.declaration.value(of: entry, problems)
      }
      let keys = declarations.map(\.name)
      reader.refuseUnknownKeys(
        keys, otherwise: "`[\(section)]` can have the \(keys.count == 1 ? "key" : "keys") \(keys.listed("and"))")
    }
  }

  /// The sections under `name`, such as `[gesture.NAME]`.
  private func named(_ name: String, example: String, _ files: inout [TableReader]) -> [Entry] {
    entries(name, &files).flatMap { entry -> [Entry] in
      guard case .table(let table) = entry.value.content else {
        problems.error(
          at: entry.key.range, "a `\(name)` section needs a name",
          fix: "write a section such as `[\(name).\(example)]`")
        return []
      }
      return table.entries
    }
  }

  /// Returns the first section with each name. Reports each later section whose name exists already.
  private func unique<Section>(
    _ kind: String, _ sections: [Section], _ name: (Section) -> Located<String>
  ) -> [Section] {
    var firstRanges: [String: Range<Int>] = [:]
    return sections.filter { section in
      let name = name(section)
      guard let first = firstRanges[name.value] else {
        firstRanges[name.value] = name.range
        return true
      }
      problems.error(
        at: name.range, "the \(kind) \(name.value.quoted) already exists, at \(location(first))",
        fix: "rename or remove one of the two"
          + (kind == "gesture" ? "; an `[[override]]` can give the gesture other actions" : ""))
      return false
    }
  }

  private func reportUnknown(_ entry: Entry) {
    let name = entry.key.name
    let (isSection, isGesture) =
      switch entry.value.content {
      case .table(let table): (true, table["kind"] != nil)
      case .array(let values): (values.first?.content.type == .table, false)
      case .string, .integer, .float, .boolean, .dateTime: (false, false)
      }
    if isSection {
      problems.error(
        at: entry.key.range, "unknown section \(name.quoted)",
        fix: Synonyms.section(name).map { didYouMean($0) } ?? didYouMean(
          name, among: Self.sections + [DiagnosticText.includeKey])
          ?? (isGesture ? "did you mean `[gesture.\(tomlKey(name.short))]`?" : Self.allSections))
    } else {
      problems.error(
        at: entry.key.range, "unknown key \(name.quoted)",
        fix: didYouMean(name, among: [DiagnosticText.includeKey])
          ?? "put keys under a header such as `[gesture.NAME]`")
    }
  }

  private func rules(
    _ context: CheckContext, _ commands: CommandSettings, _ privacy: PrivacySettings, _ overlay: OverlayRules,
    _ scrolling: [ScrollRule]
  ) -> Rules {
    let own = context.gestures.enumerated().filter { !$1.actions.isEmpty }.map { index, section in
      Binding(
        gesture: GestureID(index), when: section.when.condition, actions: section.actions.compactMap(\.action),
        location: location(section.header))
    }
    let others = context.bindings.compactMap { section in
      context.references.index(of: section.gesture.value).map { index in
        Binding(
          gesture: GestureID(index), when: section.when.condition, isAddition: section.isAddition,
          actions: section.actions.compactMap(\.action), location: location(section.header))
      }
    }
    return Rules(
      ruleSet: context.rules, bindings: own + others, locations: context.gestures.map { location($0.header) },
      commands: commands, privacy: privacy, overlay: overlay,
      undrawn: Set(context.gestures.indices.filter { context.gestures[$0].isDrawn == false }.map { GestureID($0) }),
      scrolling: scrolling, accommodations: context.accommodations)
  }

  private func location(_ range: Range<Int>) -> FileLocation { problems.source.location(of: range.lowerBound) }
}
