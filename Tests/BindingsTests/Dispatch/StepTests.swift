import GestureCore
import Testing

@testable import Bindings

/// `step`: one order for each step, in each direction, by distance, angle and scale.
struct StepTests {
  private typealias StepDirection = Bindings.StepSettings.StepDirection
  private static let directions: [StepDirection: String] = [.up: "up", .down: "down", .left: "left", .right: "right"]

  /// The directions of the steps that a drag of one finger without slop makes, each move in 10 frames; `u 47` is 47 mm
  /// up.
  private func dragged(_ every: Double, _ moves: String..., directions: [StepDirection: String] = directions) throws
    -> [String]
  {
    let signs = ["u": "0,-", "d": "0,", "l": "-", "r": ""]
    var script = "gestures\nit = pan slop=0mm\ntouches\n0ms down a 150,95\n"
    for (number, move) in moves.enumerated() {
      let words = move.split(separator: " ")
      let by = "\(signs[String(words[0])] ?? "")\(words[1])"
      script += "\(100 * number + 20)ms move a by \(by.contains(",") ? by : by + ",0") over 80ms\n"
    }
    return try ofDrag(every, script + "900ms up a", directions: directions)
  }

  private func ofDrag(_ every: Double, _ script: String, directions: [StepDirection: String] = directions) throws
    -> [String]
  {
    try played(script, [.of(.step(.distance(every), directions))]).map { String($0.split(separator: " ")[4]) }
  }

  // MARK: Distance

  @Test func twentyUpAndTwentyBackAreThreeUpAndThreeDown() throws {
    let three = ["up", "up", "up", "down", "down", "down"]
    #expect(try dragged(6, "u 20", "d 20") == three)
    #expect(try dragged(6, "u 5", "u 5", "u 5", "u 5", "d 5", "d 5", "d 5", "d 5") == three)
  }

  @Test func afterAReversalFromTheLastStep() throws {
    // 7 steps to 42 mm; back to 16 mm four, at 36, 30, 24 and 18; up again to 36 mm three, at 24, 30 and 36.
    let directions = try dragged(6, "u 47", "d 31", "u 20")
    #expect(directions == Array(repeating: "up", count: 7) + Array(repeating: "down", count: 4) + ["up", "up", "up"])
  }

  @Test func aTrembleAtAMarkIsOneStep() throws {
    #expect(try dragged(6, "u 6", "d 0.2", "u 0.2", "d 5.9", "u 5.9", "d 0.1", "u 0.2") == ["up"])
    #expect(try dragged(6, "u 6", "d 6", "u 0.1", "d 0.2", "u 5.9") == ["up", "down"])
  }

  @Test func exactMultiplesCountThoughSumsAreNotExact() throws {
    #expect(try dragged(6, "u 17.9999999") == ["up", "up", "up"])
    #expect(try dragged(6, "u 17.9999") == ["up", "up"])
    var moves = "gestures\nit = pan slop=0mm\ntouches\n0ms down a 150,95\n"
    for number in 1...180 { moves += "\(8 * number)ms move a by 0,-0.1\n" }
    #expect(try ofDrag(0.1, moves + "2000ms up a") == Array(repeating: "up", count: 180))
    #expect(try ofDrag(6, moves + "2000ms up a") == ["up", "up", "up"])
  }

  @Test func theTwoAxesAreCountedIndependently() throws {
    #expect(try dragged(6, "u 6", "r 6", "d 6", "l 12") == ["up", "right", "down", "left", "left"])
    let diagonal = "gestures\nit = pan slop=0mm\ntouches\n0ms down a 150,95\n8ms move a by 13,-7\n90ms up a"
    #expect(try ofDrag(6, diagonal) == ["up", "right", "right"])
  }

  @Test func aDirectionWithoutAnEffectIsCountedAnyway() throws {
    #expect(try dragged(6, "u 20", "d 20", "u 20", directions: [.up: "up"]) == Array(repeating: "up", count: 6))
    #expect(try dragged(6, "u 20", "d 8", "u 8", directions: [.up: "up"]) == ["up", "up", "up", "up"])
    #expect(try dragged(6, "r 20", "l 20", directions: [.up: "up"]) == [])
  }

