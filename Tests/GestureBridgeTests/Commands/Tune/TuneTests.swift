import Foundation
import Support
import Testing

/// `tune` with recordings, as a user runs it.
struct TuneTests {
  private let folder: Folder

  private static let rules = """
    # My gestures.
    [gesture.left]
    kind = "swipe"
    device = "touchscreen"
    fingers = 3
    direction = "left"
    min-distance = "14 mm"  # far
    run = "true"

    [gesture.tap]
    kind = "tap"
    run = "true"

    """

  init() throws {
    folder = try Folder()
    try folder.write("bindings.toml", Self.rules)
    try folder.write("lefts.touches", "touches\n\(Self.left(10, at: 0))\(Self.left(20, at: 2000))")
    try folder.write("short.touches", "touches\n\(Self.left(5, at: 0))")
    try folder.write("tap.touches", "touches\n 0ms down a 50,50\n 60ms up a\n")
  }

  private static func left(_ distance: Int, at start: Int) -> String {
    """
     \(start)ms down a 150,90 b 165,85 c 180,90
     \(start + 20)ms move a,b,c by -\(distance),0 over 80ms
     \(start + 300)ms up a,b,c

    """
  }

  private func tune(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["tune"] + arguments, in: folder)
  }

  @Test func itProposesAndChangesNothing() throws {
    let run = try tune("left", "lefts.touches", "--not", "short.touches")
    #expect(run.status == 0 && run.errors == "")
    expectSnapshot(run.output, "it proposes and changes nothing", has: "2 attempts, 1 recognized")
    #expect(folder.text("bindings.toml") == Self.rules)
  }

  @Test func itWritesThemIntoTheFile() throws {
    let run = try tune("left", "lefts.touches", "--write", "--margin", "20", "--percentile", "100")
    #expect(run.status == 0 && run.errors == "")
    expectSnapshot(
      run.output, "it writes them into the file", has: "-min-distance = \"14 mm\"", "+min-distance = \"8 mm\"")
    #expect(folder.text("bindings.toml") == Self.rules.replacing("\"14 mm\"", with: "\"8 mm\""))
    let again = try tune("left", "lefts.touches", "--write")
    #expect(again.output.contains("All 2 attempts are recognized with the current rules: nothing needs to change.\n"))
    #expect(again.status == 0 && !again.output.contains("---"))
  }

  @Test func theIncludedFileIsChangedThroughItsLinkAndKeepsItsMode() throws {
    let main = "include = [\"layers/mine.toml\"]\n"
    try folder.write("bindings.toml", main)
    let real = try folder.write("real.toml", Self.rules.replacing("\n", with: "\r\n"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    try FileManager.default.createDirectory(atPath: folder.path("layers"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("layers/mine.toml"), withDestinationPath: "../real.toml")
    let run = try tune("left", "lefts.touches", "--write")
    #expect(run.status == 0 && run.errors == "", Comment(rawValue: run.errors))
    #expect(
      run.output.contains("layers/mine.toml is changed; a running daemon that uses this file reads it again at once\n"))
    #expect(folder.text("bindings.toml") == main)
    #expect(
      folder.text("real.toml") == Self.rules.replacing("\"14 mm\"", with: "\"9 mm\"").replacing("\n", with: "\r\n"))
    let kept = try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int
    #expect(kept == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("layers/mine.toml")) == "../real.toml")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!left.contains { $0.hasSuffix(".new") })
  }

  @Test func rulesOfAScript() throws {
    let script = "gestures\n it = swipe fingers=3 direction=left device=touchscreen\n" + folder.text("lefts.touches")
    try folder.write("own.touches", script)
    let run = try tune("it", "own.touches")
    #expect(run.status == 0 && run.output.contains("min-distance = \"9 mm\"  # was 12 mm"))
    let write = try tune("it", "own.touches", "--write")
    #expect(write.status == 1)
    expectSnapshot(write.errors, "rules of a script")
  }

  @Test func asJSON() throws {
    let run = try tune("left", "lefts.touches", "--json", "--write")
    #expect(run.status == 0)
    #expect(
      run.errors.hasSuffix("bindings.toml is changed; a running daemon that uses this file reads it again at once\n"))
    let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(document["gesture"] as? String == "left")
    let changes = try #require(document["changes"] as? [[String: Any]])
    #expect(changes.first?["value"] as? Double == 9)
    #expect((document["attempts"] as? [[String: Any]])?.count == 2)
  }

  @Test(arguments: [
    (["lest", "lefts.touches"], "there is no gesture \"lest\" in bindings.toml; did you mean \"left\"?"),
    (["zoom", "lefts.touches"], "there is no gesture \"zoom\" in bindings.toml; the gestures are left and tap"),
    (["left", "none.touches"], "can't read none.touches: No such file or directory"),
  ])
  func whatCantBeTuned(arguments: [String], message: String) throws {
    let run = try Program.run(["tune"] + arguments, in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "gesture-bridge: error: \(message)\n")
  }

  @Test(arguments: [
    (["left", "--count", "0"], "--count must be a number from 1 to 1000"),
    (["left", "a", "--percentile", "0"], "--percentile must be a number from 1 to 100"),
    (["left", "a", "--margin", "101"], "--margin must be a number from 0 to 100"),
    (["left", "--not", "a"], "--not needs recordings of the gesture to compare with: name them before --not"),
  ])
  func wrongCommandLines(arguments: [String], message: String) throws {
    let run = try Program.run(["tune"] + arguments, in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), Comment(rawValue: run.errors))
  }
}
