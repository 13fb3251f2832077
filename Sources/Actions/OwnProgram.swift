import Glibc

/// This program once more, as a process of its own.
public enum OwnProgram {
  /// It is the same file even where another has taken its name meanwhile.
  public static let path = "/proc/self/exe"
}

public enum ProgramPlaces {
  /// The folder of this program's file; nil if the system does not say.
  public static var ownFolder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Whether there is a program at a path that may be started.
  public static func exists(at path: String) -> Bool { access(path, X_OK) == 0 }
}
