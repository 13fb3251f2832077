import GestureCore
import Recordings
import Support
import Testing

/// Strokes together with other gestures on the same fingers.
@Suite struct StrokeArbitrationTests {
  private static func story(_ gestures: String, _ touches: String, words: [String] = outcomes) -> [String] {
    Support.story("gestures\n\(gestures)\ntouches\n\(touches)", words: words)
  }

  private static func times(_ lines: [String]) -> [Double] {
    lines.compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
  }

  private static let tick =
    "0ms down a 50,50\n0ms move a by 12,12 over 96ms\n96ms move a by 24,-24 over 192ms\n600ms up a"
  /// Down-right like a check mark, and then down-left.
  private static let chevron =
    "0ms down a 50,50\n0ms move a by 14,14 over 112ms\n112ms move a by -14,14 over 112ms\n900ms up a"

  // MARK: The nearest

  private static let slim = StrokeTemplates(
    name: "slim", strokes: [[Vector(10, 0), Vector(5, 40), Vector(15, 40), Vector(10, 0)]])
  private static let wide = StrokeTemplates(
    name: "wide", strokes: [[Vector(30, 0), Vector(0, 30), Vector(60, 30), Vector(30, 0)]])

  private static func drawn(_ rules: [GestureRule]) -> [String] {
    Support.story(
      "touches\n0ms down a 100,50\n0ms move a by -28,29 over 160ms\n160ms move a by 56,0 over 160ms\n"
        + "320ms move a by -28,-29 over 160ms\n600ms up a", rules: RuleSet(gestures: rules))
  }

  private static func rule(_ template: StrokeTemplates, _ set: (inout GestureRule) -> Void = { _ in }) -> GestureRule {
    var rule = GestureRule(
      name: template.name, kind: Stroke.kind,
      settings: ["templates": .templates([template]), "tolerance": .quantity(400)])
    set(&rule)
    return rule
  }

