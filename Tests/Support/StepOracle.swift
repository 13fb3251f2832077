/// Counts steps as the specification describes it, in whole numbers: from the start, and after a reversal from the last
/// step that was made.
public struct StepOracle {
  private let step: Int
  private var last = 0
  /// Steps in the direction in which the place grows.
  public private(set) var forth = 0
  public private(set) var back = 0

  public init(_ step: Int) { self.step = step }

  public mutating func go(to place: Int) {
    while place - last >= step {
      last += step
      forth += 1
    }
    while last - place >= step {
      last -= step
      back += 1
    }
  }
}
