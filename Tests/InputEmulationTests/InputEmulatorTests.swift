import Bindings
import GestureCore
import Desktop
import Testing

@testable import InputEmulation

/// Which input is sent when; the test plays the links.
struct InputEmulatorTests {
  /// A link that keeps the events that it should send.
  private final class PlayedLink: EmulationLink {
    let name: String
    var state: LinkState
    var capabilities: InputNeeds = [.keyboard, .pointer, .place]
    var sent: [EmulatedEvent] = []
    var missing: Set<KeySymbol> = []
    /// Keys that can be pressed only while another key is down.
    var shortcutsOnly: Set<KeySymbol> = []
    var isFinished = false

    init(_ name: String, _ state: LinkState) {
      self.name = name
      self.state = state
    }

    var wait: (descriptor: Int32, events: Int16)? { nil }
    func ready() {}
    func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle? {
      if missing.contains(symbol) { return .noKey }
      return shortcutsOnly.contains(symbol) && others.isEmpty ? .unknownLayout : nil
    }
    func canReach(_ spot: ScreenSpot) -> Bool { spot.output == "DSI-1" }
    func send(_ events: [EmulatedEvent]) { sent += events }
    func close(_ reason: String) { isFinished = true }

    var text: String {
      sent.map { event in
        switch event {
        case .down(let symbol): "+\(InputEmulatorTests.name(symbol))"
        case .up(let symbol): "-\(InputEmulatorTests.name(symbol))"
        case .press(let button): "+\(button)"
        case .release(let button): "-\(button)"
        case .scroll(let direction): "~\(direction)"
        case .move(let distance): "move \(distance.x) \(distance.y)"
        case .place(let spot): "at \(spot.output) \(spot.share.x) \(spot.share.y)"
        case .fingerScroll(let distance): "glide \(distance.x) \(distance.y)"
        case .fingerScrollEnd: "stop"
        }
      }.joined(separator: " ")
    }
  }

  private static func name(_ symbol: KeySymbol) -> String {
    let names = ["Alt", "Shift", "Tab", "Super", "dead_circumflex"]
    return names.first { KeySymbol(name: $0) == symbol } ?? symbol.character.map { "\($0)" } ?? "\(symbol.number)"
  }

  private let all = LinkState.ready

  private func session(_ links: PlayedLink...) -> EmulatedSession {
    let session = EmulatedSession { _ in links.map { link in { link } } }
    session.emulator.use([.keyboard, .pointer])
    return session
  }

  /// Long after the last attempt: the gesture itself finds the session, and its keys are pressed there.
  @Test func aRequestLooksForAWayAgain() {
    let link = PlayedLink("one", .unavailable("it is off"))
    var now = Int64(0)
    let session = EmulatedSession(now: { now }) { _ in [{ link }] }
    session.emulator.use([.keyboard, .pointer])
    link.state = .opening
    now = 3_600_000_000
    session.keys(["a"])
    #expect(session.skipped.isEmpty && link.text == "")
    link.state = .ready
    session.emulator.links.serve()
    #expect(link.text == "+a -a")
  }

  @Test func aChord() {
    let link = PlayedLink("one", all)
    session(link).keys(["Super", "Shift", "Tab"], ["a"])
    #expect(link.text == "+Super +Shift +Tab -Tab -Shift -Super +a -a")
  }

  @Test func whatIsHeldIsNotPressedAgain() {
    let link = PlayedLink("one", all)
    let session = session(link)
    session.hold(["Alt"])
    session.keys(["Tab"])
    session.keys(["Alt", "Tab"])
    session.letGo(["Alt"])
    session.letGo(["Alt"])
    #expect(link.text == "+Alt +Tab -Tab +Tab -Tab -Alt")
  }

  @Test func newRulesAndTheEndRelease() {
    let link = PlayedLink("one", all)
    let session = session(link)
    session.hold(["Alt", "Shift"])
    session.emulator.use([.keyboard, .pointer])
    #expect(link.text == "+Alt +Shift -Shift -Alt" && !link.isFinished)
    session.letGo(["Alt"])
    session.hold(["Alt"])
    session.emulator.isDryRun = true
    #expect(link.text == "+Alt +Shift -Shift -Alt +Alt -Alt" && link.isFinished)
    session.emulator.stop()
    #expect(session.emulator.links.wait == nil && session.emulator.links.nextDeadline == nil)
  }

