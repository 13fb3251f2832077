/// What the program's exit statuses mean.
enum ExitStatus {
  static let failure: Int32 = 1
  static let wrongUse: Int32 = 2
  /// A daemon serves the session already.
  static let runsAlready: Int32 = 3
  /// The daemon has no rules to begin with, which another start won't change: EX_CONFIG of sysexits.h, which systemd
  /// shows as 78/CONFIG.
  static let unusableRules: Int32 = 78
}
