import CSystem

/// Gives up for good what the server does not need: from now on it opens no file, starts no program, and connects to nothing.
enum Confinement {
  /// For a process with one thread. A kernel that lacks the means has the server run without.
  static func begin() {
    if gb_confine_files(nil, 0) < 0 { StudioLine.fault("it is not confined as it could be: Landlock fails") }
    if gb_confine_calls() < 0 { StudioLine.fault("it is not confined as it could be: seccomp fails") }
  }
}
