import Actions
import Glibc

/// Finds the programs that belong to this one.
enum InternalPrograms {
  /// The path beside this program, else in `PATH`.
  static func path(of name: String) -> String? {
    let own = ProgramPlaces.ownFolder.map { [$0] } ?? []
    let search = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    return (own + search).map { "\($0)/\(name)" }.first(where: ProgramPlaces.exists)
  }
}
