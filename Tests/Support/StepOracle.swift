/// Counts steps as the specification describes it, in whole numbers: from the start, and after a reversal from the last
/// step that was made.
public struct StepOracle {
  private let step: Int
  private var last = 0
  /// Steps in the direction in which the place grows.
  public private(set) var forward = 0
  public private(set) var backward = 0

  public init(_ step: Int) { self.step = step }

  public mutating func go(to position: Int) {
    while position - last >= step {
      last += step
      forward += 1
    }
    while last - position >= step {
      last -= step
      backward += 1
    }
  }
}
