/// Reads fusuma's config.yml, with the keys of its plugins.
///
/// Source: <https://github.com/iberianpig/fusuma>, README, `Config::Searcher`, and the detectors. A YAML document in
/// config.yml can have a `context` with an application. Gestures of documents without a `context` take precedence. In
/// older files, `application:` has a key for each application. An application's key overrides `Global`.
struct FusumaImporter: RulesImporter {
  static let fix = "import a file with a gesture such as `swipe: { 3: { left: { command: COMMAND } } }`"
  static let waitsForLift = false
  static let places = ["fusuma/config.yml"]

  private(set) var items: [ImportedItem] = []
  private var device = "touchpad"
  private var thresholds: [FusumaKind: Double] = [:]

  init(_ source: ConfigText) throws(ImportError) {
    let tree = try YAMLTree(
      source, twiceFix: FusumaWording.twiceFix,
      mappingFix: "put `swipe:` and the other top-level keys at the left margin")
    items = tree.items
    let options = tree.documents.flatMap { $0 }.filter { $0.key == "plugin" }
    let names = options.compactMap { $0.value["filters"]?["libinput_device_filter"]?["keep_device_names"]?.words }.first
    if let names, names.count == 1 { device = "*\(names[0])*" }
    for entry in tree.documents.flatMap({ $0 }) where entry.key == "threshold" { addThresholds(entry) }
    for document in tree.documents { add(document) }
    items = items.withRemarksOnce
  }

  private mutating func add(_ document: [YAMLEntry]) {
    var scopes = [FusumaScope(thresholds: thresholds)]
    for entry in document where entry.key == "context" { scopes = context(entry) }
    for entry in document where entry.key != "context" {
      guard entry.key == "application" else { add(entry, scopes); continue }
      for application in entry.value.entries {
        let isGlobal = application.key.lowercased() == "global"
        let scope = FusumaScope(app: isGlobal ? nil : application.key.withoutColon, thresholds: thresholds)
        for entry in application.value.entries { add(entry, [scope]) }
      }
    }
  }

  private mutating func add(_ entry: YAMLEntry, _ scopes: [FusumaScope]) {
    switch entry.key {
    case "threshold": break
    case "interval": addLeaves(entry, FusumaWording.noInterval)
    case "plugin": addOptions(entry)
    case "tap":
      for gesture in entry.value.entries {
        items.remark(
          gesture, "tap \(gesture.key)", "fusuma's taps are not converted; write a gesture with `kind = \"tap\"`",
          isGesture: true)
      }
    default:
      guard let kind = FusumaKind(rawValue: entry.key) else {
        return addLeaves(entry, FusumaWording.noSuchKey(entry.key))
      }
      items += FusumaGestures(kind, entry, device: device, scopes).items
    }
  }

  private mutating func context(_ entry: YAMLEntry) -> [FusumaScope] {
    var scopes = [FusumaScope(thresholds: thresholds)]
    for condition in entry.value.entries {
      if condition.key == "application", let names = condition.value.words, !names.isEmpty {
        scopes = names.map {
          FusumaScope(app: $0.withoutColon, unknown: scopes[0].unknown, yieldsToAll: true, thresholds: thresholds)
        }
      } else {
        addLeaves(condition, ImportRefusal.noCondition(condition.key).reason)
        for index in scopes.indices { scopes[index].unknown = condition.key }
      }
    }
    return scopes
  }

  private mutating func addThresholds(_ entry: YAMLEntry) {
    guard entry.value.map != nil else { return items.remark(entry, "threshold", FusumaWording.globalThreshold) }
    for threshold in entry.value.entries {
      let words = "threshold \(threshold.key): \(threshold.value.word ?? "")"
      guard let kind = FusumaKind(rawValue: threshold.key) else {
        items.remark(threshold, words, FusumaWording.noSuchKey(threshold.key))
        continue
      }
      guard let factor = items.factor(threshold, words) else { continue }
      thresholds[kind] = factor
      for setting in kind.thresholds(factor) {
        let item = ImportedSetting(
          "defaults.touchpad", "\(kind.form.rawValue).\(setting.key)", setting.value, words, FusumaWording.factor(kind))
        items.add(threshold.line, .setting(item))
      }
    }
  }