  /// Each of them would be recognized alone.
  @Test func theNearestTemplateWins() {
    for rules in [[Self.rule(Self.slim), Self.rule(Self.wide)], [Self.rule(Self.wide), Self.rule(Self.slim)]] {
      #expect(
        Self.drawn(rules) == ["600.0 ms wide recognized: 1 finger", "600.0 ms slim failed: excluded by wide"])
    }
    #expect(Self.drawn([Self.rule(Self.slim)]) == ["600.0 ms slim recognized: 1 finger"])
  }

  @Test func theNextWhereItMayNotBegin() {
    let wide = Self.rule(Self.wide) { $0.beginIf.modes = ["odd"] }
    #expect(Self.drawn([wide, Self.rule(Self.slim)]).contains("600.0 ms slim recognized: 1 finger"))
    #expect(Self.drawn([wide, Self.rule(Self.slim)]).contains { $0.hasPrefix("600.0 ms wide failed") })
  }

  @Test func priorityComesFirst() {
    let slim = Self.rule(Self.slim) { $0.priority = 1 }
    #expect(Self.drawn([Self.rule(Self.wide), slim]).first == "600.0 ms slim recognized: 1 finger")
  }

  // MARK: A path waits for longer drawings

  private static let short = "short = stroke path=down-right,up-right"
  private static let long = "long = stroke path=down-right,up-right,down-right"
  private static let v = "0ms down a 50,50\n0ms move a by 14,14 over 112ms\n112ms move a by 14,-14 over 112ms"

  @Test(arguments: ["\(short)\n\(long)", "\(long)\n\(short)"]) func theLongerPathIsDrawnToItsEnd(_ rules: String) {
    let lines = Self.story(rules, Self.v + "\n224ms move a by 14,14 over 112ms\n600ms up a", words: outcomes + ["held"])
    #expect(lines.count == 3 && lines[0].contains("short held: waits for long"), "\(lines)")
    #expect(lines[1].contains("long recognized") && lines[2].contains("short failed"), "\(lines)")
  }

  /// The shorter path is recognized as soon as the longer one can't follow, at the latest when the fingers lift.
  @Test func theShorterPathIsRecognizedWhenNoLongerOneFollows() {
    let lifted = Self.story("\(Self.short)\n\(Self.long)", "\(Self.v)\n600ms up a")
    #expect(lifted.count == 2 && lifted[0].hasPrefix("600.0 ms long failed"), "\(lifted)")
    #expect(lifted[1].hasPrefix("600.0 ms short recognized"), "\(lifted)")
    let turned = Self.story("\(Self.short)\n\(Self.long)", "\(Self.v)\n224ms move a by -14,-14 over 112ms\n600ms up a")
    #expect(turned.count == 2 && turned[1].contains("short recognized"), "\(turned)")
    #expect(Self.times(turned).allSatisfy { $0 < 340 }, "\(turned)")
  }

  @Test func aPathWaitsForADrawingComparedAtTheLift() {
    let rules = "corner = stroke path=right,down\nbox = stroke shape=rectangle"
    let corner = "0ms down a 30,30\n0ms move a by 20,0 over 112ms\n112ms move a by 0,20 over 112ms"
    let box = "\(corner)\n224ms move a by -20,0 over 112ms\n336ms move a by 0,-20 over 112ms\n600ms up a"
    let drawn = Self.story(rules, box)
    #expect(drawn.first == "600.0 ms box recognized: 1 finger" && drawn.count == 2, "\(drawn)")
    let lifted = Self.story(rules, "\(corner)\n600ms up a")
    #expect(lifted.last?.contains("corner recognized") == true && lifted.count == 2, "\(lifted)")
  }

  @Test func relationsOverrideThat() {
    let drawn = "\(Self.v)\n224ms move a by 14,14 over 112ms\n600ms up a"
    let both = Self.story("\(Self.short) simultaneous-with=long\n\(Self.long)", drawn)
    #expect(both.count == 2 && both.allSatisfy { $0.contains("recognized") }, "\(both)")
    let first = Self.story("\(Self.short)\n\(Self.long) require-to-fail=short", drawn)
    #expect(first.first?.contains("short recognized") == true, "\(first)")
  }

  // MARK: Others wait for it, or do not

  /// A swipe that waits is recognized soon after the stroke can't be a check mark any more, not only at the lift.
  @Test func aSwipeThatWaitsIsNotHeldUpForLong() {
    let rules = "tick = stroke path=down-right:1,up-right:2\nit = swipe require-to-fail=tick"
    let lines = Self.story(rules, Self.chevron, words: outcomes + ["held"])
    #expect(lines.count == 3 && lines[0].contains("it held") && lines[1].contains("tick failed"))
    #expect(lines.last?.contains("it recognized") == true)
    #expect(Self.times(lines).allSatisfy { $0 <= 200 }, "\(lines)")
  }

  @Test func aSwipeThatWaitsFailsWithTheCheckMark() {
    let lines = Self.story("tick = stroke path=down-right:1,up-right:2\nit = swipe require-to-fail=tick", Self.tick)
    #expect(lines.count == 2 && lines[0].contains("tick recognized") && lines[1].contains("it failed"))
  }

  /// A gesture that doesn't wait is as quick as without a stroke, and takes the fingers from the stroke.
  @Test(arguments: ["pan", "swipe", "long-press", "pinch fingers=2", "tap"]) func otherGesturesComeFirst(
    _ other: String
  ) {
    let touches = [
      "0ms down a 50,50\n0ms move a by 12,12 over 96ms\n200ms up a", "0ms down a 50,50\n800ms up a",
      "0ms down a 50,50\n60ms up a",
      "0ms down a 50,50 b 80,50\n20ms move a by -20,0 over 160ms; move b by 20,0 over 160ms\n600ms up a,b",
    ]
    let fingers = other.contains("fingers=2") ? " fingers=2" : ""
    var won = 0
    for script in touches {
      let alone = Self.story("it = \(other)", script).filter { !$0.contains("failed") }
      let simultaneous = Self.story("tick = stroke path=down-right:1,up-right:2\(fingers)\nit = \(other)", script)
        .filter {
          $0.contains(" it ")
        }
      #expect(simultaneous.filter { !$0.contains("failed") } == alone)
      won += alone.count
    }
    #expect(won > 0)
  }

  // MARK: Behind a gate

  private static let gated = "mark = stroke path=down-right:1,up-right:2 after=\"hold 300 ms\""

  /// The usual combination: the pan waits for a stroke, which ordinary movement makes fail before the pan could begin.
  @Test(arguments: ["", " device=touchpad"]) func aPanThatWaitsForAGatedStrokeIsNotHeldUp(_ device: String) {
    let pad = device.isEmpty ? "" : "device pad: touchpad 100x66 mm\n"
    let touches = pad + "0ms down a 30,30\n40ms move a by 20,0 over 160ms\n400ms up a"
    let alone = Self.story("drag = pan", touches)
    let simultaneous = Self.story("\(Self.gated)\ndrag = pan require-to-fail=mark", touches, words: outcomes + ["held"])
    #expect(alone.count == 2 && simultaneous.filter { $0.contains(" drag ") } == alone)
    #expect(simultaneous.first?.contains("mark failed: held still ") == true)
  }

  @Test func afterTheRestTheStrokeCounts() {
    let touches = """
      0ms down a 50,50
      400ms move a by 12,12 over 96ms
      496ms move a by 24,-24 over 192ms
      900ms up a
      """
    let lines = Self.story("\(Self.gated)\ndrag = pan require-to-fail=mark", touches)
    #expect(lines.count == 2 && lines[0].contains("mark recognized") && lines[1].contains("drag failed"))
    // Without a requirement the pan begins first, as with any stroke.
    #expect(Self.story("\(Self.gated)\ndrag = pan", touches).first?.contains("drag began") == true)
  }

  /// A press that is over before the rest takes the finger; a longer one fails when the drawing begins.
  @Test func togetherWithALongPress() {
    let touches = "0ms down a 50,50\n700ms move a by 12,12 over 96ms\n796ms move a by 24,-24 over 192ms\n1200ms up a"
    let first = Self.story(
      "mark = stroke path=down-right:1,up-right:2 after=\"hold 600 ms\"\nhold = long-press", touches)
    #expect(first.contains("500.0 ms mark failed: excluded by hold"))
    let second = Self.story(
      "mark = stroke path=down-right:1,up-right:2 after=\"hold 300 ms\"\nhold = long-press min-duration=1s", touches)
    #expect(second.contains { $0.contains("mark recognized") } && second.contains { $0.contains("hold failed: moved") })
  }

  // MARK: Edges

  @Test func yieldsToEdges() {
    let rules = "tick = stroke path=down-right:1,up-right:2\nside = edge-swipe edge=left"
    let inward = "0ms down a 1,90\n0ms move a by 24,0 over 96ms\n300ms up a"
    #expect(Self.story(rules, inward).contains { $0.contains("side recognized") })
    // Down along the edge, then up: this isn't an edge swipe, so the stroke that began there is recognized.
    let along = "0ms down a 1,60\n0ms move a by 12,12 over 96ms\n96ms move a by 24,-24 over 192ms\n600ms up a"
    let held = Self.story(
      "tick = stroke path=down-right:1,up-right:2\nside = edge-swipe edge=left max-angle=20deg", along)
    #expect(held.contains { $0.contains("side failed") } && held.contains { $0.contains("tick recognized") })
    let steep = Self.story(
      "tick = stroke path=down-right:1,up-right:2\nside = edge-swipe edge=left max-angle=60deg", along)
    #expect(steep.contains { $0.contains("side recognized") } && steep.contains { $0.contains("tick failed") })
  }
}
