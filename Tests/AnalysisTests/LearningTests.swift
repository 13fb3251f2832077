import Bindings
import GestureCore
import Recordings
import Testing

@testable import Analysis

/// Examples of drawings: which attempts count as examples, which parts are kept, and why others are refused.
struct LearningTests {
  /// The attempts that a touch script holds.
  static func samples(_ touches: String, _ rules: RuleSet = RuleSet()) throws -> [GestureSample] {
    let recording = try TouchScript.read("touches\n\(touches)\n", name: "a.touches").recording
    let separatingRules = ExampleReader(rules, fingers: nil).separatingRules
    return try Replay.attempts(recording, rules: Rules(ruleSet: separatingRules)).compactMap {
      GestureSample($0, number: $0.number, of: recording.devices)
    }
  }

  private func example(
    _ touches: String, _ rules: RuleSet = RuleSet(), fingers: Int? = nil
  ) throws -> LearnedExample {
    let sample = try #require(try Self.samples(touches, rules).first)
    return try ExampleReader(rules, fingers: fingers).read(sample)
  }

  private func refusal(_ touches: String, fingers: Int? = nil) throws -> String {
    let sample = try #require(try Self.samples(touches).first)
    do throws(ExampleRefusal) {
      _ = try ExampleReader(RuleSet(), fingers: fingers).read(sample)
      return "taken"
    } catch {
      return "\(error)"
    }
  }

  /// A vee that goes `down` and then up again, from `start` ms on.
  static func vee(_ down: String = "10,20", _ up: String = "20,-30", at start: Int = 0, for time: Int = 160) -> String {
    """
    \(start)ms down a 50,50
    \(start + 8)ms move a by \(down) over \(time)ms
    \(start + 8 + time)ms move a by \(up) over 240ms
    \(start + 260 + time)ms up a

    """
  }

  @Test func ofADrawingItsCornersAreKept() throws {
    let example = try example(Self.vee())
    #expect(example.points == [.zero, Vector(10, 20), Vector(30, -10)])
    #expect(example.fingers == 1 && example.number == 1)
    #expect(abs(example.length - 58.4) < 0.05)
    #expect(example.duration == TimeSpan(milliseconds: 420))
    #expect(example.text.remark == "touchscreen, 1 finger")
  }

  @Test func severalFingersAreOneWayFromTheLastLandingOn() throws {
    let touches = """
      0ms down a 50,50
      16ms move a by 1,0 over 16ms
      40ms down b 70,50 c 90,55
      48ms move a,b,c by 10,20 over 160ms
      208ms move a,b,c by 20,-30 over 240ms
      460ms up b
      470ms move a,c by 9,0 over 8ms
      490ms up a,c
      """
    let example = try example(touches)
    #expect(example.fingers == 3)
    #expect(example.points == [.zero, Vector(10, 20), Vector(30, -10)])
    #expect(example.duration == TimeSpan(milliseconds: 420))
    #expect(example.text.remark == "touchscreen, 3 fingers")
  }

  @Test func aTurnedScreenIsDrawnOnAsItIsSeen() throws {
    let rules = RuleSet(devices: [DeviceSection(pattern: "*", rotation: .quarter)])
    #expect(try example(Self.vee(), rules).points == [.zero, Vector(-20, 10), Vector(10, 30)])
  }

  @Test(arguments: [
    ("0ms down a 50,50\n60ms up a", "nothing was drawn: the fingers hardly moved"),
    ("0ms down a 50,50\n8ms move a by 3,0 over 40ms\n60ms up a", "drew 3 mm, needs 15 mm (min-length)"),
    (
      "0ms down a 50,50 b 70,50\n8ms move a by -20,20 over 160ms\n200ms up a,b",
      "spread or closed by 12.9 mm, allows 12 mm (spread)"
    ),
    (
      "0ms down a 50,50 b 70,50\n8ms move a by -20,0 over 160ms\n8ms move b by 20,0 over 160ms\n200ms up a,b",
      "spread or closed by 14 mm, allows 12 mm (spread)"
    ),
    ("0ms down a 50,50\n0ms palm a\n8ms move a by 30,0 over 80ms\n100ms up a", "only a palm touched the surface"),
  ])
  func whatIsNoDrawing(touches: String, reason: String) throws {
    #expect(try refusal(touches) == reason)
  }

