import GestureCore
import Support
import Testing
import Text

/// Whatever events a device sends, no state is left over and the next gesture works.
@Suite struct RobustnessTests {
  private let rules = """
    single = tap require-to-fail=double
    double = tap taps=2
    flick = swipe fingers=3
    drag = pan fingers=2
    press = long-press
    """

  /// Ten double taps, each of which works, and nothing is left over.
  private func tenMore(_ bench: inout CoreBench, from ms: Double) {
    bench.finish()
    _ = bench.drainLog()
    for round in 0..<10 {
      let start = ms + Double(round) * 2000
      for tap in 0..<2 {
        bench.frame(start + Double(tap) * 150, down(7))
        bench.frame(start + Double(tap) * 150 + 60, up(7))
      }
      bench.finish()
      #expect(bench.drainLog() == ["\(decimal(start + 210, places: 1)) double recognized"])
      #expect(bench.engine.nextDeadline == .never)
    }
  }

  // MARK: Cancelled

  @Test func cancelledMidGesture() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1), down(2, 80))
    bench.frame(200, move(1, 56), move(2, 86))
    bench.frame(220, cancel(1))
    bench.frame(240, move(2, 100))
    bench.frame(260, up(2))
    #expect(bench.drainLog() == ["200 drag began", "220 drag cancelled"])
    tenMore(&bench, from: 1000)
  }

  @Test func cancelledBeforeAnythingBegan() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.frame(60, cancel(1))
    bench.finish()
    #expect(bench.drainLog() == [])
    tenMore(&bench, from: 1000)
  }

  @Test func aTouchTurnsIntoAPalm() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.frame(600, move(1, 50, tool: .palm))
    bench.frame(620, move(1, 50))
    bench.frame(700, up(1))
    #expect(bench.drainLog() == ["500 press began", "600 press cancelled"])
    tenMore(&bench, from: 1000)
  }

  @Test func aPalmIsNoTouch() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1, tool: .palm))
    bench.frame(10, down(2, 150))
    bench.frame(60, up(2))
    bench.frame(70, move(1, 52))
    bench.finish()
    bench.frame(900, up(1))
    #expect(bench.drainLog() == ["410 single recognized"])
    tenMore(&bench, from: 1000)
  }

  @Test func everythingIsCancelled() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.advance(600)
    bench.cancelAll(650)
    bench.frame(700, up(1))
    #expect(bench.drainLog() == ["500 press began", "650 press cancelled"])
    tenMore(&bench, from: 1000)
  }

  // MARK: Devices

  @Test func unpluggedMidGesture() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.advance(600)
    bench.remove(650)
    bench.frame(700, up(1))
    #expect(bench.drainLog() == ["500 press began", "650 press cancelled"])
    #expect(bench.engine.nextDeadline == .never)
    bench.add(CoreBench.screen)
    tenMore(&bench, from: 1000)
  }

  /// A result that is pending when the device is unplugged is still reported.
  @Test func unpluggedLate() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.frame(60, up(1))
    bench.remove(500)
    bench.remove(600)
    #expect(bench.drainLog() == ["410 single recognized"])
  }

  @Test func twoDevicesNeverMix() throws {
    var bench = try CoreBench(rules)
    var other = CoreBench.screen
    other.id = DeviceID(2)
    bench.add(other)
    for tap in 0..<2 {
      bench.frame(Double(tap) * 150, device: 1, down(1))
      bench.frame(Double(tap) * 150 + 30, device: 2, down(1))
      bench.frame(Double(tap) * 150 + 60, device: 1, up(1))
      bench.frame(Double(tap) * 150 + 90, device: 2, up(1))
    }
    #expect(bench.drainLog() == ["210 double recognized", "240 double recognized"])
    // One finger on each device isn't a two-finger drag.
    bench.frame(1000, device: 1, down(1))
    bench.frame(1000, device: 2, down(2, 80))
    bench.frame(1200, device: 1, move(1, 60))
    bench.frame(1200, device: 2, move(2, 90))
    bench.frame(1300, device: 1, up(1))
    bench.remove(1300, device: 2)
    #expect(bench.drainLog() == [])
    tenMore(&bench, from: 2000)
  }

  @Test func anUnknownDevice() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, device: 9, down(1))
    bench.frame(60, device: 9, up(1))
    bench.remove(70, device: 9)
    bench.finish()
    #expect(bench.drainLog() == [])
    tenMore(&bench, from: 1000)
  }

  // MARK: Nonsense

  @Test func unknownTouches() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, up(1), move(2, 40), cancel(3), Touch(id: 4, phase: .stationary))
    bench.frame(5)
    bench.frame(10, down(5), up(6))
    bench.frame(60, up(5), up(5), cancel(5))
    bench.finish()
    #expect(bench.drainLog() == ["410 single recognized"])
    tenMore(&bench, from: 1000)
  }

  /// The first is cancelled, the second is a new touch.
  @Test func downTwice() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    bench.frame(600, down(1))
    #expect(bench.drainLog() == ["500 press began", "600 press cancelled"])
    bench.frame(650, up(1))
    bench.finish()
    #expect(bench.drainLog() == ["1000 single recognized"])
    tenMore(&bench, from: 2000)
  }

  @Test func downAndOverInOneFrame() throws {
    for touches in [
      [down(1), down(1)], [down(1), up(1)], [down(1), cancel(1)], [down(1), move(1, 60, tool: .palm)],
      [down(1), move(1, 60), up(1), down(1), up(1)], [down(1, .nan), up(1)],
    ] {
      var bench = try CoreBench(rules)
      bench.frame(0, touches)
      bench.frame(30, up(1))
      bench.finish()
      tenMore(&bench, from: 1000)
    }
  }

  /// One finger lifts and another lands before the device's next frame: two sequences.
  @Test func upAndDownInOneFrame() throws {
    var bench = try CoreBench("far = tap\nflick = swipe fingers=2")
    bench.frame(0, down(1))
    bench.frame(60, up(1), down(2, 150))
    bench.frame(120, up(2))
    #expect(bench.drainLog() == ["60 far recognized", "120 far recognized"])
  }

  @Test func positionsThatAreNoNumbers() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1, .nan), down(2, .infinity, -.infinity), down(3))
    bench.frame(20, move(3, .nan), move(1, 50))
    bench.frame(30, move(3, 50, .infinity))
    bench.frame(60, up(1), up(2), up(3))
    bench.finish()
    #expect(bench.drainLog() == ["410 single recognized"])
    bench.frame(1000, down(1, 1e300, -1e300), down(2, -1e300, 1e300))
    for step in 0..<20 { bench.frame(1010 + Double(step), move(1, 1e308), move(2, -1e308, 1e308)) }
    bench.frame(1100, up(1), up(2))
    bench.frame(1500, down(1, 2e6))
    bench.frame(1560, up(1))
    #expect(bench.drainLog().isEmpty, "nothing is that far away")
    tenMore(&bench, from: 2000)
  }

  @Test func absurdNumbersOfTouches() throws {
    var bench = try CoreBench(rules)
    let ids = [Int32.min, -1, 0, .max] + (100..<140)
    bench.frame(0, ids.enumerated().map { down($0.element, Double($0.offset) * 5) })
    bench.frame(300, ids.enumerated().map { move($0.element, Double($0.offset) * 5 + 9) })
    bench.frame(600, ids.map(up))
    bench.finish()
    #expect(bench.drainLog() == [])
    tenMore(&bench, from: 1000)
  }

  /// A touch in the middle of others that come and go, more often than there are numbers for touches.
  @Test func manyTouchesInOneSequence() throws {
    var bench = try CoreBench(rules)
    bench.frame(0, down(1))
    for round in 0..<200 {
      bench.frame(10 + Double(round) * 20, down(2, 100))
      bench.frame(20 + Double(round) * 20, up(2))
    }
    bench.frame(5000, up(1))
    bench.finish()
    #expect(bench.drainLog() == [])
    tenMore(&bench, from: 6000)
  }

  // MARK: Nothing is left

  /// A gesture that failed while a finger was down can be recognized again once that finger has lifted, even if another
  /// gesture continues.
  @Test func anEarlyFailureIsReadyForTheNextSequence() throws {
    var bench = try CoreBench("double = tap taps=2\nflick = swipe fingers=3")
    bench.frame(0, down(1))
    bench.frame(150, up(1))
    bench.frame(300, down(1, 20), down(2, 50), down(3, 80))
    for step in 1...20 {
      let x = Double(step) * 2
      bench.frame(300 + Double(step) * 8, move(1, 20 + x), move(2, 50 + x), move(3, 80 + x))
    }
    #expect(bench.drainLog() == ["348 flick recognized"])
  }

  @Test func sameInSameOut() throws {
    let script = (0..<40).map { "\($0 * 300)ms down a \($0 % 7 * 9),50\n\($0 * 300 + 60 + $0 % 3 * 100)ms up a" }
    let text = "gestures\n\(rules)\ntouches\n" + script.joined(separator: "\n")
    let first = story(text, words: [""])
    #expect(first.count > 100)
    for _ in 0..<3 { #expect(story(text, words: [""]) == first) }
  }
}
