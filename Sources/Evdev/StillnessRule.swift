import GestureCore

/// Recognizes dead contacts, for example after a lost release. A dead contact never changes; resting fingers tremble.
package struct StillnessRule: Equatable, Sendable {
  /// The longest time from a contact's last change to another contact's lift at which this lift counts as the reason
  /// why the contact stopped. 25 ms is the time of two scans on slow touchpads (80 Hz).
  static let scan = TimeSpan(milliseconds: 25)
  /// The `limit` for a touchpad whose own finger count is less than the number of contacts. Also the limit if the own
  /// count is unknown, and the contact stopped when another contact lifted.
  private static let afterLift = TimeSpan(milliseconds: 2000)
  /// The `limit` for a touchpad whose own finger count is unknown, if the contact stopped without another contact's
  /// lift. In recordings, a resting finger stays unchanged for at most 3.2 s.
  private static let alone = TimeSpan(milliseconds: 5000)
  /// The `limit` for a touchscreen, and for a touchpad whose own finger count includes all contacts.
  private static let longest = TimeSpan(milliseconds: 60_000)

  /// Whether dead contacts are the firmware's fault. Such contacts count as touches again when their values change.
  let isOfFirmware: Bool

  package static let touchscreen = StillnessRule(isOfFirmware: false)
  package static let touchpad = StillnessRule(isOfFirmware: true)

  /// Returns the longest time for which a finger can stay unchanged. `countConfirms` comes from `FingerCount.confirms`.
  func limit(countConfirms: Bool?, stoppedWithLift: Bool) -> TimeSpan {
    guard isOfFirmware, countConfirms != true else { return Self.longest }
    return stoppedWithLift || countConfirms == false ? Self.afterLift : Self.alone
  }
}
