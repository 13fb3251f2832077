import GestureCore
import TOML
import Text

/// The text of a diagnostic: all sentences of this module are in this file and in the `…Diagnostics` files beside it.
///
/// A text is made when it is asked for: a report lists only a few of thousands of mistakes of one kind, and the search for the
/// name that was meant goes through all names of a file.
struct DiagnosticText: Sendable {
  /// Where a text is written in the source of the program. Diagnostics of one origin say the same of different things.
  struct Origin: Hashable, Sendable {
    let file: String
    let line: Int

    func hash(into hasher: inout Hasher) { hasher.combine(line) }
  }

  let origin: Origin
  private let makeMessage: @Sendable () -> String
  private let makeFix: @Sendable () -> String?

  /// `file` and `line` are those of the text, unless it comes from elsewhere.
  init(
    _ message: @autoclosure @escaping @Sendable () -> String,
    fix: @autoclosure @escaping @Sendable () -> String? = nil, file: String = #fileID, line: Int = #line
  ) {
    makeMessage = message
    makeFix = fix
    origin = Origin(file: file, line: line)
  }

  /// An error of a file's syntax, in its own words.
  init(_ error: SyntaxError) {
    self.init(error.message, fix: error.fix, file: "TOML", line: error.origin)
  }

  var message: String { makeMessage() }
  var fix: String? { makeFix() }

  static let listCommand = "`gesture-bridge gestures`"

  static func didYouMean(_ name: String) -> String { "did you mean \(name.quoted)?" }

  /// Nil if none of the names is like it.
  static func didYouMean(_ name: String, among names: [String]) -> String? {
    (OtherWords.value(name, among: names) ?? Nearest.name(to: name, among: names)).map { didYouMean($0) }
  }
}

// Sections
extension DiagnosticText {
  static let sections = [
    "gesture", "zone", "binding", "defaults", "device", SettingSectionReader.commands.section,
    SettingSectionReader.privacy.section, SettingSectionReader.overlay.section, ScrollReader.section,
    AccommodationReader.section,
  ]

  static func unknownSection(_ name: String, looksLikeGesture: Bool) -> DiagnosticText {
    DiagnosticText(
      "unknown section \(name.quoted)",
      fix: didYouMean(name, among: sections + [includeKey])
        ?? (looksLikeGesture ? "did you mean `[gesture.\(name.short)]`?" : allSections))
  }

  private static let allSections =
    "the sections are `[gesture.NAME]`, `[zone.NAME]`, `[[binding]]`, `[defaults]`, `[device.CLASS]`, "
    + "`[[scroll]]`, `[accommodations]`, `[overlay]`, `[commands]` and `[privacy]`"

  static func keyOutsideSection(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: [includeKey]) ?? "put keys under a header such as `[gesture.NAME]`")
  }

  static func notASection(_ section: String, _ name: String, _ found: ValueType) -> DiagnosticText {
    let header = section == "device" ? "[device.\(name.quoted)]" : "[\(section).\(name.short)]"
    return DiagnosticText(
      "\(name.quoted) must be a section, not \(found.rawValue)", fix: "write `\(header)` on a line of its own")
  }

  static func notATable(_ name: String, _ found: ValueType) -> DiagnosticText {
    DiagnosticText("`\(name)` must be a section, not \(found.rawValue)", fix: "write `[\(name)]` on a line of its own")
  }

  static func namesMissing(_ section: String, example: String) -> DiagnosticText {
    DiagnosticText("`\(section)` needs names below it", fix: "write a section such as `[\(section).\(example)]`")
  }

  static func readingStops(after count: Int) -> DiagnosticText {
    DiagnosticText("after \(count) errors the rest of this file is not read", fix: "correct these first")
  }

  static let bindingIsNoList = DiagnosticText("a binding needs double brackets", fix: "write `[[binding]]`")
  static let bindingOfNothing = DiagnosticText(
    "this binding has no `gesture`", fix: "add `gesture = \"NAME\"`, with the NAME of a `[gesture.NAME]`")
  static func namedTwice(_ name: String) -> DiagnosticText {
    DiagnosticText("\(name.quoted) is named twice", fix: "name it once")
  }
  static let bindingWithoutAction = DiagnosticText("this binding has no action", fix: "add one, such as `run = \"…\"`")

  static func badName(_ name: String, of section: String) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) can't be the name of a \(section)",
      fix: "use letters, digits and `-`, without `:` or control characters")
  }

  static func missingKind(_ name: String) -> DiagnosticText {
    DiagnosticText(
      "\(name.quoted) has no `kind`", fix: "add a line such as `kind = \"swipe\"`; \(listCommand) lists them all")
  }

  static func unknownKind(_ name: String, _ kinds: [String]) -> DiagnosticText {
    DiagnosticText("unknown gesture kind \(name.quoted)", fix: otherKind(name, kinds))
  }

  private static func otherKind(_ name: String, _ kinds: [String]) -> String {
    if let meant = OtherWords.gesture(name), kinds.contains(meant.kind) {
      guard meant.settings.isEmpty else { return "write \(lines(["kind = \"\(meant.kind)\""] + meant.settings))" }
      return "\(didYouMean(meant.kind)) \(listCommand) lists them all"
    }
    return (didYouMean(name, among: kinds).map { "\($0) " } ?? "") + "\(listCommand) lists them all"
  }

  private static func lines(_ settings: [String]) -> String { settings.map { "`\($0)`" }.listed("and") }

  /// A key that is another word for `kind`, with its value.
  static func otherWordForKind(_ key: String, _ value: String) -> DiagnosticText {
    let meant = OtherWords.gesture(value)
    let all = ["kind = \"\(meant?.kind ?? value.lowercased())\""] + (meant?.settings ?? [])
    return DiagnosticText("unknown key \(key.quoted)", fix: "write \(lines(all))")
  }
}

