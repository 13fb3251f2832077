import Glibc

/// Follows a path as the system does. Reports each folder on the path, and each `Entry`.
public struct PathResolver {
  /// The last entry of the path, or an entry on the path that is missing or isn't a folder, such as a link.
  public struct Entry: Equatable {
    public let folder: String
    public let name: String

    var path: String { folder == "/" ? "/" + name : folder + "/" + name }
  }

  /// A slash as a byte, because in a String a slash and a following accent form one Character.
  private static let slash = UInt8(ascii: "/")
  /// The most links that the system follows in one path.
  public static let mostLinks = 40

  /// Called with each folder on the path, before its entries are looked up.
  private let entered: (String) -> Void
  /// Called with each `Entry` before the entry's final look-up. So a watch added by this closure misses no change.
  private let reached: (Entry) -> Void

  public init(entered: @escaping (String) -> Void = { _ in }, reached: @escaping (Entry) -> Void = { _ in }) {
    (self.entered, self.reached) = (entered, reached)
  }

  /// The path without links, `.` and `..`. Nil if the path can't be followed.
  public func resolve(_ path: String) -> String? {
    var remaining = Self.reversedParts(Self.absolute(path))
    var folder = "/"
    var links = 0
    entered(folder)
    while let name = remaining.popLast() {
      if name == ".." { folder = Self.parent(of: folder) }
      if name == "." || name == ".." { continue }
      let entry = Entry(folder: folder, name: name)
      var status = stat()
      if remaining.isEmpty || lstat(entry.path, &status) != 0 || !status.isFolder {
        reached(entry)
        guard lstat(entry.path, &status) == 0 else { return nil }
      }
      if status.isLink {
        links += 1
        guard links <= Self.mostLinks, let target = Self.target(of: entry.path) else { return nil }
        if Self.isAbsolute(target) { folder = "/" }
        remaining += Self.reversedParts(target)
      } else if status.isFolder {
        folder = entry.path
        entered(folder)
      } else {
        return remaining.isEmpty ? entry.path : nil
      }
    }
    return folder
  }

  /// The absolute form of a path; a relative path starts in the current folder. Unchanged if this folder is unknown.
  public static func absolute(_ path: String) -> String {
    guard !isAbsolute(path), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  public static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  public static func reversedParts(_ path: String) -> [String] {
    path.utf8.split(separator: slash).reversed().map { String(Substring($0)) }
  }

  /// The parent of a folder. The path must have no links. The root's parent is the root.
  public static func parent(of folder: String) -> String {
    let end = folder.utf8.lastIndex(of: slash) ?? folder.startIndex
    return end == folder.startIndex ? "/" : String(folder[..<end])
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

extension stat {
  public var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  public var isFile: Bool { st_mode & S_IFMT == S_IFREG }
  public var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  public var isPipe: Bool { st_mode & S_IFMT == S_IFIFO }
}
