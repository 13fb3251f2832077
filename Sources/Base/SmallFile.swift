import Glibc

/// Reads small files of the system or the user.
public enum SmallFile {
  /// The file's first bytes; nil if it can't be read. Never waits.
  public static func bytes(_ path: String, atMost most: Int) -> [UInt8]? {
    guard let file = try? OwnedDescriptor("open", open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) else { return nil }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = read(file.number, &bytes, most)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// The file's first line; nil if it can't be read or the line is empty.
  public static func line(_ path: String, atMost most: Int = 64) -> String? {
    let line = bytes(path, atMost: most).map { $0.prefix { $0 != UInt8(ascii: "\n") } } ?? []
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
