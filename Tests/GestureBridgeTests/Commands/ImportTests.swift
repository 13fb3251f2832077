import Foundation
import Testing

/// `gesture-bridge import`, by its own command line.
struct ImportTests {
  @Test func aFileBecomesRules() throws {
    let folder = try Folder()
    try folder.write("a b.conf", "gesture swipe up 3 true\n")
    let outcome = try Program.run("import", "libinput-gestures", "a b.conf", "--output", "new one.toml", in: folder)
    let report = """
      a b.conf:1: gesture swipe up 3 true
        proven         swipe-3-up: run = ["true"]
      1 gesture converted, 1 proven
      run `gesture-bridge check NEW-FILE --desktop --devices` to see which of these rules your desktop and devices don't support

      """
    #expect(outcome == Program.Outcome(status: 0, output: "", errors: report))
    #expect(folder.text("new one.toml").hasPrefix("# Rules for gesture-bridge, imported from libinput-gestures.\n"))
    let again = try Program.run("import", "libinput-gestures", "a b.conf", "-o", "new one.toml", in: folder)
    #expect(again.status == 1)
  }

  /// Without a program: the one configuration that exists is converted; of several, the user chooses one.
  @Test func configurationsAreLookedFor() throws {
    let folder = try Folder()
    let home = ["XDG_CONFIG_HOME": folder.path("config"), "HOME": folder.path("home")]
    try FileManager.default.createDirectory(
      atPath: folder.path("config/gebaar"), withIntermediateDirectories: true)
    let none = try Program.run(["import"], in: folder, environment: home)
    #expect(none.status == 1 && none.errors.contains("no configuration of libinput-gestures, "))
    try folder.write("config/libinput-gestures.conf", "gesture swipe up 3 true\n")
    let one = try Program.run(["import"], in: folder, environment: home)
    #expect(one.status == 0 && one.output.contains("kind = \"swipe\""))
    #expect(one.errors.hasPrefix("\(folder.path("config/libinput-gestures.conf")):\n"))
    #expect(one.errors.contains("\n1 gesture converted, 1 proven\n"))
    try folder.write("config/gebaar/gebaard.toml", "[swipe.three]\nup = \"true\"\n")
    let both = try Program.run(["import"], in: folder, environment: home)
    #expect(both.status == 1 && both.output.isEmpty)
    #expect(both.errors.contains("gesture-bridge import libinput-gestures") && both.errors.contains("import gebaar"))
    #expect(both.errors.contains("libinput-gestures.conf:1: gesture swipe up 3 true\n  proven         swipe-3-up"))
  }

  @Test func aFileMayBeCalledAnything() throws {
    let folder = try Folder()
    try folder.write("--help", "gesture swipe up 3 true\n")
    let outcome = try Program.run("import", "libinput-gestures", "--", "--help", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("# Source: --help; the line numbers refer to it"))
  }

  /// Neither the messages about a file nor the rules made from it control a terminal.
  @Test(arguments: [
    ("lisgd", "lisgd -g \"\u{1B}[2J\u{1B}]0;P\u{7},LR,*,*,R,x\" -g \"3,LR,*,*,R,echo \u{9B}31m\u{202E}\"\n"),
    ("libinput-gestures", "gesture swipe up 3 true\ngesture \u{1B}[2J\u{9B}2J\n# \u{1B}c \u{9B}31m\n"),
    (
      "touchegg",
      "<touchégg><application name=\"All\"><!-- \u{9B}31m --><gesture type=\"SWIPE\" fingers=\"3\" direction=\"UP\">"
        + "<action type=\"RUN_COMMAND\"><command>echo &#x9b;31m</command></action></gesture>"
        + "<gesture type=\"&#x9b;2J\" fingers=\"3\"/></application></touchégg>\n"
    ),
  ])
  func nothingControlsATerminal(format: String, text: String) throws {
    let folder = try Folder()
    try folder.write("a\u{1B}[2J", text)
    let outcome = try Program.run("import", format, "a\u{1B}[2J", in: folder)
    #expect(outcome.status == 0 && outcome.errors.contains("not converted") && outcome.output.contains("[gesture."))
    for printed in [outcome.output, outcome.errors] {
      let bad = printed.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || 0x7F..<0xA0 ~= $0.value) }
      #expect(bad.isEmpty && !printed.contains("\u{202E}"), "\(bad) \(printed)")
    }
    try folder.write("new.toml", outcome.output)
    #expect(try Program.run("check", "new.toml", in: folder).status == 0)
  }

  /// Names of files are texts of other programs or users.
  @Test(arguments: [
    ["replay", "no\u{1B}[2J"], ["plot", "no\u{1B}[2J", "-o", "x.svg"], ["check", "no\u{1B}[2J"],
    ["check", "yes\u{1B}[2J"], ["import", "lisgd", "no\u{1B}[2J"], ["explain", "no\u{9B}2J"], ["replay", "t\u{1B}[2J"],
    ["explain", "t\u{1B}[2J", "--config", "yes\u{1B}[2J"], ["replay", "t\u{1B}[2J", "--diff", "yes\u{1B}[2J"],
    ["tune", "knock", "t\u{1B}[2J", "--config", "yes\u{1B}[2J"], ["kinds", "--config", "yes\u{1B}[2J"],
    ["record", "there\u{1B}[2J"], ["init", "\u{1B}[2J"], ["\u{1B}[2J"],
  ])
  func namesOfFilesControlNoTerminal(words: [String]) throws {
    let folder = try Folder()
    try folder.write("yes\u{1B}[2J", "[gesture.knock]\nkind = \"tap\"\nrun = \"true\"\n")
    try folder.write("t\u{1B}[2J", "gestures\n  knock = tap\ntouches\n  0ms down a 50,50\n  60ms up a\n")
    try folder.write("there\u{1B}[2J", "")
    let outcome = try Program.run(words, in: folder)
    for printed in [outcome.output, outcome.errors] {
      let isBad = printed.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || 0x7F..<0xA0 ~= $0.value) }
      #expect(!isBad, "\(printed)")
    }
    #expect(outcome.output + outcome.errors != "")
  }

  @Test func whatIsImportedPassesTheCheck() throws {
    let folder = try Folder()
    try folder.write("a.conf", "gesture swipe up 3 true\ngesture pinch in notify-send \"it's\"\n")
    #expect(try Program.run("import", "libinput-gestures", "a.conf", "-o", "new.toml", in: folder).status == 0)
    #expect(try Program.run("check", "new.toml", in: folder).output == "new.toml: 2 gestures, no problems\n")
  }
}
