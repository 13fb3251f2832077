import GestureCore

/// Recognizes a contact whose release the firmware has lost, or a drop of water: unlike a resting finger, such a
/// contact doesn't change by a single unit while other contacts lift and land.
package struct StillnessRule: Equatable, Sendable {
  /// The time within which a real contact would change: twice the time between two scans of the slowest touchpads (80 Hz).
  static let scan = TimeSpan(milliseconds: 25)
  /// The time after which a contact is dead if it stopped in the scan in which another contact lifted. A resting finger
  /// stops at another time, and trembles when a neighbour lifts.
  private static let afterLift = TimeSpan(milliseconds: 2000)
  /// The time after which any other contact is dead. The longest recorded rest without a change is 3.2 s on a touchpad that counts its
  /// fingers itself, and 0.5 s on other touchpads.
  private static let alone = TimeSpan(milliseconds: 5000)
  /// The limit on touchscreens, and for contacts that the device's own count confirms.
  private static let longest = TimeSpan(milliseconds: 60_000)

  /// Whether a dead contact is the firmware's fault, so that it counts again as soon as it changes. On a touchscreen it is dirt or water.
  let isOfFirmware: Bool

  package static let touchscreen = StillnessRule(isOfFirmware: false)
  package static let touchpad = StillnessRule(isOfFirmware: true)

  /// The longest time that a finger can stay unchanged. `countConfirms` comes from `FingerCount.confirms`.
  func limit(countConfirms: Bool?, stoppedWithLift: Bool) -> TimeSpan {
    guard isOfFirmware, countConfirms != true else { return Self.longest }
    return stoppedWithLift || countConfirms == false ? Self.afterLift : Self.alone
  }
}
