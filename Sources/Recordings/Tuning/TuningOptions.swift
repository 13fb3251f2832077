/// How far a proposal goes.
public struct TuningOptions: Equatable, Sendable {
  /// So many of a hundred attempts are to be recognized, by nearest rank: with the standard, of fewer than twenty all.
  public var percentile: Double
  /// By what share a threshold is moved beyond what the attempts would have needed, so that the next one passes too.
  public var margin: Double

  public static let standard = TuningOptions(percentile: 95, margin: RuleChange.margin)

  public init(percentile: Double, margin: Double) {
    self.percentile = percentile
    self.margin = margin
  }

  /// Of so many attempts, the place of the one that has to be recognized still, from 0, the easiest first.
  func rank(of count: Int) -> Int {
    let wanted = (percentile / 100 * Double(count)).rounded(.up)
    return min(max(Int(wanted), 1), count) - 1
  }
}
