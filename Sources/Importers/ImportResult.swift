/// Another program's configuration as rules of gesture-bridge.
public struct ImportResult {
  public let rules: String
  /// The number of the source's gestures that were converted; `total` is the number of all its gestures.
  public let carried: Int
  public let total: Int
  /// A line for each part of the source that was not converted, with its position and the reason.
  public let remarks: [String]
  /// The items from the lines of the source.
  let items: [ImportedItem]

  /// Converts `bytes`, the content of the file named `file`.
  ///
  /// Throws if the text is not in the format, or has no gestures.
  public init(_ format: ImportFormat, bytes: [UInt8], file: String) throws(ImportError) {
    let source = try ConfigText(bytes, file: file)
    var items = try format.importer.init(source).items
    items += Self.unclaimed(source, items)
    let resolved = ImportConflictResolver(items, precedence: format.importer.precedence)
    guard resolved.total > 0 else {
      throw source.error(nil, ImportWording.nothing(format), fix: format.importer.example)
    }
    rules = RulesWriter(format: format, file: file, resolved: resolved).text
    carried = resolved.carried
    total = resolved.total
    remarks = resolved.remarks.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
      .map { "\(file):\($0.lines.lowerBound): \(ImportWording.notCarried($0.remark))" }
    self.items = items
  }

  public var summary: String { ImportWording.summary(carried, of: total) }

  /// Items for lines that no importer has read, so that nothing gets lost silently.
  static func unclaimed(_ source: ConfigText, _ items: [ImportedItem]) -> [ImportedItem] {
    let claimed = items.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    return source.written.filter { !claimed.contains($0) }
      .map { ImportedItem($0, .remark(source.line($0), ImportWording.notUnderstood)) }
  }
}

/// A program whose configuration can be imported, by its name on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
  case libinputGestures = "libinput-gestures"
  case touchegg, fusuma, lisgd, gebaar

  /// The importer of the program; each new program needs a line here.
  var importer: any RulesImporter.Type {
    switch self {
    case .libinputGestures: LibinputGesturesImporter.self
    case .touchegg: ToucheggImporter.self
    case .fusuma: FusumaImporter.self
    case .lisgd: LisgdImporter.self
    case .gebaar: GebaarImporter.self
    }
  }

  /// The usual paths of the program's configuration; the first existing one is used. `configFolder` is `$XDG_CONFIG_HOME` or its
  /// default. Empty for a program without a configuration file.
  public func places(configFolder: String) -> [String] { importer.places(configFolder: configFolder) }
}

/// Reads the configuration of one program.
protocol RulesImporter {
  /// Reads the lines of `source`. Throws if the text is not in this format at all.
  init(_ source: ConfigText) throws(ImportError)

  var items: [ImportedItem] { get }

  /// The usual paths of the configuration, the most likely first.
  static func places(configFolder: String) -> [String]

  /// The rule by which the program chooses between lines for the same gesture.
  static var precedence: ImportPrecedence { get }

  /// An example of a gesture, for the message that a file has no gestures.
  static var example: String { get }

  /// Whether the program runs commands only when the fingers lift.
  static var waitsForLift: Bool { get }
}

extension RulesImporter {
  static var precedence: ImportPrecedence { .last }
}

/// The line that the program uses if several lines are for the same gesture.
enum ImportPrecedence {
  case first, last
}

/// The texts of imports, except those about single formats.
enum ImportWording {
  static let notText = "the file is not UTF-8 text"
  static let notTextFix = "name the configuration file itself"
  static let notUnderstood = "not understood"
  static let neverUsed = "other lines already use every number of fingers"
  static let emptyCommand = "it has no command"
  static let sectors = "each of the eight directions gets an eighth of the circle"
  static let oneTuning = "its threshold is ignored: a gesture has one threshold for all applications"
  static let anySpeed = "at any speed"
  static let noFactor = "it must be a number above 0"
  static let noClosingQuote = "a quote in its command is not closed"
  static let nothingEscaped = "its command ends with a \\"

  static func needs(_ tool: String) -> String { "needs \(tool)" }

  static func unknownKey(_ keys: String) -> String { "a key of \"\(keys)\" is not known" }

  static func noSuchAction(_ action: String) -> String { "there is no command for \(action)" }

  static func nothing(_ format: ImportFormat) -> String { "no \(format.rawValue) gestures found" }

  static func header(_ format: ImportFormat, file: String) -> [String] {
    [
      "Rules for gesture-bridge, imported from \(format.rawValue).",
      "Source: \(file); the line numbers refer to it",
      "Written by: gesture-bridge import \(format.rawValue) \(ShellText.quoted(file))",
    ]
  }

  static func count(_ carried: Int, of total: Int) -> String {
    let count = carried == total ? "\(total)" : "\(carried) of \(total)"
    let rest = carried == total ? "" : "; look for \"not converted\""
    return "\(count) \(total == 1 ? "gesture" : "gestures") converted\(rest)"
  }

  static func summary(_ carried: Int, of total: Int) -> String {
    let gestures = total == 1 ? "gesture" : "gestures"
    return carried == total
      ? "\(total) \(gestures) converted"
      : "\(carried) of \(total) \(gestures) converted; \(total - carried) not, see the comments"
  }

  static func origin(_ lines: [Int]) -> String {
    lines.count == 1 ? "line \(lines[0])" : "lines \(lines.map(String.init).joined(separator: ", "))"
  }

  static func notCarried(_ remark: Remark) -> String { "not converted: \(remark.text) (\(remark.reason))" }

  static func notCarried(_ remark: Remark, _ lines: ClosedRange<Int>) -> String {
    "not converted: line \(lines.lowerBound): \(remark.text) (\(remark.reason))"
  }

  static func setting(_ setting: ImportedSetting, line: Int) -> String {
    "line \(line): \(setting.words): \(setting.conversion)"
  }

  static func replaced(by line: Int) -> String { "line \(line) sets it again, and the later one counts" }

  static func outdone(_ precedence: ImportPrecedence, by line: Int) -> String {
    switch precedence {
    case .first: "line \(line) is for the same gesture and comes first"
    case .last: "line \(line) is for the same gesture and replaces it"
    }
  }

  static func yielded(to line: Int) -> String { "line \(line) is for all applications and takes precedence" }

  static func fewFingers(_ form: ImportedForm) -> String {
    let fingers = form.touchpadFingers
    return
      "on touchpads libinput reports \(form.plural) with \(fingers.lowerBound) to \(fingers.upperBound) fingers only"
  }

  static func noSuchCount(_ word: String) -> String { "\"\(word)\" is not a number of fingers, 1 to 10" }

  /// The lines that explain at what time the program runs commands; empty if gesture-bridge does the same.
  static func difference(_ format: ImportFormat) -> [String] {
    format.importer.waitsForLift
      ? ["\(format.rawValue) runs commands when the fingers lift, gesture-bridge as soon as the gesture is certain."]
      : []
  }
}
