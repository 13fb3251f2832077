import Glibc

/// Why a new file could not be written.
enum NewFileError: Error, CustomStringConvertible {
  case exists(String)
  case unwritable(path: String, code: Int32)
  /// Nothing says where rules belong.
  case nowhere

  var description: String { Message.cannotWrite(self) }
}

/// Files that are made where there was none.
enum NewFile {
  // What the user's mask leaves of these; rules that everybody may write would be refused.
  private static let fileMode: mode_t = 0o644
  private static let folderMode: mode_t = 0o755

  /// Writes a file and the folders it is in; never over one that is there.
  static func write(_ text: String, to path: String) throws(NewFileError) {
    try makeFolders(of: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, fileMode)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? .exists(path) : .unwritable(path: path, code: errno)
    }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        // Half a rules file would be in the way of the next attempt.
        unlink(path)
        throw .unwritable(path: path, code: code)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Returns false, and does nothing, where there is such a file.
  static func writeUnlessThere(_ text: String, to path: String) throws(NewFileError) -> Bool {
    do {
      try write(text, to: path)
      return true
    } catch .exists {
      return false
    }
  }

  private static func makeFolders(of path: String) throws(NewFileError) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      let folder = String(path[..<end])
      guard mkdir(folder, folderMode) != 0, errno != EEXIST else { continue }
      let code = errno
      // Some file systems refuse before they look.
      guard access(folder, F_OK) == 0 else { throw .unwritable(path: folder, code: code) }
    }
  }
}
