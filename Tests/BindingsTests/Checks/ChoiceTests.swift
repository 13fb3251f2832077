import GestureCore
import Testing

@testable import Bindings

/// Which of a gesture's bindings act, and how long they are kept.
struct ChoiceTests {
  /// One tap at 50,50 on a touchscreen of 300 x 190 mm, after the lines `before` about the session.
  private func tapped(_ bindings: [Binding], before: String = "wait", at position: String = "50,50") throws -> [String]
  {
    try played("gestures\nit = tap\ntouches\n0ms \(before)\n10ms down a \(position)\n60ms up a", bindings)
      .map { String($0.split(separator: " ").dropFirst(3).joined(separator: " ")) }
  }

  @Test func theLastOfThoseThatStateNothing() throws {
    #expect(try tapped([.of(.run("own")), .of(.run("before")), .of(.run("last"))]) == ["last"])
    #expect(try tapped([.of(.run("own"))]) == ["own"])
    #expect(try tapped([]) == [])
  }

  @Test func whoStatesMostGoesFirstWhereverItStands() throws {
    let bindings: [Binding] = [
      .of(.run("own")),
      .of(.run("both")) {
        $0.app = "fire*"
        $0.modes = ["work"]
      },
      .of(.run("app")) { $0.app = "firefox" },
      .of(.run("plain")),
    ]
    #expect(try tapped(bindings, before: "app firefox; mode work") == ["both"])
    #expect(try tapped(bindings, before: "app firefox") == ["app"])
    #expect(try tapped(bindings, before: "mode work") == ["plain"])
  }

  @Test func ofThoseThatStateAsMuchTheLast() throws {
    let bindings: [Binding] = [
      .of(.run("app")) { $0.app = "firefox" }, .of(.run("mode")) { $0.modes = ["work"] },
      .of(.run("output")) { $0.output = "DP-1" },
    ]
    #expect(try tapped(bindings, before: "app firefox; mode work") == ["mode"])
    #expect(try tapped(bindings, before: "app firefox; mode work; output DP-1") == ["output"])
    #expect(try tapped(bindings, before: "app firefox") == ["app"])
  }

  @Test func aBindingThatHoldsBeatsTheGesturesOwnActions() throws {
    let bindings: [Binding] = [.of(.run("own")), .of(.run("ctrl")) { $0.modifiers = .ctrl }]
    #expect(try tapped(bindings, before: "modifiers ctrl") == ["ctrl"])
    #expect(try tapped(bindings, before: "modifiers shift+ctrl") == ["own"])
    #expect(try tapped(bindings) == ["own"])
  }

  @Test func additionsGoWithWhateverWasChosenEachByItsOwnCondition() throws {
    let bindings: [Binding] = [
      .of(.run("always"), also: true), .of(.run("own")), .of(.run("app")) { $0.app = "firefox" },
      .of(.run("work"), also: true) { $0.modes = ["work"] },
    ]
    #expect(try tapped(bindings) == ["own", "always"])
    #expect(try tapped(bindings, before: "app firefox; mode work") == ["app", "always", "work"])
    #expect(try tapped([bindings[2], bindings[3]], before: "mode work") == ["work"])
  }

  @Test func aBindingWithoutActionsSwitchesTheOthersOff() throws {
    #expect(try tapped([.of(.run("own")), .of { $0.app = "firefox" }], before: "app firefox") == [])
  }

  @Test func whereTheFingersAreOnWhichDeviceAndHowMany() throws {
    let here: [Binding] = [
      .of(.run("other")), .of(.run("screen")) { $0.device = .deviceClass(.touchscreen) },
      .of(.run("pad")) { $0.device = .deviceClass(.touchpad) },
      .of(.run("two"), also: true) { $0.fingers = 2...3 }, .of(.run("one"), also: true) { $0.fingers = 1...1 },
    ]
    #expect(try tapped(here) == ["screen", "one"])
    let zones = "zones\nleft = edge=left band=100mm\ngestures\nit = pan slop=0mm\ntouches\n"
    let bindings: [Binding] = [.of(.run("away")), .of(.run("in")) { $0.zone = "left" }]
    // The place where the gesture begins counts, not the landing place.
    #expect(try played(zones + "0ms down a 101,50\n20ms move a to 99,50\n90ms up a", bindings) == ["20 it began: in"])
    #expect(try played(zones + "0ms down a 99,50\n20ms move a to 101,50\n90ms up a", bindings) == ["20 it began: away"])
    #expect(try tapped(bindings) == ["away"])
  }

