import Analysis
import Bindings
import Foundation
import GestureCore
import Recordings
import Support
import Testing

@testable import Plot

/// The contents of a plot of a recording, as facts and as an SVG.
struct PlotTests {
  static func plot(_ script: String, _ selection: RecordingPlot.Selection = RecordingPlot.Selection()) throws
    -> RecordingPlot
  {
    let read = try TouchScript.read(script, name: "folder/script.touches")
    return try RecordingPlot(read.recording, rules: Rules(ruleSet: read.rules ?? RuleSet()), selection: selection)
  }

  static let tapThenSwipe: String = (try? Fixtures.text("plots/chain.touches")) ?? ""

  @Test func anAttemptForEachMovementOfAHand() throws {
    let picture = try Self.plot(Self.tapThenSwipe).picture
    #expect(picture.title == "script.touches")
    #expect(picture.panels.map(\.name) == [""], "a touchscreen without a name is no more than one")
    #expect(picture.attempts.map(\.number) == [1, 2])
    #expect(picture.attempts.map(\.span.from) == [0, 1000])
    #expect(
      picture.attempts.map(\.outcome) == [
        "single recognized", "no gesture; left failed: moved 9.6 mm, needs 12 mm (min-distance)",
      ])
  }

  @Test func aLaneHasItsStatesAndWhatBecameOfIt() throws {
    let attempt = try #require(try Self.plot(Self.tapThenSwipe).picture.attempts.first)
    let lanes = Dictionary(uniqueKeysWithValues: attempt.lanes.map { ($0.name, $0) })
    let single = try #require(lanes["single"])
    #expect(
      single.spans == [
        Lane.Span(state: .possible, time: Interval(from: 0, to: 60), note: ""),
        Lane.Span(state: .held, time: Interval(from: 60, to: 310), note: "waits for double to fail"),
      ])
    #expect(single.marks.map(\.event) == [.recognized])
    #expect(single.verdict == "recognized at 310 ms" && single.tone == .good)
    #expect(lanes["double"]?.verdict == "failed at 310 ms: made 1 tap, needs 2 (taps)")
    #expect(lanes["left"]?.verdict == "failed at 60 ms: moved 0 mm, needs 12 mm (min-distance)")
  }

  @Test func fingersThatAreMissingAreWaitedFor() throws {
    let plot = try Self.plot(
      """
      gestures
        one = tap
        three = tap fingers=3
        five = tap fingers=5
      touches
        0ms down a 50,50 b 70,50
        40ms down c 90,50
        80ms up a,b,c
      """)
    let attempt = try #require(plot.picture.attempts.first)
    #expect(attempt.fingers == 3)
    #expect(attempt.lanes.map(\.name) == ["one", "three"], "a finger too many is a near miss, two too few are none")
    #expect(attempt.lanes.last?.spans.map(\.state) == [.landing, .possible])
    #expect(
      attempt.absent.map(PlotWording.absence) == [
        "gestures that took no part: five (landed 3 fingers, needs 5 (fingers))"
      ])
  }

  @Test(arguments: [([1], "1"), ([2, 1], "1, 2"), ([1, 2, 3, 5], "1–3, 5"), ([1, 3, 4, 5, 6], "1, 3–6")])
  func numbersInARow(_ numbers: [Int], _ text: String) {
    #expect(PlotWording.numbers(numbers) == text)
  }

  @Test func whatHasBegunChangesAndEnds() throws {
    let lane = try #require(
      try Self.plot(
        """
        gestures
          drag = pan
        touches
          0ms down a 50,50
          0ms move a by 20,0 over 80ms
          200ms up a
        """
      ).picture.attempts.first?.lanes.first)
    #expect(lane.spans.map(\.state) == [.possible, .begun])
    #expect(lane.marks.map(\.event) == [.began, .ended])
    #expect(lane.changes.count > 5 && lane.changes == lane.changes.sorted())
  }

  @Test func aZoneThatATouchIsOutsideOf() throws {
    let script = """
      zones
        bar = edge=bottom band=20mm
      gestures
        a = tap zone=bar
      touches
        0ms down a 50,50
        60ms up a
      """
    #expect(try Self.plot(script).picture.attempts.first?.lanes == [])
    let asked = try Self.plot(script, RecordingPlot.Selection(gesture: "a")).picture.attempts.first?.lanes.first
    #expect(asked?.verdict == "skipped at 0 ms: the touch began outside the zone bar")
    #expect(asked?.tone == .cancelled)
  }

  @Test func onlyOneGestureAndThoseThatDecidedAboutIt() throws {
    let picture = try Self.plot(Self.tapThenSwipe, RecordingPlot.Selection(gesture: "single", attempts: 1...1)).picture
    #expect(picture.attempts.map(\.number) == [1])
    #expect(picture.attempts.first?.lanes.map(\.name) == ["double", "single"])
    #expect(picture.attempts.first?.absent == [])
  }

  static let problems: [(String, RecordingPlot.Selection, String)] = [
    (tapThenSwipe, RecordingPlot.Selection(gesture: "singel"), "there is no gesture \"singel\" in the rules"),
    (tapThenSwipe, RecordingPlot.Selection(attempts: 7...9), "there is no attempt 7: the recording has 2 attempts"),
    (
      "gestures\n  a = tap\ntouches\n", RecordingPlot.Selection(),
      "nothing to draw: no finger lands in the recording, or all touches are ignored"
    ),
    (
      "gestures\n  a = tap device=touchpad\ntouches\n  0ms down a 50,50\n  60ms up a\n",
      RecordingPlot.Selection(gesture: "a"),
      "the gesture \"a\" took no part in the selected attempts: only palms landed, or the gesture can't happen on the touched devices"
    ),
  ]

  @Test(arguments: problems) func nothingToDraw(
    _ script: String, _ selection: RecordingPlot.Selection, _ message: String
  ) throws {
    let problem = #expect(throws: RecordingPlot.Problem.self) { try Self.plot(script, selection) }
    #expect(problem?.description == message)
  }

  @Test func gesturesThatWaitForOneAnother() {
    #expect(
      RecordingPlot.Problem.circle(["a", "b"]).description
        == "the gestures a, b wait for one another in a circle: remove one name from a `require-to-fail` or `required-to-fail-by`"
    )
  }

  @Test func measuresAreThinnedAndThresholdsMarked() throws {
    let rules = RuleSet(gestures: [GestureRule(name: "a", kind: Swipe.kind)])
    var builder = LaneBuilder(GestureID(0), Names(rules))
    for spacing in 0...1000 {
      builder.add([.reach("moved", .mm(Double(spacing) / 50), "min-distance", .mm(12))], at: Double(spacing))
    }
    #expect(builder.lane.marks.map(\.event) == [.met])
    #expect(builder.lane.verdict == "min-distance 12 mm met at 600 ms")
    let track = try #require(builder.lane.gauges.first)
    #expect(track.setting == "min-distance" && track.mustReach && builder.lane.gauges.count == 1)
    #expect(track.samples.count > 200 && track.samples.count < 400)
    #expect(track.samples.contains { $0.time == 600 }, "the moment at which it is met is kept")
    builder.add([.stay("turned", .degrees(3), within: "max-angle", .degrees(25))], at: 1001)
    #expect(builder.lane.gauges.count == 2 && builder.lane.marks.count == 1)
    #expect(builder.lane.gauges.first?.samples.last == GaugeTrack.Sample(time: 1001, measured: nil, limit: 12))
  }

  /// A flag shows that a threshold was met: not the threshold that the gesture failed on, and nothing at the landing.
  @Test func onlyNewsAreFlagged() throws {
    let slow = """
      gestures
        next = swipe fingers=3 direction=left
        pair = tap fingers=3
      touches
        0ms    down a 150,90 b 165,85 c 180,90
        40ms   move a,b,c by -20,2 over 330ms
        400ms  up a,b,c
      """
    let lanes = try #require(try Self.plot(slow).picture.attempts.first).lanes
    let met = lanes.map { lane in lane.marks.filter { $0.event == .met }.map(\.text) }
    #expect(met == [["together 30 %", "min-distance 12 mm"], []])
    #expect(lanes.first?.result == "failed at 400 ms: moved at 61 mm/s, needs 80 mm/s (min-speed)")
  }

  @Test func whatStaysAndThenChangesStaysUntilThen() throws {
    var builder = LaneBuilder(GestureID(0), Names(RuleSet()))
    for time in [0.0, 10, 20, 30] { builder.add([.reach("moved", .mm(0), "slop", .mm(2))], at: time) }
    builder.add([.reach("moved", .mm(1), "slop", .mm(2))], at: 31)
    #expect(builder.lane.gauges.first?.samples.map(\.time) == [0, 30, 31])
  }

  /// A finger that rests sends nothing, but its time continues.
  @Test func timesAreReadWhileNothingComes() throws {
    let lane = try #require(
      try Self.plot(
        """
        gestures
          press = long-press min-duration=500ms
        touches
          0ms down a 50,50
          800ms up a
        """
      ).picture.attempts.first?.lanes.first)
    let held = try #require(lane.gauges.first { $0.setting == "min-duration" })
    #expect(held.samples.compactMap(\.measured).max() ?? 0 > 499)
    #expect(held.samples.first?.measured == 0)
    #expect(lane.marks.map(\.event) == [.began, .ended])
  }

  @Test func trailsKeepShapeAndMoments() {
    let points = (0..<5000).map { spacing -> Trail.Point in
      let time = Double(spacing)
      return Trail.Point(time: time, position: Vector(50 + 20 * cos(time / 300), 50 + 20 * sin(time / 300)))
    }
    let thinned = TrailSimplifier.thinned(points, within: 0.05)
    #expect(thinned.count < 300 && thinned.first == points.first && thinned.last == points.last)
    for point in points {
      let after = thinned.firstIndex { $0.time >= point.time } ?? 0
      let (a, b) = (thinned[max(after - 1, 0)], thinned[after])
      let share = b.time > a.time ? (point.time - a.time) / (b.time - a.time) : 0
      #expect((point.position - (a.position + (b.position - a.position) * share)).length <= 0.051)
    }
  }

  @Test func aFingerThatRestsDoesNotGlide() throws {
    let trail = try #require(
      try Self.plot(
        """
        gestures
          a = tap
        touches
          0ms down a 50,50
          500ms move a to 60,50
          520ms up a
        """
      ).picture.attempts.first?.trails.first)
    #expect(trail.points.map(\.time) == [0, 492, 500, 520])
    #expect(trail.points.map(\.position.x) == [50, 50, 60, 60])
  }

  @Test(arguments: [(0.7, 1.0), (1, 1), (1.2, 2), (3, 5), (5.1, 10), (130, 200), (0.03, 0.05)])
  func stepsAreRound(_ least: Double, _ spacing: Double) {
    #expect(abs(RoundSpacing.spacing(atLeast: least) - spacing) < 1e-9)
  }
}
