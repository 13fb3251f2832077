import Testing

@testable import gesture_bridge

@Suite struct LateDevicesTests {
  @Test func looksFourTimesAndThenNoMore() {
    var looks: [Bool] = []
    let late = LateDevices {
      looks.append($0)
      return true
    }
    #expect(late.nextDeadline == nil)
    late.begin(at: 1000)
    var times: [Int64] = []
    while let deadline = late.nextDeadline {
      late.advance(to: deadline - 1)
      late.advance(to: deadline)
      times.append((deadline - 1000) / 1000)
    }
    #expect(times == [100, 300, 1000, 3000])
    #expect(looks == [false, false, false, true])
  }

  @Test func isOverWhenNothingIsMissing() {
    var missing = [true, false, true]
    let late = LateDevices { _ in missing.removeFirst() }
    late.begin(at: 0)
    late.advance(to: 100_000)
    #expect(late.nextDeadline == 300_000)
    late.advance(to: 300_000)
    #expect(late.nextDeadline == nil)
    late.begin(at: 0)
    late.end()
    #expect(late.nextDeadline == nil)
  }

  @Test func whatIsDueTogetherIsOneLook() {
    var looks = 0
    let late = LateDevices { _ in
      looks += 1
      return true
    }
    late.begin(at: 0)
    late.advance(to: 1_000_000)
    #expect(looks == 1)
    #expect(late.nextDeadline == 3_000_000)
  }
}
