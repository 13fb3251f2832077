import Base
import CSystem
import Glibc

/// The folder `gesture-bridge` in $XDG_RUNTIME_DIR, where each daemon has its lock and its socket; nobody else gets in.
struct RuntimeFolder {
  /// Why there is none that can be used.
  enum Problem: Error, Equatable {
    case noVariable
    /// What it names belongs to somebody else.
    case belongs(path: String, to: uid_t)
    case open(path: String)
    /// Something else stands in its place.
    case noFolder(path: String)
    case system(path: String, SystemError)
  }

  static let variable = "XDG_RUNTIME_DIR"
  let path: String

  /// The one of this user, made if there is none yet.
  init(in parent: String? = RulesFile.variable(variable)) throws(Problem) {
    let path = try Self.place(in: parent)
    if mkdir(path, S_IRWXU) != 0, errno != EEXIST { throw .system(path: path, SystemError(call: "mkdir", code: errno)) }
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      let isOther = errno == ENOTDIR || errno == ELOOP
      throw isOther ? .noFolder(path: path) : .system(path: path, SystemError(call: "open", code: errno))
    }
    defer { close(folder) }
    var facts = stat()
    guard fstat(folder, &facts) == 0 else { throw .system(path: path, SystemError(call: "fstat", code: errno)) }
    guard facts.st_uid == geteuid() else { throw .belongs(path: path, to: facts.st_uid) }
    guard facts.st_mode & ~S_IFMT == S_IRWXU || fchmod(folder, S_IRWXU) == 0 else {
      throw .system(path: path, SystemError(call: "fchmod", code: errno))
    }
    self.path = path
  }

  /// Where it is, or would be.
  private static func place(in parent: String?) throws(Problem) -> String {
    guard let parent else { throw .noVariable }
    var facts = stat()
    guard stat(parent, &facts) == 0 else { throw .system(path: parent, SystemError(call: "stat", code: errno)) }
    guard facts.st_uid == geteuid() else { throw .belongs(path: parent, to: facts.st_uid) }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .open(path: parent) }
    return parent + "/gesture-bridge"
  }

  func lock(of session: SessionName) -> String { "\(path)/\(session).lock" }
  func socket(of session: SessionName) -> String { Self.socket(of: session, in: path) }

  static let socketEnding = ".sock"
  static func socket(of session: SessionName, in folder: String) -> String { "\(folder)/\(session)\(socketEnding)" }
}
