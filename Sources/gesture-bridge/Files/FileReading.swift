import Actions
import Glibc

/// Why a file could not be read.
enum FileError: Error, CustomStringConvertible {
  case unreadable(path: String, code: Int32)
  case tooLarge(path: String, limit: Int)

  var description: String {
    switch self {
    case .unreadable(let path, let code): "can't read \(path): \(String(cString: strerror(code)))"
    case .tooLarge(let path, let limit): "can't read \(path): it is larger than \(limit >> 20) MiB"
    }
  }
}

/// A file's bytes, and whether others than its owner's group may write it.
struct FileContents {
  /// No rules file or recording comes near this; a device node or a disk image does.
  private static let limit = 256 << 20
  private static let chunk = 1 << 16

  let bytes: [UInt8]
  let isWritableByOthers: Bool

  init(path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    isWritableByOthers = status.st_mode & S_IWOTH != 0 && status.st_mode & S_IFMT == S_IFREG
    var bytes: [UInt8] = []
    while true {
      let before = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: Self.chunk))
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: before), Self.chunk)
      }
      bytes.removeLast(Self.chunk - max(count, 0))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .unreadable(path: path, code: errno) }
      if count == 0 { break }
      if bytes.count > Self.limit { throw .tooLarge(path: path, limit: Self.limit) }
    }
    self.bytes = bytes
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
