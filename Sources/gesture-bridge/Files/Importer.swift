import Actions
import Glibc

/// Finds the program that reads other programs' files.
enum Importer {
  private static let name = "gesture-bridge-import"

  /// Beside this program, else where packages put what only other programs start, else in `PATH`.
  static var path: String? {
    let own = ProgramReplacement.ownFolder.map { [$0, "\($0)/../libexec/gesture-bridge"] } ?? []
    let search = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    return (own + search).map { "\($0)/\(name)" }.first(where: ProgramReplacement.exists)
  }
}
