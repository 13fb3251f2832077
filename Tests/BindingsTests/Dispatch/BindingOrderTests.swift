import GestureCore
import Testing

@testable import Bindings

/// The actions that are skipped because they come too soon, and the events that a stream receives.
struct BindingOrderTests {
  /// A drag whose finger moves every 10 ms from 10 to 100 ms and lifts at 105 ms.
  private func dragged(_ actions: Action..., end: String = "up") throws -> [String] {
    var script = "gestures\nit = pan slop=0mm\ntouches\n0ms down a 50,50\n"
    for number in 1...10 { script += "\(10 * number)ms move a by 3,0\n" }
    let binding = Binding(gesture: GestureID(0), actions: actions, location: .nowhere)
    return try played(script + "105ms \(end) a", [binding])
  }

  @Test func runsThatComeTooSoonAreSkipped() throws {
    #expect(
      try dragged(.run("x", on: .changed, atMostEvery: 30))
        == ["20 it changed: x", "50 it changed: x", "80 it changed: x"])
    #expect(
      try dragged(.run("x", on: .changed, atMostEvery: 31)) == [
        "20 it changed: x", "60 it changed: x", "100 it changed: x",
      ])
    #expect(try dragged(.run("x", on: .changed, atMostEvery: 0)).count == 9)
  }

  @Test func eachActionHasItsOwnTime() throws {
    #expect(
      try dragged(.run("x", on: .began, atMostEvery: 1000), .run("y", on: .changed, atMostEvery: 1000))
        == ["10 it began: x", "20 it changed: y"])
  }

  @Test func theTimeGoesOnFromOneGestureToTheNextAndIsTheDevicesOwn() throws {
    #expect(
      try played(
        """
        gestures
        it = tap
        touches
        device one: touchscreen
        0ms     down a 50,50
        20ms    up a
        device two: touchscreen
        30ms    down b 50,50
        50ms    up b
        device one
        100ms   down a 50,50
        110ms   up a
        1019ms  down a 50,50
        1030ms  up a
        """, [.of(.run("x", atMostEvery: 1000))])
        == ["20 it recognized: x", "50 it recognized: x", "1030 it recognized: x"])
  }

  @Test func stepsThatComeTooSoonAreSkippedAndCounted() {
    var counter = Counter(.distance(6), [.up: "u", .down: "d"], atMostEvery: 50)
    counter.send(.began)
    counter.send(.changed, at: 10) { $0.translation = Vector(0, -13) }
    counter.send(.changed, at: 20) { $0.translation = Vector(0, -18) }
    #expect(counter.drain() == [.up])
    counter.send(.changed, at: 70) { $0.translation = Vector(0, -20) }
    #expect(counter.drain() == [])
    counter.send(.changed, at: 80) { $0.translation = Vector(0, -12) }
    #expect(counter.drain() == [.down])
  }

  @Test func aStreamGetsTheWholeGesture() throws {
    let lines = try dragged(.stream("x"))
    #expect(lines.first == "10 it began: x" && lines.last == "105 it ended: x" && lines.count == 11)
    #expect(lines[1...9].allSatisfy { $0.hasSuffix("it changed: x") })
    #expect(try dragged(.stream("x"), end: "cancel").last == "105 it cancelled: x")
  }

  @Test func theModeOfAStreamIsForChangesOnly() throws {
    let changes = Action(Effect(stream: .shell("x"), mode: "m"), on: .changed, location: .nowhere)
    for (end, state) in [("up", "ended"), ("cancel", "cancelled")] {
      let lines = try dragged(.mode("default", on: .ended), .mode("default", on: .cancelled), changes, end: end)
      #expect(lines.first == "10 it began: x")
      #expect(lines.suffix(2) == ["105 it \(state): mode default", "105 it \(state): x"])
      #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.hasSuffix("it changed: x, mode m") })
    }
  }

  @Test func aLimitedStreamStillGetsBeginningAndEnd() throws {
    #expect(
      try dragged(.stream("x", atMostEvery: 40)) == [
        "10 it began: x", "50 it changed: x", "90 it changed: x", "105 it ended: x",
      ])
    #expect(
      try dragged(.stream("x", atMostEvery: 1000), end: "cancel") == ["10 it began: x", "105 it cancelled: x"])
  }

  @Test func otherStreamsGetTheEventThatTheirKeyNames() throws {
    #expect(try dragged(.stream("x", on: .ended)) == ["105 it ended: x"])
    let tap = "gestures\nit = tap\ntouches\n0ms down a 50,50\n60ms up a"
    #expect(
      try played(tap, [.of(.stream("run", on: .run), .stream("ended", on: .ended))])
        == ["60 it recognized: run", "60 it recognized: ended"])
  }

  @Test func actionsComeInTheOrderOfTheFile() throws {
    #expect(
      try dragged(.stream("s", atMostEvery: 1000), .step(.distance(3), [.right: "r"], atMostEvery: 1000), .run("x"))
        == [
          "10 it began: s", "10 it began: r right", "10 it began: x", "105 it ended: s",
        ])
  }

  @Test func stepsMayFeedAStreamOrSwitchAMode() throws {
    let step = Bindings.StepSettings(
      every: .distance(6), effects: [.right: Effect(stream: .shell("s")), .left: Effect(mode: "left")])
    let moves = "8ms move a by 6,0\n16ms move a by -6,0\n90ms up a"
    let script = "gestures\nit = pan slop=0mm\ntouches\n0ms down a 50,50\n" + moves
    #expect(
      try played(script, [.of(Action(step, location: .nowhere))])
        == ["8 it began: s right", "16 it changed: mode left left"])
  }
}