  @Test func theDirectionAndTheTool() throws {
    let script = "gestures\nit = swipe fingers=1 min-distance=10mm\ntouches\n0ms down a 100,100; stylus a\n"
    let bindings: [Binding] = [
      .of(.run("else")), .of(.run("left")) { $0.directions = [.left] }, .of(.run("up")) { $0.directions = [.up] },
      .of(.run("pen"), also: true) { $0.tool = .stylus }, .of(.run("finger"), also: true) { $0.tool = .finger },
    ]
    func swiped(_ x: Int, _ y: Int) throws -> [String] {
      try played(script + "8ms move a by \(x),\(y) over 80ms\n99ms up a", bindings)
        .map { String($0.split(separator: " ")[3]) }
    }
    #expect(try swiped(-40, 0) == ["left", "pen"])
    #expect(try swiped(0, -40) == ["up", "pen"])
    #expect(try swiped(40, 0) == ["else", "pen"])
  }

  @Test func theChoiceIsKeptToTheEndWhateverHappens() throws {
    let bindings: [Binding] = [
      .of(.run("own", on: .began), .run("own", on: .ended), .run("own", on: .cancelled)),
      .of(.run("work", on: .began), .run("work", on: .ended), .run("work", on: .cancelled)) { $0.modes = ["work"] },
      .of(.run("web", on: .began), .run("web", on: .ended), .run("web", on: .cancelled)) {
        $0.app = "firefox"
        $0.modes = ["work"]
      },
    ]
    func dragged(_ before: String, _ during: String, _ end: String) throws -> [String] {
      try played(
        """
        gestures
        it = pan slop=1mm
        touches
        0ms   \(before)
        0ms   down a 50,50
        10ms  move a to 60,50
        20ms  \(during)
        30ms  move a to 70,50
        40ms  \(end) a
        """, bindings)
    }
    #expect(try dragged("mode work", "mode default", "up") == ["10 it began: work", "40 it ended: work"])
    #expect(try dragged("mode default", "mode work", "up") == ["10 it began: own", "40 it ended: own"])
    #expect(
      try dragged("mode work; app firefox", "app xterm", "cancel") == ["10 it began: web", "40 it cancelled: web"])
    #expect(try dragged("mode work", "app firefox", "up") == ["10 it began: work", "40 it ended: work"])
  }

  @Test func theNextAttemptChoosesAgain() throws {
    let bindings: [Binding] = [.of(.run("own")), .of(.run("work")) { $0.modes = ["work"] }]
    #expect(
      try played(
        """
        gestures
        it = long-press min-duration=100ms
        touches
        0ms    down a 50,50
        200ms  up a; mode work
        300ms  down a 50,50
        500ms  up a
        """, bindings) == ["100 it began: own", "400 it began: work"])
  }

  @Test func eachDeviceHasAChoiceOfItsOwn() throws {
    let bindings: [Binding] = [
      .of(.run("left", on: .began), .run("left", on: .ended)) { $0.device = .name("le?t") },
      .of(.run("right", on: .began), .run("right", on: .ended)) { $0.device = .name("right") },
    ]
    #expect(
      try played(
        """
        gestures
        it = long-press min-duration=100ms
        touches
        device left: touchscreen
        0ms    down a 50,50
        device right: touchscreen
        50ms   down b 50,50
        device left
        300ms  up a
        device right
        400ms  up b
        """, bindings)
        == ["100 it began: left", "150 it began: right", "300 it ended: left", "400 it ended: right"])
  }

  @Test func gesturesOfOneDeviceAreKeptApart() throws {
    let bindings: [Binding] = [
      .of(.run("a", on: .began), .run("a", on: .ended), gesture: 0),
      .of(.run("b", on: .began), .run("b", on: .ended), gesture: 1),
    ]
    #expect(
      try played(
        """
        gestures
        one = long-press min-duration=100ms
        two = pan slop=1mm simultaneous-with=one
        touches
        0ms    down a 50,50
        200ms  move a to 60,50
        300ms  up a
        """, bindings)
        == ["100 one began: a", "200 two began: b", "300 one ended: a", "300 two ended: b"])
  }

  @Test func bindingsOfGesturesThatAreNotThereDoNothing() throws {
    #expect(try tapped([.of(.run("x"), gesture: 7), .of(.run("y"), gesture: -1), .of(.run("own"))]) == ["own"])
  }

  @Test func anUnknownDeviceAndARemovedOneGiveNoOrders() throws {
    let rules = Rules(
      ruleSet: RuleSet(gestures: [GestureRule(name: "it", kind: Pan.kind)]),
      bindings: [.of(.run("began", on: .began), .run("ended", on: .ended))])
    var dispatcher = Dispatcher(rules)
    var orders: [Order] = []
    dispatcher.dispatch(event(.began), in: Context(), into: &orders)
    #expect(orders == [])
    dispatcher.add(screen)
    dispatcher.dispatch(event(.began), in: Context(), into: &orders)
    #expect(orders.map(\.action.trigger) == [.began])
    dispatcher.add(screen)
    dispatcher.remove(screen.id)
    dispatcher.add(screen)
    dispatcher.dispatch(event(.ended), in: Context(), into: &orders)
    #expect(orders.count == 1)
  }
}
