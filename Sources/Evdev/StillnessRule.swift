import GestureCore

/// Recognizes dead contacts, for example after a lost release. They don't change at all, but resting fingers tremble.
package struct StillnessRule: Equatable, Sendable {
  /// If a contact's last change was at most this long before another contact lifted, the contact stopped with that
  /// lift. This is the time of two scans on the slowest touchpads (80 Hz).
  static let scan = TimeSpan(milliseconds: 25)
  /// The limit on touchpads if the device's own count is too low to include the contact, or if this count isn't known
  /// and the contact stopped when another one lifted.
  private static let afterLift = TimeSpan(milliseconds: 2000)
  /// The limit on touchpads if the contact stopped without another contact's lift and the touchpad's own count isn't
  /// known. In recordings, a resting finger stays unchanged for at most 3.2 s.
  private static let alone = TimeSpan(milliseconds: 5000)
  /// The limit on touchscreens, and if the touchpad's own count includes the contact.
  private static let longest = TimeSpan(milliseconds: 60_000)

  /// Whether dead contacts are the firmware's fault. Such contacts count again once they change.
  let isOfFirmware: Bool

  package static let touchscreen = StillnessRule(isOfFirmware: false)
  package static let touchpad = StillnessRule(isOfFirmware: true)

  /// The longest time that a finger can stay unchanged. `countConfirms` comes from `FingerCount.confirms`.
  func limit(countConfirms: Bool?, stoppedWithLift: Bool) -> TimeSpan {
    guard isOfFirmware, countConfirms != true else { return Self.longest }
    return stoppedWithLift || countConfirms == false ? Self.afterLift : Self.alone
  }
}
