import Glibc

/// The system's users and groups, from its own files or a directory service (nsswitch.conf(5)).
struct UserDatabase {
  struct User {
    let id: uid_t
    let name: String
    /// The id of the primary group. The group's list of members doesn't have to name the user.
    let group: gid_t
  }

  struct Group {
    let name: String
    let members: [String]
  }

  let user: (uid_t) -> User?
  let group: (gid_t) -> Group?
  /// All users that the system lists. A directory service usually lists no users.
  let users: () -> [User]

  /// Whether `group` is `user`'s primary group, has the user's name and no other members but root. False if uncertain.
  func isPrivate(_ group: gid_t, of user: uid_t) -> Bool {
    guard let own = self.user(user), own.group == group, let entry = self.group(group), entry.name == own.name else {
      return false
    }
    let users = users()
    let known = users.filter { $0.id == user || $0.id == 0 }
    return known.contains { $0.id == user }
      && users.allSatisfy { $0.group != group || $0.id == user || $0.id == 0 }
      && entry.members.allSatisfy { member in known.contains { $0.name == member } }
  }
}

extension UserDatabase {
  static var system: UserDatabase {
    UserDatabase(
      user: { getpwuid($0).map { User($0.pointee) } }, group: { getgrgid($0).map { Group($0.pointee) } },
      users: {
        setpwent()
        defer { endpwent() }
        var users: [User] = []
        while let entry = getpwent() { users.append(User(entry.pointee)) }
        return users
      })
  }
}

extension UserDatabase.User {
  fileprivate init(_ entry: passwd) {
    self.init(id: entry.pw_uid, name: String(cString: entry.pw_name), group: entry.pw_gid)
  }
}

extension UserDatabase.Group {
  fileprivate init(_ entry: group) {
    var members: [String] = []
    var next = entry.gr_mem
    while let name = next?.pointee {
      members.append(String(cString: name))
      next = next?.advanced(by: 1)
    }
    self.init(name: String(cString: entry.gr_name), members: members)
  }
}
