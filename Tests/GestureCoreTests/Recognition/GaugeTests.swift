import GestureCore
import Recordings
import Support
import Testing

/// The progress of an attempt at the thresholds that decide it, kind by kind.
@Suite struct GaugeTests {
  /// The gauges of the last one of `gestures` at this time, such as `moved 4 mm of 12 mm min-distance` for a limit to
  /// reach, and `moved 4 mm within 3 mm slop` for a limit to keep.
  private func gauges(_ gestures: String, _ touches: String, at ms: Double) throws -> [String] {
    let script = try TouchScript.read("gestures\n\(gestures)\ntouches\n\(touches)", name: "gauges")
    let rules = try #require(script.rules)
    let device = try #require(script.recording.devices.first)
    var engine = try Engine(rules: rules)
    engine.add(device)
    let moment = Timestamp(microseconds: Int64(ms * 1000))
    for frame in script.recording.frames where frame.time <= moment { _ = engine.process(frame) }
    _ = engine.advance(to: moment)
    let last = GestureID(rules.gestures.count - 1)
    let snapshot = engine.snapshots(of: device.id, at: moment).first { $0.gesture == last }
    return try #require(snapshot).gauges.map(text)
  }

  private func text(_ gauge: Gauge) -> String {
    let detail = gauge.detail.map { " " + $0 } ?? ""
    let name = gauge.setting + (gauge.circumstance.map { " " + $0.rawValue } ?? "")
    return "\(gauge.what) \(gauge.measured)\(detail) \(gauge.mustReach ? "of" : "within") \(gauge.limit) \(name)"
  }

  // MARK: Taps

