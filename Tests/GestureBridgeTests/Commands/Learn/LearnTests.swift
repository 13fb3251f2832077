import Foundation
import Support
import Testing

/// `learn --from`, as a user runs it.
struct LearnTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("bindings.toml", "")
    try folder.write("vees.touches", "touches\n" + Self.vee(0) + Self.vee(1000, "12,18") + Self.vee(2000, "8,19"))
    try folder.write("mixed.touches", "touches\n" + Self.mixed)
    try folder.write("tap.touches", "touches\n 0ms down a 50,50\n 60ms up a\n")
  }

  /// A vee that goes `down` and then up again, from `start` ms on.
  private static func vee(_ start: Int, _ down: String = "10,20") -> String {
    """
     \(start)ms down a 50,50
     \(start + 8)ms move a by \(down) over 160ms
     \(start + 168)ms move a by 20,-30 over 240ms
     \(start + 420)ms up a

    """
  }

  /// A tap, fingers that part, and a vee of two fingers.
  private static let mixed = """
     0ms down a 50,50
     60ms up a
     1000ms down a 50,50 b 70,50
     1008ms move a by -28,20 over 160ms
     1420ms up a,b
     2000ms down a 50,50 b 70,50
     2008ms move a,b by 10,20 over 160ms
     2168ms move a,b by 20,-30 over 240ms
     2420ms up a,b

    """

  private func learn(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["learn"] + arguments + ["--config", "bindings.toml"], in: folder)
  }

  private static let text = """
    # Examples of a drawing, for `templates = ["vee"]` in the rules file next to this folder.
    # Each example is the path of the fingers in mm: x to the right, y down.

    # touchscreen, 1 finger
    [[stroke]]
    points = [
      [0, 0], [10, 20], [30, -10],
    ]

    # touchscreen, 1 finger
    [[stroke]]
    points = [
      [0, 0], [12, 18], [32, -12],
    ]

    # touchscreen, 1 finger
    [[stroke]]
    points = [
      [0, 0], [8, 19], [28, -11],
    ]

    """

  private static let seen = """
    vees.touches:
       1  1 finger, 58.4 mm in 420 ms
       2  1 finger, 57.7 mm in 420 ms, differs from the earlier examples by 1 % of the allowed difference
       3  1 finger, 56.7 mm in 420 ms, differs from the earlier examples by 1 % of the allowed difference

    """

  private static let use = """
    To run a command when you make this drawing, add the lines below to your bindings.toml.
    If there are warnings below the lines, read the warnings first.

    [gesture.vee]
    kind = "stroke"
    fingers = 1
    templates = ["vee"]
    run = "notify-send vee"

    """

  /// The similarity of two drawings is tested with the matcher.
  private func masked(_ text: String) -> String {
    text.replacing(/examples by \d+ %/, with: "examples by 1 %")
  }

  @Test func examplesOfARecording() throws {
    let run = try learn("vee", "--from", "vees.touches")
    #expect(run.status == 0 && run.errors == "", Comment(rawValue: run.errors))
    #expect(masked(run.output) == "\(Self.seen)\nwrote templates/vee.toml with 3 examples\n\(Self.use)")
    #expect(folder.text("templates/vee.toml") == Self.text)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("templates/vee.toml"))[.posixPermissions]
    #expect(((mode as? Int) ?? 0o777) & 0o022 == 0)
  }

  @Test func itSaysWhatWasLeftOut() throws {
    let run = try learn("vee", "--from", "mixed.touches", "vees.touches", "--fingers", "2", "--count", "1")
    #expect(run.status == 0 && run.errors == "", Comment(rawValue: run.errors))
    expectSnapshot(masked(run.output), "what was left out", has: "\nfingers = 2\n")
  }

  @Test func itPrintsInsteadOfWriting() throws {
    let run = try learn("vee", "--from", "vees.touches", "--stdout")
    #expect(run.status == 0 && run.output == Self.text)
    #expect(masked(run.errors) == Self.seen)
    #expect(!FileManager.default.fileExists(atPath: folder.path("templates")))
  }

  @Test func whatIsThereIsKeptAddedToOrReplaced() throws {
    let mine = "# Mine.\n[[stroke]]\npoints = [[0, 0], [9, 21], [30, -9]] # by hand"
    try FileManager.default.createDirectory(atPath: folder.path("templates"), withIntermediateDirectories: true)
    let real = try folder.write("real.toml", mine)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("templates/vee.toml"), withDestinationPath: "../real.toml")
    let refused = try learn("vee", "--from", "vees.touches")
    #expect(refused.status == 1)
    expectSnapshot(refused.errors, "a drawing that exists already")
    #expect(folder.text("real.toml") == mine)
    let added = try learn("vee", "--from", "vees.touches", "--add")
    #expect(added.status == 0 && added.errors == "", Comment(rawValue: added.errors))
    #expect(added.output.contains("\nadded 3 examples to templates/vee.toml, which now has 4 examples\n"))
    #expect(added.output.contains("   1  1 finger, 58.4 mm in 420 ms, differs from the earlier examples by"))
    #expect(folder.text("real.toml").hasPrefix(mine + "\n\n# touchscreen, 1 finger\n[[stroke]]\n"))
    let replaced = try learn("vee", "--from", "vees.touches", "--replace")
    #expect(
      replaced.status == 0
        && replaced.output.contains("\nreplaced the examples in templates/vee.toml with 3 examples\n"))
    #expect(folder.text("real.toml") == Self.text)
    let kept = try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int
    #expect(kept == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("templates/vee.toml")) == "../real.toml")
  }

  @Test func aFileWithMistakesIsNotAddedTo() throws {
    try FileManager.default.createDirectory(atPath: folder.path("templates"), withIntermediateDirectories: true)
    try folder.write("templates/vee.toml", "[[stroke]]\npoints = [[0, 0], [5, 5]\n")
    let run = try learn("vee", "--from", "vees.touches", "--add")
    #expect(run.status == 1)
    let reason = "templates/vee.toml has 1 error: unterminated array; fix the file, or use --replace"
    #expect(run.errors == "gesture-bridge: error: \(reason)\n")
    #expect(folder.text("templates/vee.toml") == "[[stroke]]\npoints = [[0, 0], [5, 5]\n")
    #expect(try learn("vee", "--from", "vees.touches", "--replace").status == 0)
  }

  @Test func addingToNothingBegins() throws {
    let run = try learn("vee", "--from", "vees.touches", "--add")
    #expect(run.status == 0 && run.output.contains("\nwrote templates/vee.toml with 3 examples\n"))
  }

  @Test func moreThanADrawingMayHave() throws {
    let many = (0..<22).map { _ in "vees.touches" }
    let run = try Program.run(["learn", "vee", "--config", "bindings.toml", "--from"] + many, in: folder)
    #expect(run.status == 1)
    let reason = "66 examples, but at most 64 are allowed, so nothing is written: use fewer recordings"
    #expect(run.errors == "gesture-bridge: error: templates/vee.toml would have \(reason)\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("templates/vee.toml")))
  }

  @Test(arguments: [
    (
      ["../vee", "--from", "vees.touches"],
      "\"../vee\" can't be a drawing's name: use letters, digits, - and _, at most 100 bytes"
    ),
    (
      ["a b", "--from", "vees.touches"],
      "\"a b\" can't be a drawing's name: use letters, digits, - and _, at most 100 bytes"
    ),
    (["vee", "--from", "none.touches"], "can't read none.touches: No such file or directory"),
    (
      ["vee", "--from", "tap.touches"],
      "no drawing was found in tap.touches, so nothing is learned: use other recordings"
    ),
    (
      ["vee", "--from", "tap.touches", "mixed.touches", "--fingers", "3"],
      """
      no drawing was found in tap.touches or mixed.touches, so nothing is learned: use other recordings, \
      or remove --fingers
      """
    ),
    (
      ["vee", "--from", "vees.touches", "--count", "4"],
      "found 3 drawings, not 4, so nothing is learned: use --count 3, or other recordings"
    ),
    (
      ["vee", "--from", "mixed.touches", "--count", "4"],
      "found 1 drawing, not 4, so nothing is learned: use --count 1, or other recordings"
    ),
    (["vee", "--from", "bindings.toml"], "bindings.toml: the file is empty: use a file with a recording"),
  ])
  func whatCantBeLearned(arguments: [String], message: String) throws {
    let run = try Program.run(["learn"] + arguments + ["--config", "bindings.toml"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "gesture-bridge: error: \(message)\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("templates")))
  }

  @Test(arguments: [
    (["vee", "--count", "0"], "--count must be a number from 1 to 64"),
    (["vee", "--fingers", "11"], "--fingers must be a number from 1 to 10"),
    (
      ["vee", "--add", "--replace"],
      "--add keeps the examples of the file, and --replace replaces them: remove one of the two options"
    ),
    (["vee", "--stdout", "--add"], "--stdout writes no file, so --add and --replace have no effect: remove them"),
  ])
  func wrongCommandLines(arguments: [String], message: String) throws {
    let run = try Program.run(["learn"] + arguments, in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), Comment(rawValue: run.errors))
  }

  /// No user, not even root, can make a folder in /proc.
  @Test func whereNothingCanBeWritten() throws {
    let run = try Program.run("learn", "vee", "--from", "vees.touches", "--config", "/proc/version", in: folder)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("gesture-bridge: error: can't write /proc/templates: "), Comment(rawValue: run.errors))
  }

  /// A limit of file size has the same effect as a full disk.
  @Test func halfAFileIsNotLeftBehind() throws {
    let line = "(trap '' XFSZ; ulimit -f 0; $PROGRAM learn vee --from vees.touches --config bindings.toml 2>&1) | cat"
    let run = try Program.shell(line, in: folder)
    #expect(
      run.output.contains("gesture-bridge: error: can't write templates/vee.toml: File too large"),
      Comment(rawValue: run.output))
    #expect(!FileManager.default.fileExists(atPath: folder.path("templates/vee.toml")))
  }

  @Test func besideTheRulesThatTheDaemonWouldUse() throws {
    let environment = ["XDG_CONFIG_HOME": folder.path("config")]
    let first = try Program.run("learn", "vee", "--from", "vees.touches", in: folder, environment: environment)
    let path = folder.path("config/gesture-bridge/templates/vee.toml")
    #expect(first.status == 0 && first.errors == "", Comment(rawValue: first.errors))
    #expect(first.output.contains("\nwrote \(path) with 3 examples\n"))
    #expect(folder.text("config/gesture-bridge/templates/vee.toml") == Self.text)
    let named = try Program.run("learn", "vee", "--from", "vees.touches", "--config", "none.toml", in: folder)
    #expect(named.status == 1)
    #expect(named.errors == "gesture-bridge: error: can't read none.toml: No such file or directory\n")
  }

  @Test func rulesWithMistakesAreNoReasonNotToLearn() throws {
    try folder.write("bindings.toml", "[gesture.a]\nkind = \"tapp\"\n")
    let run = try learn("vee", "--from", "vees.touches")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix(Self.use))
    expectSnapshot(run.errors, "rules with mistakes are no reason not to learn")
  }

  @Test func likeOthersAndLikeASwipe() throws {
    _ = try learn("tick", "--from", "vees.touches")
    try folder.write("templates/broken.toml", "[[stroke")
    try folder.write(
      "bindings.toml",
      """
      [gesture.vee]
      kind = "swipe"
      fingers = 1
      direction = "down"
      max-angle = "45 deg"
      run = "true"

      """)
    let run = try learn("vee", "--from", "vees.touches")
    #expect(run.status == 0)
    let warnings = run.errors.replacing(/differ by only \d+ %/, with: "differ by only 0 %")
    expectSnapshot(warnings, "like others and like a swipe")
    #expect(run.output.contains("\n[gesture.vee-drawing]\nkind = \"stroke\"\n"))
  }

  @Test func recordingsOfOtherPrograms() throws {
    let run = try learn("way", "--from", packageRoot.appendingPathComponent("Tests/Fixtures/libinput-record.yml").path)
    #expect(run.status == 0 || run.errors.hasSuffix("nothing is learned\n"), Comment(rawValue: run.errors))
    #expect(run.output.contains("\n   1  "), Comment(rawValue: run.output))
  }
}
