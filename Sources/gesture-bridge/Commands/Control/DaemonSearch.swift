import Control
import Glibc

/// Finds the daemon that is meant: that of the session, else the only one its user has.
enum DaemonSearch {
  /// - Throws: `ConnectionError`.
  static func connect(session: String?) throws(ConnectionError) -> ControlConnection {
    guard let parent = RulesFile.variable(RuntimeFolder.variable) else { throw .noVariable }
    let folder = parent + "/gesture-bridge"
    let own = session.map(SessionName.init) ?? .own
    if let connection = try connection(to: own, in: folder) { return connection }
    if let session { throw .noDaemonIn(session: session) }
    var found: [(session: String, connection: ControlConnection)] = []
    for name in sessions(in: folder) where name != own.description {
      if let connection = try connection(to: SessionName(name), in: folder) { found.append((name, connection)) }
    }
    guard let only = found.first else { throw .noDaemon }
    guard found.count == 1 else { throw .several(found.map(\.session)) }
    return only.connection
  }

  /// Nil where no daemon listens.
  private static func connection(
    to session: SessionName, in folder: String
  ) throws(ConnectionError) -> ControlConnection? {
    let path = RuntimeFolder.socket(of: session, in: folder)
    do throws(ConnectionError) {
      return try ControlConnection(path)
    } catch {
      guard case .system(_, let cause) = error else { throw error }
      switch cause.code {
      case ENOENT, ECONNREFUSED, ENOTDIR, ENOTSOCK: return nil
      case EACCES, EPERM: throw .notAllowed(path: path)
      default: throw error
      }
    }
  }

  /// Those that have a socket, whether or not a daemon listens there.
  private static func sessions(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(RuntimeFolder.socketEnding) {
        names.append(String(name.dropLast(RuntimeFolder.socketEnding.count)))
      }
    }
    return names.sorted()
  }
}