  @Test func aTap() throws {
    let touches = "0ms down a 50,50\n20ms move a by 1,0\n60ms up a"
    #expect(
      try gauges("it = tap", touches, at: 50) == [
        "held 50 ms within 500 ms max-duration", "moved 1 mm within 3 mm slop",
      ])
    #expect(try gauges("it = tap", touches, at: 60).isEmpty)
  }

  @Test func severalTapsOfSeveralFingers() throws {
    let touches = "0ms down a 50,50 b 70,50\n60ms up a\n90ms up b\n200ms down c 50,50 d 75,50\n260ms up c,d"
    let it = "it = tap fingers=2 taps=2"
    #expect(
      try gauges(it, touches, at: 80) == [
        "held 80 ms within 500 ms max-duration", "moved 0 mm within 3 mm slop",
        "lifting took 20 ms within 200 ms lift-within",
        "made 0 taps of 2 taps taps", "fingers apart 20 mm of 10 mm min-apart",
        "fingers apart 20 mm within 80 mm max-apart",
      ])
    #expect(
      try gauges(it, touches, at: 150) == ["waited 60 ms within 350 ms max-interval", "made 1 tap of 2 taps taps"])
    #expect(try gauges(it, touches, at: 210).contains("made 1 tap of 2 taps taps"))
    #expect(try gauges(it, touches, at: 210).contains("fingers apart 25 mm of 10 mm min-apart"))
  }

  @Test func aTapNextToARestingFinger() throws {
    let touches =
      "0ms down a 50,50\n400ms down b 80,50\n420ms move a by 1,0\n430ms move b by 0,2\n460ms up b\n900ms up a"
    #expect(
      try gauges("it = hold-and-tap", touches, at: 440) == [
        "held 40 ms within 500 ms max-duration", "moved 2 mm within 3 mm slop", "held still 400 ms of 120 ms min-hold",
        "holding finger moved 1 mm within 3 mm hold-slop",
      ])
    #expect(try gauges("it = hold-and-tap", touches, at: 300).isEmpty)
  }

  // MARK: Fingers that rest

  @Test func aLongPress() throws {
    let touches = "0ms down a 50,50\n100ms move a by 1,0\n900ms up a"
    #expect(
      try gauges("it = long-press", touches, at: 250) == [
        "held 250 ms of 500 ms min-duration", "moved 1 mm within 2 mm slop",
      ])
    #expect(try gauges("it = long-press", touches, at: 600).isEmpty)
    let lifting = "0ms down a 50,50 b 80,50\n600ms up a\n900ms up b"
    #expect(
      try gauges("it = long-press fingers=2 strict-fingers=true", lifting, at: 640) == [
        "1 finger stayed down for 40 ms after the first lift within 200 ms lift-within"
      ])
  }

  @Test func aHint() throws {
    let touches = "0ms down a 50,50; pressure a 0.3\n100ms move a by 1,0\n900ms up a"
    let others = "next = swipe\n"
    #expect(
      try gauges(others + "it = hint", touches, at: 250) == [
        "held still 250 ms of 600 ms after", "moved 1 mm within 2 mm slop",
      ])
    #expect(
      try gauges(others + "it = hint after=force-press", touches, at: 250) == [
        "pressed with 30 % of 70 % min-pressure", "moved 1 mm within 2 mm slop",
      ])
    #expect(try gauges(others + "it = hint", touches, at: 700).isEmpty)
  }

  @Test func aForcePress() throws {
    let touches = "0ms down a 50,50; pressure a 0.3\n20ms pressure a 0.8\n400ms up a"
    #expect(
      try gauges("it = force-press", touches, at: 10) == [
        "pressed with 30 % of 70 % min-pressure", "moved 0 mm within 3 mm slop",
      ])
    #expect(
      try gauges("it = force-press", touches, at: 60) == [
        "pressed for 40 ms of 100 ms min-duration", "pressed with 80 % of 50 % release-pressure",
        "moved 0 mm within 3 mm slop",
      ])
    #expect(try gauges("it = force-press", touches, at: 200) == ["pressed with 80 % of 50 % release-pressure"])
  }

  // MARK: Fingers that move

  @Test func aPan() throws {
    let touches = "0ms down a 50,50\n20ms move a by 1,2\n60ms move a by 6,0\n200ms up a"
    #expect(try gauges("it = pan", touches, at: 30) == ["moved 2.2 mm of 2.5 mm slop"])
    #expect(
      try gauges("it = pan axis=horizontal", touches, at: 30) == [
        "moved 1 mm of 2.5 mm slop", "moved 2 mm across within 2.5 mm slop",
      ])
    #expect(try gauges("it = pan", touches, at: 100).isEmpty)
    let tapped = "0ms down a 50,50\n60ms up a"
    #expect(try gauges("it = pan taps=1", tapped, at: 100) == ["waited 40 ms within 350 ms max-interval"])
  }

  @Test func aSwipe() throws {
    let touches = "0ms down a 50,50 b 50,80\n0ms move a,b by 8,0 over 64ms\n300ms up a,b"
    let it = "it = swipe fingers=2 direction=right"
    #expect(
      try gauges(it, touches, at: 10) == ["moved 1 mm of 12 mm min-distance", "moved 1 mm of 2.5 mm slop"])
    #expect(
      try gauges(it, touches, at: 64) == [
        "moved 8 mm of 12 mm min-distance", "moved at 125 mm/s of 80 mm/s min-speed",
        "turned 0° within 32° max-angle at the swipe's speed", "took 40 ms within 500 ms max-duration",
        "one finger moved 100 % of the hand's distance of 30 % together",
      ])
    // Its time to be slow is over, so it must now keep half of its speed.
    let slow = try gauges(it + " min-speed=200mm/s slow-after=30ms", touches, at: 64)
    #expect(slow.contains("moved at 125 mm/s of 200 mm/s min-speed"))
    #expect(slow.contains("slowed to 125 mm/s of 100 mm/s min-speed halved"))
    #expect(try gauges("it = swipe fingers=2", touches, at: 64).allSatisfy { !$0.hasPrefix("turned") })
  }

  @Test func fromAnEdge() throws {
    let touches = "0ms down a 2,95\n20ms move a by 1,2\n40ms move a by 3,0\n60ms move a by 4,0\n300ms up a"
    #expect(
      try gauges("it = edge-swipe edge=left", touches, at: 30) == [
        "moved 1 mm inward of 5 mm min-travel", "moved 2 mm along the edge or outward within 2.5 mm slop",
        "took 30 ms for 1 mm inward within 500 ms max-duration",
      ])
    #expect(
      try gauges("it = edge-pan edge=left", touches, at: 50) == [
        "moved 4 mm inward of 5 mm min-travel", "moved 27° away from straight inward within 45° max-angle",
      ])
    #expect(try gauges("it = edge-pan edge=left", touches, at: 100).isEmpty)
    #expect(try gauges("it = edge-pan edge=right", touches, at: 30).isEmpty)
  }

  @Test func aPinch() throws {
    let touches = "0ms down a 50,50 b 90,50\n20ms move a by -1,0\n60ms move a by -20,0\n200ms up a,b"
    #expect(
      try gauges("it = pinch", touches, at: 30) == [
        "spread or closed by 1 mm of 3 mm min-change", "spread or closed by 2.5 % of 5 % min-scale",
        "spread or closed by 200 % of the distance that the hand moved of 50 % min-share",
      ])
    #expect(try gauges("it = pinch", touches, at: 100).isEmpty)
    #expect(try gauges("it = pinch min-span=60mm", touches, at: 30) == ["fingers apart 41 mm of 60 mm min-span"])
  }

  @Test func aRotation() throws {
    let touches = "0ms down a 50,50 b 90,50\n20ms move a by 0,2; move b by 0,-1\n200ms up a,b"
    #expect(
      try gauges("it = rotation", touches, at: 30) == [
        "turned 4° of 8° min-angle", "turned along an arc of 1.5 mm of 2 mm min-arc",
        "turned along an arc of 300.3 % of the distance that the hand moved of 50 % min-share",
      ])
    #expect(try gauges("it = rotation min-span=60mm", touches, at: 30) == ["fingers apart 40.1 mm of 60 mm min-span"])
  }

  // MARK: Drawings

  @Test func aStroke() throws {
    let touches = "0ms down a 50,50 b 75,50\n0ms move a,b by 16,0 over 64ms\n300ms up a,b"
    let figure = try gauges("it = stroke fingers=2 shape=triangle", touches, at: 40)
    #expect(figure.contains("took 40 ms within 8000 ms max-duration"))
    #expect(figure.contains("spread or closed by 0 mm within 12 mm spread"))
    #expect(figure.contains { $0.hasPrefix("drew ") && $0.hasSuffix(" of 15 mm min-length") })
    #expect(try gauges("it = stroke fingers=2 shape=triangle", touches, at: 310).isEmpty)
  }

  @Test func aStrokeThatWaits() throws {
    let rest = "it = stroke path=down-right:1,up-right:2 after=\"hold 300 ms\""
    let touches = "0ms down a 50,50; pressure a 0.3\n50ms move a by 1,0\n900ms up a"
    #expect(
      try gauges(rest, touches, at: 120) == [
        "held still 120 ms of 300 ms after", "moved 1 mm before the hold was long enough within 2 mm slop",
      ])
    #expect(try gauges(rest, touches, at: 400).contains("took 100 ms within 8000 ms max-duration"))
    #expect(
      try gauges("it = stroke path=down-right:1,up-right:2 after=force-press", touches, at: 120) == [
        "pressed with 30 % of 70 % min-pressure", "moved 1 mm before the press within 2 mm slop",
      ])
  }

  @Test func aStrokeWhoseFingersLift() throws {
    let touches = """
      0ms down a 100,50 b 125,50
      0ms move a,b by -20,34 over 160ms
      160ms move a,b by 40,0 over 160ms
      320ms move a,b by -20,-34 over 160ms
      600ms up a
      690ms up b
      """
    let lifting = try gauges("it = stroke fingers=2 shape=triangle", touches, at: 640)
    #expect(lifting.contains("lifting took 40 ms within 200 ms lift-within"))
  }

  // MARK: Others

  @Test func gesturesNotShownTouchesHaveNone() throws {
    let touches = "0ms down a 50,50\n100ms up a"
    #expect(try gauges("it = tap fingers=2", touches, at: 50).isEmpty)
    #expect(try gauges("it = swipe", touches, at: 500).isEmpty)
    var engine = try Engine(rules: RuleSet(gestures: [GestureRule(name: "it", kind: Tap.kind)]))
    #expect(engine.snapshots(of: DeviceID(1)).isEmpty)
    engine.add(CoreBench.screen)
    #expect(engine.snapshots(of: DeviceID(1)).map(\.gauges) == [[]])
  }

  @Test func metGauges() {
    let reach = Gauge.reach("moved", .mm(3), "min-distance", .mm(12))
    #expect(reach.share == 0.25 && !reach.isMet && Gauge.reach("moved", .mm(12), "min-distance", .mm(12)).isMet)
    let stay = Gauge.stay("moved", .mm(3), within: "slop", .mm(2))
    #expect(stay.share == 1.5 && !stay.isMet && Gauge.stay("moved", .mm(2), within: "slop", .mm(2)).isMet)
    #expect(Gauge.stay("moved", .mm(2), within: "slop", .mm(0)).share == 0)
  }
}