  /// Adds a remark for each plugin option without effect. Only `keep_device_names` with exactly one name has an effect.
  private mutating func addOptions(_ entry: YAMLEntry) {
    for option in entry.value.entries {
      if option.key == "keep_device_names" {
        if option.value.words?.count != 1 { items.remark(option, option.key, FusumaWording.severalDevices) }
      } else if option.value.map != nil {
        addOptions(option)
      } else {
        items.remark(option, option.words, ImportWording.ownOption)
      }
    }
  }

  private mutating func addLeaves(_ entry: YAMLEntry, _ reason: String) {
    let entries = entry.value.entries
    if entries.isEmpty { items.remark(entry, entry.words, reason) }
    for inner in entries { addLeaves(inner, reason) }
  }
}

/// The conditions under which a document, or a part of a document, applies.
struct FusumaScope {
  var app: String?
  /// The name of a condition that gesture-bridge can't check. Nil if all conditions can be checked.
  var unknown: String?
  var yieldsToAll = false
  /// The factor for the thresholds of each kind, from the top-level `threshold:` of fusuma's file.
  let thresholds: [FusumaKind: Double]
}

/// The line, column and reason of a remark. Remarks that agree in all three count as equal.
private struct RemarkPlace: Hashable {
  let line: Int
  let column: Int
  let reason: String
}

extension String {
  fileprivate var withoutColon: String { hasPrefix(":") ? String(dropFirst()) : self }
}

extension [ImportedItem] {
  /// The items, with remarks of the same line, column and reason merged. YAML aliases repeat their anchor's remarks.
  fileprivate var withRemarksOnce: [ImportedItem] {
    var kept: [ImportedItem] = []
    var places: [RemarkPlace: Int] = [:]
    for item in self {
      guard case .notConverted(let remark) = item.content, let column = remark.column else {
        kept.append(item)
        continue
      }
      let place = RemarkPlace(line: item.lines.lowerBound, column: column, reason: remark.reason)
      guard let index = places[place], case .notConverted(let first) = kept[index].content else {
        places[place] = kept.count
        kept.append(item)
        continue
      }
      guard remark.isGesture else { continue }
      let merged = Remark(
        text: "\(first.text), \(remark.text)", reason: first.reason, isGesture: true, count: first.count + 1,
        column: column)
      kept[index] = ImportedItem(item.lines, .notConverted(merged))
    }
    return kept
  }
}

enum FusumaWording {
  static let twiceFix = "use each key once"
  static let noInterval =
    "in gesture-bridge, a gesture runs its command once, or after each step of the movement; to limit how often the command runs, set `at-most-every` in the action"
  static let byDistance = "in gesture-bridge, `every`, `at-most-every` and `repeat` set how often a command is repeated"
  static let globalThreshold = "below `threshold:`, fusuma expects a kind of gesture, such as `swipe:`"
  static let severalDevices = "a rule can name only one device, so these rules are for all touchpads"
  static let nothingBelow = "there is nothing below this key"

  static func noSuchKey(_ key: String) -> String { "fusuma has no key \"\(key)\" at this place" }

  static func factor(_ kind: FusumaKind) -> String {
    switch kind {
    case .swipe:
      "this factor is multiplied by \(Quantity.decimal(TouchpadDefault.swipeDistance)) mm for `min-distance`, and by \(Quantity.decimal(TouchpadDefault.swipeSpeed)) mm/s for `min-speed`"
    case .pinch:
      "this factor is multiplied by \(Quantity.decimal(TouchpadDefault.pinchScale)) % for `min-scale`, and by \(Quantity.decimal(TouchpadDefault.pinchChange)) mm for `min-change`"
    case .rotate: "this factor is multiplied by \(Quantity.decimal(TouchpadDefault.rotationAngle)) deg"
    case .hold: "this factor is multiplied by \(Quantity.decimal(FusumaMeasure.hold)) ms"
    }
  }
}
