import Base
import Glibc

/// The kind of entry at the path of a file that is to be written.
///
/// Nothing is written through a link to a file. Another user's link may lead to a file of yours.
enum OutputPlace {
  case free, file, folder
  /// A link to a file or to nothing.
  case link
  /// A pipe or a device, possibly behind a link such as /dev/stdout.
  case stream

  init(_ path: String) {
    var (own, target) = (stat(), stat())
    guard lstat(path, &own) == 0 else {
      self = .free
      return
    }
    let leads = stat(path, &target) == 0
    if own.isLink, !leads || target.isFile {
      self = .link
    } else {
      self = target.isFile ? .file : target.isFolder ? .folder : .stream
    }
  }

  /// Returns a path in the folder of `path`, for a new file that will replace the file at `path`.
  static func beside(_ path: String) -> String { "\(path).\(getpid()).new" }

  /// Creates and opens a file. Returns -1 with errno on failure. Even a link at `path` gives EEXIST.
  static func create(_ path: String, _ mode: mode_t) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
  }

  /// Writes a text to the descriptor `opened`, and closes the descriptor. A failed write removes the file if `isNew`.
  /// - Throws: `exists` if `opened` is negative and errno is EEXIST, otherwise `unwritable`.
  static func fill(
    _ opened: Int32, _ path: String, _ text: String, isNew: Bool = true, orThrow exists: CommandError
  ) throws(CommandError) {
    guard opened >= 0 else { throw errno == EEXIST ? exists : .unwritable(path, code: errno) }
    defer { close(opened) }
    if let code = writeAll(Array(text.utf8), to: opened) {
      if isNew { unlink(path) }
      throw .unwritable(path, code: code)
    }
  }

  /// Opens a pipe or a device without waiting. Returns -1 with errno on failure, EEXIST for a file.
  static func openStream(_ path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard fstat(descriptor, &status) == 0, !status.isFile else {
      close(descriptor)
      errno = EEXIST
      return -1
    }
    _ = fcntl(descriptor, F_SETFL, 0)
    return descriptor
  }
}
