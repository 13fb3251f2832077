import Foundation
import Support
import Testing

@testable import Actions

/// Applications by their .desktop files.
struct DesktopEntryTests {
  private func entry(_ lines: String...) throws -> DesktopEntry {
    try DesktopEntry((["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n"), path: "/a/it.desktop")
  }

  private func problem(_ lines: String...) -> String {
    do {
      _ = try DesktopEntry((["[Desktop Entry]"] + lines).joined(separator: "\n"), path: "/a/it.desktop")
      return ""
    } catch { return "\(error)" }
  }

  @Test(arguments: [
    ("firefox %u", ["firefox"]), ("code --new-window %F", ["code", "--new-window"]),
    (#"sh -c "echo \\"two words\\"" x"#, ["sh", "-c", "echo \"two words\"", "x"]), (#"a "" b"#, ["a", "", "b"]),
    ("a --name=%c %i 100%% %k", ["a", "--name=It all", "--icon", "it", "100%", "/a/it.desktop"]),
    (#"a "\\$HOME and \\`x\\`""#, ["a", "$HOME and `x`"]), (#"a\sb"#, ["a", "b"]),
  ])
  func words(_ exec: String, _ words: [String]) throws {
    #expect(try entry("Name=It all", "Name[de]=Alles", "Icon=it", "Exec=\(exec)").words == words)
  }

  @Test func theFolder() throws {
    #expect(try entry("Exec=a", "Path=/opt/game").command == .direct(["env", "--chdir=/opt/game", "a"]))
    #expect(try entry("Exec=a", "Path=").command == .direct(["a"]))
  }

  /// Actions of the application have groups of their own.
  @Test func onlyItsOwnGroupCounts() throws {
    #expect(try entry("Exec = a", "[Desktop Action new]", "Exec=b").words == ["a"])
  }

  @Test func whatCantBeStarted() {
    #expect(problem("Exec=a", "Hidden=true") == "/a/it.desktop counts as removed, because it has Hidden=true")
    #expect(problem("Type=Link", "URL=x") == "/a/it.desktop is not an application")
    #expect(
      problem("Exec=htop", "Terminal=true")
        == "/a/it.desktop needs a terminal: use a command instead, such as `run = \"foot htop\"`")
    #expect(problem("Name=x") == "/a/it.desktop has no program in its Exec line")
    #expect(problem("Exec=%U") == "/a/it.desktop has no program in its Exec line")
  }

  @Test func whereTheyAre() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("entries-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    func write(_ path: String, _ program: String) throws {
      let file = home.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("[Desktop Entry]\nExec=\(program)\n".utf8).write(to: file)
    }
    try write("own/applications/a.desktop", "own")
    try write("one/applications/a.desktop", "one")
    try write("two/applications/b.desktop", "two")
    try write("two/applications/kde/c-d.desktop", "deep")
    let variables = [
      "XDG_DATA_HOME": "\(home.path)/own", "XDG_DATA_DIRS": "\(home.path)/one:\(home.path)/two:relative",
    ]
    func program(_ name: String) throws -> String? { try DesktopEntry.named(name) { variables[$0] }.words.first }
    #expect(try program("a.desktop") == "own")
    #expect(try program("b.desktop") == "two")
    #expect(try program("kde-c-d.desktop") == "deep")
    #expect(throws: DesktopEntry.Problem(description: "the application file x.desktop was not found")) {
      try program("x.desktop")
    }
    // Opening a pipe instead of a regular file doesn't block.
    #expect(mkfifo("\(home.path)/own/applications/pipe.desktop", 0o600) == 0)
    #expect(throws: DesktopEntry.Problem.self) { try program("pipe.desktop") }
  }
}