  /// A screen locker, or another user's session, would get it.
  @Test func nothingGoesDownWhileTheSessionIsSuspended() {
    let link = PlayedLink("one", all)
    let session = session(link)
    let spot = ScreenSpot(output: "DSI-1", share: Vector(0.5, 0.5))
    session.hold(["Alt"])
    session.drag(.left, .beginning, at: spot)
    session.emulator.suspension = .locked
    #expect(link.text == "+Alt at DSI-1 0.5 0.5 +left -left -Alt")
    link.sent = []
    session.keys(["a"])
    session.type("b")
    session.hold(["Shift"])
    session.click(.right)
    session.click(.left, at: spot)
    session.scroll(.down)
    session.drag(.left, .beginning, at: spot)
    session.drag(.left, .movement, at: spot)
    session.follow(.pointer, 1, 1)
    session.follow(.natural, 0, 1)
    #expect(session.skipped == Array(repeating: "the session is locked", count: 7 + 2))
    session.emulator.use([.keyboard, .pointer, .place])
    session.emulator.links.serve()
    // Input that had begun before still ends.
    session.letGo(["Alt"])
    session.drag(.left, .end, at: spot)
    session.stopFollowing(.natural)
    #expect(link.text == "stop")
    session.emulator.suspension = []
    session.letGo(["Shift"])
    session.keys(["a"])
    #expect(link.text == "stop +a -a")
  }

  @Test func whatWaitsForAWayIsDroppedWhenTheSessionLocks() {
    let link = PlayedLink("one", .opening)
    let session = session(link)
    session.keys(["a"])
    session.emulator.suspension = .locked
    link.state = .ready
    session.emulator.links.serve()
    session.emulator.suspension = []
    #expect(link.text == "")
  }

  /// A keyboard made by uinput types into the session that has the screen.
  @Test func nothingIsOpenWhileAnotherSessionHasTheScreen() {
    let (first, second) = (PlayedLink("one", all), PlayedLink("two", all))
    var opened = [first, second][...]
    let session = EmulatedSession { _ in opened.popFirst().map { link in [{ link }] } ?? [] }
    session.emulator.suspension = .inactive
    session.emulator.use([.keyboard])
    #expect(session.emulator.links.readyName == nil && opened.count == 2, "not even at the start")
    session.emulator.suspension = []
    session.hold(["Alt"])
    session.emulator.suspension = [.inactive, .locked]
    #expect(first.text == "+Alt -Alt" && first.isFinished)
    session.emulator.use([.keyboard, .pointer])
    #expect(!session.emulator.links.isOpening && session.emulator.links.readyName == nil)
    session.emulator.suspension = .locked
    session.keys(["a"])
    session.emulator.suspension = []
    session.keys(["b"])
    #expect(second.text == "+b -b" && !second.isFinished)
  }

  @Test func theFirstWayThatCan() {
    let (one, two) = (PlayedLink("one", .unavailable("it is off")), PlayedLink("two", all))
    let session = session(one, two)
    #expect(session.emulator.links.readyName == "two" && one.isFinished)
    #expect(session.emulator.links.problems == ["one: it is off"])
    session.click(.right)
    session.scroll(.down)
    #expect(two.text == "+right -right ~down")
    #expect(session.log == ["sending keys and clicks through two"])
  }

  @Test func whatGoesAlongWithTheFingers() {
    let link = PlayedLink("one", all)
    let session = session(link)
    session.follow(.pointer, 1, -0.5)
    session.follow(.natural, 0, 1)
    session.follow(.traditional, 0.25, 1)
    session.follow(.natural, 0, 0)
    session.stopFollowing(.natural)
    #expect(link.text == "move 12.0 -6.0 glide 0.0 -12.0 glide 3.0 12.0 stop")
    for number in [Double.nan, .infinity, 1e300] { session.follow(.pointer, number, 0) }
    #expect(link.sent.count == 4, "no finger moves so")
  }

  // MARK: Scrolling that continues after the lift

