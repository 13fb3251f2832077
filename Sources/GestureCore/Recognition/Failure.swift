/// Why a recognizer failed, in its own measurements: `moved 4.2 mm, slop 3 mm`.
public struct Failure: Equatable, Sendable, CustomStringConvertible {
  /// What the hand did: `moved`, `held`, `turned`.
  public let what: String
  public let measured: Measure?
  /// What the measure is of, said after it: `from the left edge`.
  public let detail: String?
  /// The setting that decided, by its name in the rules file.
  public let setting: String?
  public let limit: Measure?
  /// What that setting would have had to be for this attempt, where that is not what was measured.
  public private(set) var needed: Measure?

  /// What the hand did, and where a setting decided, what was measured, that setting and its limit, in the same unit.
  public init(_ what: String, _ measured: Measure? = nil, _ setting: String? = nil, _ limit: Measure? = nil) {
    self.what = what
    self.measured = measured
    detail = nil
    self.setting = setting
    self.limit = limit
  }

  /// The same with what the measure is of: `landed 5.1 mm from the left edge, band 3.2 mm`.
  public init(_ what: String, _ measured: Measure, detail: String, _ setting: String, _ limit: Measure) {
    self.what = what
    self.measured = measured
    self.detail = detail
    self.setting = setting
    self.limit = limit
  }

  /// The same, where what was measured is not in the setting's own terms: it would have had to be `measure`.
  public func needing(_ measure: Measure) -> Failure {
    var failure = self
    failure.needed = measure
    return failure
  }

  public var description: String {
    guard let measured else { return what }
    let detail = detail.map { " " + $0 } ?? ""
    guard let setting, let limit else { return "\(what) \(measured)\(detail)" }
    // Where rounding hides the difference, it is said more exactly.
    var extra = 0
    while extra < 3, measured != limit, measured.text(extra: extra) == limit.text(extra: extra) { extra += 1 }
    return "\(what) \(measured.text(extra: extra))\(detail), \(setting) \(limit.asSetting(extra: extra))"
  }
}
