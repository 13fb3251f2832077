import Text

/// Another program's configuration as rules of gesture-bridge.
public struct ImportResult {
  public let rules: String
  /// The number of converted gestures, out of `total`.
  public let converted: Int
  public let total: Int
  /// A message for each part of the configuration that was not converted, with the part's line and the reason.
  public let remarks: [String]
  /// The remarks about parts that aren't gestures.
  public let notes: [String]
  /// The gestures in the order of their lines. Each has its new rules, or the reason why it was not converted.
  public let gestures: [ForeignGesture]
  let items: [ImportedItem]

  /// Converts `bytes`, the content of the file named `file`. Throws if the text isn't in the format or has no gestures.
  public init(_ format: ImportFormat, bytes: [UInt8], file: String) throws(ImportError) {
    let source = try ConfigText(bytes, file: file)
    var items = try format.importer.init(source).items
    items += Self.unclaimed(source, items) + Sectors.items(items)
    let resolved = ImportConflictResolver(items, precedence: format.importer.precedence)
    guard resolved.total > 0 else {
      throw source.error(nil, "no \(format.rawValue) gestures found", fix: format.importer.fix)
    }
    let writer = RulesWriter(format: format, file: file, resolved: resolved)
    (rules, converted, total) = (writer.text, resolved.converted, resolved.total)
    let sorted = resolved.remarks.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    func text(_ place: (lines: ClosedRange<Int>, remark: Remark)) -> String {
      "\(file):\(place.lines.lowerBound): \(ImportWording.notConverted(place.remark))"
    }
    remarks = sorted.map(text)
    notes = sorted.filter { !$0.remark.isGesture }.map(text)
    let refused = sorted.filter(\.remark.isGesture).map { lines, remark in
      ForeignGesture(line: lines.lowerBound, words: remark.text, refusal: remark.reason, parts: [])
    }
    gestures = (writer.gestures + refused).sorted { $0.line < $1.line }
    self.items = items
  }

  public var summary: String {
    let gestures = total == 1 ? "gesture" : "gestures"
    return converted == total ? "\(total) \(gestures) converted" : "\(converted) of \(total) \(gestures) converted"
  }

  /// Remarks about lines that the importer hasn't read.
  static func unclaimed(_ source: ConfigText, _ items: [ImportedItem]) -> [ImportedItem] {
    let claimed = items.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    return source.nonBlankLines.filter { !claimed.contains($0) }
      .map { ImportedItem($0, .remark(source.line($0), "not understood")) }
  }
}

/// A program whose configuration can be imported, by its name on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
  case libinputGestures = "libinput-gestures"
  case touchegg, fusuma, lisgd, gebaar, hyprgrass
  case inputActions = "inputactions"

  var importer: any RulesImporter.Type {
    switch self {
    case .libinputGestures: LibinputGesturesImporter.self
    case .touchegg: ToucheggImporter.self
    case .fusuma: FusumaImporter.self
    case .inputActions: InputActionsImporter.self
    case .lisgd: LisgdImporter.self
    case .gebaar: GebaarImporter.self
    case .hyprgrass: HyprgrassImporter.self
    }
  }

  /// The usual paths of the configuration, the most likely first. `configFolder` is `$XDG_CONFIG_HOME` or its default.
  public func places(configFolder: String) -> [String] {
    importer.places.map { $0.hasPrefix("/") ? $0 : "\(configFolder)/\($0)" }
  }
}

/// Reads the configuration of one program.
protocol RulesImporter {
  init(_ source: ConfigText) throws(ImportError)
  var items: [ImportedItem] { get }
  /// The usual paths of the configuration, absolute or relative to the configuration folder.
  static var places: [String] { get }

  /// The rule by which the program chooses between lines for the same gesture.
  static var precedence: ImportPrecedence { get }

  static var fix: String { get }  // the fix for a file without gestures: an instruction with an example

  static var waitsForLift: Bool { get }  // whether the program runs commands only when the fingers lift
}

extension RulesImporter {
  static var precedence: ImportPrecedence { .last }
}

/// The line that the program uses if several lines are for the same gesture.
enum ImportPrecedence {
  case first, last
}

enum ImportWording {
  static let notText = "the file is not UTF-8 text"
  static let neverUsed = "for each number of fingers, another line is used instead"
  static let noFactor = "the value must be a number above 0"
  static let noClosingQuote = "a quote in its command is not closed"
  static let nothingEscaped = "its command ends with a \\"
  static let namesInNix = "the paths into the Nix store are removed, so the programs must be in `$PATH`"
  static let filledInByNix = "Nix fills in a part of the command; import the file that Nix makes from this file"
  static let ownOption = "gesture-bridge has no similar setting"

  static func inOneRow(_ word: String) -> String { "\"\(word)\" is converted as if the desktops were in one row" }
  static func notConverted(_ remark: Remark) -> String { "not converted: \(remark.text) (\(remark.reason))" }

  static func notConverted(_ remark: Remark, _ lines: ClosedRange<Int>) -> String {
    "not converted: line \(lines.lowerBound): \(remark.text) (\(remark.reason))"
  }

  static func outdone(_ precedence: ImportPrecedence, by line: Int) -> String {
    "line \(line) is for the same gesture; only the \(precedence == .first ? "first" : "last") such line counts"
  }

  static func fewFingers(_ form: ImportedForm) -> String {
    let fingers = form.touchpadFingers
    return
      "on touchpads libinput reports \(form.plural) with \(fingers.lowerBound) to \(fingers.upperBound) fingers only"
  }
}
