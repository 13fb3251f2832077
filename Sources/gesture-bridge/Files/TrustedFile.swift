import Base
import CLinux
import Glibc

/// A file, open for reading, that only the user and root can change.
///
/// The commands in a rules file run as the user who reads the file. So other users must not be able to change the file
/// or its path. Each folder and link on the path is opened from its parent folder and checked with `Exposure`. The file
/// is checked last. The checked file is read, even if the path leads to another file after the check.
struct TrustedFile: ~Copyable {
  let entry: OpenEntry

  /// Opens a file; throws `exposed` if other users can change it. `takesPipe` allows inherited pipes like `/dev/stdin`.
  init(_ path: String, takesPipe: Bool) throws(FileError) {
    let entry = try Self.open(path, takesPipe)
    if let exposure = Exposure.find(inFile: entry, named: path) { throw .exposed(exposure) }
    self.entry = entry
  }

  private static func open(_ path: String, _ takesPipe: Bool) throws(FileError) -> OpenEntry {
    let absolute = PathResolver.absolute(path)
    guard PathResolver.isAbsolute(absolute), !path.isEmpty else { throw .unreadable(path: path, code: ENOENT) }
    var rest = PathResolver.reversedParts(absolute)
    var folder = try OpenEntry.root(of: path)
    var links = 0
    while let name = rest.popLast() {
      if name == "." { continue }
      let entry = try folder.entry(name, of: path)
      let hasMore = entry.status.isFolder && !rest.isEmpty
      if name != "..", let exposure = Exposure.find(inFolder: folder, holding: entry, name, hasMore: hasMore) {
        throw .exposed(exposure)
      }
      if entry.status.isLink {
        if rest.isEmpty, folder.isOfProcess { return try folder.target(name, takesPipe, of: path) }
        links += 1
        guard links <= PathResolver.mostLinks else { throw .unreadable(path: path, code: ELOOP) }
        let target = try entry.linkText(of: path)
        if PathResolver.isAbsolute(target) { folder = try .root(of: path) }
        rest += PathResolver.reversedParts(target)
      } else if entry.status.isFolder {
        folder = entry
      } else {
        guard rest.isEmpty else { throw .unreadable(path: path, code: ENOTDIR) }
        guard entry.status.isFile else { throw .noFile(path: path) }
        return try folder.file(name, of: path)
      }
    }
    throw .unreadable(path: path, code: EISDIR)
  }
}

/// An open entry of a folder; later changes of its name don't matter.
struct OpenEntry: ~Copyable {
  let descriptor: OwnedDescriptor
  let status: stat
  /// The entry's path from the root. No folder in the path is a link.
  let place: String

  /// Flags with which opening never waits, and no terminal becomes the program's controlling terminal.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// Takes over the descriptor `opened`. If `opened` is negative, throws the error in errno.
  private init(_ opened: Int32, _ place: String, of path: String) throws(FileError) {
    guard opened >= 0 else { throw .unreadable(path: path, code: errno) }
    let descriptor = OwnedDescriptor(owning: opened)
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    self.descriptor = descriptor
    self.status = status
    self.place = place
  }

  static func root(of path: String) throws(FileError) -> OpenEntry {
    try OpenEntry(gb_open_entry(AT_FDCWD, "/"), "/", of: path)
  }

  /// Opens an entry of this folder, but not for reading. Doesn't follow links.
  func entry(_ name: String, of path: String) throws(FileError) -> OpenEntry {
    try OpenEntry(gb_open_entry(descriptor.number, name), place(of: name), of: path)
  }

  func file(_ name: String, of path: String) throws(FileError) -> OpenEntry {
    let file = try OpenEntry(openat(descriptor.number, name, Self.flags | O_NOFOLLOW), place(of: name), of: path)
    guard file.status.isFile else { throw .noFile(path: path) }
    return file
  }

  /// Opens a file, or a pipe if `takesPipe`, through a link in /proc to a process's descriptor. Source: proc_pid_fd(5).
  func target(_ name: String, _ takesPipe: Bool, of path: String) throws(FileError) -> OpenEntry {
    let target = try OpenEntry(openat(descriptor.number, name, Self.flags), place(of: name), of: path)
    if target.status.isFolder { throw .unreadable(path: path, code: EISDIR) }
    guard target.status.isFile || takesPipe && target.status.isPipe else { throw .noFile(path: path) }
    // After this, reads wait for the writer of a pipe.
    let isWaiting = fcntl(target.descriptor.number, F_SETFL, 0) == 0
    guard isWaiting else { throw .unreadable(path: path, code: errno) }
    return target
  }

  private func place(of name: String) -> String {
    if name == ".." { return PathResolver.parent(of: place) }
    return place == "/" ? "/" + name : place + "/" + name
  }

  /// Whether this folder is in /proc. Links in /proc can lead to another place than their text says.
  var isOfProcess: Bool { gb_is_of_process(descriptor.number) != 0 }

  func linkText(of path: String) throws(FileError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(descriptor.number, "", &bytes, bytes.count)
    guard count > 0 else { throw .unreadable(path: path, code: count < 0 ? errno : ENOENT) }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
