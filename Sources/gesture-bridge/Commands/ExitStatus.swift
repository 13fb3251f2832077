/// What the program's exit statuses mean.
enum ExitStatus {
  static let failure: Int32 = 1
  static let wrongUse: Int32 = 2
  /// A daemon serves the session already.
  static let runsAlready: Int32 = 3
}
