import GestureCore
import TOML

/// A `[gesture.NAME]` section: its rule, and the ranges of its keys in the file.
struct GestureSection: Sendable {
  let name: Located<String>
  let header: Range<Int>
  /// The gesture's rule. Nil if the kind is missing or unknown; other sections may still name the gesture.
  var rule: GestureRule?
  /// The gesture's tags, which are known even if its kind is unknown.
  var tags: [Located<String>] = []
  var relations = RelationSection()
  var receive = ConditionSection(.receive)
  var beginIf = ConditionSection(.beginIf)
  /// The condition under which the gesture's own actions run.
  var when = ConditionSection(.binding)
  var excludedApps: ExcludedApps?
  /// Whether the overlay may draw the gesture; nil if `overlay` is missing or has a wrong value.
  var isDrawn: Bool?
  /// The ranges of the settings' keys in the file, by setting name.
  var settingRanges: [String: Range<Int>] = [:]
  var classRanges: [Located<DeviceClass>] = []
  var deliveryKeys: [Located<DeliveryKey>] = []
  var actions: [ActionSection] = []
  /// Whether the section has an action's key, even with a wrong value.
  var hasActionKeys = false
  /// Whether the section has no errors, so that checks can compare it with other sections.
  var isSound = false

  var conditions: [ConditionSection] { [receive, beginIf, when] + relations.mentions.map(\.condition) }
}

/// Reads `[gesture.NAME]` sections.
struct GestureReader {
  let kinds: [Kind]
  let templates: TemplateReader
  let problems: Problems

  func section(_ entry: Entry) -> GestureSection? {
    let name = Located(value: entry.key.name, range: entry.key.range)
    guard var reader = TableReader(section: "gesture.\(tomlKey(name.value.short))", named: name.value, entry, problems)
    else { return nil }
    let errorsBefore = problems.errorCount
    problems.checkName(entry.key, of: "gesture")
    var section = GestureSection(name: name, header: reader.table.range)
    let kind = kind(&reader, in: section)
    section.tags = tags(&reader)
    section.relations = RelationReader(problems: problems).section(&reader)
    readConditions(&reader, into: &section)
    section.actions = ActionReader(problems: problems).actions(&reader)
    section.hasActionKeys = Trigger.allCases.contains { reader.mentions($0.rawValue) }
    if !section.hasActionKeys, let key = reader.table[ConditionRole.binding.key]?.key {
      problems.warning(
        at: key.range, "`when` has no effect: this section has no actions",
        fix:
          "add an action, such as `run = \"…\"`, or use `receive` or `begin-if` to restrict the gesture itself"
      )
    }
    let device = reader.device()
    let priority = reader.integer("priority", example: 1)?.value ?? 0
    let exclusiveTouchType = reader.flag("exclusive-touch-type")?.value ?? true
    let delivery = delivery(&reader, in: &section)
    section.isDrawn = reader.flag(OverlayRules.gestureKey)?.value
    guard let kind else {
      checkWithoutKind(&reader)
      return section
    }
    let classSettings = classSettings(kind, &reader, in: &section)
    let settings = settings(kind, &reader, into: &section)
    section.rule = GestureRule(
      name: name.value, kind: kind, device: device, tags: Set(section.tags.map(\.value)), priority: priority,
      settings: settings, receive: section.receive.condition, beginIf: section.beginIf.condition,
      exclusiveTouchType: exclusiveTouchType)
    section.rule?.classSettings = classSettings
    section.rule?.relations = section.relations.relations
    section.rule?.delivery = delivery
    section.isSound = problems.errorCount == errorsBefore
    return section
  }

  private func delivery(_ reader: inout TableReader, in section: inout GestureSection) -> DeliverySettings {
    var delivery = DeliverySettings()
    for key in DeliveryKey.allCases {
      guard let flag = reader.flag(key.rawValue) else { continue }
      key.set(flag.value, in: &delivery)
      section.deliveryKeys.append(Located(value: key, range: flag.range))
    }
    return delivery
  }

  private func kind(_ reader: inout TableReader, in section: GestureSection) -> Kind? {
    guard let name = reader.string("kind", example: kinds.names.first ?? "tap") else {
      if reader.mentions("kind") { return nil }
      if let entry = reader.table.entries.first(where: isSynonymOfKind), let word = reader.readEntry(entry.key.name) {
        let text = word.value.content.text
        let meant = Synonyms.gesture(text) ?? Synonyms.Gesture(text.lowercased())
        problems.error(at: word.key.range, "unknown key \(word.key.name.quoted)", fix: "write \(meant.lines)")
        return kinds.kind(named: text.lowercased()) ?? kinds.meant(by: text)
      }
      problems.error(
        at: section.header, "\(section.name.value.quoted) has no `kind`",
        fix: "add a line such as `kind = \"swipe\"`; \(DiagnosticText.listCommand) lists all kinds")
      return nil
    }
    guard let kind = kinds.kind(named: name.value) else {
      problems.error(at: name.range, .unknownKind(name.value, kinds.names))
      return nil
    }
    return kind
  }