// Keys
extension DiagnosticText {
  static func unknownGestureKey(_ name: String, _ kind: Kind, among kinds: KindTable) -> DiagnosticText {
    if let fix = misplaced(name, in: .gesture(isDiscrete: kind.isDiscrete)) ?? misplacedInGesture(name) {
      return DiagnosticText("unknown key \(name.quoted)", fix: fix)
    }
    return unknownKey(name, kind, others: keysOfGestures, kinds)
  }

  /// The keys of gestures that are no settings.
  private static let keysOfGestures: [String] = {
    let keys = [
      "kind", "device", "zone", "tags", "priority", "receive", "begin-if", ExcludedApps.key, "exclusive-touch-type",
      OverlayRules.gestureKey,
    ]
    let delivery = DeliveryKey.allCases.map(\.rawValue) + DeviceClass.allCases.map(\.rawValue)
    return keys + delivery + RelationKey.allCases.map(\.rawValue) + Trigger.allCases.map(\.rawValue)
  }()

  static func unknownSetting(_ name: String, _ kind: Kind, among kinds: KindTable) -> DiagnosticText {
    unknownKey(name, kind, others: [], kinds)
  }

  /// A longer list of kinds is no help.
  private static let mostOwners = 8

  /// A key in a gesture whose kind is not known, and that no kind has.
  static func unknownKeyOfAnyKind(_ name: String, ofClass: Bool, among kinds: KindTable) -> DiagnosticText {
    let message = "unknown key \(name.quoted)"
    if name == includeKey { return misplacedInclude }
    if !ofClass, let fix = misplaced(name, in: .gesture(isDiscrete: true)) ?? misplacedInGesture(name) {
      return DiagnosticText(message, fix: fix)
    }
    let keys = kinds.settingNames + (ofClass ? [] : keysOfGestures)
    return DiagnosticText(
      message,
      fix: (OtherWords.key(name, among: keys) ?? Nearest.name(to: name, among: keys)).map { didYouMean($0) }
        ?? "no kind of gesture has it: \(listCommand) lists their settings")
  }