  @Test func countedFromWhereTheSlopWasLeft() throws {
    let script = "gestures\nit = pan slop=2.5mm\ntouches\n0ms down a 150,95\n8ms move a by 0,-WAY\n90ms up a"
    #expect(try ofDrag(6, script.replacing("WAY", with: "8.4")) == [])
    #expect(try ofDrag(6, script.replacing("WAY", with: "8.5")) == ["up"])
    #expect(try ofDrag(6, script.replacing("WAY", with: "14.5")) == ["up", "up"])
  }

  @Test func aGestureThatWasHeldMakesItsStepsAsItBegins() throws {
    let script = """
      gestures
      press = long-press min-duration=400ms slop=50mm
      it    = pan slop=0mm require-to-fail=press
      touches
      0ms   down a 150,95
      20ms  move a by 0,-20 over 80ms
      200ms LAST
      """
    let step = Binding.of(.step(.distance(6), Self.directions), .run("ended", on: .ended), gesture: 1)
    let three = ["200 it began: up up", "200 it began: up up", "200 it began: up up", "200 it ended: ended"]
    #expect(try played(script.replacing("LAST", with: "up a"), [step]) == three)
    #expect(try played(script.replacing("LAST", with: "cancel a"), [step]) == [])
  }

  @Test func aPressCountsFromWhereItBegan() throws {
    let script = """
      gestures
      it = long-press min-duration=100ms slop=2mm
      touches
      0ms   down a 150,95
      50ms  move a by 0,-1.5
      150ms move a by 0,-5.9
      160ms move a by 0,-0.2
      900ms up a
      """
    #expect(try played(script, [.of(.step(.distance(6), Self.directions))]) == ["160 it changed: up up"])
  }

  @Test func anEdgePanCountsFromWhereItBegan() throws {
    let script = """
      gestures
      it = edge-pan edge=left min-travel=10mm
      touches
      0ms   down a 1,95
      50ms  move a by 15.9,0
      60ms  move a by 0.2,0
      70ms  move a by 6,0
      900ms up a
      """
    let lines = try played(script, [.of(.step(.distance(6), Self.directions))])
    #expect(lines == ["60 it changed: right right", "70 it changed: right right"])
  }

  // MARK: When

  @Test func theEndCountsAndTheCancellationDoesNot() throws {
    for state in [RecognizerState.ended, .cancelled] {
      var counter = Counter(.distance(6), Self.directions)
      counter.send(.began) { $0.translation = Vector(0, -1) }
      counter.send(state) { $0.translation = Vector(0, -13) }
      #expect(counter.directions == (state == .ended ? [.up, .up] : []))
      counter.send(.changed) { $0.translation = Vector(0, -40) }
      #expect(counter.directions.count == (state == .ended ? 2 : 0))
    }
  }

  @Test func theNextGestureCountsFromItsOwnStart() {
    var counter = Counter(.distance(6), Self.directions)
    for _ in 0..<3 {
      counter.send(.began) { $0.translation = .zero }
      counter.send(.changed) { $0.translation = Vector(0, -11) }
      counter.send(.ended) { $0.translation = Vector(0, -11) }
    }
    #expect(counter.directions == [.up, .up, .up])
  }

  @Test func aJumpMakesAllItsStepsAtOnce() {
    var counter = Counter(.distance(6), Self.directions)
    counter.send(.began) { $0.translation = Vector(0, -60) }
    counter.send(.changed) { $0.translation = Vector(0, 60) }
    #expect(counter.directions == Array(repeating: .up, count: 10) + Array(repeating: .down, count: 20))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func whatIsNoNumberMakesNoStepAndWhatIsAbsurdIsBounded(_ value: Double) {
    for every in [Bindings.StepSettings.StepLength.distance(6), .angle(6), .scale(0.1)] {
      var counter = Counter(every, directions(of: every))
      counter.send(.began)
      counter.send(.changed) {
        $0.translation = Vector(value, value)
        $0.rotation = value
        $0.scale = value
      }
      let before = counter.directions.count
      #expect(value.isFinite ? before <= 2000 : before == 0)
      guard !value.isFinite else { continue }
      counter.send(.changed) {
        $0.translation = Vector(0, -6)
        $0.rotation = 6
        $0.scale = 1.1
      }
      #expect(counter.directions.count == 1)
    }
  }

  @Test(arguments: [0, -6, Double.nan, .infinity]) func stepsOfNoSizeAreNeverMade(_ size: Double) {
    for every in [Bindings.StepSettings.StepLength.distance(size), .angle(size), .scale(size)] {
      var counter = Counter(every, directions(of: every))
      counter.send(.began)
      counter.send(.changed) {
        $0.translation = Vector(90, 90)
        $0.rotation = 90
        $0.scale = 9
      }
      #expect(counter.directions == [])
    }
  }

