import Testing

@testable import Desktop

@Suite struct SessionMemoryTests {
  private let minute: Int64 = 60_000_000

  @Test func sleepCountsForAMinuteAndALockUntilItIsKnownToBeOver() {
    var memory = SessionMemory()
    memory.know(.locked)
    memory.know(isAsleep: true)
    #expect(memory.absence == [.locked, .asleep])
    #expect(memory.deadline == nil)
    let news = [memory.fade(from: 5), memory.fade(from: 7)]
    #expect(news == [true, false])
    #expect(memory.deadline == minute + 5)
    let isEarly = !memory.forget(at: minute + 4)
    #expect(isEarly)
    #expect(memory.absence == [.locked, .asleep])
    let isForgotten = memory.forget(at: minute + 5)
    #expect(isForgotten)
    #expect(memory.absence == .locked)
    #expect(memory.deadline == nil)
    let isNews = memory.fade(from: 2 * minute)
    #expect(!isNews)
    let isDoubtful = memory.know([])
    #expect(isDoubtful)
    #expect(memory.absence == .locked)
    memory.know(.locked)
    memory.know([])
    #expect(memory.absence == [])
  }

  @Test func anotherLoginManagerEndsNoLock() {
    var memory = SessionMemory()
    memory.outlive()
    memory.know(.locked)
    memory.outlive()
    memory.know(.inactive)
    #expect(memory.absence == [.locked, .inactive])
    memory.know([], isSame: false)
    #expect(memory.absence == [])
  }

  @Test func newsEndTheFading() {
    var memory = SessionMemory()
    memory.know(.locked)
    _ = memory.fade(from: 0)
    memory.know(.inactive)
    #expect(memory.deadline == nil)
    #expect(memory.absence == [.locked, .inactive])
  }

  @Test func whereNothingIsKnownNothingFades() {
    var memory = SessionMemory()
    let answers = [memory.fade(from: 0), memory.forget(at: .max)]
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
