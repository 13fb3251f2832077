import Bindings
import Foundation
import GestureCore
import Recordings
import Studio
import Support
import Testing

@testable import Analysis
@testable import gesture_bridge

/// The parts of `tune`.
struct TunePartsTests {
  private func session(_ count: Int = 3) throws -> TuneSession {
    let rules = RuleSet(gestures: [GestureRule(name: "left", kind: Swipe.kind)])
    return TuneSession(try #require(SoloGesture("left", of: rules)), count: count)
  }

  /// An attempt of one tap, as it comes from a device.
  private func sample(_ number: Int) throws -> GestureSample {
    let script = try TouchScript.read("touches\n 0ms down a 50,50\n 60ms up a\n", name: "tap").recording
    let attempt = try #require(try Replay.attempts(script, rules: Rules()).first)
    return try #require(GestureSample(attempt, number: number, of: script.devices))
  }

  private let good = Verdict(isRecognized: true, isUsable: true, words: "fine")
  private let late = Verdict(isRecognized: false, isUsable: true, words: "late")
  private let wrong = Verdict(isRecognized: false, isUsable: false, words: "2 fingers")

  @Test func aConversation() throws {
    let made = try (0...6).map(sample)
    var session = try session()
    #expect(
      session.greeting == [
        "Make \"left\" (swipe) 3 times. Type u and Enter to remove the last attempt, only Enter to continue with fewer attempts, Ctrl-C to stop."
      ])
    #expect(session.answer("u") == ["      there is nothing to remove"])
    #expect(session.answer("") == ["      there is no attempt yet: make the gesture, or press Ctrl-C to stop"])
    #expect(session.add(made[1], good) == ["   1  recognized: fine"])
    #expect(session.add(made[2], wrong) == ["      not counted: 2 fingers"])
    #expect(session.add(made[2], late) == ["   2  not recognized: late"])
    #expect(session.answer("U") == ["      2 is removed"])
    #expect(session.answer("why") == ["      \"why\" is not a command: type u and Enter, or press only Enter"])
    #expect(!session.hasEnough && session.number == 2)
    _ = session.add(made[2], good)
    #expect(
      session.add(made[3], good) == [
        "   3  recognized: fine",
        "Now make movements that must not count as \"left\". Press Enter when you have finished. If you have no such movements, press Enter now.",
      ])
    #expect(session.hasEnough && !session.isOver)
    #expect(session.add(made[4], good) == ["   4  not meant: recognized"])
    #expect(session.add(made[5], wrong) == ["   5  not meant: not recognized"])
    #expect(session.answer("u") == ["      5 is removed"])
    #expect(session.answer("") == [])
    #expect(session.isOver)
    #expect(session.attempts.count == 3 && session.others.map(\.number) == [4])
    #expect(session.add(made[6], good) == [])
    #expect(session.answer("x") == [])
    #expect(session.answer("u") == [])
  }

  @Test func endingEarly() throws {
    let made = try (0...6).map(sample)
    var early = try session(10)
    _ = early.add(made[1], late)
    #expect(early.answer("").count == 1)
    #expect(!early.isOver)
    early.endAnswers()
    #expect(early.isOver)
    var silent = try session(1)
    silent.endAnswers()
    #expect(!silent.isOver)
    #expect(silent.add(made[1], good) == ["   1  recognized: fine"])
    #expect(silent.isOver)
    #expect(try session(1).greeting.first?.hasPrefix("Make \"left\" (swipe) once.") == true)
  }

  @Test func linesComeInPieces() {
    var lines = AnswerLines()
    #expect(lines.add(Array("u".utf8)) == [])
    #expect(lines.add(Array(" \r\n\n x y \nrest".utf8)) == ["u", "", "x y"])
    #expect(lines.add(Array("\n".utf8)) == ["rest"])
  }

  @Test func aDifference() {
    let before = (1...9).map { "line \($0)" }.joined(separator: "\n")
    let after = before.replacing("line 2\n", with: "line two\n").replacing("line 9", with: "line 9\nline 10\n")
    expectSnapshot(LineDifference(Array(before.utf8), Array(after.utf8)).text("a.toml"), "a difference")
    #expect(LineDifference(Array("a\r\n".utf8), Array("a\r\n".utf8)).text("a") == "")
    #expect(LineDifference([], Array("a\r\n".utf8)).text("b") == "--- b\n+++ b\n@@ -1 +1 @@\n+a\n")
  }

  @Test func aFileIsReplacedOnlyAsItWas() throws {
    let folder = try Folder()
    let path = try folder.write("a.toml", "old\n")
    try FileReplacement.write(Array("new\n".utf8), to: path, inPlaceOf: Array("old\n".utf8))
    #expect(folder.text("a.toml") == "new\n")
    #expect(
      throws: CommandError(
        "\(path) is not changed: another program has edited it in the meantime; try again")
    ) {
      try FileReplacement.write([], to: path, inPlaceOf: Array("old\n".utf8))
    }
    #expect(folder.text("a.toml") == "new\n")
    #expect(throws: CommandError("\(FileError.unreadable(path: "/nonexistent/a", code: ENOENT))")) {
      try FileReplacement.write([], to: "/nonexistent/a", inPlaceOf: [])
    }
    #expect(throws: CommandError("\(FileError.noFile(path: "/dev/null"))")) {
      try FileReplacement.write([], to: "/dev/null", inPlaceOf: [])
    }
  }

  /// No user, not even root, can make a file in /proc.
  @Test func whereNoFileCanBeMadeTheOldOneStays() throws {
    let version = Array(try Data(contentsOf: URL(fileURLWithPath: "/proc/version")))
    #expect {
      try FileReplacement.write([], to: "/proc/version", inPlaceOf: version)
    } throws: {
      "\($0)".hasPrefix("can't write /proc/version.") && "\($0)".contains(".new: ")
    }
  }

  @Test func whatIsNotWritten() {
    #expect(CommandError.unwritable("a", code: EACCES).description == "can't write a: Permission denied")
    expectSnapshot(CommandError.notReplaceable("a", owner: EPERM).description, "an owner that can't be kept")
    expectSnapshot(
      CommandError.unchanged("a", "\(RulesDraft.Refusal.otherMeaning(["b", "c"]))").description,
      "others would change too")
    expectSnapshot(
      CommandError.unchanged("a", "\(RulesDraft.Refusal.notPossible(key: "slop", .brokenText))").description,
      "a broken file")
    let text = "[gesture.a]\nkind = \"tap\"\nrun = \"true\"\nslop = \"99 m\"\n"
    let broken = Rules.load(text: Array(text.utf8), file: "a.toml")
    expectSnapshot(CommandError.unusable("b", broken.diagnostics).description, "a change with an error")
    expectSnapshot(Message.noThresholds(GestureRule(name: "a", kind: Tap.kind)), "nothing to tune")
    #expect(Message.noGesture("a", [], in: "b") == "there is no gesture \"a\" in b; the rules have no gestures")
  }
}
