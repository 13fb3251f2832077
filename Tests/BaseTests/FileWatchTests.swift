import Foundation
import Support
import Testing

@testable import Base

/// The changes of the disk that are noticed, and those that are not.
struct FileWatchTests {
  private let folder: Folder
  private let watch: FileWatch

  init() throws {
    folder = try Folder()
    watch = try FileWatch()
    for name in ["real", "real/deep", "links"] { try make(name) }
    try put("real/deep/rules.toml", "one")
  }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
  }

  private func put(_ name: String, _ text: String) throws {
    try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
  }

  private func move(_ name: String, to target: String) throws {
    try #require(rename(folder.path(name), folder.path(target)) == 0)
  }

  private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(name)) }

  /// Watches a path, then makes a change; returns whether it was noticed. A second call watches the files that exist by
  /// then.
  private func notices(_ path: String, _ change: () throws -> Void) throws -> Bool {
    watch.renew { $0(folder.path(path)) }
    while watch.readChanges() {}
    try change()
    return watch.readChanges()
  }

  @Test func aFileThatIsWrittenToOrReplaced() throws {
    let path = "real/deep/rules.toml"
    #expect(try notices(path) { try put(path, "two") })
    try put("real/new", "three")
    #expect(try notices(path) { try move("real/new", to: path) })
    #expect(try notices(path) { chmod(folder.path(path), 0o600) })
    #expect(try notices(path) { try remove(path) })
    #expect(try notices(path) { try put(path, "four") })
    #expect(try notices(path) { try move(path, to: "real/deep/away") })
    #expect(try notices(path) { try link(path, to: "away") })
    #expect(try notices(path) { try put("real/deep/away", "five") })
    #expect(try notices(path) { chmod(folder.path("real/deep"), 0o700) })
  }

  @Test func aFileThatIsWrittenByAnotherName() throws {
    try FileManager.default.linkItem(atPath: folder.path("real/deep/rules.toml"), toPath: folder.path("other"))
    #expect(try notices("real/deep/rules.toml") { try put("other", "two") })
  }

  @Test func whatElseHappensThereIsNoChange() throws {
    let path = "real/deep/rules.toml"
    #expect(try !notices(path) { try put("real/deep/other.toml", "x") })
    #expect(try !notices(path) { try put("real/deep/other.toml", "y") })
    #expect(try !notices(path) { try remove("real/deep/other.toml") })
    #expect(try !notices(path) { try make("real/beside") })
    #expect(try !notices(path) { _ = try String(contentsOfFile: folder.path(path), encoding: .utf8) })
    // Not even a wake-up: other files of the folder may be written to all day.
    try put("real/deep/other.toml", "x")
    _ = try notices(path) {}
    try put("real/deep/other.toml", "y")
    var waiting = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 0)
  }

  @Test func everyLinkOnTheWay() throws {
    try link("links/folder", to: "../real")
    try link("real/deep/link.toml", to: "rules.toml")
    try make("elsewhere")
    try make("elsewhere/deep")
    try put("elsewhere/deep/rules.toml", "other")
    let path = "links/folder/deep/link.toml"
    #expect(try notices(path) { try put("real/deep/rules.toml", "two") })
    try link("links/new", to: "../elsewhere")
    #expect(try notices(path) { try move("links/new", to: "links/folder") })
    // The link's target doesn't exist until a program makes it.
    #expect(try notices(path) { try put("elsewhere/deep/link.toml", "x") })
    #expect(try !notices(path) { try put("real/deep/rules.toml", "three") })
    #expect(try notices(path) { try remove("links/folder") })
    #expect(try notices(path) { try link("links/folder", to: "/nonexistent") })
  }

  @Test func foldersThatGoAndComeBack() throws {
    let path = "real/deep/rules.toml"
    #expect(try notices(path) { try remove("real") })
    #expect(try notices(path) { try make("real") })
    #expect(try !notices(path) { try make("real/other") })
    #expect(try notices(path) { try make("real/deep") })
    #expect(try notices(path) { try put(path, "back") })
    #expect(try notices(path) { try move("real", to: "away") })
    #expect(try notices(path) { try move("away", to: "real") })
    #expect(try notices(path) { try put(path, "again") })
  }

  @Test func whenEventsAreDroppedAnythingMayHaveHappened() throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let most = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    guard most <= 1 << 17 else { return }
    watch.renew { $0(folder.path("real/deep/rules.toml")) }
    let other = folder.path("real/deep/other")
    for _ in 0...(most / 2) {
      close(open(other, O_CREAT | O_WRONLY, 0o600))
      unlink(other)
    }
    var wasNoticed = false
    var waiting = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) > 0 {
      if watch.readChanges() { wasNoticed = true }
    }
    #expect(wasNoticed)
  }

  @Test func linksInACircleComeToAnEnd() throws {
    try link("links/a", to: "b")
    try link("links/b", to: "a")
    #expect(try notices("links/a") { try remove("links/b") })
  }

  @Test func theWayIsThatOfTheSystem() throws {
    try link("links/folder", to: "../real/./deep//../deep")
    let resolver = PathResolver()
    let real = URL(fileURLWithPath: folder.path("real/deep/rules.toml")).resolvingSymlinksInPath().path
    #expect(resolver.resolve(folder.path("links/folder/../deep/rules.toml")) == real)
    #expect(resolver.resolve(folder.path("links/folder/rules.toml")) == real)
    #expect(resolver.resolve(folder.path("links/folder/rules.toml/x")) == nil)
    #expect(resolver.resolve(folder.path("real/none.toml")) == nil)
    #expect(resolver.resolve("/") == "/")
    var entries: [PathResolver.Entry] = []
    _ = PathResolver(reached: { entries.append($0) }).resolve(folder.path("links/folder/rules.toml"))
    #expect(entries.map(\.name) == ["folder", "rules.toml"])
  }
}
