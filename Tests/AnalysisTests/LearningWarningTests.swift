import Bindings
import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// The warnings for the user who draws examples, and the lines for the rules file.
struct LearningWarningTests {
  private func learning(_ touches: String, named name: String = "vee", rules: RuleSet = RuleSet()) throws -> Learning {
    var learning = Learning(name)
    let reader = ExampleReader(rules, fingers: nil)
    for sample in try LearningTests.samples(touches, rules) { learning.add(try reader.read(sample)) }
    return learning
  }

  @Test func aLikeDrawing() throws {
    let drawn = try learning(LearningTests.vee())
    let like = StrokeTemplates(name: "tick", strokes: [[.zero, Vector(10, 20), Vector(30, -10)]])
    let unlike = StrokeTemplates(name: "hook", strokes: [[.zero, Vector(-20, 0), Vector(-20, 30), Vector(0, 30)]])
    let itself = StrokeTemplates(name: "vee", strokes: like.strokes)
    let warnings = drawn.warnings(others: [like, unlike, itself], rules: RuleSet(), own: [], future: "vee")
    #expect(
      warnings.map(\.description) == [
        "the drawing is similar to \"tick\": the two differ by only 0 % of the allowed difference; if one is recognized as the other, draw one of them differently"
      ])
  }

  @Test func otherGesturesOfTheRules() throws {
    let like = StrokeTemplates(name: "tick", strokes: [[.zero, Vector(10, 20), Vector(30, -10)]])
    let rules = RuleSet(gestures: [
      GestureRule(name: "down", kind: Swipe.kind, settings: ["fingers": .countRange(1...1)]),
      GestureRule(name: "volume", kind: Pan.kind, settings: ["fingers": .countRange(1...1)]),
      GestureRule(name: "back", kind: Swipe.kind, settings: ["fingers": .countRange(2...2)]),
      GestureRule(name: "own", kind: Stroke.kind, settings: ["templates": .templates([like])]),
      GestureRule(name: "known", kind: Stroke.kind, settings: ["templates": .templates([like])]),
      GestureRule(name: "shipped", kind: Stroke.kind, settings: ["shape": .choice("checkmark")]),
    ])
    let drawn = try learning(
      """
      0ms down a 50,50
      8ms move a by 15,20 over 160ms
      168ms move a by 30,-30 over 240ms
      420ms up a
      """)
    let warnings = drawn.warnings(others: [like], rules: rules, own: ["own"], future: "vee").map(\.description)
    #expect(
      warnings.dropFirst() == [
        "in 1 of 1 examples, \"down\" (swipe) is also recognized: add `require-to-fail = [\"own\"]` to \"down\", so that it waits until \"own\" fails",
        "in 1 of 1 examples, \"volume\" (pan) is also recognized: use another number of fingers for one of the two gestures",
        "in 1 of 1 examples, \"shipped\" (stroke) is also recognized: add `require-to-fail = [\"own\"]` to \"shipped\", so that it waits until \"own\" fails",
      ])
  }

  @Test func aLineThatIsASwipe() throws {
    let line = "0ms down a 50,50\n8ms move a by 20,1 over 80ms\n100ms move a by 20,-1 over 80ms\n200ms up a"
    #expect(
      try learning(line).warnings(others: [], rules: RuleSet(), own: [], future: "vee").map(\.description) == [
        "the drawing is almost a straight line: use a swipe, which is recognized sooner and more reliably"
      ])
  }

  @Test func slowDrawings() throws {
    let slow = LearningTests.vee(for: 8000) + LearningTests.vee(at: 10_000) + LearningTests.vee(at: 11_000, for: 9000)
    #expect(
      try learning(slow).warnings(others: [], rules: RuleSet(), own: [], future: "vee").map(\.description) == [
        "examples 1 and 3 took longer than 8000 ms, the limit for a stroke: draw faster, or give the rule a longer "
          + "`max-duration`"
      ])
    let patient = RuleSet(defaults: ["stroke": ["max-duration": .quantity(15_000)]])
    #expect(try learning(slow, rules: patient).warnings(others: [], rules: patient, own: [], future: "vee") == [])
  }

  @Test func differentFingers() throws {
    let both =
      LearningTests.vee() + """
        1000ms down a 50,50 b 70,50
        1008ms move a,b by 10,20 over 160ms
        1168ms move a,b by 20,-30 over 240ms
        1420ms up a,b
        2000ms down a 50,50 b 70,50
        2008ms move a,b by 10,20 over 160ms
        2168ms move a,b by 20,-30 over 240ms
        2420ms up a,b
        """
    let drawn = try learning(both)
    #expect(
      drawn.warnings(others: [], rules: RuleSet(), own: [], future: "vee").map(\.description) == [
        "the examples were drawn with different numbers of fingers, 1 and 2: draw all examples with the same number, or let the rule's `fingers` allow all these numbers"
      ])
    expectSnapshot(drawn.rule(named: "my vee"), "different fingers")
  }

  @Test func theLines() throws {
    let drawn = try learning(LearningTests.vee())
    expectSnapshot(
      [
        Learning.line(drawn.examples[0], difference: nil),
        Learning.line(drawn.examples[0], difference: 41.4),
        Learning.line(drawn.examples[0], difference: 141),
        Learning.line(12, .still),
        LearningWarning.unlike(2, percent: 130).description,
      ], "the lines")
    #expect(
      LearningWarning.slow([2], allowed: TimeSpan(milliseconds: 3000)).description.hasPrefix("example 2 took longer"))
    #expect(Learning("vee").warnings(others: [], rules: RuleSet(), own: [], future: "vee") == [])
  }

  /// Rules learned from drawings recognize these drawings and no others.
  @Test func whatIsLearnedIsRecognized() throws {
    let drawings =
      LearningTests.vee() + LearningTests.vee("12,18", "20,-32", at: 1000)
      + LearningTests.vee("8,19", "22,-30", at: 2000)
    let text = try learning(drawings).text.file("vee")
    let read = TemplateFile.read(text: Array(text.utf8), file: "templates/vee.toml", name: "vee")
    let templates = try #require(read.templates)
    let rules = Rules(
      ruleSet: RuleSet(gestures: [
        GestureRule(name: "done", kind: Stroke.kind, settings: ["templates": .templates([templates])])
      ]))
    let other = LearningTests.vee("-20,5", "0,30", at: 3000)
    let recording = try TouchScript.read("touches\n\(drawings)\(other)", name: "all").recording
    var recognized: [Int64] = []
    try Replay.run(recording, rules: rules) { event, _ in recognized.append(event.time.microseconds / 1000) }
    #expect(recognized == [420, 1420, 2420])
  }
}
