import Glibc

/// This program, to be started as another process.
public enum OwnProgram {
  /// The path of this program's file, even if the file has been replaced meanwhile.
  public static let path = "/proc/self/exe"
}

public enum ProgramPlaces {
  /// The folder of this program's file; nil if the system doesn't report it.
  public static var ownFolder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Whether an executable program exists at a path.
  public static func exists(at path: String) -> Bool { access(path, X_OK) == 0 }
}