  private static func unknownKey(
    _ name: String, _ kind: Kind, others: [String], _ kinds: KindTable
  ) -> DiagnosticText {
    if name == includeKey { return misplacedInclude }
    let owners = kinds.owners(of: name)
    if !owners.isEmpty {
      return DiagnosticText(
        "\(kind.withArticle) has no \(name.quoted)",
        fix: owners.count <= mostOwners ? "that is a setting of \(owners.listed("and"))" : whereSettingsAre(kind))
    }
    let keys = kind.allSettings.map(\.name) + others
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: OtherWords.key(name, among: keys).map { didYouMean($0) } ?? didYouMean(name, among: keys)
        ?? whereSettingsAre(kind))
  }

  private static func whereSettingsAre(_ kind: Kind) -> String {
    "`gesture-bridge gestures \(kind.name)` lists the settings of \(kind.withArticle)"
  }

  static func unknownBindingKey(_ name: String) -> DiagnosticText {
    if name == includeKey { return misplacedInclude }
    let keys = BindingReader.keys
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: misplaced(name, in: .binding) ?? didYouMean(name, among: keys)
        ?? "a binding has the keys \(keys.listed("and"))")
  }

  /// Advice on a key that belongs into an action.
  private static func misplaced(_ name: String, in place: MisplacedKey) -> String? {
    if OtherWords.forRun.contains(name) { return didYouMean(RunEffect.key) }
    if name == StepReader.everyKey || StepSettings.StepWay(rawValue: name) != nil {
      return "write `step = { every = \"6 mm\", up = \"…\" }`"
    }
    return switch ActionOption(rawValue: name) {
    case .overlap: "write `run = { run = \"…\", overlap = \"skip\" }`"
    case .atMostEvery: "write `run = { run = \"…\", at-most-every = \"50 ms\" }`"
    case .repeats: "write `began = { run = \"…\", repeat = \"100 ms\" }`"
    case .scope: "write `run = { run = \"…\", scope = true }`, or put it into `[commands]`"
    case nil: Effects.kind(name)?.advice(at: place)
    }
  }

  private static func misplacedInGesture(_ name: String) -> String? {
    guard name == ConditionPlace.binding.key else { return nil }
    return "write `receive = {…}` or `begin-if = {…}`, or give the `when` to a `[[binding]]`"
  }

  static func noDefault(_ setting: String) -> DiagnosticText {
    DiagnosticText("`\(setting)` can't be set in defaults", fix: "move it to a `[gesture.NAME]`")
  }

  static func unknownOverride(_ name: String, _ kinds: KindTable, others: [String]) -> DiagnosticText {
    if name == includeKey { return misplacedInclude }
    let names = kinds.names
    if let kind = kinds.owners(of: name).first.flatMap(kinds.kind) {
      let setting = kind.allSettings.first { $0.name == name }
      if setting.map(kind.mayHaveDefault) == false { return noDefault(name) }
      return DiagnosticText(
        "\(name.quoted) is a setting of a kind, and the kind is missing",
        fix: "put the kind before it: `\(kind.name).\(name) = …`")
    }
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: names + others) ?? "the keys here are \((others + names).listed("and"))")
  }

  static func kindIsNoTable(_ kind: Kind) -> DiagnosticText {
    let example = kind.settings.first(where: kind.mayHaveDefault) ?? CommonSettings.fingers.declaration
    return DiagnosticText(
      "`\(kind.name)` is a kind of gesture, not a setting",
      fix: "set one of its settings: `\(kind.name).\(example.example)`")
  }
}

