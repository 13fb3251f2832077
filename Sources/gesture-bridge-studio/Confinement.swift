import CSystem
import Glibc

/// Gives up for good what the server does not need: from now on it opens no file, starts no program, and connects to nothing.
enum Confinement {
  /// Dispatch counts the threads that are at work there.
  private static let threads = "/proc/self/task"

  /// For a process with one thread; those that it starts inherit it. A kernel that lacks the means has the server run without.
  static func begin() {
    threads.withCString { path in
      let place = gb_place(path: path, rights: Int32(GB_MAY_READ))
      if gb_confine_files([place], 1) < 0 { StudioLine.fault("it is not confined as it could be: Landlock fails") }
    }
    if gb_confine_calls() < 0 { StudioLine.fault("it is not confined as it could be: seccomp fails") }
  }
}
