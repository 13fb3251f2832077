import Base
import CLinux
import Glibc
import Text

/// A permission with which another user could run commands as you.
struct Exposure: Equatable {
  /// The users who have the permission; you and root never count.
  enum Somebody: Equatable {
    case owner(uid_t)
    case group(gid_t)
    /// The users in an access list (acl(5)).
    case listed
    case everyone
  }

  /// The kind of file-system entry that another user could change.
  enum Kind: Equatable {
    case file
    /// A pipe that this program got at its start, such as standard input.
    case pipe
    case link
    /// A folder in which another user could replace the entry named `holding`.
    case folder(holding: String)
  }

  let path: String
  let kind: Kind
  let somebody: Somebody

  /// The exposure of an open file. Nil if the file is safe.
  static func find(inFile file: borrowing OpenEntry, named path: String) -> Exposure? {
    guard let somebody = owner(file.status) ?? writer(file) else { return nil }
    return Exposure(path: path, kind: file.status.isPipe ? .pipe : .file, somebody: somebody)
  }

  /// The exposure of a folder or, if the folder is sticky, of the link `entry`. Nil if both are safe. If the path
  /// continues in the folder `entry`, `hasMore` is true, and a folder with `UserNamespace.mayBeRoots` counts as root's.
  static func find(
    inFolder folder: borrowing OpenEntry, holding entry: borrowing OpenEntry, _ name: String, hasMore: Bool
  ) -> Exposure? {
    let isSticky = folder.status.st_mode & S_ISVTX != 0
    let owner = hasMore && UserNamespace.mayBeRoots(folder.status) ? nil : owner(folder.status)
    if let somebody = owner ?? (isSticky ? nil : writer(folder)) {
      return Exposure(path: folder.place, kind: .folder(holding: name), somebody: somebody)
    }
    // In a sticky folder users can change only their own entries.
    guard isSticky, entry.status.isLink, let somebody = Self.owner(entry.status) else { return nil }
    return Exposure(path: entry.place, kind: .link, somebody: somebody)
  }

  private static func owner(_ status: stat) -> Somebody? {
    status.st_uid == geteuid() || status.st_uid == 0 ? nil : .owner(status.st_uid)
  }

  private static func writer(_ entry: borrowing OpenEntry) -> Somebody? {
    let status = entry.status
    if status.st_mode & S_IWOTH != 0 { return .everyone }
    guard status.st_mode & S_IWGRP != 0 else { return nil }
    // With an access list, the group's bits are the limit for all listed users. After an error, a list is assumed.
    if gb_has_access_list("/proc/self/fd/\(entry.descriptor.number)") != 0 { return .listed }
    let isSafe = [geteuid(), 0].contains { UserDatabase.system.isPrivate(status.st_gid, of: $0) }
    return isSafe ? nil : .group(status.st_gid)
  }
}

extension Exposure {
  var message: String {
    let commands = "and the commands in this file would run as you"
    let (others, means) =
      switch somebody {
      case .owner(let user): (Self.name(user: user), "")
      case .everyone: ("everyone", "")
      case .listed: ("other users", " through an access list")
      case .group(let group): ("the group \(Self.name(group: group))", "")
      }
    switch (somebody, kind) {
    case (.owner, .file), (.owner, .pipe): return "\(path) belongs to \(others), \(commands)"
    case (.owner, .link), (.owner, .folder):
      return "\(path) belongs to \(others), who could change the rules and so run commands as you"
    case (_, .folder(let name)): return "\(others) can replace \(name) in \(path)\(means), and so run commands as you"
    case (_, .file), (_, .pipe), (_, .link): return "\(path) is writable by \(others)\(means), \(commands)"
    }
  }

  var fix: String {
    if kind == .pipe { return "write the rules to a file that belongs to you, and give the path of that file instead" }
    if case (.owner, .folder) = (somebody, kind) { return "use a copy of the rules in a folder of your own" }
    return switch somebody {
    case .everyone: "run `chmod o-w \(path.asShellWord)` (with `sudo` if root owns it) to prevent this"
    case .listed: "run `setfacl -b \(path.asShellWord)` (with `sudo` if root owns it) to prevent this"
    case .group: "run `chmod g-w \(path.asShellWord)` (with `sudo` if root owns it) to prevent this"
    case .owner:
      "use a copy of the rules in a folder of your own, or run `sudo chown \(kind == .link ? "-h " : "")\(geteuid()) \(path.asShellWord)` to make it yours"
    }
  }

  private static func name(user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user \(user)"
  }

  private static func name(group: gid_t) -> String {
    getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? "\(group)"
  }
}

extension String {
  /// The text as one word for a shell: in quotes if the shell would change the text.
  var asShellWord: String {
    let plain = "0123456789/._-+,".unicodeScalars
    let isPlain = !isEmpty && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    return isPlain ? self : "'" + replacing(each: "'", by: "'\\''") + "'"
  }
}

/// The user namespace in which this program runs, such as a container's. Source: user_namespaces(7).
private enum UserNamespace {
  /// The id that the kernel shows for users without an id in the namespace: the default of `overflowuid`.
  private static let nobody: uid_t = 65534

  /// Whether a folder may belong to the root user outside the namespace, who can appear as `nobody`.
  static func mayBeRoots(_ status: stat) -> Bool { status.st_uid == nobody && isWithoutRoot }

  /// Whether uid_map's second column (ids outside the namespace) lacks root's id 0. False if uid_map is unreadable.
  private static var isWithoutRoot: Bool {
    guard let map = try? FileContents(path: "/proc/self/uid_map").text else { return false }
    return !map.split(separator: "\n").contains { $0.split(separator: " ").dropFirst().first == "0" }
  }
}