  @Test func onlySoManyFingers() throws {
    #expect(try refusal(Self.vee(), fingers: 2) == "drawn with 1 finger instead of 2")
    #expect(try example(Self.vee(), fingers: 1).fingers == 1)
    #expect("\(ExampleRefusal.fingers(3, wanted: 1))" == "drawn with 3 fingers instead of 1")
  }

  @Test func bendsKeepTheirFormInFewPoints() throws {
    let circle = (0...400).map { index in
      let angle = Double(index) / 400 * 2 * .pi
      return Vector(30 * cosine(angle) - 30, 30 * cosine(angle - .pi / 2))
    }
    let thinned = StrokeThinning.thinned(circle)
    #expect((16...StrokeThinning.most).contains(thinned.count))
    #expect(StrokeTemplates(name: "o", strokes: [thinned]).difference(of: circle) < 5)
    #expect(thinned.first == circle.first && thinned.last == circle.last)
    for (point, next) in zip(thinned, thinned.dropFirst()) { #expect((next - point).length >= StrokeThinning.gap) }
  }

  @Test func manyCornersAreAtMostSixtyFour() {
    let saw = (0..<500).map { Vector(Double($0), $0.isMultiple(of: 2) ? 0 : 2) }
    let thinned = StrokeThinning.thinned(saw)
    #expect((2...StrokeThinning.most).contains(thinned.count))
    #expect(thinned.first == saw.first && thinned.last == saw.last)
    #expect(StrokeThinning.thinned([.zero]) == [.zero])
  }

  @Test func drawingsBesideOneAnother() throws {
    let drawn = try Self.samples(
      Self.vee() + Self.vee("12,18", "20,-32", at: 1000) + Self.vee("-20,0", "0,30", at: 2000))
    let reader = ExampleReader(RuleSet(), fingers: nil)
    var learning = Learning("vee")
    #expect(learning.removeLast() == nil)
    #expect(learning.add(try reader.read(drawn[0])) == nil)
    let second = try #require(learning.add(try reader.read(drawn[1])))
    #expect(second > 0 && second < 100)
    #expect(learning.warnings(others: [], rules: RuleSet(), own: [], future: "vee") == [])
    let third = try #require(learning.add(try reader.read(drawn[2])))
    #expect(third > 100)
    guard case .unlike(3, let percent)? = learning.warnings(others: [], rules: RuleSet(), own: [], future: "vee").first
    else {
      Issue.record("nobody is warned")
      return
    }
    #expect(abs(percent - third) < 0.001)
    #expect(learning.removeLast()?.number == 3)
    #expect(learning.examples.map(\.number) == [1, 2])
  }

  @Test func examplesFromBeforeCount() throws {
    let sample = try #require(try Self.samples(Self.vee()).first)
    var learning = Learning("vee", earlier: [[.zero, Vector(10, 20), Vector(30, -10)]])
    let difference = learning.add(try ExampleReader(RuleSet(), fingers: nil).read(sample))
    #expect(try #require(difference) < 0.001)
    #expect(learning.templates.strokes.count == 2)
    #expect(learning.text == TemplateText([learning.examples[0].text]))
  }
}

/// Without Foundation: as many terms as a turn needs.
private func cosine(_ angle: Double) -> Double {
  var (sum, term) = (1.0, 1.0)
  for index in 1...20 {
    term *= -angle * angle / Double((2 * index - 1) * (2 * index))
    sum += term
  }
  return sum
}
