import Foundation
import Testing

/// `gesture-bridge import` starts the program that reads other programs' files.
struct ImportTests {
  @Test func itStartsTheImporterBesideIt() throws {
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

  @Test func theImporterIsFoundInLibexecAndInPath() throws {
    let folder = try Folder()
    let program = try Program.shell(
      """
      mkdir -p bin libexec/gesture-bridge elsewhere; cp "$PROGRAM" bin/; ls bin
      bin/gesture-bridge import gebaar a.toml
      importer=$(dirname "$PROGRAM")/gesture-bridge-import
      ln -s "$importer" elsewhere/
      PATH=/nonexistent:$PWD/elsewhere bin/gesture-bridge import gebaar a.toml
      rm elsewhere/*; ln -s "$importer" libexec/gesture-bridge/
      bin/gesture-bridge import gebaar a.toml
      """, in: folder)
    #expect(
      program.errors == """
        gesture-bridge: error: there is no gesture-bridge-import beside gesture-bridge, in \
        ../libexec/gesture-bridge or in PATH; install the one of the same build
        gesture-bridge: error: can't read a.toml: No such file or directory
        gesture-bridge: error: can't read a.toml: No such file or directory

        """)
  }

  @Test func anImporterThatCantBeStartedSaysWhy() throws {
    let folder = try Folder()
    let outcome = try Program.shell(
      """
      mkdir bin; cp "$PROGRAM" bin/; printf '#!/nonexistent\\n' > bin/gesture-bridge-import
      chmod +x bin/gesture-bridge-import; bin/gesture-bridge import gebaar a.toml
      """, in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        gesture-bridge: error: can't start \(folder.path("bin/gesture-bridge-import")): \
        execv: No such file or directory (ENOENT)

        """)
  }
}
