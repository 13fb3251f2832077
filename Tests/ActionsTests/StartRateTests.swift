import Testing

@testable import Actions

/// The limit of starts per second, as a token bucket.
struct StartRateTests {
  private let second: Int64 = 1_000_000

  @Test func asManyAsInASecondMayStartAtOnceAndThenAsTheyComeIn() {
    let rate = StartRate(perSecond: 4)
    var started = 0
    for _ in 0..<10 where rate.hasRoom(at: 5) {
      rate.recordStart(at: 5)
      started += 1
    }
    #expect(started == 4 && rate.nextRoom == 250_005)
    #expect(!rate.hasRoom(at: 250_004) && rate.hasRoom(at: 250_005))
    rate.recordStart(at: 250_005)
    #expect(rate.nextRoom == 500_005)
    #expect(rate.hasRoom(at: 100 * second) && rate.nextRoom == nil)
    for _ in 0..<4 { rate.recordStart(at: 100 * second) }
    #expect(!rate.hasRoom(at: 100 * second))
  }

  @Test func aStormIsOverWhenTheBucketIsHalfFull() {
    let rate = StartRate(perSecond: 10)
    #expect(rate.stormEnd == nil && rate.consumeRefused(at: 0) == nil)
    for _ in 0..<10 { rate.recordStart(at: 0) }
    #expect(rate.refuse() && !rate.refuse() && !rate.refuse())
    #expect(rate.stormEnd == second / 2)
    rate.recordStart(at: second / 10)
    #expect(rate.stormEnd == second * 6 / 10)
    #expect(rate.consumeRefused(at: second / 2) == nil)
    #expect(rate.consumeRefused(at: second * 6 / 10) == 3)
    #expect(rate.consumeRefused(at: second) == nil && rate.stormEnd == nil)
    #expect(rate.refuse())
  }

  /// The owner may ask again just before it serves a deadline: by then it must not have moved.
  @Test func aDeadlineThatHasComeStays() {
    let rate = StartRate(perSecond: 2)
    for _ in 0..<2 { rate.recordStart(at: 0) }
    _ = rate.refuse()
    let (room, stormEnd) = (rate.nextRoom, rate.stormEnd)
    #expect(room == second / 2 && stormEnd == second / 2)
    #expect(rate.consumeRefused(at: second / 2 - 1) == nil)
    #expect(rate.consumeRefused(at: second / 2) == 1)
  }

  @Test func itNeverFillsBeyondItsSize() {
    let rate = StartRate(perSecond: 1000)
    #expect(rate.hasRoom(at: .max / 2))
    rate.perSecond = 2
    for _ in 0..<2 { rate.recordStart(at: .max / 2) }
    #expect(rate.nextRoom == .max / 2 + second / 2)
  }

  @Test func aClockThatStandsOrGoesBackGivesNothing() {
    let rate = StartRate(perSecond: 1)
    rate.recordStart(at: second)
    #expect(!rate.hasRoom(at: second) && !rate.hasRoom(at: 0))
  }
}
