import Base
import Glibc

/// Another program in the place of this one.
public enum ProgramReplacement {
  /// The folder this program's file is in; nil where the system does not tell.
  public static var ownFolder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Whether there is a program at a path that may be started.
  public static func exists(at path: String) -> Bool { access(path, X_OK) == 0 }

  /// Runs a program with these arguments instead of this one; returns only if that fails.
  public static func run(_ path: String, arguments: [String]) -> SystemError {
    let strings = CStrings([path] + arguments)
    strings.withArray { _ = execv(path, $0) }
    return SystemError(call: "execv", code: errno)
  }
}
