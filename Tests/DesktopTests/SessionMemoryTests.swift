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

@Suite struct RetryTests {
  @Test func attemptsBecomeSeldom() {
    var retry = Retry()
    var pauses: [Int64] = []
    for _ in 0..<12 {
      retry.again(after: 0)
      pauses.append((retry.deadline ?? 0) / 1000)
    }
    #expect(pauses == [250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000, 256000, 300_000])
    retry.succeeded()
    #expect(retry.deadline == nil)
    retry.again(after: 1000)
    #expect(retry.deadline == 251_000)
    let due = [retry.takeDue(at: 250_999), retry.takeDue(at: 251_000), retry.takeDue(at: .max)]
    #expect(due == [false, true, false])
  }
}
