import GestureCore
import Testing

/// The engine's reports on recognizers while they are at work.
struct RecognizerSnapshotTests {
  private static let chain = """
    double = tap taps=2 max-interval=250ms
    single = tap require-to-fail=double
    drag   = pan
    two    = tap fingers=2
    """

  private func snapshots(_ bench: CoreBench) -> [String] {
    bench.engine.snapshots(of: CoreBench.screen.id).map { snapshot in
      let name = bench.engine.rules.gestures[snapshot.gesture.rawValue].name
      let waits = snapshot.waitsFor.map { bench.engine.rules.gestures[$0.rawValue].name }
      return "\(name) \(snapshot.phase)" + (waits.isEmpty ? "" : " for \(waits.joined(separator: ","))")
    }.sorted()
  }

  @Test func atRestAllAreIdle() throws {
    let bench = try CoreBench(Self.chain)
    #expect(snapshots(bench) == ["double idle", "drag idle", "single idle", "two idle"])
    #expect(bench.engine.isIdle(CoreBench.screen.id))
  }

  @Test func aHeldTapWaitsForTheDoubleTap() throws {
    var bench = try CoreBench(Self.chain)
    bench.frame(0, Touch(id: 1, phase: .began, position: Vector(50, 50)))
    #expect(snapshots(bench) == ["double possible", "drag possible", "single possible for double", "two idle"])
    bench.frame(60, Touch(id: 1, phase: .ended))
    #expect(snapshots(bench).contains("single held for double"))
    #expect(!bench.engine.isIdle(CoreBench.screen.id))
    bench.finish()
    #expect(bench.drainLog() == ["310 single recognized"])
    #expect(snapshots(bench) == ["double idle", "drag idle", "single idle", "two idle"])
    #expect(bench.engine.isIdle(CoreBench.screen.id))
  }

  @Test func aPanThatHasBegunAndWhoLostAgainstIt() throws {
    var bench = try CoreBench(Self.chain)
    bench.frame(0, Touch(id: 1, phase: .began, position: Vector(50, 50)))
    bench.frame(150, Touch(id: 1, phase: .moved, position: Vector(60, 50)))
    #expect(snapshots(bench).contains("drag begun"))
    #expect(snapshots(bench).contains("single failed"))
    #expect(!bench.engine.isIdle(CoreBench.screen.id))
    bench.frame(170, Touch(id: 1, phase: .ended))
    bench.finish()
    #expect(bench.engine.isIdle(CoreBench.screen.id))
  }

  @Test func anotherFingerMayLand() throws {
    var bench = try CoreBench(
      "press = long-press min-duration=50ms land-within=100ms fingers=1\nmany = pinch fingers=2")
    bench.frame(0, Touch(id: 1, phase: .began, position: Vector(50, 50)))
    bench.advance(60)
    #expect(snapshots(bench) == ["many idle", "press awaitingFingers"])
  }

  @Test func anUnknownDeviceHasNone() throws {
    let bench = try CoreBench(Self.chain)
    #expect(bench.engine.snapshots(of: DeviceID(7)).isEmpty)
    #expect(bench.engine.isIdle(DeviceID(7)))
  }
}
