import GestureCore

/// Recognizes a dead contact: a contact whose release the firmware has lost, or a drop of water. Unlike a resting
/// finger, a dead contact doesn't change by a single unit while other contacts lift and land.
package struct StillnessRule: Equatable, Sendable {
  /// A contact has stopped with a lift if it last changed at most this time before another contact lifted: twice the
  /// time between two scans of the slowest touchpads (80 Hz).
  static let scan = TimeSpan(milliseconds: 25)
  /// After this time without a change, a contact is dead if it stopped in the scan in which another contact lifted. A
  /// resting finger stops at another time, and trembles when a neighbour lifts.
  private static let afterLift = TimeSpan(milliseconds: 2000)
  /// After this time without a change, any other contact is dead. The longest recorded rest without a change is 3.2 s
  /// on a touchpad that counts its fingers itself, and 0.5 s on other touchpads.
  private static let alone = TimeSpan(milliseconds: 5000)
  /// The limit on touchscreens, and on touchpads whose own count of fingers includes the contact.
  private static let longest = TimeSpan(milliseconds: 60_000)

  /// Whether dead contacts are the firmware's fault, and count again once they change. If not, they are dirt or water.
  let isOfFirmware: Bool

  package static let touchscreen = StillnessRule(isOfFirmware: false)
  package static let touchpad = StillnessRule(isOfFirmware: true)

  /// The longest time that a finger can stay unchanged. `countConfirms` comes from `FingerCount.confirms`.
  func limit(countConfirms: Bool?, stoppedWithLift: Bool) -> TimeSpan {
    guard isOfFirmware, countConfirms != true else { return Self.longest }
    return stoppedWithLift || countConfirms == false ? Self.afterLift : Self.alone
  }
}
