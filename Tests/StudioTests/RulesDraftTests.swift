import Foundation
import Support
import TOML
import Testing

@testable import Studio

/// The draft of a rules file.
@Suite struct RulesDraftTests {
  private static let file = """
    # My gestures
    [gesture.back]
    kind = "swipe"   # a swipe
    fingers = 3

    [gesture.forward]
    kind = "swipe"
    run = "true"

    """

  private func draft(_ text: String = file) -> RulesDraft { RulesDraft(file: Array(text.utf8)) }
  private func text(_ draft: RulesDraft) -> String { String(decoding: draft.text, as: UTF8.self) }

  @Test func changesKeepAllElse() throws {
    var draft = draft()
    try draft.apply([
      .set(["gesture", "back", "fingers"], to: "4"), .set(["gesture", "back", "slop"], to: "\"2 mm\""),
      .add(["gesture", "new one"], lines: "kind = \"tap\"\nrun = 'x'"), .unset(["gesture", "forward", "run"]),
    ])
    #expect(
      text(draft) == """
        # My gestures
        [gesture.back]
        kind = "swipe"   # a swipe
        fingers = 4
        slop = "2 mm"

        [gesture.forward]
        kind = "swipe"

        [gesture."new one"]
        kind = "tap"
        run = 'x'

        """)
    #expect(draft.isChanged)
    try draft.apply([.remove(["gesture", "new one"])])
    try draft.undo()
    try draft.undo()
    #expect(!draft.isChanged && !draft.canUndo && draft.canRedo)
    try draft.redo()
    #expect(text(draft).contains("new one"))
    draft.markWritten()
    #expect(!draft.isChanged && draft.canUndo)
    try draft.undo()
    #expect(text(draft) == Self.file && draft.isChanged)
  }

  /// A class of device has its own section, or dotted keys.
  @Test func settingsOfAClass() throws {
    let edited = { (text: String) in
      var draft = self.draft(text)
      try draft.apply([.set(["gesture", "back", "touchpad", "min-speed"], to: "\"20 mm/s\"")])
      return self.text(draft)
    }
    let section = "[gesture.back]\nkind = \"swipe\"\n"
    #expect(try edited(section) == section + "\n[gesture.back.touchpad]\nmin-speed = \"20 mm/s\"\n")
    let dotted = section + "touchpad.slop = \"1 mm\"\n"
    #expect(try edited(dotted) == dotted + "touchpad.min-speed = \"20 mm/s\"\n")
    let there = section + "[gesture.back.touchpad]\nmin-speed = \"30 mm/s\" # mine\n"
    #expect(try edited(there) == there.replacing("30", with: "20"))
  }

  /// A refused change changes nothing.
  @Test(arguments: [
    (RulesDraft.Change.set(["gesture"], to: "1"), "\"gesture\" can't be changed"),
    (.set(["gesture", "back", "fingers"], to: "3\nkind = 'tap'"), "can't be changed"),
    (.add(["gesture", "back"], lines: "kind = 'tap'"), "\"gesture.back\" already exists: choose another name"),
    (.add(["gesture", "x"], lines: "kind = 'tap"), "the new lines can't be read"),
    (.add(["gesture", "x"], lines: "kind = 'tap'\n[privacy]\nremember = true"), "would also change \"privacy\""),
    (.set([], to: "1"), "can't be changed"),
  ])
  func whatCannotBeDone(_ change: RulesDraft.Change, _ words: String) throws {
    var draft = draft()
    let refusal = #expect(throws: RulesDraft.Refusal.self) {
      try draft.apply([.set(["gesture", "back", "fingers"], to: "5"), change])
    }
    #expect(refusal?.description.contains(words) == true, "\(refusal?.description ?? "")")
    #expect(!draft.isChanged && !draft.canUndo)
  }

  @Test func anotherProgramChangesTheFile() throws {
    var draft = draft()
    draft.updateFile(to: Array("x = 1\n".utf8))
    #expect(text(draft) == "x = 1\n" && !draft.isChanged)
    try draft.apply([.set(["x"], to: "2")])
    draft.updateFile(to: Array("x = 3\n".utf8))
    #expect(text(draft) == "x = 2\n" && draft.isChanged && draft.file == Array("x = 3\n".utf8))
    draft.discard()
    #expect(text(draft) == "x = 3\n")
  }

  // MARK: Many edits

  /// A model of the edits' meaning and the file after 500 of them, read by Python's tomllib, are the same; and the lines that no edit was
  /// about are still there, in their order.
  @Test(.enabled(if: CommandOutput.hasTomllib, "python3 with tomllib (3.11 or later) is not here"))
  func fiveHundredEditsMeanWhatTheySay() throws {
    let original = Documentation.text("bindings.toml")
    var draft = draft(original)
    var random = SeededRandom(seed: 24)
    var model: [String: [String: String]] = [:]
    var edits: [String] = []
    var refused = 0
    for number in 0..<500 {
      let name = "random \(Int.random(in: 0..<12, using: &random))"
      let key = ["slop", "run", "max-duration", "a.b"].randomElement(using: &random) ?? "slop"
      let value = TOML.string(["\(number) mm", "x = \"1\" # no", "\\é\n", ""].randomElement(using: &random) ?? "")
      let change: RulesDraft.Change
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where model[name] == nil:
        change = .add(["gesture", name], lines: "kind = \"tap\"\n# of \(name)")
        model[name] = ["kind": TOML.string("tap")]
      case 1:
        change = .remove(["gesture", name])
        model[name] = nil
      case 2:
        change = .unset(["gesture", name, key])
        model[name]?[key] = nil
      default:
        guard model[name] != nil else { continue }
        change = .set(["gesture", name, key], to: value)
        model[name]?[key] = value
      }
      do { try draft.apply([change]) } catch { refused += 1 }
      edits.append("\(change)")
    }
    #expect(refused == 0 && edits.count > 300)
    let expected = model.map { name, keys in
      "[gesture.\(TOML.key([name]))]\n" + keys.map { "\(TOML.key([$0.key])) = \($0.value)\n" }.joined()
    }.joined()
    let script = """
      import sys, tomllib
      original, edited, expected = sys.stdin.read().split("\\x00")
      a, b, c = tomllib.loads(original), tomllib.loads(edited), tomllib.loads(expected)
      gestures = b.get("gesture", {})
      made = {name: keys for name, keys in gestures.items() if name.startswith("random ")}
      assert made == c.get("gesture", {}), (made, c)
      b["gesture"] = {name: keys for name, keys in gestures.items() if not name.startswith("random ")}
      assert a == b, "the rest means something else"
      rest = iter(edited.splitlines())
      assert all(line in rest for line in original.splitlines()), "a line is gone"
      """
    let outcome = try CommandOutput(
      of: ["python3", "-c", script], input: [original, text(draft), expected].joined(separator: "\u{0}"))
    #expect(outcome.status == 0, "\(outcome.output)\n\(text(draft))")
  }
}
