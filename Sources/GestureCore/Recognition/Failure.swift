/// Why a recognizer failed, in its own measurements: `moved 4.2 mm, slop 3 mm`.
public struct Failure: Equatable, Sendable, CustomStringConvertible {
  /// What the hand did: `moved`, `held`, `turned`.
  public let what: String
  public let measured: Measure?
  /// The setting that decided, by its name in the rules file.
  public let setting: String?
  public let limit: Measure?

  /// What the hand did, and where a setting decided, what was measured, that setting and its limit, in the same unit.
  public init(_ what: String, _ measured: Measure? = nil, _ setting: String? = nil, _ limit: Measure? = nil) {
    self.what = what
    self.measured = measured
    self.setting = setting
    self.limit = limit
  }

  public var description: String {
    guard let measured else { return what }
    guard let setting, let limit else { return "\(what) \(measured)" }
    // Where rounding hides the difference, it is said more exactly.
    var extra = 0
    while extra < 3, measured != limit, measured.text(extra: extra) == limit.text(extra: extra) { extra += 1 }
    return "\(what) \(measured.text(extra: extra)), \(setting) \(limit.asSetting(extra: extra))"
  }
}
