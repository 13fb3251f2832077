/// Reads fusuma's config.yml, with the keys of its plugins sendkey, wmctrl, keypress, tap and appmatcher.
///
/// Source: <https://github.com/iberianpig/fusuma>, its README, `Config::Searcher` and detectors, and those of the plugins. A document after
/// `---` can have a `context`, which limits it to an application; it is used for a gesture only if no document without a `context` has the
/// gesture. Older files have `application:` with a key for each application, which overrides `Global`.
struct FusumaImporter: RulesImporter {
  static let example = "one is `command:` below `swipe:`, `3:` and `left:`"
  static let waitsForLift = false

  static func places(configFolder: String) -> [String] { ["\(configFolder)/fusuma/config.yml"] }

  private(set) var items: [ImportedItem] = []
  private var device = "touchpad"

  init(_ source: ConfigText) throws(ImportError) {
    let tree = try YAMLTree(source)
    items = YAMLComments.items(source, insideTexts: tree.insideTexts)
    let options = tree.documents.flatMap { $0 }.filter { $0.key == "plugin" }
    let names = options.compactMap { $0.value["filters"]?["libinput_device_filter"]?["keep_device_names"]?.words }.first
    if let names, names.count == 1 { device = "*\(names[0])*" }
    for document in tree.documents { add(document) }
    items = items.withRemarksOnce
  }

  private mutating func add(_ document: [YAMLEntry]) {
    var scopes = [FusumaScope()]
    for entry in document where entry.key == "context" { scopes = context(entry) }
    for entry in document where entry.key != "context" {
      if entry.key == "application" {
        claim(entry)
        for application in entry.value.entries { add(application) }
      } else {
        add(entry, scopes)
      }
    }
  }

  /// Reads an application's own section, in older files.
  private mutating func add(_ application: YAMLEntry) {
    claim(application)
    var scope = FusumaScope()
    if application.key.lowercased() != "global" { scope.condition.app = application.key.withoutColon }
    for entry in application.value.entries { add(entry, [scope]) }
  }

  private mutating func add(_ entry: YAMLEntry, _ scopes: [FusumaScope]) {
    switch entry.key {
    case "threshold": addThresholds(entry)
    case "interval": addLeaves(entry, FusumaWording.noInterval)
    case "plugin": addOptions(entry)
    case "tap":
      claim(entry)
      for gesture in entry.value.entries {
        remark(gesture, "tap \(gesture.key)", FusumaWording.noTaps, isGesture: true)
      }
    default:
      guard let kind = FusumaKind(rawValue: entry.key) else {
        return addLeaves(entry, FusumaWording.noSuchKey(entry.key))
      }
      for (index, scope) in scopes.enumerated() {
        let gestures = FusumaGestures(kind, entry, device: device, scope)
        // Equal lines for several applications are one gesture.
        items = index == 0 ? items + gestures.items : items.merging(gestures.items)
      }
    }
  }

  private mutating func context(_ entry: YAMLEntry) -> [FusumaScope] {
    claim(entry)
    var scopes = [FusumaScope()]
    for condition in entry.value.entries {
      claim(condition)
      if condition.key == "application", let names = condition.value.words {
        scopes = names.map { FusumaScope(condition: ImportedCondition(app: $0.withoutColon), yieldsToAll: true) }
      } else {
        addLeaves(condition, FusumaWording.noContext(condition.key))
        for index in scopes.indices { scopes[index].untold = condition.key }
      }
    }
    return scopes
  }
}

// Settings
extension FusumaImporter {
  private mutating func addThresholds(_ entry: YAMLEntry) {
    claim(entry)
    guard entry.value.map != nil else { return remark(entry, "threshold", FusumaWording.globalThreshold) }
    for threshold in entry.value.entries {
      let words = "threshold \(threshold.key): \(threshold.value.word ?? "")"
      guard let kind = FusumaKind(rawValue: threshold.key) else {
        remark(threshold, words, FusumaWording.noSuchKey(threshold.key))
        continue
      }
      guard let factor = threshold.value.word.flatMap(Double.init), factor > 0 else {
        remark(threshold, words, ImportWording.noFactor)
        continue
      }
      for (key, value) in kind.thresholds(factor) {
        let key = "\(kind.form.rawValue).\(key)"
        items.append(
          ImportedItem(threshold.line, .defaults("touchpad", key, value, words: words, FusumaWording.factor(kind))))
      }
    }
  }

  /// Reads the options of plugins; only device names have an effect.
  private mutating func addOptions(_ entry: YAMLEntry) {
    claim(entry)
    for option in entry.value.entries {
      if option.key == "keep_device_names" {
        let names = option.value.words ?? []
        if names.count == 1 { claim(option) } else { remark(option, option.key, FusumaWording.severalDevices) }
      } else if option.value.map != nil {
        addOptions(option)
      } else {
        remark(option, "\(option.key): \(option.value.summary)", FusumaWording.ownOption)
      }
    }
  }

  /// Adds a remark for every value below a key.
  private mutating func addLeaves(_ entry: YAMLEntry, _ reason: String) {
    let entries = entry.value.entries
    guard !entries.isEmpty else {
      return remark(entry, "\(entry.key): \(entry.value.summary)".trimmingSpace, reason)
    }
    claim(entry)
    for inner in entries { addLeaves(inner, reason) }
  }

