import Actions
import Glibc

/// Why a file could not be read.
enum FileError: Error, Equatable, CustomStringConvertible {
  case unreadable(path: String, code: Int32)
  case tooLarge(path: String, limit: Int)
  /// A pipe or a device, where only a file will do.
  case noFile(path: String)
  /// Others could put their own commands into it.
  case exposed(Exposure)

  /// A fact in one sentence.
  var message: String {
    switch self {
    case .unreadable(let path, let code): "can't read \(path): \(String(cString: strerror(code)))"
    case .tooLarge(let path, let limit): "can't read \(path): it is larger than \(limit >> 20) MiB"
    case .noFile(let path): "can't read \(path): it is no regular file"
    case .exposed(let exposure): exposure.message
    }
  }

  /// What to do about it, where that is not plain.
  var fix: String? {
    switch self {
    case .unreadable(_, ENOENT): "create it, or correct the path"
    case .unreadable(_, EISDIR): "name a file in it"
    case .unreadable, .tooLarge, .noFile: nil
    case .exposed(let exposure): exposure.fix
    }
  }

  /// Whether there is nothing of that name.
  var isMissing: Bool {
    if case .unreadable(_, ENOENT) = self { true } else { false }
  }

  var description: String {
    switch self {
    case .unreadable, .tooLarge, .noFile: message
    case .exposed(let exposure): "\(exposure.message); \(exposure.fix)"
    }
  }
}

/// A file's bytes, and what the system says of it.
struct FileContents {
  /// No recording comes near this; a device node or a disk image does.
  private static let limit = 256 << 20
  private static let chunk = 1 << 16

  let bytes: [UInt8]
  let status: stat

  /// `onlyFile` refuses what is no regular file, and never waits for somebody to write to a pipe.
  init(path: String, limit: Int = Self.limit, onlyFile: Bool = false) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (onlyFile ? O_NONBLOCK | O_NOCTTY : 0))
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    if status.isFolder { throw .unreadable(path: path, code: EISDIR) }
    if onlyFile, !status.isFile { throw .noFile(path: path) }
    self.status = status
    bytes = try Self.read(descriptor, path, limit)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private static func read(_ descriptor: Int32, _ path: String, _ limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let before = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: chunk))
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: before), chunk)
      }
      bytes.removeLast(chunk - max(count, 0))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .unreadable(path: path, code: errno) }
      if count == 0 { return bytes }
      if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
    }
  }
}

extension stat {
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
