import Control
import Testing

@testable import Overlay

/// The items that are shown at each time.
@Suite struct SceneTimelineTests {
  private func scene(_ time: Int64, _ items: [OverlayScene.Item], touches: [OverlayScene.Touch]? = nil) -> OverlayScene
  {
    OverlayScene(
      device: "Panel", surface: .touchscreen, width: 300, height: 200, time: time,
      touches: touches ?? (items.isEmpty ? [] : [.init(id: 1, x: 100, y: 100)]), items: items)
  }

  private func item(
    _ state: OverlayScene.State, show: OverlayScene.Show = .progress, name: String = "next", progress: Double = 0,
    level: Double? = nil
  ) -> OverlayScene.Item {
    .init(show: show, name: name, look: .arrow(.left), state: state, progress: progress, level: level)
  }

  @Test func whatIsInTheSceneStays() {
    let timeline = SceneTimeline(scene(0, [item(.possible)]), at: 0, motion: .full)
    #expect(timeline.need(at: 0) == .nothing)
    #expect(timeline.shown.map { timeline.opacity(of: $0, at: 60_000_000) } == [1])
    #expect(!timeline.isOver)
  }

  @Test func anEmptySceneFadesAndIsOver() {
    var timeline = SceneTimeline(scene(0, [item(.possible)]), at: 0, motion: .full)
    timeline.show(scene(1000, []), at: 1000)
    #expect(timeline.need(at: 1000) == .frames)
    #expect(timeline.shown.map { timeline.opacity(of: $0, at: 76_000) } == [0.5])
    timeline.advance(to: 150_999)
    #expect(!timeline.isOver)
    timeline.advance(to: 151_000)
    #expect(timeline.isOver)
    #expect(timeline.need(at: 151_000) == .nothing)
  }

  @Test func withReducedMotionThingsAppearAndGo() {
    var timeline = SceneTimeline(scene(0, [item(.recognized)]), at: 0, motion: .reduced)
    #expect(timeline.need(at: 0) == .nothing)
    #expect(timeline.shown.map { timeline.pulse(of: $0, at: 0) } == [0])
    timeline.show(scene(1000, []), at: 1000)
    #expect(timeline.need(at: 1000) == .time(700_000))
    #expect(timeline.shown.map { timeline.opacity(of: $0, at: 699_999) } == [1])
    timeline.advance(to: 700_000)
    #expect(timeline.isOver)
    var other = SceneTimeline(scene(0, [item(.possible)]), at: 0, motion: .reduced)
    other.show(scene(1000, []), at: 1000)
    #expect(other.isOver)
  }