  private mutating func claim(_ entry: YAMLEntry) { items.claim(entry.ownLines) }

  private mutating func remark(_ entry: YAMLEntry, _ text: String, _ reason: String, isGesture: Bool = false) {
    items.remarkWhole(entry, text, reason, isGesture: isGesture)
  }
}

/// The conditions under which a document, or a part of a document, applies.
struct FusumaScope {
  var condition = ImportedCondition()
  /// The name of a condition that gesture-bridge can't determine.
  var untold: String?
  var yieldsToAll = false
}

/// The position and the reason of a remark; remarks that agree in both are equal.
private struct RemarkPlace: Hashable {
  let line: Int
  let column: Int
  let reason: String
}

extension String {
  /// The name without the colon of a Ruby symbol such as `:Alacritty`.
  fileprivate var withoutColon: String { hasPrefix(":") ? String(dropFirst()) : self }
}

extension [ImportedItem] {
  /// The items with equal remarks merged. The importer reads an anchored part again for each of its aliases, so its remarks repeat.
  fileprivate var withRemarksOnce: [ImportedItem] {
    var kept: [ImportedItem] = []
    var places: [RemarkPlace: Int] = [:]
    for item in self {
      guard case .notCarried(let remark) = item.content, let column = remark.column else {
        kept.append(item)
        continue
      }
      let place = RemarkPlace(line: item.lines.lowerBound, column: column, reason: remark.reason)
      guard let index = places[place], case .notCarried(let first) = kept[index].content else {
        places[place] = kept.count
        kept.append(item)
        continue
      }
      guard remark.isGesture else { continue }
      let merged = Remark(
        text: "\(first.text), \(remark.text)", reason: first.reason, isGesture: true, count: first.count + 1,
        column: column)
      kept[index] = ImportedItem(item.lines, .notCarried(merged))
    }
    return kept
  }

  /// The items, to which the gestures of `others` for another application are added if the lines and words are equal.
  fileprivate func merging(_ others: [ImportedItem]) -> [ImportedItem] {
    var merged = self
    for other in others {
      guard case .gesture(let parts, let words) = other.content else { continue }
      let place = merged.firstIndex { item in
        if case .gesture(_, let same) = item.content { same == words && item.lines == other.lines } else { false }
      }
      guard let place, case .gesture(let before, _) = merged[place].content else { continue }
      merged[place] = ImportedItem(other.lines, .gesture(before + parts, words: words))
    }
    return merged
  }
}

enum FusumaWording {
  static let noMapping = "the file must consist of keys and values"
  static let noMappingFix = "config.yml has `swipe:` and the like at its left margin"
  static let noName = "a key must be a name"
  static let noNameFix = "write `NAME: VALUE`"
  static let tooMuch = "it has too many `*` references"
  static let tooMuchFix = "write some of the values instead"
  static let badYAMLFix =
    "check the indentation and the quotes there; `ruby -ryaml -e 'YAML.load_file(ARGV[0])' FILE` does too"
  static let twiceFix = "keep one of them; fusuma refuses such a file too"
  static let noTaps = "libinput reports no taps on touchpads"
  static let noInterval = "a gesture fires once here, so there is no pause between repetitions"
  static let byDistance = "gesture-bridge repeats by distance, not by time"
  static let ownOption = "an option of fusuma itself"
  static let oddKeys = "its keys must be a text or a list of texts"
  static let globalThreshold = "in fusuma the kind of gesture must be below it"
  static let severalDevices = "a gesture here is for one device or for all; these are for all touchpads"
  static let severalActions = "fusuma runs one of several actions of a gesture"
  static let anyFingers = "for any number of fingers"
  static let bySteps = "fusuma repeats it with each event, gesture-bridge by distance"
  static let lastingHold = "begins when the hold has lasted long enough"
  static let nothingBelow = "it has nothing below it"

  static func unknownModifier(_ keys: String) -> String { "\"\(keys)\" is not a modifier here" }

  static func filledIn(_ name: String) -> String {
    "fusuma fills in $\(name) for each event; write a command that reads the GESTURE_ variables instead"
  }

  static func noSuchKey(_ key: String) -> String { "fusuma has no \"\(key)\" here" }

  static func noContext(_ key: String) -> String { "gesture-bridge has no condition \"\(key)\"" }

  static func factor(_ kind: FusumaKind) -> String {
    switch kind {
    case .swipe:
      "a factor, here of \(Quantity.decimal(TouchpadDefault.swipeDistance)) mm and \(Quantity.decimal(TouchpadDefault.swipeSpeed)) mm/s"
    case .pinch:
      "a factor, here of \(Quantity.decimal(TouchpadDefault.pinchScale)) % and \(Quantity.decimal(TouchpadDefault.pinchChange)) mm"
    case .rotate: "a factor, here of \(Quantity.decimal(TouchpadDefault.rotationAngle)) deg"
    case .hold: "a factor of fusuma's \(Quantity.decimal(FusumaMeasure.hold)) ms"
    }
  }
}
