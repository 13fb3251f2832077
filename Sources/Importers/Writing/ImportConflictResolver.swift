/// Names gestures, and joins lines for the same gesture. A line whose commands are all replaced becomes a remark.
struct ImportConflictResolver {
  enum Entry {
    case section(RulesSection)
    case comment(String)
    case remark(Remark)
  }

  /// The entries of the rules file, in the order of the source.
  private(set) var entries: [(lines: ClosedRange<Int>, entry: Entry)] = []
  private(set) var settings: [(line: Int, setting: ImportedSetting)] = []
  private(set) var total = 0
  private(set) var converted = 0
  private(set) var remarks: [(lines: ClosedRange<Int>, remark: Remark)] = []
  private(set) var zones: [ImportedZone] = []
  /// The converted gestures, with their parts and the index of each part's entry.
  private(set) var conversions:
    [(lines: ClosedRange<Int>, words: String, parts: [(part: ImportedGesture, entry: Int)])] = []
  private let precedence: ImportPrecedence
  private var names = GestureNames()
  private var owners: [Claim: Int] = [:]  // the index of the item whose command is used, for each claim
  /// Each gesture's settings that aren't part of its shape. `isSpecial` marks settings from a line with a condition.
  private var tunings: [GestureShape: (settings: [TOMLValue.Pair], isSpecial: Bool)] = [:]
  private var places: [ConditionalShape: Int] = [:]

  /// A gesture with its condition, if any, and a moment. For each claim, the command of only one item is used.
  private struct Claim: Hashable {
    let place: ConditionalShape
    let slot: ImportedAction.Slot
  }

  init(_ items: [ImportedItem], precedence: ImportPrecedence) {
    self.precedence = precedence
    let items = items.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    for (index, item) in items.enumerated() { claim(item, index) }
    for (index, item) in items.enumerated() { add(item, index, items) }
    finish()
  }

  private mutating func claim(_ item: ImportedItem, _ index: Int) {
    guard case .gesture(let parts, _) = item.content else { return }
    for part in parts {
      noteTuning(part)
      for action in part.actions {
        let claim = Claim(place: part.identity, slot: action.slot)
        if precedence == .last || owners[claim] == nil { owners[claim] = index }
      }
    }
  }

  /// Stores `part.tuning`. `precedence` chooses among lines without a condition; if none exist, the first line counts.
  private mutating func noteTuning(_ part: ImportedGesture) {
    guard !part.tuning.isEmpty else { return }
    let isSpecial = !part.condition.isEmpty
    if let known = tunings[part.shape], isSpecial || !known.isSpecial && precedence == .first { return }
    tunings[part.shape] = (part.tuning, isSpecial)
  }

  private mutating func add(_ item: ImportedItem, _ index: Int, _ items: [ImportedItem]) {
    switch item.content {
    case .structure: break
    case .comment(let text): entries.append((item.lines, .comment(text)))
    case .setting(let setting): add(setting, line: item.lines.lowerBound)
    case .notConverted(let remark): add(remark, item.lines)
    case .gesture(let parts, let words):
      if let rival = add(parts, index, item.lines, words) {
        let line = items[rival.item].lines.lowerBound
        let reason =
          rival.isForAll
          ? "line \(line) is for the same gesture with fewer conditions, and takes precedence"
          : ImportWording.outdone(precedence, by: line)
        add(Remark(text: words, reason: reason, isGesture: true), item.lines)
      }
    }
  }

  private mutating func add(_ setting: ImportedSetting, line: Int) {
    let earlier = settings.firstIndex { $0.setting.section == setting.section && $0.setting.key == setting.key }
    if let earlier {
      let (line:other, setting:replaced) = settings.remove(at: earlier)
      add(Remark(text: replaced.words, reason: "line \(line) sets it again, and the later line counts"), other...other)
    }
    settings.append((line, setting))
  }

  /// The maximum number of keys in the rules file that one setting of the source is converted to.
  private static let keys = 8

  private mutating func add(_ remark: Remark, _ lines: ClosedRange<Int>) {
    // Each key of a setting has the same remark.
    let isKnown = remarks.suffix(Self.keys).contains { $0.lines == lines && $0.remark == remark }
    guard remark.isGesture || !isKnown else { return }
    if remark.isGesture { total += remark.count }
    remarks.append((lines, remark))
    entries.append((lines, .remark(remark)))
  }

  private typealias Rival = (item: Int, isForAll: Bool)  // an item that is used instead of another item

  /// Adds the actions of `parts` that no other item replaces. Returns nil if an action was added, else the first rival.
  private mutating func add(
    _ parts: [ImportedGesture], _ index: Int, _ lines: ClosedRange<Int>, _ words: String
  ) -> Rival? {
    var rival: Rival?
    var placed: [(part: ImportedGesture, entry: Int)] = []
    for part in parts {
      var kept = part
      kept.actions = part.actions.filter { action in
        if let all = ownerForAll(part, action, before: index) {
          rival = rival ?? (all, true)
          return false
        }
        guard let owner = owners[Claim(place: part.identity, slot: action.slot)], owner != index else { return true }
        rival = rival ?? (owner, false)
        return false
      }
      guard !kept.actions.isEmpty else { continue }
      placed.append((kept, place(kept, lines, words)))
    }
    guard !placed.isEmpty else { return rival }
    conversions.append((lines, words, placed))
    total += 1
    converted += 1
    return nil
  }

