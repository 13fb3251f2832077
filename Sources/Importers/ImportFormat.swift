/// A program whose configuration can be imported, by the name it has on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
  case libinputGestures = "libinput-gestures"
  case touchegg, fusuma, lisgd, gebaar

  /// What reads it: the one line by which an importer is registered.
  var importer: any RulesImporter.Type {
    switch self {
    case .libinputGestures: LibinputGesturesImporter.self
    case .touchegg: ToucheggImporter.self
    case .fusuma: FusumaImporter.self
    case .lisgd: LisgdImporter.self
    case .gebaar: GebaarImporter.self
    }
  }

  /// Where its configuration usually stands, the first that exists counts; `configFolder` is `$XDG_CONFIG_HOME` or what
  /// stands for it. Empty for a program that has no such file.
  public func places(configFolder: String) -> [String] { importer.places(configFolder: configFolder) }
}

/// Reads the configuration of one program.
protocol RulesImporter {
  /// What became of the lines of `source`. Throws where it is not of this format at all.
  init(_ source: ConfigText) throws(ImportError)

  var items: [ImportedItem] { get }

  /// Where the configuration usually stands, the most likely first.
  static func places(configFolder: String) -> [String]

  /// Which of two lines that say something else for the same gesture the program obeys.
  static var precedence: ImportPrecedence { get }

  /// How a gesture is written, for a file that has none.
  static var example: String { get }

  /// Whether the program runs commands only when the fingers lift.
  static var waitsForLift: Bool { get }
}

extension RulesImporter {
  static var precedence: ImportPrecedence { .last }
}

/// Which of several lines for the same gesture counts.
enum ImportPrecedence {
  case first, last
}
