import Base
import Glibc

public enum OwnProgram {
  /// A path that leads to this program, even after the program's file was replaced.
  public static let path = "/proc/self/exe"

  public static var folder: String? { PathResolver().resolve(path).map(PathResolver.parent) }

  /// Whether this process can execute the file at a path.
  public static func exists(at path: String) -> Bool { access(path, X_OK) == 0 }
}