  /// The result of a gesture can be read after the fingers have lifted.
  @Test func whatWasRecognizedStaysForAWhile() {
    for (state, stays) in [(OverlayScene.State.recognized, 700_000), (.failed, 350_000), (.cancelled, 350_000)] {
      var timeline = SceneTimeline(scene(0, [item(.possible, progress: 0.9)]), at: 0, motion: .full)
      timeline.show(scene(500_000, [item(state)]), at: 500_000)
      timeline.show(scene(510_000, []), at: 510_000)
      let end = 500_000 + Int64(stays)
      if state != .recognized { #expect(timeline.need(at: 510_000) == .time(end)) }
      #expect(timeline.need(at: 500_000 + 230_000) == .time(end))
      #expect(timeline.shown.map { timeline.opacity(of: $0, at: end - 1) } == [1])
      #expect(timeline.need(at: end) == .frames)
      timeline.advance(to: end + 150_000)
      #expect(timeline.isOver)
    }
  }

  @Test func aNewAttemptReplacesWhatWasLeft() {
    var timeline = SceneTimeline(scene(0, [item(.recognized)]), at: 0, motion: .full)
    timeline.show(scene(1000, []), at: 1000)
    timeline.show(scene(2000, [item(.possible, name: "other")]), at: 2000)
    #expect(timeline.shown.map(\.item.name) == ["other"])
  }

  @Test func recognizingSnaps() {
    var timeline = SceneTimeline(scene(0, [item(.possible, progress: 0.9)]), at: 0, motion: .full)
    timeline.show(scene(1000, [item(.recognized, progress: 1)]), at: 1000)
    #expect(timeline.shown.map { timeline.pulse(of: $0, at: 1000) } == [1])
    #expect(timeline.need(at: 1000) == .frames)
    #expect(timeline.need(at: 221_000) == .nothing)
    #expect(timeline.shown.map { timeline.pulse(of: $0, at: 221_000) } == [0])
  }

  @Test func aHintThatIsNotPossibleAnyMoreBecomesAShade() {
    var timeline = SceneTimeline(scene(0, [item(.possible, show: .hint)]), at: 0, motion: .full)
    timeline.show(scene(1000, [item(.failed, show: .hint)]), at: 1000)
    #expect(timeline.need(at: 1000) == .frames)
    #expect(timeline.need(at: 151_000) == .nothing)
    #expect(timeline.shown.map { abs(timeline.opacity(of: $0, at: 151_000) - 0.3) < 1e-9 } == [true])
  }

  @Test func aStepStaysAfterTheLast() {
    var timeline = SceneTimeline(scene(0, [item(.began, show: .step, level: 0.4)]), at: 0, motion: .full)
    timeline.show(scene(300_000, [item(.began, show: .step, level: 0.45)]), at: 300_000)
    #expect(timeline.need(at: 300_000) == .frames)
    timeline.show(scene(400_000, []), at: 400_000)
    #expect(timeline.need(at: 600_000) == .time(1_500_000))
    timeline.advance(to: 1_650_000)
    #expect(timeline.isOver)
  }

  @Test func aLevelOfACommandCountsForTheStepThatIsShown() throws {
    let level = try #require(LevelText("40%"))
    var timeline = SceneTimeline(scene(0, [item(.began, show: .step)]), at: 0, motion: .full)
    timeline.show(scene(1000, []), at: 1000)
    timeline.setLevel(level, at: 500_000)
    #expect(timeline.reportedLevel?.level == level)
    #expect(timeline.need(at: 500_000) == .time(1_700_000))
    timeline.advance(to: 1_700_000)
    #expect(timeline.reportedLevel == nil)
    timeline.advance(to: 1_850_000)
    #expect(timeline.isOver)
    var none = SceneTimeline(scene(0, [item(.began)]), at: 0, motion: .full)
    none.setLevel(level, at: 1)
    #expect(none.reportedLevel == nil)
  }

  @Test func trailsFollowTheTouches() {
    var timeline = SceneTimeline(scene(0, [item(.possible, show: .trail)]), at: 0, motion: .full)
    let touch = { (id: Int, x: Double) in OverlayScene.Touch(id: id, x: x, y: 10) }
    for index in 0..<4000 {
      timeline.show(
        scene(Int64(index), [item(.possible, show: .trail)], touches: [touch(1, Double(index % 300)), touch(2, 5)]),
        at: Int64(index))
    }
    #expect(timeline.trails.map(\.id) == [1, 2])
    #expect(timeline.trails[0].points.count <= 512)
    #expect(timeline.trails[0].points.first == .init(100, 100))
    #expect(timeline.trails[1].points == [.init(5, 10)])
    timeline.show(scene(5000, [item(.recognized, show: .trail)], touches: []), at: 5000)
    #expect(timeline.trails.map(\.isDown) == [false, false])
    timeline.show(scene(5001, []), at: 5001)
    timeline.advance(to: 10_000_000)
    #expect(timeline.trails.isEmpty)
  }

  /// Any lines make a picture of bounded size, with finite places.
  @Test func anySceneIsDrawn() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<200 {
      var shownTimeline: SceneTimeline?
      for index in 0..<8 {
        let next = Self.randomScene(&random, Int64(index) * 100_000)
        if shownTimeline == nil {
          shownTimeline = SceneTimeline(next, at: next.time, motion: .full)
        } else {
          shownTimeline?.show(next, at: next.time)
        }
        guard let timeline = shownTimeline else { continue }
        let settings = OverlaySettings(
          theme: .allCases[round % 3], size: [0.5, 1, 3][round % 3], position: .allCases[round % 7])
        var picture = OverlayPicture()
        let (width, height) = [(1.0, 1.0), (320.0, 200.0), (3840.0, 2160.0)][round % 3]
        OverlayComposer(settings, FixedTextMeasure()).add(
          timeline, at: next.time + 50_000, on: .init(left: 0, top: 0, width: width, height: height), to: &picture)
        #expect(picture.marks.count < 2000)
        #expect(
          picture.marks.allSatisfy { mark in
            let box = picture.bounds(of: mark)
            return [box.left, box.top, box.width, box.height].allSatisfy { $0.isFinite && abs($0) < 1e6 }
          })
      }
    }
  }

  private static func randomScene(_ random: inout SystemRandomNumberGenerator, _ time: Int64) -> OverlayScene {
    let looks: [OverlayScene.Look] = [
      .arrow(nil), .arrow(.up), .arrow(.left), .edge(.top), .edge(.left), .pinch(nil), .pinch(.inward), .turn(nil),
      .turn(.counterclockwise), .stationary, .draw([]), .draw([.init(x: 0, y: 0)]),
      .draw((0..<256).map { .init(x: Double($0) / 255, y: Double($0 % 2)) }),
    ]
    let items = (0..<Int.random(in: 0...32, using: &random)).map { _ in
      OverlayScene.Item(
        show: .allCases.randomElement(using: &random) ?? .hint,
        name: String(repeating: "n", count: .random(in: 0...81)),
        does: String(repeating: "d", count: .random(in: 0...81)),
        look: looks.randomElement(using: &random) ?? .stationary,
        state: .allCases.randomElement(using: &random) ?? .possible, progress: .random(in: 0...1),
        level: Bool.random() ? .random(in: 0...1) : nil)
    }
    let touches = (0..<Int.random(in: 0...16, using: &random)).map {
      OverlayScene.Touch(id: $0, x: .random(in: 0...1), y: .random(in: 0...10_000))
    }
    return OverlayScene(
      device: "d", surface: Bool.random() ? .touchpad : .touchscreen, width: 1, height: 10_000, time: time,
      touches: touches, items: items)
  }
}
