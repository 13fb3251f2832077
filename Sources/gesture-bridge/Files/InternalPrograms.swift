import Actions
import Glibc

/// Finds the programs that this program starts.
enum InternalPrograms {
  /// The path of a program in this program's folder or, if it isn't there, in `PATH`. Nil if the program isn't found.
  static func path(of name: String) -> String? {
    let own = OwnProgram.folder.map { [$0] } ?? []
    let search = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    return (own + search).map { "\($0)/\(name)" }.first(where: OwnProgram.exists)
  }
}
