import Glibc

/// Why a picture could not be written.
enum PictureFileError: Error, Equatable, CustomStringConvertible {
  case exists(String)
  case unwritable(path: String, code: Int32)

  var description: String { Message.cannotWrite(self) }
}

/// Writes pictures to files.
enum PictureFile {
  private static let mode: mode_t = 0o644

  /// Never over a file that is there, unless it may be replaced: then whoever reads it sees the old one or the new one.
  /// What is no regular file, as a pipe, is just written to.
  static func write(_ text: String, to path: String, replacing: Bool) throws(PictureFileError) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, !status.isFile { return try fill(path, O_WRONLY, text) }
    guard isThere else { return try fill(path, O_WRONLY | O_CREAT | O_EXCL, text) }
    guard replacing else { throw .exists(path) }
    let beside = "\(path).\(getpid())"
    try fill(beside, O_WRONLY | O_CREAT | O_EXCL, text)
    guard rename(beside, path) == 0 else {
      let code = errno
      unlink(beside)
      throw .unwritable(path: path, code: code)
    }
  }

  private static func fill(_ path: String, _ flags: Int32, _ text: String) throws(PictureFileError) {
    let descriptor = open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw errno == EEXIST ? .exists(path) : .unwritable(path: path, code: errno) }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        // Half a picture is none.
        if flags & O_EXCL != 0 { unlink(path) }
        throw .unwritable(path: path, code: code)
      }
      bytes = bytes.dropFirst(count)
    }
  }
}
