import GestureCore

/// What a diagnostic says: every sentence of this module stands in the files `Wording` and `Wording+…`.
struct Wording {
  let message: String
  let fix: String?

  init(_ message: String, fix: String? = nil) {
    self.message = message
    self.fix = fix
  }

  static let listCommand = "`gesture-bridge gestures`"

  static func didYouMean(_ name: String) -> String { "did you mean \(name.quoted)?" }
}

// Sections
extension Wording {
  static let sections = ["gesture", "zone", "binding", "defaults", "device", CommandSettingsReader.section]

  static func unknownSection(_ name: String, looksLikeGesture: Bool) -> Wording {
    let message = "unknown section \(name.quoted)"
    if let meant = Nearest.name(to: name, among: sections + [includeKey]) {
      return Wording(message, fix: didYouMean(meant))
    }
    if looksLikeGesture { return Wording(message, fix: "did you mean `[gesture.\(name.short)]`?") }
    return Wording(
      message,
      fix: "the sections are `[gesture.NAME]`, `[zone.NAME]`, `[[binding]]`, `[defaults]`, `[device.\"PATTERN\"]` and "
        + "`[commands]`")
  }

  static func keyOutsideSection(_ name: String) -> Wording {
    let meant = Nearest.name(to: name, among: [includeKey])
    return Wording(
      "unknown key \(name.quoted)",
      fix: meant.map(didYouMean) ?? "keys stand under a header such as `[gesture.NAME]`")
  }

  static func notASection(_ section: String, _ name: String, _ found: ValueType) -> Wording {
    let header = section == "device" ? "[device.\(name.quoted)]" : "[\(section).\(name.short)]"
    return Wording(
      "\(name.quoted) must be a section, not \(found.rawValue)", fix: "write `\(header)` on a line of its own")
  }

  static func notATable(_ name: String, _ found: ValueType) -> Wording {
    Wording("`\(name)` must be a section, not \(found.rawValue)", fix: "write `[\(name)]` on a line of its own")
  }

  static func namesMissing(_ section: String, example: String) -> Wording {
    Wording("`\(section)` needs names below it", fix: "write a section such as `[\(section).\(example)]`")
  }

  static let bindingIsNoList = Wording("a binding needs double brackets", fix: "write `[[binding]]`")
  static let bindingOfNothing = Wording(
    "this binding names no gesture", fix: "add `gesture = \"NAME\"`, with the NAME of a `[gesture.NAME]`")
  static func namedTwice(_ name: String) -> Wording { Wording("\(name.quoted) is named twice", fix: "name it once") }
  static let bindingWithoutAction = Wording("this binding has no action", fix: "add one, such as `run = \"…\"`")

  static func badName(_ name: String, of section: String) -> Wording {
    Wording(
      "\(name.quoted) can't be the name of a \(section)",
      fix: "use letters, digits and `-`, without `:` or control characters")
  }

  static func missingKind(_ name: String) -> Wording {
    Wording("\(name.quoted) has no `kind`", fix: "add a line such as `kind = \"swipe\"`; \(listCommand) lists them all")
  }

  static func unknownKind(_ name: String, _ kinds: [String]) -> Wording {
    let list = "\(listCommand) lists them all"
    let meant = Nearest.name(to: name, among: kinds)
    return Wording("unknown gesture kind \(name.quoted)", fix: meant.map { "\(didYouMean($0)) \(list)" } ?? list)
  }
}

// Keys
extension Wording {
  static func unknownGestureKey(_ name: String, _ kind: Kind, among kinds: [Kind]) -> Wording {
    if let fix = misplaced(name, in: .gesture(isDiscrete: kind.isDiscrete)) ?? misplacedInGesture(name) {
      return Wording("unknown key \(name.quoted)", fix: fix)
    }
    let keys = ["kind", "device", "zone", "tags", "priority", "receive", "begin-if", "exclusive-touch-type"]
    let delivery = DeliveryKey.allCases.map(\.rawValue)
    let others = keys + delivery + RelationKey.allCases.map(\.rawValue) + Trigger.allCases.map(\.rawValue)
    return unknownKey(name, kind, others: others, kinds)
  }

