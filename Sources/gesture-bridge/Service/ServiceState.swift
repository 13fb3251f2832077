import Desktop

/// What the service manager is told of the daemon.
struct ServiceState: Equatable {
  var devices: Int
  var gestures: Int
  var file: String
  var isPaused: Bool
  var absence: Absence
  /// The rules file has been changed, and can't be used.
  var hasTrouble: Bool
}
