import Foundation
import Support
import Testing

/// The daemon with rules that change, in every way in which users and programs change files.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct ReloadTests {
  /// Rules whose swipe notes a word.
  private static func rules(_ word: String, _ more: String = "") -> String {
    "\(more)[gesture.swipe]\nkind = \"swipe\"\nfingers = 3\nrun = 'echo \(word) >> \"$RAN\"'\n"
  }

  private let home: Folder
  private let bed: Bed

  /// `rules/bindings.toml` in a folder that has a folder `rules`, and a `notify-send` that writes down its arguments.
  init() throws { try self.init(clock: .virtual) }

  private init(clock: Bed.Clock) throws {
    home = try Folder()
    for name in ["rules", "bin"] {
      try FileManager.default.createDirectory(atPath: home.path(name), withIntermediateDirectories: false)
    }
    try home.write("rules/bindings.toml", Self.rules("first"))
    try home.write("bin/notify-send", "#!/bin/sh\nshift 4\nprintf '%s\\n' \"$@\" >> \"$SHOWN\"\n")
    chmod(home.path("bin/notify-send"), 0o755)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    bed = try Bed(
      program: ["--config", home.path("rules/bindings.toml")], in: home,
      environment: ["PATH": "\(home.path("bin")):\(path)", "SHOWN": home.path("shown")], clock: clock)
  }

  private func start(_ devices: String = "add touchscreen event0") throws {
    try bed.perform("\(devices)\nstart\nawait ready: within=15s")
  }

  /// Swipes, and waits for the word.
  private func expect(_ word: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = bed.ran.count
    try bed.perform("play event0 swipe up\nawait-file \(home.path("ran")) \(word) within=5s\nwait 250ms")
    #expect(
      bed.ran.count == before + 1 && bed.ran.last == word, Comment(rawValue: bed.log), sourceLocation: sourceLocation)
  }

  /// The daemon's messages since it was ready.
  private func said() -> [String] {
    let lines = bed.log.replacing(home.url.path + "/", with: "").split(separator: "\n").map(String.init)
    return Array(lines.drop { !$0.contains("ready:") }.dropFirst())
  }

  private func save(_ name: String, _ text: String) throws {
    try text.write(toFile: home.path(name), atomically: false, encoding: .utf8)
  }

  private func link(_ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: home.path("new"))
    try FileManager.default.createSymbolicLink(atPath: home.path("new"), withDestinationPath: target)
    try #require(rename(home.path("new"), home.path(name)) == 0)
  }

  private static let reloaded = "gesture-bridge: notice: reloaded: 1 gesture from rules/bindings.toml"

  @Test func savedInPlaceOrRenamedOver() throws {
    try start()
    try expect("first")
    try save("rules/bindings.toml", Self.rules("second"))
    try bed.perform("await reloaded:")
    try expect("second")
    try home.write("rules/bindings.toml", Self.rules("third"))
    try bed.perform("await reloaded:")
    try expect("third")
    #expect(said() == [Self.reloaded, Self.reloaded])
  }

  @Test func aBurstOfWritesIsReadOnce() throws {
    try start()
    for word in ["a", "b", "c", "d"] {
      try save("rules/bindings.toml", Self.rules(word))
      try bed.perform("wait 20ms")
    }
    try bed.perform("await reloaded:\nwait 300ms")
    try expect("d")
    // The file is written again unchanged, and another file next to it.
    try save("rules/bindings.toml", Self.rules("d"))
    try home.write("rules/other.toml", "x")
    try bed.perform("wait 300ms")
    #expect(said() == [Self.reloaded])
    try bed.perform("signal HUP\nawait reloaded:")
  }

  @Test func linksToTheFileAndToItsFolder() throws {
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(atPath: home.path(name), withIntermediateDirectories: false)
      try save("\(name)/bindings.toml", Self.rules(name))
    }
    try link("rules/bindings.toml", to: "../one/bindings.toml")
    try start()
    try expect("one")
    try link("rules/bindings.toml", to: "../two/bindings.toml")
    try bed.perform("await reloaded:")
    try expect("two")
    try save("two/bindings.toml", Self.rules("deux"))
    try bed.perform("await reloaded:")
    try expect("deux")
    try FileManager.default.removeItem(atPath: home.path("rules"))
    try bed.perform("await 'was removed'")
    try link("rules", to: "one")
    try bed.perform("await reloaded:")
    try expect("one")
    try link("rules", to: "two")
    try bed.perform("await reloaded:")
    try expect("deux")
  }

  @Test func includedFiles() throws {
    try save("rules/bindings.toml", "include = [\"layers/media.toml\"]\n")
    try FileManager.default.createDirectory(atPath: home.path("rules/layers"), withIntermediateDirectories: false)
    try save("rules/layers/media.toml", Self.rules("layer"))
    try start()
    try expect("layer")
    try save("rules/layers/media.toml", Self.rules("changed"))
    try bed.perform("await reloaded:")
    try expect("changed")
    try FileManager.default.removeItem(atPath: home.path("rules/layers"))
    try bed.perform("await 'the previous rules stay'")
    try expect("changed")
    #expect(
      said() == [
        Self.reloaded,
        "rules/bindings.toml:1:12: error: can't read rules/layers/media.toml: No such file or directory",
        "  1 | include = [\"layers/media.toml\"]",
        "    |            ^^^^^^^^^^^^^^^^^^^ create the file, or correct the path",
        "gesture-bridge: error: the previous rules stay in use: rules/bindings.toml has 1 error",
      ])
    try FileManager.default.createDirectory(atPath: home.path("rules/layers"), withIntermediateDirectories: false)
    try save("rules/layers/media.toml", Self.rules("back"))
    try bed.perform("await reloaded:")
    try expect("back")
    try save("rules/bindings.toml", "include = [\"a.toml\", \"layers/media.toml\"]\n")
    try bed.perform("await 'the previous rules stay'")
    try save("rules/a.toml", "")
    try bed.perform("await reloaded:")
    try expect("back")
  }

  @Test func templatesOfDrawings() throws {
    let star = "[[stroke]]\npoints = [[0, 0], [10, 12], [20, 0]]\n"
    let folder = home.path("rules/templates")
    let stroke = "[gesture.star]\nkind = \"stroke\"\nfingers = 4\ntemplates = \"star\"\nrun = \"true\"\n"
    try save("rules/bindings.toml", Self.rules("first") + stroke)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try save("rules/templates/star.toml", star)
    try start()
    try save("rules/templates/star.toml", star + star)
    try bed.perform("await reloaded:")
    try save("rules/templates/star.toml", "[[strokes]]\n")
    try bed.perform("await 'the previous rules stay'")
    try expect("first")
    try FileManager.default.removeItem(atPath: folder)
    try bed.perform("await 'No such file'\nawait 'the previous rules stay'")
    try expect("first")
    // As when it is learned for the first time.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try home.write("rules/templates/star.toml", star)
    try bed.perform("await reloaded:")
    try expect("first")
    let reloaded = "gesture-bridge: notice: reloaded: 2 gestures from rules/bindings.toml"
    #expect(
      said() == [
        reloaded,
        "rules/templates/star.toml:1:3: error: unknown key \"strokes\"",
        "  1 | [[strokes]]",
        "    |   ^^^^^^^ did you mean \"stroke\"?",
        "gesture-bridge: error: the previous rules stay in use: rules/templates/star.toml has 1 error",
        "rules/bindings.toml:8:13: error: can't read rules/templates/star.toml: No such file or directory",
        "  8 | templates = \"star\"",
        "    |             ^^^^^^ make the drawing with `gesture-bridge learn star`, or write `shape = \"star\"`",
        "gesture-bridge: error: the previous rules stay in use: rules/bindings.toml has 1 error", reloaded,
      ])
  }

  @Test func whatIsDeletedIsTakenWhenItComesBack() throws {
    try start()
    try FileManager.default.removeItem(atPath: home.path("rules/bindings.toml"))
    try bed.perform("await 'was removed'")
    try home.write("rules/other.toml", "x")
    try bed.perform("wait 300ms")
    try expect("first")
    try save("rules/bindings.toml", Self.rules("first"))
    try bed.perform("await 'can be used again'")
    try FileManager.default.removeItem(atPath: home.path("rules"))
    try bed.perform("await 'was removed'\nwait 300ms")
    try FileManager.default.createDirectory(atPath: home.path("rules"), withIntermediateDirectories: false)
    try bed.perform("wait 300ms")
    try save("rules/bindings.toml", Self.rules("second"))
    try bed.perform("await reloaded:")
    try expect("second")
    let gone =
      "gesture-bridge: warning: rules/bindings.toml was removed; "
      + "the previous rules stay in use until the file exists again"
    #expect(
      said() == [
        gone, "gesture-bridge: notice: rules/bindings.toml can be used again; the rules are the same as before",
        gone,
        Self.reloaded,
      ])
    #expect(home.text("shown") == "")
  }

  @Test func whatOthersCanWriteIsNotTaken() throws {
    try start()
    chmod(home.path("rules/bindings.toml"), 0o646)
    try bed.perform("await 'the previous rules stay'")
    try save("rules/bindings.toml", Self.rules("evil"))
    try bed.perform("wait 300ms")
    try expect("first")
    chmod(home.path("rules/bindings.toml"), 0o644)
    try bed.perform("await reloaded:")
    try expect("evil")
    let path = home.path("rules/bindings.toml")
    #expect(
      said() == [
        "gesture-bridge: error: the previous rules stay in use: rules/bindings.toml is writable by everyone, "
          + "and the commands in this file would run as you; "
          + "run `chmod o-w rules/bindings.toml` (with `sudo` if root owns it) to prevent this", Self.reloaded,
      ])
    #expect(
      home.lines("shown") == [
        "gesture-bridge: the rules can't be read",
        "\(path) is writable by everyone, and the commands in this file would run as you; "
          + "run `chmod o-w \(path)` (with `sudo` if root owns it) to prevent this",
        "The previous rules stay in use.", "gesture-bridge: the rules have no errors any more",
        "1 gesture from \(path)",
      ])
  }

  @Test func troubleIsShownOnTheDesktopUntilItIsMended() throws {
    try start()
    try save("rules/bindings.toml", "[gesture.swipe]\nkind = \"<b>swype\"\n[more]\n")
    try bed.perform("await 'the previous rules stay'\nawait-file \(home.path("shown")) stay")
    #expect(
      home.lines("shown") == [
        "gesture-bridge: 2 errors in bindings.toml", "bindings.toml:2:8: unknown gesture kind \"&lt;b&gt;swype\"",
        "`gesture-bridge kinds` lists all kinds", "The previous rules stay in use.",
      ])
    try save("rules/bindings.toml", Self.rules("first"))
    try bed.perform("await 'can be used again'\nawait-file \(home.path("shown")) 'no errors any more'")
    #expect(home.lines("shown").count == 6)
    try save("rules/bindings.toml", Self.rules("second"))
    try bed.perform("await reloaded:\nwait 200ms")
    #expect(home.lines("shown").count == 6)
  }

  @Test func aGestureInProgressIsCancelledByTheRulesItBeganWith() throws {
    let rules = "[gesture.pan]\nkind = \"pan\"\nfingers = 2\n"
    let actions = { (word: String) in
      ["began", "ended", "cancelled"].map { "\($0) = 'echo \(word) \($0) >> \"$RAN\"'\n" }.joined()
    }
    try save("rules/bindings.toml", rules + actions("old"))
    try start()
    try bed.perform("down event0 a 50,50 b 60,50\nmove event0 a,b by 0,40 over 200ms")
    try bed.perform("await-file \(home.path("ran")) 'old began'")
    try save("rules/bindings.toml", rules + actions("new"))
    try bed.perform("await reloaded:\nawait-file \(home.path("ran")) cancelled")
    try bed.perform("move event0 a,b by 0,40 over 200ms\nup event0\nwait 200ms")
    #expect(bed.ran == ["old began", "old cancelled"])
    try bed.perform("down event0 a 50,50 b 60,50\nmove event0 a,b by 0,40 over 200ms\nup event0")
    try bed.perform("await-file \(home.path("ran")) 'new ended'")
    #expect(bed.ran == ["old began", "old cancelled", "new began", "new ended"])
  }

  @Test func aDevicesSizeCountsAtOnce() throws {
    let size = { (text: String) in Self.rules("swiped", "[device.\"*\"]\nsize = \"\(text)\"\n") }
    // The bed's 60 mm of 300 mm are 5 mm of 25 mm here, which is too short for a swipe.
    try save("rules/bindings.toml", size("25 x 16 mm"))
    try start("add touchscreen-without-size event0")
    try bed.perform("play event0 swipe left\nwait 300ms")
    #expect(bed.ran == [])
    try save("rules/bindings.toml", size("300 x 190 mm"))
    try bed.perform("await reloaded:\nplay event0 swipe left\nawait-file \(home.path("ran")) swiped\nwait 200ms")
    #expect(bed.ran == ["swiped"])
    try save("rules/bindings.toml", size("25 x 16 mm"))
    try bed.perform("await reloaded:\nplay event0 swipe left\nwait 300ms")
    #expect(bed.ran == ["swiped"])
  }

  /// The kernel counts what wakes it, in its own time.
  @Test func nothingWakesItWhileTheFilesAreQuiet() throws { try ReloadTests(clock: .real).expectQuiet() }

  private func expectQuiet() throws {
    try save("rules/bindings.toml", "include = [\"other.toml\"]\n")
    try save("rules/other.toml", Self.rules("first"))
    try save("rules/beside.toml", "x")
    try start()
    try save("rules/other.toml", Self.rules("second"))
    try bed.perform("await reloaded:\nwait 1500ms")
    let pid = try #require(try bed.perform("status").split(separator: "=").last)
    let before = try status(pid, "voluntary_ctxt_switches")
    for _ in 0..<10 { try save("rules/beside.toml", "y") }
    try bed.perform("wait 2s")
    #expect(try status(pid, "voluntary_ctxt_switches") == before)
  }

  /// Neither descriptors nor memory grow with the number of reloads.
  @Test func manyReloadsCostNothingThatStays() throws {
    try start()
    try expect("first")
    let pid = try #require(try bed.perform("status").split(separator: "=").last)
    var swipes = 1
    var before: (files: Int, memory: Int) = (0, 0)
    for round in 0..<6 {
      if round == 1 { before = try usage(pid) }
      for number in 0..<25 {
        try home.write("rules/bindings.toml", number % 5 == 4 ? "[broken" : Self.rules("swipe"))
        try bed.perform("signal HUP\nawait '\(number % 5 == 4 ? "rules stay" : "reloaded:")'")
      }
      try home.write("rules/bindings.toml", Self.rules("swipe"))
      try bed.perform("signal HUP\nawait reloaded:\nwait 200ms\nplay event0 swipe up\nwait 250ms")
      swipes += 1
      #expect(bed.ran.count == swipes, Comment(rawValue: bed.log))
    }
    let after = try usage(pid)
    #expect(after.files == before.files)
    #expect(after.memory - before.memory < 2048, "from \(before.memory) to \(after.memory) kB")
  }

  private func usage(_ pid: Substring) throws -> (files: Int, memory: Int) {
    let memory = try status(pid, "VmRSS").flatMap { Int($0.filter(\.isNumber)) }
    return (try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count, memory ?? 0)
  }

  private func status(_ pid: Substring, _ name: String) throws -> Substring? {
    try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix(name) }
  }
}

/// The daemon if the system gives it no watches.
struct UnwatchedRulesTests {
  private static let line =
    "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$PROGRAM\" --allow-root --config rules.toml"
  static let isPossible: Bool = {
    let outcome = try? Program.shell("unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_inotify_instances'")
    return outcome?.status == 0
  }()

  @Test(.enabled(if: isPossible, "needs a user namespace")) func itSaysSoAndGoesOn() throws {
    let folder = try Folder()
    try folder.write("rules.toml", CheckTests.good)
    let outcome = try Program.shell("exec timeout 3 unshare -Ur sh -c '\(Self.line)'", in: folder)
    #expect(
      outcome.errors.replacing(Program.rootsWarning, with: "").hasPrefix(
        "gesture-bridge: warning: can't watch rules.toml for changes: too many programs watch files; raise "
          + "fs.inotify.max_user_instances, for example with `sudo sysctl fs.inotify.max_user_instances=512`, "
          + "and restart the daemon; while the file is not watched, run `gesture-bridge reload` after each change\n"
      ))
    #expect(outcome.errors.contains("notice: ready:"), Comment(rawValue: outcome.errors))
  }
}
