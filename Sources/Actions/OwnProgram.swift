import Base
import Glibc

/// This program, to be started as another process, and its folder.
public enum OwnProgram {
  /// The path of this program's file, which is valid even if the file has been replaced meanwhile.
  public static let path = "/proc/self/exe"

  /// The folder of this program's file; nil if the system doesn't report it.
  public static var folder: String? { PathResolver().resolve(path).map(PathResolver.parent) }

  /// Whether a file that this process can execute exists at a path.
  public static func exists(at path: String) -> Bool { access(path, X_OK) == 0 }
}
