/// Numbers that only look random, the same for the same seed: SplitMix64, by Steele, Lea and Flood.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 to below `limit`; 0 for a limit of 0.
  public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  /// A number from 0 to below 1.
  public mutating func share() -> Double { Double(next() >> 11) / 0x1p53 }
}