  /// Returns the index of an item that is for all applications or has no condition, and so replaces `action`; else nil.
  /// Unless `part.yieldsToAll`, only items before `index` count, and only with the precedence `first`.
  private func ownerForAll(_ part: ImportedGesture, _ action: ImportedAction, before index: Int) -> Int? {
    guard part.yieldsToAll || precedence == .first, !part.condition.isEmpty else { return nil }
    var general = part
    general.condition.app = nil
    let owner = part.condition.app.flatMap { _ in owners[Claim(place: general.identity, slot: action.slot)] }
    general.condition = ImportedCondition()
    return [owner, owners[Claim(place: general.identity, slot: action.slot)]].compactMap { $0 }.first {
      part.yieldsToAll || $0 < index
    }
  }

  /// Adds the part to the entry with the same gesture and condition, or to a new entry. Returns the entry's index.
  private mutating func place(_ part: ImportedGesture, _ lines: ClosedRange<Int>, _ words: String) -> Int {
    let place = part.identity
    if let zone = part.shape.zone, !zones.contains(zone) { zones.append(zone) }
    if let index = places[place], case .section(var section) = entries[index].entry {
      section.add(part, line: lines.lowerBound)
      entries[index].entry = .section(section)
      return index
    }
    // A gesture for single applications is recognized only in these applications, so that it takes no fingers in other applications.
    let isGesture = part.condition.isEmpty || !isForAll(part.shape)
    let name = names.name(of: part.shape, condition: isGesture ? part.condition : ImportedCondition())
    var section = RulesSection(part, name, isGesture: isGesture, line: lines.lowerBound, words: words)
    if !part.condition.isEmpty, !part.tuning.isEmpty, part.tuning != tunings[part.shape]?.settings {
      section.addNote("the threshold of this line is ignored: a gesture has the same threshold under all conditions")
    }
    places[place] = entries.count
    entries.append((lines, .section(section)))
    return entries.count - 1
  }

  private func isForAll(_ shape: GestureShape) -> Bool {
    owners.keys.contains { $0.place == ConditionalShape(shape: shape) }
  }

  private mutating func finish() {
    let sections = entries.compactMap { if case .section(let section) = $0.entry { section } else { nil } }
    let swipes = sections.filter { $0.isGesture && $0.gesture.shape.form == .swipe }
    let drags = sections.filter(\.isGesture).map(\.gesture.shape).filter { $0.form == .pan }
    for index in entries.indices {
      guard case .section(var section) = entries[index].entry else { continue }
      let shape = section.gesture.shape
      section.joinButtons()
      for name in section.gesture.waitsFor.compactMap(names.known) where !section.requirements.contains(name) {
        section.requirements.append(name)
      }
      section.tuning = tunings[shape]?.settings ?? []
      if section.isGesture, shape.form == .pan {
        let beside = swipes.filter { shape.mayBegin(before: $0.gesture.shape) }
        let hasDrags = drags.contains { $0 != shape && $0.fingers.overlaps(shape.fingers) }
        section.kindsBeside = (beside.isEmpty ? [] : ["swipe"]) + (hasDrags ? ["pan"] : [])
        // A swipe for a single application must not lose its fingers to the drag for all applications.
        if section.gesture.condition.isEmpty, !section.gesture.sparesSwipes {
          section.requirements += beside.filter { !$0.gesture.condition.isEmpty }.map(\.name)
        }
      }
      entries[index].entry = .section(section)
    }
    for device in ["touchpad", "touchscreen"] { intercept(device) }
  }

  /// Adds the setting `intercept` for a class of devices if gestures of this class need the setting.
  private mutating func intercept(_ device: String) {
    let sections = entries.compactMap { if case .section(let section) = $0.entry { section } else { nil } }
    let first = sections.first { section in
      let keys = section.gesture.actions.flatMap(\.command.effects).map(\.key)
      return section.gesture.shape.isOn(device)
        && (keys.contains("drag") || device == "touchpad" && keys.contains("native") && !keys.contains("via"))
    }
    guard let first else { return }
    let setting = ImportedSetting(
      "device.\(device)", "intercept", .flag(true), first.words,
      "this gesture needs `intercept`, so that applications don't get its touches; `gesture-bridge doctor` checks the permission"
    )
    settings.insert((first.lines[0], setting), at: settings.firstIndex { $0.line > first.lines[0] } ?? settings.count)
  }
}

extension GestureShape {
  func mayBegin(before swipe: GestureShape) -> Bool {
    let device = self.device
    guard self.fingers.overlaps(swipe.fingers), device == nil || swipe.device == nil || device == swipe.device else {
      return false
    }
    switch self.direction {
    case "left", "right", "horizontal": return !["up", "down", "vertical"].contains(swipe.direction)
    case "up", "down", "vertical": return !["left", "right", "horizontal"].contains(swipe.direction)
    default: return true
    }
  }
}