  /// Whether an entry, such as `type = "SWIPE"`, is meant as the gesture's `kind`.
  private func isSynonymOfKind(_ entry: Entry) -> Bool {
    guard Synonyms.forKind.contains(entry.key.name), case .string(let text) = entry.value.content else { return false }
    if kinds.kind(named: text.lowercased()) != nil { return true }
    return Synonyms.gesture(text).map { kinds.kind(named: $0.kind) != nil } ?? false
  }

  /// Reports keys and values that no kind accepts, in a gesture whose own kind is unknown.
  private func checkWithoutKind(_ reader: inout TableReader) {
    let meant = reader.table["kind"].flatMap { kinds.meant(by: $0.value.content.only.text) }
    for deviceClass in DeviceClass.allCases {
      guard case .table(let table)? = reader.readEntry(deviceClass.rawValue)?.value.content else { continue }
      for entry in table.entries { checkWithoutKind(entry, meant, ofClass: true) }
    }
    for entry in reader.unreadEntries { checkWithoutKind(entry, meant, ofClass: false) }
  }

  private func checkWithoutKind(_ entry: Entry, _ meant: Kind?, ofClass: Bool) {
    let declarations = kinds.declarations(of: entry.key.name, first: meant)
    guard !declarations.isEmpty else {
      problems.error(at: entry.key.range, .unknownKey(entry.key.name, of: nil, onlySettings: ofClass, among: kinds))
      return
    }
    // Names of templates, and choices that differ from kind to kind, are checked only once the kind is known.
    guard !declarations.contains(where: { $0.namesTemplates || meant == nil && $0.isChoice }) else { return }
    var first: DiagnosticText?
    for declaration in declarations {
      guard case .wrong(let text) = declaration.reading(entry.value.content) else { return }
      first = first ?? text
    }
    if let first { problems.error(at: entry.value.range, first) }
  }

  private func tags(_ reader: inout TableReader) -> [Located<String>] {
    let tags = reader.strings("tags", example: "scroll")?.value ?? []
    for tag in tags where !tag.value.isPlainName {
      problems.error(at: tag.range, "\(tag.value.quoted) can't be a tag", fix: "use only letters, digits and `-`")
    }
    return tags
  }

  /// Reads the gesture's conditions. `zone = …` is short for `receive = { zone = … }`.
  private func readConditions(_ reader: inout TableReader, into section: inout GestureSection) {
    let zone = reader.string("zone", example: "left-half")
    section.excludedApps = ExcludedApps(&reader)
    section.receive = reader.condition(.receive)
    section.beginIf = reader.condition(.beginIf)
    section.when = reader.condition(.binding)
    guard let zone else { return }
    if let other = section.receive.zone {
      problems.error(at: other.range, "the zone is set twice", fix: "keep either `zone` or `receive = { zone = … }`")
    }
    section.receive.zone = zone
    section.receive.condition.zone = zone.value
  }

  private func settings(
    _ kind: Kind, _ reader: inout TableReader, into section: inout GestureSection
  ) -> [String: SettingValue] {
    var settings: [String: SettingValue] = [:]
    for declaration in kind.allSettings {
      section.settingRanges[declaration.name] = reader.table[declaration.name]?.key.range
      settings[declaration.name] =
        declaration.namesTemplates ? templates.value(of: declaration, in: &reader) : reader.setting(declaration)
    }
    checkAlternatives(kind, reader, in: section)
    for entry in reader.unreadEntries {
      problems.error(at: entry.key.range, .unknownKey(entry.key.name, of: kind, onlySettings: false, among: kinds))
    }
    return settings
  }

  /// Reads the settings for single classes of device, such as `[gesture.NAME.touchpad]`.
  private func classSettings(
    _ kind: Kind, _ reader: inout TableReader, in section: inout GestureSection
  ) -> [DeviceClass: [String: SettingValue]] {
    let overrides = OverridesReader(kinds: kinds, problems: problems)
    let parts = reader.classParts(of: "gesture.\(tomlKey(section.name.value))")
    section.classRanges = parts.map { Located(value: $0.deviceClass, range: $0.header) }
    return parts.reduce(into: [:]) { $0[$1.deviceClass] = overrides.settings(of: kind, $1.reader) }
  }

  /// Checks that a gesture has exactly one of the alternative settings of its kind. Most kinds have no such settings.
  private func checkAlternatives(_ kind: Kind, _ reader: TableReader, in section: GestureSection) {
    guard !kind.traits.alternatives.isEmpty else { return }
    let alternatives = kind.allSettings.filter { kind.traits.alternatives.contains($0.name) }
    let given = reader.table.entries.filter { entry in alternatives.contains { $0.name == entry.key.name } }
    if given.isEmpty, !alternatives.contains(where: { reader.mentions($0.name) }) {
      problems.error(
        at: section.header, "\(kind.withArticle) needs one of \(alternatives.map { "`\($0.name)`" }.listed("and"))",
        fix: "add a line such as \(alternatives.map { "`\($0.example)`" }.listed("or"))")
    }
    guard let first = given.first else { return }
    for other in given.dropFirst() {
      problems.error(
        at: other.key.range, "`\(other.key.name)` can't be used together with `\(first.key.name)`",
        fix: "remove one of the two")
    }
  }
}
