import GestureCore

/// Distinguishes a contact whose release the firmware has lost, or a drop of water, from a resting finger: such a contact doesn't change
/// by a single unit while others lift and land.
package struct StillnessRule: Equatable, Sendable {
  /// Within this time a real contact would change: twice the time between two scans of the slowest touchpads (80 Hz).
  static let scan = TimeSpan(milliseconds: 25)
  /// The time after which a contact is dead if it stopped in the scan in which another one lifted. A resting finger stops at a time of its
  /// own, and trembles when its neighbour lifts.
  private static let afterLift = TimeSpan(milliseconds: 2000)
  /// The time for any other contact. The longest recorded rest without a change is 3.2 s, on a touchpad that counts its fingers itself,
  /// and 0.5 s on others.
  private static let alone = TimeSpan(milliseconds: 5000)
  /// The time after which no contact is a finger, even if the device counts it.
  private static let longest = TimeSpan(milliseconds: 60_000)

  /// Whether a dead contact is the firmware's fault, so that it lives again as soon as it changes. On a touchscreen it is dirt or water.
  let isOfFirmware: Bool

  package static let touchscreen = StillnessRule(isOfFirmware: false)
  package static let touchpad = StillnessRule(isOfFirmware: true)

  /// The longest rest of a finger. `countConfirms` is true if the device itself counts as many fingers as there are contacts; nil if it doesn't
  /// count.
  func limit(countConfirms: Bool?, stoppedWithLift: Bool) -> TimeSpan {
    guard isOfFirmware, countConfirms != true else { return Self.longest }
    return stoppedWithLift || countConfirms == false ? Self.afterLift : Self.alone
  }
}
