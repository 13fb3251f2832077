import Foundation
import Support
import Testing

@testable import gesture_bridge

/// `record` and `run --record` on the command line, and all their messages.
struct RecordTests {
  @Test func aFileThatIsThereIsLeftAlone() throws {
    let folder = try Folder()
    try folder.write("a.touches", "mine")
    try folder.write("bindings.toml", "[gesture.t]\nkind = \"tap\"\nrun = \"true\"\n")
    let message =
      "gesture-bridge: error: a.touches already exists: name another file, or delete this one; `record` and `save` replace it with --force\n"
    let record = try Program.run("record", "a.touches", "--config", "bindings.toml", in: folder)
    #expect(record == Program.Outcome(status: 1, output: "", errors: message))
    let daemon = try Program.run(
      Program.daemon(["run", "--record", "a.touches", "--config", "bindings.toml"]), in: folder)
    #expect(daemon.status == 1)
    #expect(daemon.errors.replacing(Program.rootsWarning, with: "") == message)
    #expect(folder.text("a.touches") == "mine")
  }

  @Test func whatCantBeWrittenIsSaid() throws {
    let folder = try Folder()
    try folder.write("none.toml", "")
    let outcome = try Program.run("record", "no/such/folder.touches", "--config", "none.toml", in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        "\ngesture-bridge: error: can't write no/such/folder.touches: No such file or directory\n"))
  }

  @Test(arguments: [
    (["record", "--for", "0s"], "0s"), (["record", "--for", "ever"], "ever"), (["record", "--max-size", "1kB"], "1kB"),
    (["record", "--max-size", "10"], "10"), (["run", "--record", "x", "--max-size", "1e9MB"], "1e9MB"),
  ])
  func aWrongCommandLine(_ arguments: [String], _ word: String) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains("'\(word)'"), Comment(rawValue: outcome.errors))
  }

  @Test func debugAndARecordingDontShareStandardOutput() throws {
    let outcome = try Program.run("run", "--record", "-", "--debug")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "Error: --record - and --debug both write to standard output: name a file for --record\n"))
  }

  @Test(arguments: [
    ("100kB", 100_000), ("10MB", 10_000_000), ("1.5 GB", 1_500_000_000), ("20mb", 20_000_000), ("99kB", nil),
    ("101GB", nil), ("MB", nil), ("5", nil), ("1..5MB", nil), ("-1MB", nil), ("infMB", nil),
  ])
  func sizes(_ text: String, _ bytes: Int?) {
    #expect(ByteCount(argument: text)?.bytes == bytes)
  }

  @Test func sizesAreWrittenAsTheyAreRead() {
    #expect(["100kB", "10MB", "1.5GB"].map { ByteCount(argument: $0)?.description } == ["100kB", "10MB", "1.5GB"])
  }

  @Test(arguments: [
    ("500ms", 500_000), ("30s", 30_000_000), ("1.5 min", 90_000_000), ("2h", 7_200_000_000), ("169h", nil), ("0s", nil),
    ("30", nil), ("s", nil), ("-3s", nil),
  ])
  func times(_ text: String, _ microseconds: Int64?) {
    #expect(RecordingTime(argument: text)?.microseconds == microseconds)
  }
}

/// The messages about recordings, to the letter.
struct RecordMessageTests {
  private let screen = MessageTests.device
  private let size = ByteCount.standard

  @Test func whatCantBeRecorded() {
    expectSnapshot(
      [
        CommandError.recordingExists("a").description,
        CommandError.unwritable("a", code: 28).description,
        CommandError.notRead("a").description,
      ], "what can't be recorded")
  }

  @Test func theDaemonGoesOn() {
    expectSnapshot(
      [
        Message.stoppedRecording(.full(size), "a"),
        Message.stoppedRecording(.failed(.unwritable("a", code: 28)), "a"),
        Message.recordingTo("a"),
      ], "the daemon goes on")
  }

  @Test func whatIsRecorded() {
    expectSnapshot(
      [
        Message.recording([], to: "a"),
        Message.recording([screen], to: "a"),
        Message.recording([screen, screen], to: "a"),
        Message.recording([screen, screen, screen], to: "a"),
        Message.noDeviceMatches("X*"),
        Message.skipped(screen, "Pad"),
      ], "what is recorded")
    #expect(
      Message.noRules(RulesFile.Problem.notFound(["a"])).hasPrefix(
        "touches are recorded, but gestures are not shown: there is no rules file"))
  }

  @Test func whatCameOfIt() {
    #expect(
      Message.recorded(seconds: 2.04, gestures: 1, bytes: 3700, to: "a") == "recorded 2.0 s, 1 gesture, 3.7 kB to a")
    #expect(Message.nothingRecorded("a") == "no device was touched, so a has no touches")
  }
}
