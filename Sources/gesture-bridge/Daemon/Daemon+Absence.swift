import Desktop

// Nothing runs while nobody who may make gestures is there.
extension Daemon {
  /// The session tells anew why nothing may run: what has begun is cancelled, and the devices are closed until all reasons
  /// are gone.
  func take(_ absence: Absence) {
    let before = self.absence
    self.absence = absence
    if before.isEmpty, !absence.isEmpty {
      cancelAll()
      source?.stop()
    } else if !before.isEmpty, absence.isEmpty {
      source?.start()
    }
    rearm()
  }
}