  static func unknownSetting(_ name: String, _ kind: Kind, among kinds: [Kind]) -> Wording {
    unknownKey(name, kind, others: [], kinds)
  }

  /// A list of more kinds helps nobody.
  private static let mostOwners = 8

  private static func unknownKey(_ name: String, _ kind: Kind, others: [String], _ kinds: [Kind]) -> Wording {
    if name == includeKey { return misplacedInclude }
    let owners = kinds.filter { $0.allSettings.contains { $0.name == name } }.map(\.name)
    let settings = "\(listCommand) lists the settings of \(kind.withArticle)"
    if !owners.isEmpty {
      let isShort = owners.count <= mostOwners
      return Wording(
        "\(kind.withArticle) has no \(name.quoted)",
        fix: isShort ? "that is a setting of \(owners.listed("and"))" : settings)
    }
    let message = "unknown key \(name.quoted)"
    if let meant = Nearest.name(to: name, among: kind.allSettings.map(\.name) + others) {
      return Wording(message, fix: didYouMean(meant))
    }
    return Wording(message, fix: settings)
  }

  static func unknownBindingKey(_ name: String) -> Wording {
    if name == includeKey { return misplacedInclude }
    let message = "unknown key \(name.quoted)"
    let keys = BindingReader.keys
    let fix = misplaced(name, in: .binding) ?? Nearest.name(to: name, among: keys).map(didYouMean)
    return Wording(message, fix: fix ?? "a binding has the keys \(keys.listed("and"))")
  }

  /// What other programs call a command.
  private static let otherWordsForRun: Set = ["command", "cmd", "exec", "action"]

  /// Keys that belong into an action.
  private static func misplaced(_ name: String, in place: MisplacedKey) -> String? {
    if otherWordsForRun.contains(name) { return didYouMean(RunEffect.key) }
    if name == StepReader.everyKey || Step.Way(rawValue: name) != nil {
      return "write `step = { every = \"6 mm\", up = \"…\" }`"
    }
    return switch ActionOption(rawValue: name) {
    case .overlap: "write `run = { run = \"…\", overlap = \"skip\" }`"
    case .atMostEvery: "write `run = { run = \"…\", at-most-every = \"50 ms\" }`"
    case .scope: "write `run = { run = \"…\", scope = true }`, or put it into `[commands]`"
    case nil: Effects.kind(name)?.advice(at: place)
    }
  }

  private static func misplacedInGesture(_ name: String) -> String? {
    guard name == ConditionPlace.binding.key else { return nil }
    return "write `receive = {…}` or `begin-if = {…}`, or give the `when` to a `[[binding]]`"
  }

  static func unknownOverride(_ name: String, _ kinds: [Kind], others: [String]) -> Wording {
    if name == includeKey { return misplacedInclude }
    let names = kinds.map(\.name)
    if let kind = kinds.first(where: { $0.allSettings.contains { $0.name == name } }) {
      let isPossible = kind.allSettings.first { $0.name == name }.map(kind.mayHaveDefault) ?? true
      if !isPossible { return partsByDefault(name) }
      return Wording("\(name.quoted) needs its kind", fix: "put the kind before it: `\(kind.name).\(name) = …`")
    }
    let meant = Nearest.name(to: name, among: names + others)
    return Wording(
      "unknown key \(name.quoted)", fix: meant.map(didYouMean) ?? "here stand \((others + names).listed("and"))")
  }

  static func kindIsNoTable(_ kind: Kind) -> Wording {
    let example = kind.settings.first(where: kind.mayHaveDefault) ?? CommonSettings.fingers.declaration
    return Wording(
      "`\(kind.name)` is a kind of gesture, not a setting",
      fix: "set one of its settings: `\(kind.name).\(example.example)`")
  }
}

extension Kind {
  /// `a swipe`, `an edge-pan`.
  var withArticle: String { ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + name }

  /// `swipes`, `pinches`.
  var plural: String { name + (name.hasSuffix("h") || name.hasSuffix("s") ? "es" : "s") }
}

extension [String] {
  /// As a sentence lists things: `a, b and c`.
  public func listed(_ word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