  // MARK: Angle and scale

  @Test func anglesCountFromTheSlop() {
    var counter = Counter(.angle(15), [.clockwise: "c", .counterclockwise: "a"])
    for angle in [10, 24.9, 25, 54, 41, 40, 10, -5, -20.1] as [Double] {
      counter.send(angle == 10 && counter.events == 0 ? .began : .changed) {
        $0.rotation = angle
        $0.rotationAtSlop = 10
      }
    }
    // Marks at 25 and 40 in one direction; back at 25, 10, -5 and -20.
    #expect(
      counter.directions == [.clockwise, .clockwise] + Array(repeating: .counterclockwise, count: 4))
  }

  @Test func scaleCountsInShares() {
    var counter = Counter(.scale(0.1), [.in: "i", .out: "o"])
    func at(_ scale: Double) -> (inout GestureValues) -> Void {
      { $0.scale = scale }
    }
    counter.send(.began, at(1))
    counter.send(.changed, at(1.0999))
    #expect(counter.drain() == [])
    counter.send(.changed, at(1.1))
    counter.send(.changed, at(1.21))
    #expect(counter.drain() == [.out, .out])
    counter.send(.changed, at(1.1001))
    #expect(counter.drain() == [])
    counter.send(.changed, at(1))
    #expect(counter.drain() == [.in, .in])
    counter.send(.changed, at(1 / 1.21))
    #expect(counter.drain() == [.in, .in])
    counter.send(.changed, at(1.331))
    #expect(counter.drain() == Array(repeating: .out, count: 5))
  }

  @Test func aPinchAndARotationOfFingers() throws {
    // The slop ends at a spread of 43 mm; 5 % more each time are 45.15, 47.41, 49.78, 52.267 and 54.88 mm.
    let pinch = """
      gestures
      it = pinch min-change=3mm min-scale=0% min-share=0%
      touches
      0ms   down a 100,100 b 140,100
      20ms  move b to 152.266,100
      40ms  move b to 152.267,100
      60ms  move b to 147.4,100
      200ms up a,b
      """
    let zoom = Binding.of(.step(.scale(0.05), [.in: "-", .out: "+"]))
    #expect(
      try played(pinch, [zoom]) == Array(repeating: "20 it began: + out", count: 3)
        + ["40 it changed: + out", "60 it changed: - in", "60 it changed: - in"])
    // One finger moves a quarter circle around the other: 90 degrees, of which 12 are slop.
    let turn = """
      gestures
      it = rotation min-angle=12deg min-arc=0mm min-share=0%
      touches
      0ms   down a 100,100 b 140,100
      20ms  move b to 100,140 over 80ms
      200ms up a,b
      """
    let knob = Binding.of(.step(.angle(13), [.clockwise: "+", .counterclockwise: "-"]))
    let turned = try played(turn, [knob])
    #expect(turned.count == 6 && turned.allSatisfy { $0.hasSuffix(": + clockwise") })
  }

  private func directions(of every: Bindings.StepSettings.StepLength) -> [StepDirection: String] {
    every.directions.reduce(into: [:]) { $0[$1] = $1.rawValue }
  }
}

/// A dispatcher with one gesture that does one thing in steps; its events are made by hand.
struct Counter {
  private var dispatcher: Dispatcher
  private(set) var directions: [Bindings.StepSettings.StepDirection] = []
  private(set) var events = 0

  init(
    _ every: Bindings.StepSettings.StepLength, _ directions: [Bindings.StepSettings.StepDirection: String],
    atMostEvery: Double? = nil
  ) {
    dispatcher = Dispatcher(
      Rules(
        ruleSet: RuleSet(gestures: [GestureRule(name: "it", kind: Pan.kind)]),
        bindings: [.of(.step(every, directions, atMostEvery: atMostEvery))]))
    dispatcher.add(screen)
  }

  mutating func send(_ state: RecognizerState, at ms: Double = 0, _ set: (inout GestureValues) -> Void = { _ in }) {
    var orders: [Order] = []
    dispatcher.dispatch(event(state, at: ms, set), in: Context(), into: &orders)
    directions += orders.compactMap(\.direction)
    events += 1
  }

  /// The directions of the steps since the last call.
  mutating func drain() -> [Bindings.StepSettings.StepDirection] {
    defer { directions = [] }
    return directions
  }
}
