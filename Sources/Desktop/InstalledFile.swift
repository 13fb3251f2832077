import Base
import Glibc

package enum InstalledFile {
  /// Returns the path of a file below `share/gesture-bridge` of this program's installation. Nil if the installation
  /// isn't found, or if access(2) refuses the mode `use`, such as `X_OK`.
  package static func path(_ name: String, _ use: Int32) -> String? {
    guard let program = PathResolver().resolve("/proc/self/exe") else { return nil }
    let path = "\(PathResolver.parent(of: PathResolver.parent(of: program)))/share/gesture-bridge/\(name)"
    return access(path, use) == 0 ? path : nil
  }
}
