import Analysis
import Bindings
import Foundation
import GestureCore
import LiveView
import Recordings
import Support
import Testing

@testable import gesture_bridge

/// The parts of `learn`.
struct LearnPartsTests {
  private static let vee = """
    0ms down a 50,50
    8ms move a by 10,20 over 160ms
    168ms move a by 20,-30 over 240ms
    420ms up a
    """
  private static let tap = "0ms down a 50,50\n60ms up a"
  private static let double =
    "0ms down a 50,50 b 70,50\n8ms move a,b by 10,20 over 160ms\n168ms move a,b by 20,-30 over 240ms\n420ms up a,b"

  private let devices: [Device]

  init() throws { devices = try TouchScript.read("touches\n\(Self.vee)\n", name: "a").recording.devices }

  private func attempt(_ touches: String) throws -> Attempt {
    let recording = try TouchScript.read("touches\n\(touches)\n", name: "a").recording
    return try #require(try Replay.attempts(recording, rules: Rules()).first)
  }

  private func session(
    _ count: Int = 2, fingers: Int? = nil, hasKeys: Bool = true, shows: Bool = false
  ) -> LearnSession {
    LearnSession(
      Learning("vee"), ExampleReader(RuleSet(), fingers: fingers), count: count, acceptsAnswers: hasKeys,
      showsDrawings: shows)
  }

  @Test func aConversation() throws {
    let (vee, tap, double) = (try attempt(Self.vee), try attempt(Self.tap), try attempt(Self.double))
    var session = session()
    #expect(session.acceptsAnswers)
    #expect(
      session.greeting == [
        "Draw \"vee\" 2 times, with one or more fingers that move together; on a touchpad, with three or four.",
        "To remove the last drawing, type u and Enter. To save the drawings made so far, press Enter. To stop without saving, press Ctrl-C.",
        "This command runs no actions, but a running daemon does.",
      ])
    #expect(session.answer("u") == ["      there is nothing to remove"])
    #expect(session.answer("") == ["      there is no attempt yet: make the gesture, or press Ctrl-C to stop"])
    #expect(session.answer("x") == ["      \"x\" is not a command: type u and Enter, or press only Enter"])
    #expect(
      session.add(tap, on: devices) == ["      not counted: nothing was drawn: the fingers hardly moved"])
    #expect(session.add(vee, on: []) == [])
    #expect(session.add(vee, on: devices) == ["   1  1 finger, 58.4 mm in 420 ms"])
    #expect(session.add(double, on: devices) == ["      not counted: drawn with 2 fingers instead of 1"])
    #expect(session.answer("U") == ["      1 is removed"])
    #expect(session.add(double, on: devices) == ["   1  2 fingers, 58.4 mm in 420 ms"])
    #expect(
      session.add(double, on: devices) == [
        "   2  2 fingers, 58.4 mm in 420 ms, differs from the earlier examples by 0 % of the allowed difference",
        "      Press Enter to save the drawings; type u and Enter to remove the last drawing.",
      ])
    #expect(!session.isOver)
    #expect(
      session.add(double, on: devices) == [
        "      not counted: you have already made all 2 drawings; press Enter to save"
      ])
    #expect(session.answer("u") == ["      2 is removed"])
    #expect(session.add(double, on: devices).count == 2)
    #expect(session.answer("") == [])
    #expect(session.isOver && session.learning.examples.count == 2)
    #expect(session.answer("u") == [])
    #expect(session.add(vee, on: devices) == [])
    #expect(session.learning.examples.count == 2)
  }

  @Test func withoutKeysTheLastDrawingEndsIt() throws {
    var silent = session(1, fingers: 1, hasKeys: false)
    #expect(!silent.acceptsAnswers)
    #expect(
      silent.greeting == [
        "Draw \"vee\" once, with one finger.",
        "This command runs no actions, but a running daemon does.",
      ])
    silent.endAnswers()
    #expect(!silent.isOver)
    #expect(silent.add(try attempt(Self.vee), on: devices) == ["   1  1 finger, 58.4 mm in 420 ms"])
    #expect(silent.isOver)
    #expect(
      session(3, fingers: 2).greeting.first == "Draw \"vee\" 3 times, with 2 fingers that move together.")
  }

  @Test func aTerminalThatIsGoneSavesWhatIsDrawn() throws {
    var session = session(1)
    _ = session.add(try attempt(Self.vee), on: devices)
    #expect(!session.isOver)
    session.endAnswers()
    #expect(session.isOver)
  }

  @Test func endingEarly() throws {
    var session = session(9)
    _ = session.add(try attempt(Self.vee), on: devices)
    #expect(session.answer("") == [])
    #expect(session.isOver && session.learning.examples.count == 1)
  }

  @Test func drawingsAreShown() throws {
    var session = session(1, hasKeys: false, shows: true)
    #expect(
      session.add(try attempt(Self.vee), on: devices) == [
        "   1  1 finger, 58.4 mm in 420 ms",
        "                ⢀⠎",
        "               ⡠⠃",
        "      ⠱⡀      ⡔⠁",
        "       ⠱⡀   ⢀⠜",
        "        ⠱⡀ ⢠⠊",
        "         ⠱⡰⠁",
      ])
  }

  @Test func anyDrawingCanBeShown() {
    #expect(SmallDrawing.lines([]) == [])
    #expect(SmallDrawing.lines([.zero]) == [])
    #expect(SmallDrawing.lines([.zero, Vector(30, 0)]) == ["      " + String(repeating: "⠉", count: 20)])
    #expect(SmallDrawing.lines([.zero, Vector(0, 30)]) == Array(repeating: "      ⡇", count: 6))
  }

  @Test func whatIsSaid() throws {
    expectSnapshot(
      [
        Message.learned("a", 1),
        Message.learned("a", 2, inAdditionTo: 3),
        Message.relearned("a", 2),
        Message.alreadyUsed(["b"], "c.toml"),
        Message.alreadyUsed(["b", "d"], "c.toml"),
        Message.nothingTouched,
        CommandError.noPlaceForRules.description,
      ], "what is said")
  }

  @Test func aFolderInPlaceOfTheFileIsSaid() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("templates/vee.toml"), withIntermediateDirectories: true)
    #expect(throws: FileError.unreadable(path: folder.path("templates/vee.toml"), code: EISDIR)) {
      try DrawingFile("vee", nextToRules: folder.path("bindings.toml"), .refuse)
    }
  }

  /// Another program has written the file while the fingers drew.
  @Test func whatWasWrittenMeanwhileStays() throws {
    let folder = try Folder()
    let rules = folder.path("bindings.toml")
    var learning = Learning("vee")
    let sample = try #require(GestureSample(try attempt(Self.vee), number: 1, of: devices))
    learning.add(try ExampleReader(RuleSet(), fingers: nil).read(sample))
    let new = try DrawingFile("vee", nextToRules: rules, .refuse)
    try FileManager.default.createDirectory(atPath: folder.path("templates"), withIntermediateDirectories: true)
    try folder.write("templates/vee.toml", "# theirs\n")
    #expect {
      try new.write(learning)
    } throws: {
      "\($0)"
        == "\(folder.path("templates/vee.toml")) already exists: use --add to keep its examples, or --replace to replace them"
    }
    let replacing = try DrawingFile("vee", nextToRules: rules, .replace)
    try folder.write("templates/vee.toml", "# theirs again\n")
    #expect {
      try replacing.write(learning)
    } throws: {
      "\($0)"
        == "\(folder.path("templates/vee.toml")) is not changed: another program has edited it in the meantime; try again"
    }
    #expect(folder.text("templates/vee.toml") == "# theirs again\n")
  }
}
