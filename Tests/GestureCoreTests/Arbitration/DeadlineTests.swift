import GestureCore
import Testing

/// Time is an argument: deadlines fire at their own times, whenever the engine is called.
@Suite struct DeadlineTests {
  private let rules = """
    single = tap require-to-fail=double
    double = tap taps=2
    press = long-press
    """

  @Test func theNextDeadlineIsReported() throws {
    var bench = try CoreBench(rules)
    #expect(bench.engine.nextDeadline == .never)
    bench.frame(0, down(1))
    #expect(bench.engine.nextDeadline == Timestamp(microseconds: 500_000))
    bench.frame(60, up(1))
    #expect(bench.engine.nextDeadline == Timestamp(microseconds: 410_000))
    bench.advance(409.9)
    #expect(bench.log == [])
    bench.advance(410)
    #expect(bench.log == ["410 single recognized"])
    #expect(bench.engine.nextDeadline == .never)
  }

  @Test func servedBeforeALaterFrame() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.frame(60, up(1))
    bench.frame(900, down(2))
    #expect(bench.drainLog() == ["410 single recognized"])
    bench.frame(2000, up(2))
    #expect(bench.drainLog() == ["1400 press began", "2000 press ended"])
  }

  /// A deadline at the very time of a frame comes first.
  @Test func servedBeforeAFrameOfTheSameTime() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.frame(500, up(1))
    #expect(bench.log == ["500 press began", "500 press ended"])
  }

  @Test func eachInOrderAtItsOwnTime() throws {
    var bench = try CoreBench(
      """
      c = long-press min-duration=700ms simultaneous-with=a,b
      b = long-press min-duration=600ms simultaneous-with=a
      a = long-press
      """)
    bench.frame(0, down(1))
    bench.advance(5000)
    #expect(bench.log == ["500 a began", "600 b began", "700 c began"])
  }

  @Test func aLateAdvanceChangesNothing() throws {
    let steps: [(Double, [Touch])] = [
      (0, [down(1)]), (60, [up(1)]), (200, [down(1)]), (260, [up(1)]), (1000, [down(1)]), (1050, [up(1)]),
      (2000, [down(1), down(2, 80)]), (3000, [up(1), up(2)]), (4000, [down(1)]),
    ]
    var onTime = try CoreBench(rules)
    var late = try CoreBench(rules)
    for (ms, touches) in steps {
      while let deadline = onTime.engine.nextDeadline.unlessNever, deadline.milliseconds <= ms {
        onTime.advance(deadline.milliseconds)
      }
      onTime.frame(ms, touches)
      late.frame(ms, touches)
      // Earlier than any pending deadline.
      late.advance(ms)
    }
    onTime.finish()
    late.advance(100_000)
    #expect(onTime.log == late.log)
    #expect(onTime.log == ["260 double recognized", "1400 single recognized", "4500 press began"])
  }

  @Test func framesOfOneTime() throws {
    var bench = try CoreBench("three = tap fingers=3")
    for finger: Int32 in 1...3 { bench.frame(0, down(finger, 20 * Double(finger))) }
    for finger: Int32 in 1...3 { bench.frame(60, up(finger)) }
    #expect(bench.log == ["60 three recognized"])
  }

  /// A frame that is older than the last one gets the time of the last one.
  @Test func framesOutOfOrder() throws {
    var bench = try CoreBench("drag = pan\nsingle = tap")
    bench.frame(100, down(1))
    bench.frame(50, move(1, 55))
    bench.frame(150, up(1))
    bench.frame(120, down(1, 90))
    bench.frame(190, up(1))
    #expect(bench.drainLog() == ["100 drag began", "150 drag ended", "190 single recognized"])
  }

  /// A frame also can't be older than a deadline that was served.
  @Test func aFrameOlderThanAServedDeadline() throws {
    var bench = try CoreBench("press = long-press")
    bench.frame(0, down(1))
    bench.advance(700)
    bench.frame(400, up(1))
    #expect(bench.log == ["500 press began", "500 press ended"])
  }

  @Test func absurdTimes() throws {
    var bench = try CoreBench(rules)
    for time in [Int64.min, -5, 0, .max, .min, .max] {
      _ = bench.engine.process(
        Frame(device: DeviceID(1), time: Timestamp(microseconds: time), touches: [down(1)]))
      _ = bench.engine.process(Frame(device: DeviceID(1), time: Timestamp(microseconds: time), touches: [up(1)]))
      _ = bench.engine.advance(to: Timestamp(microseconds: time))
    }
    bench.finish()
    #expect(bench.engine.nextDeadline == .never)
  }
}
