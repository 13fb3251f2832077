import Foundation
import Testing

/// `gesture-bridge import`, by its own command line.
struct ImportTests {
  @Test func aFileBecomesRules() throws {
    let folder = try Folder()
    try folder.write("a b.conf", "gesture swipe up 3 true\n")
    let outcome = try Program.run("import", "libinput-gestures", "a b.conf", "--output", "new one.toml", in: folder)
    #expect(outcome == Program.Outcome(status: 0, output: "", errors: "1 gesture carried\n"))
    #expect(folder.text("new one.toml").hasPrefix("# Rules for gesture-bridge, imported from libinput-gestures.\n"))
    let again = try Program.run("import", "libinput-gestures", "a b.conf", "-o", "new one.toml", in: folder)
    #expect(again.status == 1)
  }

  @Test func aFileMayBeCalledAnything() throws {
    let folder = try Folder()
    try folder.write("--help", "gesture swipe up 3 true\n")
    let outcome = try Program.run("import", "libinput-gestures", "--", "--help", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("# Source: --help, to which"))
  }

  @Test func whatIsImportedPassesTheCheck() throws {
    let folder = try Folder()
    try folder.write("a.conf", "gesture swipe up 3 true\ngesture pinch in notify-send \"it's\"\n")
    #expect(try Program.run("import", "libinput-gestures", "a.conf", "-o", "new.toml", in: folder).status == 0)
    #expect(try Program.run("check", "new.toml", in: folder).output == "new.toml: 2 gestures, no problems\n")
  }
}
