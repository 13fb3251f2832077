import CSystem
import Glibc

/// A way in which somebody else could change what a path leads to: whoever can do that can run commands as you.
struct Exposure: Equatable {
  /// Who could; you and root never count.
  enum Somebody: Equatable {
    case owner(uid_t)
    case group(gid_t)
    /// Whom its access list names (acl(5)).
    case listed
    case everyone
  }

  /// What they could do something to.
  enum Kind: Equatable {
    case file
    case link
    /// By putting something else at this name in it.
    case folder(holding: String)
  }

  let path: String
  let kind: Kind
  let somebody: Somebody

  /// Looks at the file behind a path, of which the status is known, at every link on the way and at the folders these
  /// stand in; the first thing that is wrong.
  static func find(at path: String, _ status: stat) -> Exposure? {
    if let somebody = owner(status) ?? writer(status, path) {
      return Exposure(path: path, kind: .file, somebody: somebody)
    }
    var found: Exposure?
    let way = FileWay(turned: { turn in
      if found == nil { found = find(at: turn) }
    })
    _ = way.follow(path)
    return found
  }

  private static func find(at turn: FileWay.Turn) -> Exposure? {
    var folder = stat()
    guard stat(turn.folder, &folder) == 0 else { return nil }
    let isSticky = folder.st_mode & S_ISVTX != 0
    if let somebody = owner(folder) ?? (isSticky ? nil : writer(folder, turn.folder)) {
      return Exposure(path: turn.folder, kind: .folder(holding: turn.name), somebody: somebody)
    }
    var entry = stat()
    // In a sticky folder each may change what is their own.
    guard isSticky, lstat(turn.path, &entry) == 0, entry.isLink, let somebody = owner(entry) else { return nil }
    return Exposure(path: turn.path, kind: .link, somebody: somebody)
  }

  private static func owner(_ status: stat) -> Somebody? {
    status.st_uid == geteuid() || status.st_uid == 0 ? nil : .owner(status.st_uid)
  }

  private static func writer(_ status: stat, _ path: String) -> Somebody? {
    if status.st_mode & S_IWOTH != 0 { return .everyone }
    guard status.st_mode & S_IWGRP != 0 else { return nil }
    // With an access list these are the most that anyone it names may do.
    if gb_has_access_list(path) != 0 { return .listed }
    guard gb_group_is_private(status.st_gid, geteuid()) == 0 else { return nil }
    return .group(status.st_gid)
  }
}

extension Exposure {
  /// What is wrong, in one sentence.
  var message: String {
    let commands = "and its commands run as you"
    switch (somebody, kind) {
    case (.owner(let user), .file): return "\(path) belongs to \(Self.name(user: user)), \(commands)"
    case (.owner(let user), .link), (.owner(let user), .folder):
      return "\(path) belongs to \(Self.name(user: user)), who could put other rules there, and commands run as you"
    case (.everyone, .folder(let name)): return "everyone can put another \(name) into \(path), \(commands)"
    case (.everyone, .file), (.everyone, .link): return "\(path) can be written by everyone, \(commands)"
    case (.listed, .folder(let name)):
      return "others can put another \(name) into \(path), by its access list, \(commands)"
    case (.listed, .file), (.listed, .link): return "\(path) can be written by others, by its access list, \(commands)"
    case (.group(let group), .folder(let name)):
      return "the group \(Self.name(group: group)) can put another \(name) into \(path), \(commands)"
    case (.group(let group), .file), (.group(let group), .link):
      return "\(path) can be written by the group \(Self.name(group: group)), \(commands)"
    }
  }

  /// The command that mends it.
  var fix: String {
    switch somebody {
    case .everyone: "`chmod o-w \(path.asShellWord)` closes it"
    case .listed: "`setfacl -b \(path.asShellWord)` closes it"
    case .group: "`chmod g-w \(path.asShellWord)` closes it"
    case .owner:
      "`sudo chown \(kind == .link ? "-h " : "")\(Self.name(user: geteuid())) \(path.asShellWord)` makes it yours"
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
  /// As it is written on a command line.
  fileprivate var asShellWord: String {
    let plain = "0123456789/._-+,".unicodeScalars
    let isPlain = !isEmpty && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
