import Glibc

/// Why a file could not be given another text.
enum ReplacementError: Error, Equatable, CustomStringConvertible {
  case unreadable(FileError)
  /// Somebody has changed it since it was read.
  case changed(String)
  case unwritable(path: String, code: Int32)
  /// The new file could not be given to the one whom the old one belongs to.
  case owner(path: String, code: Int32)

  var description: String { Message.notReplaced(self) }
}

/// Puts another text in place of a file's own, in one step: whoever reads it sees the old one or the new one, whole.
enum FileReplacement {
  /// Replaces the file that `path` leads to, through links, and keeps its mode and owner. It must still say `old`.
  static func write(_ text: [UInt8], to path: String, inPlaceOf old: [UInt8]) throws(ReplacementError) {
    guard let target = FileWay().follow(path) else { throw .unreadable(.unreadable(path: path, code: ENOENT)) }
    let present: FileContents
    do throws(FileError) {
      present = try FileContents(path: target, onlyFile: true)
    } catch {
      throw .unreadable(error)
    }
    guard present.bytes == old else { throw .changed(path) }
    // Beside the file: only within one file system can a name be given another file in one step.
    let fresh = "\(target).\(getpid()).new"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
    guard descriptor >= 0 else { throw .unwritable(path: fresh, code: errno) }
    defer { close(descriptor) }
    do throws(ReplacementError) {
      try fill(descriptor, text, fresh, like: present.status)
      guard rename(fresh, target) == 0 else { throw .unwritable(path: target, code: errno) }
    } catch {
      unlink(fresh)
      throw error
    }
    settle(target)
  }

  private static func fill(
    _ descriptor: Int32, _ text: [UInt8], _ path: String, like old: stat
  ) throws(ReplacementError) {
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unwritable(path: path, code: errno) }
    if status.st_uid != old.st_uid || status.st_gid != old.st_gid {
      guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else { throw .owner(path: path, code: errno) }
    }
    guard fchmod(descriptor, old.st_mode & Self.permissions) == 0, fsync(descriptor) == 0 else {
      throw .unwritable(path: path, code: errno)
    }
  }

  /// The bits of a mode that chmod(2) sets.
  private static let permissions: mode_t = 0o7777

  /// Makes the new name outlive a loss of power; where the folder can't be asked for that, it is as safe as it can be.
  private static func settle(_ path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
