import Glibc

/// Follows a path the way the system does, and tells of every folder and link that decide where it leads.
///
/// With `~/.config` plain and `gesture-bridge` a link to `../dotfiles`, the file `~/.config/gesture-bridge/bindings.toml`
/// turns at the entries `gesture-bridge` of `~/.config` and `bindings.toml` of `~/dotfiles`.
struct FileWay {
  /// An entry that a change can lead elsewhere: a link, the last one of the path, or one that is missing.
  struct Turn: Equatable {
    let folder: String
    let name: String

    var path: String { folder == "/" ? "/" + name : folder + "/" + name }
  }

  /// As many links as the system follows.
  private static let mostLinks = 40

  /// Told of each folder before anything is looked up in it.
  var entered: (String) -> Void = { _ in }
  /// Told of each turn before it is looked at for good: who watches it then misses nothing.
  var turned: (Turn) -> Void = { _ in }

  /// The path without any link, if it leads to something.
  func follow(_ path: String) -> String? {
    var rest = Self.parts(Self.absolute(path))
    var folder = "/"
    var links = 0
    entered(folder)
    while let name = rest.popLast() {
      if name == ".." { folder = Self.parent(of: folder) }
      if name == "." || name == ".." { continue }
      let turn = Turn(folder: folder, name: name)
      var status = stat()
      if rest.isEmpty || lstat(turn.path, &status) != 0 || !status.isFolder {
        turned(turn)
        guard lstat(turn.path, &status) == 0 else { return nil }
      }
      if status.isLink {
        links += 1
        guard links <= Self.mostLinks, let target = Self.target(of: turn.path) else { return nil }
        if target.hasPrefix("/") { folder = "/" }
        rest += Self.parts(target)
      } else if status.isFolder {
        folder = turn.path
        entered(folder)
      } else {
        return rest.isEmpty ? turn.path : nil
      }
    }
    return folder
  }

  /// The path from the root; relative ones are so to the program's own folder.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  /// The names of a path, the first one last.
  private static func parts(_ path: String) -> [String] { path.split(separator: "/").reversed().map(String.init) }

  private static func parent(of folder: String) -> String {
    let end = folder.lastIndex(of: "/") ?? folder.startIndex
    return end == folder.startIndex ? "/" : String(folder[..<end])
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
