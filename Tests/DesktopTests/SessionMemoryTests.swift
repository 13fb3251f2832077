import Testing

@testable import Desktop

@Suite struct SessionMemoryTests {
  private let minute: Int64 = 60_000_000

  @Test func sleepCountsForAMinuteAndALockUntilItIsKnownToBeOver() {
    var memory = SessionMemory()
    memory.record(.locked)
    memory.record(isAsleep: true)
    #expect(memory.absence == [.locked, .asleep])
    #expect(memory.deadline == nil)
    let news = [memory.beginFading(from: 5), memory.beginFading(from: 7)]
    #expect(news == [true, false])
    #expect(memory.deadline == minute + 5)
    let isEarly = !memory.expire(at: minute + 4)
    #expect(isEarly)
    #expect(memory.absence == [.locked, .asleep])
    let isForgotten = memory.expire(at: minute + 5)
    #expect(isForgotten)
    #expect(memory.absence == .locked)
    #expect(memory.deadline == nil)
    let isNews = memory.beginFading(from: 2 * minute)
    #expect(!isNews)
    let isDoubtful = memory.record([])
    #expect(isDoubtful)
    #expect(memory.absence == .locked)
    memory.record(.locked)
    memory.record([])
    #expect(memory.absence == [])
  }

  @Test func anotherLoginManagerEndsNoLock() {
    var memory = SessionMemory()
    memory.rememberLock()
    memory.record(.locked)
    memory.rememberLock()
    memory.record(.inactive)
    #expect(memory.absence == [.locked, .inactive])
    memory.record([], isSame: false)
    #expect(memory.absence == [])
  }

  @Test func newsEndTheFading() {
    var memory = SessionMemory()
    memory.record(.locked)
    _ = memory.beginFading(from: 0)
    memory.record(.inactive)
    #expect(memory.deadline == nil)
    #expect(memory.absence == [.locked, .inactive])
  }

  @Test func whereNothingIsKnownNothingFades() {
    var memory = SessionMemory()
    let answers = [memory.beginFading(from: 0), memory.expire(at: .max)]
    #expect(answers == [false, false])
  }
}

@Suite struct BackoffTests {
  @Test func attemptsBecomeSeldom() {
    var backoff = Backoff.endless
    let pauses = (0..<12).map { _ in (backoff.next(after: 1000) ?? 0) - 1000 }
    let seconds: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256]
    #expect(pauses == [250_000, 500_000] + seconds.map { $0 * 1_000_000 } + [300_000_000])
  }
}
