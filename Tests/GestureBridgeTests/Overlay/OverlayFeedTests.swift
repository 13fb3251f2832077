import Control
import Support
import Testing

@testable import Bindings
@testable import GestureCore
@testable import gesture_bridge

/// The scenes that the overlay gets for movements of fingers.
struct OverlayFeedTests {
  private static let rules = """
    [overlay]
    show = true
    [gesture.next]
    kind = "swipe"
    fingers = 3
    direction = "right"
    run = "swaymsg workspace next"
    [gesture.secret]
    kind = "swipe"
    fingers = 3
    direction = "down"
    overlay = false
    run = "true"
    [gesture.zoom]
    kind = "pinch"
    fingers = 2
    direction = "out"
    began = "zoom"
    [gesture.volume]
    kind = "pan"
    fingers = 4
    step = { every = "6 mm", up = "louder", down = "softer" }
    [gesture.mark]
    kind = "stroke"
    path = "down-right up-right"
    run = "done"
    [gesture.hold]
    kind = "long-press"
    fingers = 2
    min-duration = "3 s"
    began = "true"
    [gesture.waited-for]
    kind = "swipe"
    fingers = 3
    direction = "left"
    [gesture.guide]
    kind = "hint"
    fingers = "1-2"
    began = "true"
    """
  private static let panel = Device(
    id: DeviceID(1), name: "Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  /// The running rules, with fingers on a touchscreen, and the scenes that the overlay gets.
  private final class Hand {
    private var live: LiveRules
    private var feed: OverlayFeed
    private var outcomes = Outcomes()
    private let device: Device
    private(set) var scenes: [OverlayScene] = []
    private var time: Int64 = 1_000_000
    private var places: [Vector] = []

    init(_ more: String = "", device: Device = OverlayFeedTests.panel) throws {
      let text = OverlayFeedTests.rules + "\n" + more
      let read = Rules.load(text: Array(text.utf8), file: "bindings.toml")
      let rules = try #require(read.rules, "\(read.diagnostics)")
      self.device = device
      live = try LiveRules(rules, watcher: nil)
      feed = OverlayFeed(rules)
      live.add(device)
    }

    /// The last scene that has anything.
    var last: OverlayScene { get throws { try #require(scenes.last { !$0.isEmpty }) } }
    /// Whether nothing is shown any more.
    var isBlank: Bool { scenes.last?.isEmpty ?? true }

    /// Lands the fingers, the first one at this place and the others to the right of it.
    func land(_ fingers: Int, _ x: Double, _ y: Double) {
      places = (0..<fingers).map { Vector(x + 20 * Double($0), y) }
      send(.began)
    }

    /// In steps of 8 ms.
    func move(by x: Double, _ y: Double, in milliseconds: Int64) {
      let start = places
      let steps = max(1, milliseconds / 8)
      for step in 1...steps {
        time += milliseconds * 1000 / steps
        let share = Double(step) / Double(steps)
        places = start.map { $0 + Vector(x, y) * share }
        send(.moved)
      }
    }

    /// Moves the fingers apart from their centre.
    func spread(to scale: Double, in milliseconds: Int64) {
      let start = places
      let centre = start.reduce(Vector.zero, +) * (1 / Double(start.count))
      for step in 1...10 {
        time += milliseconds * 100
        let share = 1 + (scale - 1) * Double(step) / 10
        places = start.map { centre + ($0 - centre) * share }
        send(.moved)
      }
    }

    func rest(_ milliseconds: Int64) {
      time += milliseconds * 1000
      live.advance(to: Timestamp(microseconds: time), into: &outcomes)
      feed.advance(to: Timestamp(microseconds: time))
      update()
    }

    func lift() {
      time += 8000
      send(.ended)
      places = []
    }

    private func send(_ phase: Touch.Phase) {
      let touches = places.enumerated().map { Touch(id: Int32($0 + 1), phase: phase, position: $1) }
      let frame = Frame(device: device.id, time: Timestamp(microseconds: time), touches: touches)
      live.process(frame, into: &outcomes)
      feed.take(frame, on: device)
      update()
    }

    private func update() {
      for outcome in outcomes { feed.take(outcome.event, outcome.orders, on: device) }
      outcomes.removeAll()
      feed.updateScenes(snapshots: { live.snapshots(of: $0) }, output: { _ in "DP-1" }, { scenes.append($0) })
    }
  }

  @Test func progressIsThatOfTheGaugesAndEmptiesOnTheWayBack() throws {
    let hand = try Hand()
    hand.land(3, 100, 90)
    #expect(hand.scenes.isEmpty, "nothing has come any way yet")
    hand.move(by: 8, 0, in: 40)
    let half = try hand.last
    #expect(half.output == "DP-1" && half.width == 300 && half.touches.map(\.id) == [1, 2, 3])
    let item = try #require(half.items.first)
    #expect((item.show, item.name, item.does) == (.progress, "next", "swaymsg workspace next"))
    #expect(item.look == .arrow(.right) && item.state == .possible && half.items.count == 1)
    hand.move(by: -6, 0, in: 40)
    #expect(try hand.last.items.first?.progress ?? 0 < item.progress)
    hand.lift()
    #expect(hand.isBlank)
    #expect(try hand.last.items.map(\.state) == [.possible], "nothing was made of it")
    let count = hand.scenes.count
    hand.rest(2000)
    #expect(hand.scenes.count == count)
  }

  /// Before the direction is known, all swipes are equally near.
  @Test func theArrowHasTheRightDirectionFromTheBeginning() throws {
    let hand = try Hand("[gesture.other]\nkind = \"swipe\"\nfingers = 3\ndirection = \"up\"\nrun = \"true\"")
    hand.land(3, 100, 90)
    hand.move(by: 10, 0, in: 100)
    let names = Set(hand.scenes.flatMap(\.items).map(\.name))
    #expect(names == ["next"])
  }

  /// A finger that rests first is slow for a while; this time doesn't count for its progress.
  @Test func fingersThatRestFirstHaveProgressToo() throws {
    let hand = try Hand()
    hand.land(3, 100, 90)
    hand.rest(100)
    hand.move(by: 8, 0, in: 8)
    #expect(try hand.last.items.first?.progress ?? 0 > 0.3)
  }

  @Test func whatIsRecognizedStaysUntilTheLastFingerHasLifted() throws {
    let hand = try Hand()
    hand.land(3, 100, 90)
    hand.move(by: 60, 0, in: 100)
    hand.lift()
    let made = try hand.last
    #expect(made.items.map(\.state) == [.recognized] && made.items.map(\.progress) == [1])
    #expect(hand.isBlank && hand.scenes.count { $0.isEmpty } == 1)
    let count = hand.scenes.count
    hand.rest(3000)
    hand.land(1, 20, 20)
    #expect(hand.scenes.count == count)
  }

  @Test func aGestureMayBeLeftOut() throws {
    let hand = try Hand()
    hand.land(3, 100, 40)
    hand.move(by: 0, 60, in: 100)
    hand.lift()
    #expect(hand.scenes.allSatisfy { !$0.items.contains { $0.name == "secret" } })
  }

  @Test func whatDoesNothingIsNotDrawn() throws {
    let hand = try Hand()
    hand.land(3, 200, 90)
    hand.move(by: -60, 0, in: 100)
    hand.lift()
    #expect(hand.scenes.isEmpty)
  }

  @Test func aPinchIsARing() throws {
    let hand = try Hand()
    hand.land(2, 100, 90)
    hand.spread(to: 4, in: 200)
    #expect(hand.scenes.contains { $0.items.contains { $0.name == "zoom" && $0.look == .pinch(.outward) } })
    #expect(try hand.last.items.contains { $0.name == "zoom" && $0.state == .began })
  }

  @Test func stepsShowTheirWay() throws {
    let hand = try Hand()
    hand.land(4, 100, 150)
    hand.move(by: 0, -40, in: 300)
    let up = try #require(try hand.last.items.first)
    #expect((up.show, up.name) == (.step, "volume") && up.look == .arrow(.up))
    #expect(["5", "6"].contains(up.text), "40 mm less the slop, in steps of 6 mm")
    hand.move(by: 0, 30, in: 300)
    #expect(try hand.last.items.first?.look == .arrow(.down))
    hand.lift()
    #expect(try hand.last.items.map(\.show) == [.step])
  }

  @Test func aTrailIsThereWhileADrawingIsPossible() throws {
    let hand = try Hand()
    hand.land(1, 50, 50)
    hand.move(by: 30, 30, in: 150)
    #expect(try hand.last.items.contains { $0.show == .trail && $0.state == .possible && $0.name.isEmpty })
    hand.move(by: 40, -40, in: 200)
    hand.lift()
    #expect(
      hand.scenes.contains { $0.items.contains { $0.show == .trail && $0.state == .recognized && $0.name == "mark" } })
  }

  @Test func aDrawingThatIsNoneIsGrey() throws {
    let hand = try Hand()
    hand.land(1, 150, 50)
    hand.move(by: -60, 10, in: 200)
    hand.move(by: -10, 70, in: 200)
    hand.lift()
    #expect(try hand.last.items.contains { $0.show == .trail && $0.state == .failed })
  }

  @Test func aHintShowsWhatIsPossibleAndWhatIsNoMore() throws {
    let hand = try Hand()
    hand.land(2, 100, 90)
    hand.rest(700)
    let first = try hand.last
    #expect(first.items.contains { $0.show == .hint && $0.name == "zoom" && $0.state == .possible }, "\(first)")
    #expect(first.items.allSatisfy { $0.show == .hint })
    hand.move(by: 0, 60, in: 100)
    let then = try hand.last.items.filter { $0.name == "hold" }
    #expect(then.map(\.show) == [.hint] && then.map(\.state) == [.failed], "\(then)")
    hand.lift()
    #expect(hand.isBlank)
  }

  /// A hint for five fingers, which can swipe to both sides.
  private static let sides = """
    [gesture.there]
    kind = "swipe"
    fingers = 5
    direction = "right"
    run = "swaymsg workspace next"
    [gesture.back]
    kind = "swipe"
    fingers = 5
    direction = "left"
    run = "swaymsg workspace prev"
    [gesture.sides]
    kind = "hint"
    fingers = 5
    began = "true"
    """

  private func item(_ name: String, in scene: OverlayScene?) -> OverlayScene.Item? {
    scene?.items.first { $0.name == name }
  }

  /// 24 mm at 60 mm/s are far enough for a swipe, but too slow.
  @Test func anArrowOfASlowSwipeIsNotFull() throws {
    let hand = try Hand()
    hand.land(3, 100, 90)
    hand.move(by: 24, 0, in: 400)
    let most = hand.scenes.compactMap { item("next", in: $0)?.progress }.max()
    #expect(0.6...0.95 ~= most ?? 0, "\(String(describing: most))")
  }

  /// Fingers that stop send no frames, and the swipe starts again from their place.
  @Test func anArrowEmptiesWhenFingersStop() throws {
    let hand = try Hand(Self.sides)
    for isHinted in [false, true] {
      hand.land(5, 100, 90)
      if isHinted { hand.rest(700) }
      hand.move(by: 11, 0, in: 110)
      #expect(item("there", in: hand.scenes.last)?.progress ?? 0 > 0.5)
      hand.rest(300)
      #expect(item("there", in: hand.scenes.last)?.progress ?? 0 < 0.15)
      hand.lift()
    }
  }

  /// The opposite arrow is a shade while the fingers move, however slowly, and possible again after a pause.
  @Test func anArrowAgainstTheFingersIsAShadeUntilTheyPause() throws {
    let hand = try Hand(Self.sides)
    hand.land(5, 100, 90)
    hand.rest(700)
    #expect(item("back", in: hand.scenes.last)?.state == .possible)
    let first = hand.scenes.count
    hand.move(by: 40, 0, in: 1000)
    let states = hand.scenes[first...].compactMap { item("back", in: $0)?.state }
    let shaded = states.drop { $0 == .possible }
    #expect(!shaded.isEmpty && shaded.allSatisfy { $0 == .failed }, "\(states)")
    #expect(states.count - shaded.count < 30, "it takes a while until the fingers have left the slop")
    hand.rest(400)
    hand.rest(400)
    let rested = try #require(hand.scenes.last)
    #expect(["there", "back"].map { item($0, in: rested)?.state } == [.possible, .possible], "\(rested)")
    #expect(item("back", in: rested)?.progress ?? 1 < 0.25)
  }

  @Test func aTrailIsThereWithAHintToo() throws {
    let hand = try Hand()
    hand.land(1, 50, 50)
    hand.rest(700)
    #expect(try hand.last.items.map(\.show) == [.hint])
    hand.move(by: 30, 30, in: 150)
    let shown = try hand.last.items
    #expect(shown.contains { $0.show == .trail && $0.state == .possible } && shown.contains { $0.show == .hint })
  }

  @Test func eachKindOfPictureCanBeLeftOut() throws {
    for (key, show) in [
      ("progress", OverlayScene.Show.progress), ("steps", .step), ("trails", .trail), ("hints", .hint),
    ] {
      let text = Self.rules.replacing("show = true", with: "show = true\n\(key) = false")
      let rules = try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules)
      #expect(rules.overlay.isShown)
      var feed = OverlayFeed(rules)
      var live = try LiveRules(rules, watcher: nil)
      live.add(Self.panel)
      var outcomes = Outcomes()
      var scenes: [OverlayScene] = []
      for (fingers, distance) in [(3, Vector(60, 0)), (4, Vector(0, -50)), (1, Vector(40, 40))] {
        for step in 0...20 {
          let time = Timestamp(microseconds: Int64(fingers * 10_000_000 + step * 8000 + (step > 0 ? 700_000 : 0)))
          let touches = (0..<fingers).map { finger in
            Touch(
              id: Int32(finger), phase: step == 0 ? .began : step == 20 ? .ended : .moved,
              position: Vector(60 + 20 * Double(finger), 90) + distance * (Double(step) / 20))
          }
          let frame = Frame(device: Self.panel.id, time: time, touches: touches)
          live.process(frame, into: &outcomes)
          feed.take(frame, on: Self.panel)
          for outcome in outcomes { feed.take(outcome.event, outcome.orders, on: Self.panel) }
          outcomes.removeAll()
          feed.updateScenes(snapshots: { live.snapshots(of: $0) }, output: { _ in nil }, { scenes.append($0) })
        }
      }
      #expect(!scenes.contains { $0.items.contains { $0.show == show } }, "\(key)")
      #expect(!scenes.isEmpty, "\(key)")
    }
  }

  @Test func aTurnedScreenIsDrawnAsItStands() throws {
    var turned = Self.panel
    turned.rotation = .quarter
    let hand = try Hand(device: turned)
    hand.land(2, 100, 90)
    hand.spread(to: 4, in: 200)
    let scene = try hand.last
    #expect((scene.width, scene.height) == (190, 300))
    #expect(abs((scene.touches.first?.x ?? 0) - 100) < 1)
  }

  @Test func looksFollowFromTheSettings() throws {
    let looks: [(String, OverlayScene.Look)] = [
      (#"kind = "swipe", direction = "up""#, .arrow(.up)), (#"kind = "swipe""#, .arrow(nil)),
      (#"kind = "pan""#, .arrow(nil)), (#"kind = "edge-swipe", edge = "left""#, .edge(.left)),
      (#"kind = "edge-pan", edge = "top-right""#, .edge(.top)), (#"kind = "pinch", direction = "in""#, .pinch(.inward)),
      (#"kind = "pinch""#, .pinch(nil)), (#"kind = "rotation", direction = "clockwise""#, .turn(.clockwise)),
      (#"kind = "tap""#, .stationary), (#"kind = "long-press""#, .stationary), (#"kind = "force-press""#, .stationary),
      (#"kind = "hold-and-tap""#, .stationary),
    ]
    for (text, look) in looks {
      let source = "gesture.one = { \(text) }\n"
      let rules = try #require(Rules.load(text: Array(source.utf8), file: "bindings.toml").rules, "\(text)")
      let rule = rules.ruleSet.gestures[0]
      #expect(OverlayScene.Look(rule, rules.ruleSet.settings(of: rule, on: Self.panel)) == look, "\(text)")
    }
  }

  @Test func aDrawingIsShownAsItIsMade() throws {
    let source = #"gesture.one = { kind = "stroke", path = "right down" }"#
    let rules = try #require(Rules.load(text: Array(source.utf8), file: "bindings.toml").rules)
    let rule = rules.ruleSet.gestures[0]
    guard case .draw(let points) = OverlayScene.Look(rule, rules.ruleSet.settings(of: rule, on: Self.panel)) else {
      Issue.record("no drawing")
      return
    }
    let (first, last) = (try #require(points.first), try #require(points.last))
    #expect(points.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
    #expect(first.x < last.x && first.y < last.y)
  }
}
