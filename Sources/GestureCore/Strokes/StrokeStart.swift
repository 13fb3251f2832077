/// What fingers must do before they draw: nothing, rest for a while, or press hard.
public enum StrokeStart: Equatable, Sendable {
  case atOnce
  case rest(TimeSpan)
  case forcePress

  /// How long a rest may be, in milliseconds.
  public static let rests = 50.0...10_000.0

  public static let atOnceName = "landing"
  public static let restName = "rest"
  public static let forcePressName = "force-press"

  /// Reads it as the rules file has it: `landing`, `rest 300 ms`, `force-press`.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    switch words.first.map(String.init) {
    case Self.atOnceName where words.count == 1: self = .atOnce
    case Self.forcePressName where words.count == 1: self = .forcePress
    case Self.restName where words.count > 1:
      guard let milliseconds = Self.milliseconds(words[1]) else { return nil }
      self = .rest(TimeSpan(milliseconds: milliseconds))
    default: return nil
    }
  }

  /// As the rules file has it.
  public var text: String {
    switch self {
    case .atOnce: Self.atOnceName
    case .rest(let span): "\(Self.restName) \(Measure(span))"
    case .forcePress: Self.forcePressName
    }
  }

  private static func milliseconds(_ text: Substring) -> Double? {
    guard let span = try? quantity(String(text), .milliseconds), rests.contains(span) else { return nil }
    return span
  }
}
