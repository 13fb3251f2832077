import Foundation
import Support
import Testing

@testable import gesture_bridge

/// The groups that have only one member, and so are as safe as that user.
struct UserDatabaseTests {
  private static let root = UserDatabase.User(id: 0, name: "root", group: 0)
  private static let eva = UserDatabase.User(id: 1000, name: "eva", group: 1000)
  private static let other = UserDatabase.User(id: 1001, name: "other", group: 1001)

  /// Whether a group is private to Eva if the system lists `users`.
  private func isPrivate(
    _ group: gid_t = 1000, named name: String = "eva", members: [String] = [], users: [UserDatabase.User],
    eva: UserDatabase.User? = eva
  ) -> Bool {
    UserDatabase(
      user: { $0 == 1000 ? eva : nil }, group: { $0 == group ? UserDatabase.Group(name: name, members: members) : nil },
      users: { users }
    ).isPrivate(group, of: 1000)
  }

  @Test func onesOwn() {
    let users = [Self.root, Self.eva, Self.other]
    #expect(isPrivate(users: users))
    #expect(isPrivate(members: ["eva", "root"], users: users))
    #expect(isPrivate(members: ["second"], users: users + [UserDatabase.User(id: 1000, name: "second", group: 1001)]))
    #expect(!isPrivate(members: ["other"], users: users))
    #expect(!isPrivate(members: ["unknown"], users: users))
    #expect(!isPrivate(users: users + [UserDatabase.User(id: 1002, name: "guest", group: 1000)]))
  }

  @Test func oneThatIsSharedOrMayBe() {
    let users = [Self.root, Self.eva, Self.other]
    #expect(!isPrivate(named: "users", users: users), "others may come")
    #expect(!isPrivate(1001, users: users), "not the primary group")
    #expect(!isPrivate(users: users, eva: nil))
  }

  /// As with sssd: users and groups are found by their numbers, and the list of users is empty.
  @Test func aDirectoryServiceThatListsNobody() {
    #expect(!isPrivate(users: []))
    #expect(!isPrivate(users: [Self.root]))
    #expect(!isPrivate(named: "staff", users: []))
  }

  @Test func whatThisSystemSays() {
    let system = UserDatabase.system
    #expect(system.user(0)?.name == "root")
    #expect(system.users().contains { $0.id == 0 })
    #expect(system.group(0)?.name == "root")
    #expect(system.isPrivate(0, of: 0))
  }
}
