import Glibc

public enum SmallFile {
  /// The first bytes of a file, at most `most`. Nil if the file is unreadable. Never waits for data.
  public static func bytes(_ path: String, atMost most: Int) -> [UInt8]? {
    guard let file = try? OwnedDescriptor("open", open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) else { return nil }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = read(file.number, &bytes, most)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// The first line of a file, cut to `most` bytes. Nil if this line is empty, or if the file is unreadable.
  public static func line(_ path: String, atMost most: Int = 64) -> String? {
    let line = bytes(path, atMost: most).map { $0.prefix { $0 != UInt8(ascii: "\n") } } ?? []
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
