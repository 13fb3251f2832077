import GestureCore
import Testing

/// What the engine tells of recognizers while they are at work.
struct StandingTests {
  private static let chain = """
    double = tap taps=2 max-interval=250ms
    single = tap require-to-fail=double
    drag   = pan
    two    = tap fingers=2
    """

  private func standings(_ bench: Bench) -> [String] {
    bench.engine.standings(of: Bench.screen.id).map { standing in
      let name = bench.engine.rules.gestures[standing.gesture.rawValue].name
      let waits = standing.waitsFor.map { bench.engine.rules.gestures[$0.rawValue].name }
      return "\(name) \(standing.phase)" + (waits.isEmpty ? "" : " for \(waits.joined(separator: ","))")
    }.sorted()
  }

  @Test func atRestAllAreIdle() throws {
    let bench = try Bench(Self.chain)
    #expect(standings(bench) == ["double idle", "drag idle", "single idle", "two idle"])
    #expect(bench.engine.isAtRest(Bench.screen.id))
  }

  @Test func aHeldTapWaitsForTheDoubleTap() throws {
    var bench = try Bench(Self.chain)
    bench.frame(0, Touch(id: 1, phase: .began, position: Vector(50, 50)))
    #expect(standings(bench) == ["double possible", "drag possible", "single possible for double", "two idle"])
    bench.frame(60, Touch(id: 1, phase: .ended))
    #expect(standings(bench).contains("single held for double"))
    #expect(!bench.engine.isAtRest(Bench.screen.id))
    bench.finish()
    #expect(bench.take() == ["310 single recognized"])
    #expect(standings(bench) == ["double idle", "drag idle", "single idle", "two idle"])
    #expect(bench.engine.isAtRest(Bench.screen.id))
  }

  @Test func aPanThatHasBegunAndWhoLostAgainstIt() throws {
    var bench = try Bench(Self.chain)
    bench.frame(0, Touch(id: 1, phase: .began, position: Vector(50, 50)))
    bench.frame(150, Touch(id: 1, phase: .moved, position: Vector(60, 50)))
    #expect(standings(bench).contains("drag begun"))
    #expect(standings(bench).contains("single failed"))
    #expect(!bench.engine.isAtRest(Bench.screen.id))
    bench.frame(170, Touch(id: 1, phase: .ended))
    bench.finish()
    #expect(bench.engine.isAtRest(Bench.screen.id))
  }

  @Test func anotherFingerMayLand() throws {
    var bench = try Bench("press = long-press min-duration=50ms land-within=100ms fingers=1\nmany = pinch fingers=2")
    bench.frame(0, Touch(id: 1, phase: .began, position: Vector(50, 50)))
    bench.advance(60)
    #expect(standings(bench) == ["many idle", "press awaitingFingers"])
  }

  @Test func anUnknownDeviceHasNone() throws {
    let bench = try Bench(Self.chain)
    #expect(bench.engine.standings(of: DeviceID(7)).isEmpty)
    #expect(bench.engine.isAtRest(DeviceID(7)))
  }
}