extension Kind {
  /// `a swipe`, `an edge-pan`.
  var withArticle: String { (name.first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + name }

  /// `swipes`, `pinches`.
  var plural: String { name + (name.hasSuffix("h") || name.hasSuffix("s") ? "es" : "s") }
}

extension [String] {
  /// The elements as a sentence lists them: `a, b and c`.
  public func listed(_ word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

// Files that include others
extension DiagnosticText {
  static let includeKey = "include"

  static let emptyInclude = DiagnosticText(
    "this `include` is empty", fix: "write a path, as in `include = [\"layers/media.toml\"]`")

  static let misplacedInclude = DiagnosticText(
    "`include` can't be in a section", fix: "move it to the top of the file, before the first `[section]`")

  static let nullInPath = DiagnosticText("a path can't contain a NUL character", fix: "remove it")

  static let noHome = DiagnosticText("`~` can't be expanded: HOME is not set", fix: "write the whole path")

  static func noIncludes(_ path: String) -> DiagnosticText {
    DiagnosticText("can't read \(path.short): this text is not from a file", fix: "put everything into one file")
  }

  static func includedTooDeep(_ most: Int) -> DiagnosticText {
    DiagnosticText("more than \(most) files include one another", fix: "include all of them from one file")
  }

  static func includeCircle(_ files: [String]) -> DiagnosticText {
    DiagnosticText(
      files.count == 2 ? "the file includes itself" : "the file includes itself: \(round(files))",
      fix: files.count == 2 ? "remove it" : "remove one of them")
  }

  static func includedAlready(_ path: String, _ first: FileLocation) -> DiagnosticText {
    DiagnosticText("\(path.quoted) is included already, at \(first)", fix: "remove one of the two")
  }

  static func definedAlready(_ section: String, _ name: String, _ first: FileLocation) -> DiagnosticText {
    let more = section == "gesture" ? "; a `[[binding]]` can give it other actions" : ""
    return DiagnosticText(
      "there is a \(section) \(name.quoted) already, at \(first)", fix: "rename or remove one of the two\(more)")
  }
}

// Examples of drawings, in files of their own
extension DiagnosticText {
  static let templateExample = "star"
  static let pointsExample = "points = [[0, 0], [10, 12.5]]"
  private static let stroke = "`[[\(TemplateFile.strokeKey)]]`"
  private static let points = "`\(TemplateFile.pointsKey)`"

  static func badTemplateName(_ name: String) -> DiagnosticText {
    let file = name.split(separator: "/").last.map(String.init) ?? ""
    let suffix = TemplateFile.suffix
    let bare = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
    let isPath = bare != name && TemplateFile.isName(bare)
    return DiagnosticText(
      "\(name.quoted) can't be the name of a drawing",
      fix: isPath
        ? "write \(bare.quoted), which is read from `\(TemplateFile.folder)/\(bare.short)\(suffix)`"
        : "use letters, digits, `-` and `_`, \(TemplateFile.longestName) at most")
  }

  /// A file of examples that could not be read.
  static func unreadTemplates(_ name: String, _ refusal: Includes.Refusal) -> DiagnosticText {
    guard refusal.isMissing else { return DiagnosticText(refusal.message, fix: refusal.fix) }
    let shape = StrokeShape(rawValue: name).flatMap { $0 == .none ? nil : ", or write `shape = \(name.quoted)`" }
    return DiagnosticText(refusal.message, fix: "make it with `gesture-bridge learn \(name.short)`\(shape ?? "")")
  }

  static func unknownTemplateKey(_ name: String) -> DiagnosticText {
    let message = "unknown key \(name.quoted)"
    if name == TemplateFile.pointsKey { return DiagnosticText(message, fix: "write \(stroke) on a line before it") }
    return DiagnosticText(
      message,
      fix: didYouMean(name, among: [TemplateFile.strokeKey])
        ?? "a file of examples has only \(stroke), each with its \(points)")
  }

  static func unknownStrokeKey(_ name: String) -> DiagnosticText {
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: didYouMean(name, among: [TemplateFile.pointsKey]) ?? "a stroke has only \(points)")
  }

  static func noStrokes(_ name: String) -> DiagnosticText {
    DiagnosticText("there is no stroke in this file", fix: "draw some with `gesture-bridge learn \(name.short)`")
  }

  static let strokeIsNoList = DiagnosticText("a stroke needs double brackets", fix: "write \(stroke)")

  static func tooManyStrokes(_ count: Int, most: Int) -> DiagnosticText {
    DiagnosticText(
      "this file has \(count) strokes", fix: "at most \(most) can be compared with a drawing: remove the others")
  }

  static let strokeWithoutPoints = DiagnosticText(
    "this stroke has no \(points)", fix: "write `\(pointsExample)`, in mm")

  static func tooManyPoints(_ count: Int, most: Int) -> DiagnosticText {
    DiagnosticText("this stroke has \(count) points", fix: "at most \(most) are allowed: leave out every second one")
  }

  static let strokeWithoutLength = DiagnosticText(
    "this stroke has no length", fix: "write at least two different points")

  static let notAPoint = DiagnosticText("this is not a point", fix: "write `[x, y]`: two numbers, in mm")

  static func farPoint(_ farthest: Double) -> DiagnosticText {
    let bound = decimal(farthest, places: 0)
    return DiagnosticText("this number is out of range", fix: "points may be at -\(bound) to \(bound), in mm")
  }
}

// Alternative settings
extension DiagnosticText {
  static func missingAlternative(_ kind: Kind, _ settings: [SettingDeclaration]) -> DiagnosticText {
    DiagnosticText(
      "\(kind.withArticle) needs one of \(settings.map { "`\($0.name)`" }.listed("and"))",
      fix: "add a line such as \(settings.map { "`\($0.example)`" }.listed("or"))")
  }

  static func secondAlternative(_ name: String, beside other: String) -> DiagnosticText {
    DiagnosticText("`\(name)` can't be used together with `\(other)`", fix: "remove one of the two")
  }
}

// The comment at the top of a file of examples
extension DiagnosticText {
  /// Lines of a comment.
  static func templateHeader(_ name: String) -> [String] {
    [
      "Examples of a drawing, for `templates = [\"\(name.visible)\"]` in the rules file beside this folder.",
      "Each is the way of the fingers in mm: x to the right, y down.",
    ]
  }
}

extension String {
  /// Cut if it would fill the screen.
  var short: String { Words.cut(self) }

  /// In quotes, and cut if it would fill the screen.
  var quoted: String { "\"\(short)\"" }
}
