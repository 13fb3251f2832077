import Testing

@testable import DeviceInput

@Suite struct DeviceRetryTests {
  @Test func isDueFourTimesAndThenNoMore() {
    var retry = DeviceRetry()
    #expect(retry.nextDeadline == nil)
    retry.begin(at: 1000)
    var times: [Int64] = []
    var isLast: [Bool] = []
    while let deadline = retry.nextDeadline {
      #expect(retry.takeTry(at: deadline - 1) == nil)
      if let last = retry.takeTry(at: deadline) { isLast.append(last) }
      times.append((deadline - 1000) / 1000)
    }
    #expect(times == [100, 300, 1000, 3000])
    #expect(isLast == [false, false, false, true])
    #expect(retry.takeTry(at: .max) == nil)
  }

  @Test func isOverWhenNothingIsMissing() {
    var retry = DeviceRetry()
    retry.begin(at: 0)
    #expect(retry.takeTry(at: 100_000) == false)
    #expect(retry.nextDeadline == 300_000)
    retry.end()
    #expect(retry.nextDeadline == nil)
    #expect(retry.takeTry(at: 300_000) == nil)
  }

  @Test func whatIsDueTogetherIsOneTry() {
    var retry = DeviceRetry()
    retry.begin(at: 0)
    #expect(retry.takeTry(at: 1_000_000) == false)
    #expect(retry.nextDeadline == 3_000_000)
  }
}
