import Desktop

// What `systemctl status` shows
extension Message {
  static let serviceNotTold =
    "can't tell the service manager that gestures work now; it may take this for a failed start"

  static func status(_ state: ServiceState) -> String {
    let devices = absence(state.absence).map { "no device is open (\($0))" } ?? count(state.devices, "touch device")
    let rules = "\(devices), \(count(state.gestures, "gesture")) from \(state.file)"
    let remarks = [
      state.isPaused ? "paused" : nil, state.hasTrouble ? "the file can't be used, its rules of before stay" : nil,
    ]
    return ([rules] + remarks.compactMap { $0 }).joined(separator: "; ")
  }

  private static func absence(_ absence: Absence) -> String? {
    if absence.contains(.asleep) { return "the machine sleeps" }
    if absence.contains(.inactive) { return "another session has the screen" }
    return absence.contains(.locked) ? "the screen is locked" : nil
  }
}
