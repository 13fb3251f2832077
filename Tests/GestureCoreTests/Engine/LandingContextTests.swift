import GestureCore
import Testing

/// The window in front at the landing of the first finger counts; the only fact of the session that can change during a
/// gesture is the mode.
@Suite struct LandingContextTests {
  private static let screen = Device(
    id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 200, height: 100),
    capabilities: [.contacts, .places])

  private func frame(_ ms: Double, _ touches: (id: Int32, phase: Touch.Phase, x: Double)...) -> Frame {
    Frame(
      device: Self.screen.id, time: Timestamp(microseconds: Int64(ms * 1000)),
      touches: touches.map { Touch(id: $0.id, phase: $0.phase, position: Vector($0.x, 50)) })
  }

  private func engine(_ rules: [GestureRule], app: String?) throws -> Engine {
    var engine = try Engine(rules: RuleSet(gestures: rules), context: Context(app: app))
    engine.add(Self.screen)
    return engine
  }

  private func taps(receive: String? = nil, beginIf: String? = nil) -> GestureRule {
    var rule = GestureRule(name: "two", kind: Tap.kind, settings: ["fingers": .countRange(2...2)])
    rule.receive.app = receive
    rule.beginIf.app = beginIf
    return rule
  }

  /// Two fingers tap, and the focus changes to another window between their landings.
  private func play(_ rule: GestureRule, from: String?, to: String?) throws -> Int {
    var engine = try engine([rule], app: from)
    var events: [GestureEvent] = []
    engine.process(frame(0, (1, .began, 50)), into: &events)
    engine.context.app = to
    engine.process(frame(10, (2, .began, 80)), into: &events)
    engine.process(frame(60, (1, .ended, 50), (2, .ended, 80)), into: &events)
    engine.advance(to: Timestamp(microseconds: 2_000_000), into: &events)
    return events.count
  }

  @Test func receiveLooksAtTheLanding() throws {
    #expect(try play(taps(receive: "firefox"), from: "firefox", to: "foot") == 1)
    #expect(try play(taps(receive: "firefox"), from: "foot", to: "firefox") == 0)
    #expect(try play(taps(receive: "firefox"), from: nil, to: "firefox") == 0)
  }

  @Test func beginIfLooksAtTheMomentOfBeginning() throws {
    #expect(try play(taps(beginIf: "firefox"), from: "firefox", to: "foot") == 0)
    #expect(try play(taps(beginIf: "firefox"), from: "foot", to: "firefox") == 1)
  }

  @Test func unknownFactsBecomeKnown() throws {
    var engine = try engine([taps()], app: nil)
    var events: [GestureEvent] = []
    engine.process(frame(0, (1, .began, 50)), into: &events)
    engine.context.modifiers = .alt
    engine.context.modifiers = .ctrl
    #expect(engine.landingContext(of: Self.screen.id).modifiers == .alt)
  }

  @Test func theModeChangesAtOnce() throws {
    var engine = try engine([taps()], app: "firefox")
    var events: [GestureEvent] = []
    engine.process(frame(0, (1, .began, 50)), into: &events)
    engine.context = Context(mode: "media", app: "foot")
    #expect(engine.landingContext(of: Self.screen.id) == Context(mode: "media", app: "firefox"))
    engine.process(frame(50, (1, .ended, 50)), into: &events)
    #expect(engine.landingContext(of: Self.screen.id).app == "firefox")
    engine.process(frame(500, (1, .began, 50)), into: &events)
    #expect(engine.landingContext(of: Self.screen.id).app == "foot")
    #expect(engine.landingContext(of: DeviceID(9)) == engine.context)
  }
}