  /// The steps, in pixels downwards, after the first `count` events, until scrolling stops.
  private func glide(_ session: EmulatedSession, _ link: PlayedLink, after count: Int) -> [Double] {
    while let deadline = session.emulator.glide.nextDeadline { session.emulator.glide.advance(to: deadline) }
    return link.sent.dropFirst(count).compactMap { if case .fingerScroll(let step) = $0 { step.y } else { nil } }
  }

  @Test func scrollingGlides() {
    let link = PlayedLink("one", all)
    let session = session(link)
    // 1 mm in 10 ms is 1,200 pixels a second.
    session.flick(1, for: 200)
    #expect(link.sent.count == 20 && session.emulator.glide.nextDeadline == 218_000)
    let steps = glide(session, link, after: 20)
    #expect(steps.first.map { abs($0 - 1091 * 0.008) < 0.2 } == true, "as fast as the fingers, up to the lift")
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 && $1 > 0 })
    // It scrolls by its speed times about half a second.
    #expect(abs(steps.reduce(0, +) - 1091 * 0.4995) < 20)
    #expect(link.sent.last == .fingerScrollEnd && session.emulator.glide.nextDeadline == nil)
  }

  @Test func theSpeedBeforeTheLiftCounts() {
    let link = PlayedLink("one", all)
    let session = session(link)
    session.flick(1, for: 200, rest: 150)
    #expect(link.sent.last == .fingerScrollEnd && session.emulator.glide.nextDeadline == nil, "the fingers rested")
    session.flick(1, for: 200, rest: 150, glide: 300)
    #expect(glide(session, link, after: 41).count > 50, "the rules allow for a rest")
    session.flick(1, for: 200, glide: nil)
    session.flick(0.01, for: 200)
    session.flick(1, for: 200, isCancelled: true)
    #expect(session.emulator.glide.nextDeadline == nil)
  }

  @Test func aGlideEnds() {
    let endings: [(EmulatedSession) -> Void] = [
      { $0.emulator.glide.stop() },
      { $0.emulator.suspension = .locked },
      { $0.emulator.use([.pointer]) },
      { $0.emulator.stop() },
    ]
    for ending in endings {
      let link = PlayedLink("one", all)
      let session = session(link)
      session.flick(1, for: 200)
      ending(session)
      #expect(link.sent.last == .fingerScrollEnd && session.emulator.glide.nextDeadline == nil)
      #expect(link.sent.count { $0 == .fingerScrollEnd } == 1)
    }
    let link = PlayedLink("one", all)
    let session = session(link)
    session.flick(1, for: 200)
    session.keys(["a"])
    #expect(link.text.hasSuffix("stop +a -a"), "a key would mean something else while scrolling goes on")
    // Another finger has landed when the order for the lift is performed.
    session.emulator.glide.fingersLand(at: Timestamp(microseconds: 215_000))
    session.flick(1, for: 200)
    #expect(link.sent.last == .fingerScrollEnd && session.emulator.glide.nextDeadline == nil)
    session.flick(1, for: 300)
    #expect(session.emulator.glide.nextDeadline != nil)
    session.emulator.suspension = .locked
    session.flick(1, for: 400)
    #expect(session.emulator.glide.nextDeadline == nil)
  }

  @Test func aClickAtTheFinger() {
    let link = PlayedLink("one", all)
    let session = session(link)
    session.click(.right, at: ScreenSpot(output: "DSI-1", share: Vector(0.25, 0.5)))
    #expect(link.text == "at DSI-1 0.25 0.5 +right -right")
    session.click(.right, at: nil)
    session.click(.right, at: ScreenSpot(output: "DSI-2", share: Vector(0.25, 0.5)))
    #expect(link.sent.count == 3)
    #expect(session.log.last?.contains("the output under the fingers is not known") == true)
    link.capabilities.remove(.place)
    session.click(.right, at: ScreenSpot(output: "DSI-1", share: .zero))
    #expect(link.sent.count == 3)
    #expect(session.log.last?.contains("one can't click at the finger's position") == true)
  }

  @Test func aDragAtTheFinger() {
    let link = PlayedLink("one", all)
    let session = session(link)
    func spot(_ x: Double, output: String = "DSI-1") -> ScreenSpot {
      ScreenSpot(output: output, share: Vector(x, 0.5))
    }
    session.drag(.right, .beginning, at: spot(0.25))
    session.drag(.right, .movement, at: spot(0.5))
    session.drag(.right, .movement, at: spot(0.75, output: "gone"))
    session.drag(.right, .movement, at: nil)
    session.drag(.right, .end, at: nil)
    session.drag(.right, .movement, at: spot(0.75))
    #expect(link.text == "at DSI-1 0.25 0.5 +right at DSI-1 0.5 0.5 -right" && session.log.count == 1)
    session.drag(.right, .beginning, at: nil)
    #expect(session.log.last?.contains("the output under the fingers is not known") == true)
    link.capabilities.remove(.place)
    session.drag(.left, .beginning, at: spot(0))
    #expect(
      session.log.last?.contains("one can't drag with a mouse button at the finger's position") == true
        && link.sent.count == 4)
  }

  /// By new rules, by a dry run, and at the end.
  @Test func noButtonStaysDown() {
    let link = PlayedLink("one", all)
    let session = session(link)
    let spot = ScreenSpot(output: "DSI-1", share: .zero)
    let ends: [(InputEmulator) -> Void] = [
      { $0.use([.keyboard, .pointer]) }, { $0.releaseAll() },
      {
        $0.isDryRun = true
        $0.isDryRun = false
      }, { $0.stop() },
    ]
    for end in ends {
      link.sent = []
      session.drag(.right, .beginning, at: spot)
      end(session.emulator)
      session.drag(.right, .movement, at: spot)
      session.drag(.right, .end)
      #expect(link.text == "at DSI-1 0.0 0.0 +right -right")
    }
  }

  /// Everything that is pressed is released with the link, and a drag that began before does not continue on the next
  /// link.
  @Test func aDragEndsWithItsLink() {
    let link = PlayedLink("one", all)
    let session = session(link)
    let spot = ScreenSpot(output: "DSI-1", share: .zero)
    session.drag(.right, .beginning, at: spot)
    link.state = .unavailable("the server is gone")
    session.emulator.links.serve()
    session.drag(.right, .movement, at: spot)
    link.state = all
    #expect(session.becomesReady())
    session.drag(.right, .movement, at: spot)
    session.drag(.right, .end)
    #expect(link.text == "at DSI-1 0.0 0.0 +right")
  }

  @Test func fractionsAddUp() {
    var steps = StepAccumulator()
    let taken = (0..<10).map { _ in steps.add(Vector(0.26, -5), in: 15) }
    #expect(taken.map(\.x) == Array(repeating: 0, count: 10))
    #expect(taken.map(\.y) == [0, 0, -1, 0, 0, -1, 0, 0, -1, 0])
    steps.forget()
    #expect(steps.add(Vector(0, -14), in: 15) == (0, 0))
    #expect(steps.add(Vector(1e300, -1e300)) == (.max, .min))
  }

  @Test func whatIsAskedForWhileItOpensIsSentThen() {
    let link = PlayedLink("one", .opening)
    let session = session(link)
    session.keys(["a"])
    #expect(link.text == "" && session.log == [])
    link.state = all
    session.emulator.links.serve()
    #expect(link.text == "+a -a")
  }

  @Test func withoutALink() {
    let link = PlayedLink("one", .unavailable("it is off"))
    let session = session(link)
    for _ in 0..<3 { session.keys(["a"]) }
    #expect(
      session.log == [
        "`run` at bindings.toml:3 is skipped: gesture-bridge has no way to press keys in this session "
          + "(one: it is off); run `gesture-bridge doctor` to see why"
      ])
    #expect(
      session.skipped == Array(repeating: "gesture-bridge has no way to press keys in this session", count: 3),
      "each time, in short")
    link.state = all
    #expect(session.becomesReady())
    session.keys(["a"])
    #expect(link.text == "+a -a")
    #expect(session.skipped.count == 3)
  }

  @Test func aWayThatIsLost() {
    let link = PlayedLink("one", all)
    let session = session(link)
    session.hold(["Alt"])
    link.state = .unavailable("the server is gone")
    session.emulator.links.serve()
    #expect(session.log.last == "can't send keys and clicks through one any more: the server is gone")
    link.state = all
    #expect(session.becomesReady())
    session.letGo(["Alt"])
    session.keys(["Alt", "Tab"])
    #expect(link.text == "+Alt +Alt +Tab -Tab -Alt", "it went up with the server")
  }

  @Test func aSymbolThatTheLayoutLacks() {
    let link = PlayedLink("one", all)
    link.missing = Set(["ф", "ê", "ñ", "dead_tilde"].compactMap { KeySymbol(name: $0) })
    let session = session(link)
    session.keys(["Alt", "ф"])
    session.hold(["ф"])
    session.type("añ")
    #expect(link.text == "")
    func lacking(_ symbol: String) -> String {
      "`run` at bindings.toml:3 is skipped: the keyboard layout has no key for \"\(symbol)\"; "
        + "add a layout with this key in the desktop's keyboard settings, or correct the rule"
    }
    #expect(session.log.dropFirst() == [lacking("ф"), lacking("ñ")])
    #expect(session.skipped == ["ф", "ф", "ñ"].map { "the keyboard layout has no key for \"\($0)\"" })
    session.type("fê")
    #expect(link.text == "+f -f +dead_circumflex -dead_circumflex +e -e")
    #expect(
      session.emulator.lacking(of: [
        .text("", ([0x444, 0xea] as [UInt32]).map { KeySymbol(keysym: $0 > 0xff ? 0x0100_0000 + $0 : $0) })
      ]) == [.init(name: "\"ф\"", obstacle: .noKey)])
  }

  @Test func aSymbolOfALayoutThatMayNotBeInUse() {
    let link = PlayedLink("one", all)
    link.shortcutsOnly = Set(["c"].compactMap { KeySymbol(name: $0) })
    let session = session(link)
    session.type("ac")
    session.keys(["c"])
    #expect(link.text == "")
    #expect(
      session.log.dropFirst() == [
        "`run` at bindings.toml:3 is skipped: the session has several keyboard layouts with different keys for \"c\", "
          + "and the current layout is not known; keep only one of these layouts"
      ])
    session.keys(["Super", "c"])
    session.hold(["Alt"])
    session.keys(["c"])
    session.letGo(["Alt"])
    #expect(link.text == "+Super +c -c -Super +Alt +c -c -Alt")
    #expect(
      session.emulator.lacking(of: [.text("", ["c"].compactMap { KeySymbol(name: $0) })])
        == [.init(name: "\"c\"", obstacle: .unknownLayout)])
  }

  @Test func aDryRunSaysWhatItWouldDo() {
    let link = PlayedLink("one", all)
    let session = EmulatedSession(dryRun: true) { _ in [{ link }] }
    session.emulator.use([.keyboard, .pointer])
    session.keys(["Super", "Left"])
    session.type("a\nb")
    session.hold(["Alt"])
    session.letGo(["Alt"])
    session.click(.right)
    session.scroll(.down)
    session.drag(.right, .beginning)
    session.drag(.right, .movement)
    session.drag(.right, .end)
    let rule = "dry run: `run` at bindings.toml:3 would"
    #expect(
      session.log == [
        "\(rule) press Super+Left", "\(rule) type \"a\\nb\"", "\(rule) hold Alt until the gesture ends",
        "\(rule) click the right button", "\(rule) scroll down",
        "\(rule) drag with the right button at the finger's position",
      ])
    #expect(link.text == "" && session.emulator.links.readyName == nil)
  }

  /// Input that follows fingers is reported once for each gesture, not for each of hundreds of movements.
  @Test func aDryRunSaysOnceWhatGoesAlong() {
    let session = EmulatedSession(dryRun: true) { _ in [] }
    session.emulator.use([.pointer])
    for goesOn in [false, true, true, false, true] {
      session.follow(.pointer, 1, 0, goesOn: goesOn)
      session.follow(.natural, 0, 1, goesOn: goesOn)
    }
    session.stopFollowing(.natural)
    let rule = "dry run: `run` at bindings.toml:3 would"
    let both = ["\(rule) move the pointer along with the fingers", "\(rule) scroll along with the fingers"]
    #expect(session.log == both + both)
  }

  @Test func nothingIsOpenedWithoutANeed() {
    var opened = 0
    let session = EmulatedSession { _ in
      opened += 1
      return []
    }
    session.emulator.use([])
    session.emulator.links.ask()
    #expect(opened == 0 && session.emulator.links.nextDeadline == nil)
  }
}
