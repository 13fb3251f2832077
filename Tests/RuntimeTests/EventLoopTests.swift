import Base
import CLinux
import Glibc
import Testing

@testable import Runtime

/// The loop's order, its signals and its rest. Each test runs its loop on its own thread, in real time.
struct EventLoopTests {
  /// A pipe whose reading end is drained by `take`.
  final class Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(gb_pipe(&ends) == 0)
      reading = ends[0]
      writing = ends[1]
    }

    deinit {
      close(reading)
      close(writing)
    }

    func put() {
      var byte: UInt8 = 1
      write(writing, &byte, 1)
    }

    func take() {
      var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
      read(reading, &bytes, bytes.count)
    }
  }

  @Test func theTimerFiresAtItsTimeAndOnce() throws {
    let loop = try EventLoop(signals: [])
    let time = EventLoop.now() + 20_000
    var fired: [Int64] = []
    loop.onTimer = { [unowned loop] now in
      fired.append(now)
      if fired.count == 1 { loop.arm(at: now + 20_000) } else { loop.stop(7) }
    }
    loop.arm(at: time)
    #expect(try loop.run() == 7)
    #expect(fired.count == 2)
    #expect(fired[0] >= time && fired[1] >= fired[0] + 20_000)
    #expect(loop.timerSettings == 2)
  }

  @Test(arguments: [Int64(-5), 0, 1])
  func aTimeLongPastFiresAtOnce(time: Int64) throws {
    let loop = try EventLoop(signals: [])
    loop.onTimer = { [unowned loop] _ in loop.stop(0) }
    loop.arm(at: time)
    #expect(try loop.run() == 0)
    #expect(loop.wakeUps == 1)
  }

  /// Input that arrives while other input is served is read only after the deadline, which is served with the time up
  /// to which input was read.
  @Test func aDeadlineComesAtTheTimeUpToWhichInputWasRead() throws {
    let loop = try EventLoop(signals: [])
    let (first, second) = (try Pipe(), try Pipe())
    var (servedAt, firedAt) = (Int64.max, Int64.max)
    try loop.add(first.reading, .reading) { _ in
      first.take()
      second.put()
    }
    try loop.add(second.reading, .reading) { _ in
      second.take()
      servedAt = EventLoop.now()
      usleep(20_000)
    }
    loop.onTimer = { [unowned loop] now in
      firedAt = now
      loop.stop(0)
    }
    first.put()
    loop.arm(at: 1)
    _ = try loop.run()
    #expect(firedAt <= servedAt)
  }

  @Test func theSameTimeAgainMakesNoSystemCall() throws {
    let loop = try EventLoop(signals: [])
    let pipe = try Pipe()
    let time = EventLoop.now() + 60_000_000
    var turns = 0
    try loop.add(pipe.reading, .reading) { [unowned loop] _ in
      turns += 1
      loop.arm(at: nil)
      loop.arm(at: time)
      if turns == 100 { loop.stop(0) }
    }
    pipe.put()
    loop.arm(at: time)
    _ = try loop.run()
    #expect(turns == 100)
    #expect(loop.timerSettings == 1)
  }

  @Test func aDisarmedTimerDoesNotFire() throws {
    let loop = try EventLoop(signals: [])
    let pipe = try Pipe()
    var fired = 0
    loop.onTimer = { [unowned loop] _ in
      fired += 1
      if fired == 1 { loop.stop(0) }
    }
    try loop.add(pipe.reading, .reading) { [unowned loop] _ in
      pipe.take()
      loop.arm(at: nil)
      loop.arm(at: EventLoop.now() + 60_000)
    }
    let start = EventLoop.now()
    loop.arm(at: start + 20_000)
    pipe.put()
    _ = try loop.run()
    #expect(EventLoop.now() - start >= 60_000)
    #expect(fired == 1)
  }

  @Test func descriptorsComeBeforeTheTimer() throws {
    let loop = try EventLoop(signals: [])
    let pipes = try (0..<5).map { _ in try Pipe() }
    var order: [String] = []
    for pipe in pipes {
      try loop.add(pipe.reading, .reading) { _ in
        pipe.take()
        order.append("input")
      }
      pipe.put()
    }
    loop.onTimer = { [unowned loop] _ in
      order.append("timer")
      loop.stop(0)
    }
    loop.arm(at: EventLoop.now() - 1)
    _ = try loop.run()
    #expect(order == ["input", "input", "input", "input", "input", "timer"])
  }

  @Test func whatArrivesInTheTimersWakeUpComesBeforeIt() throws {
    let loop = try EventLoop(signals: [])
    let (first, late) = (try Pipe(), try Pipe())
    var order: [String] = []
    try loop.add(first.reading, .reading) { _ in
      first.take()
      order.append("first")
      late.put()
    }
    try loop.add(late.reading, .reading) { _ in
      late.take()
      order.append("late")
    }
    loop.onTimer = { [unowned loop] _ in
      order.append("timer")
      loop.stop(0)
    }
    first.put()
    loop.arm(at: EventLoop.now() - 1)
    _ = try loop.run()
    #expect(order == ["first", "late", "timer"])
    #expect(loop.wakeUps == 1)
  }

  @Test func inputThatMovesTheDeadlineKeepsTheTimerBack() throws {
    let loop = try EventLoop(signals: [])
    let pipe = try Pipe()
    let start = EventLoop.now()
    try loop.add(pipe.reading, .reading) { [unowned loop] _ in
      pipe.take()
      loop.arm(at: start + 30_000)
    }
    var fired: [Int64] = []
    loop.onTimer = { [unowned loop] in
      fired.append($0)
      loop.stop(0)
    }
    pipe.put()
    loop.arm(at: start - 1)
    _ = try loop.run()
    #expect(fired.count == 1)
    #expect(fired[0] >= start + 30_000)
  }

  @Test func nothingWakesItWhileNothingHappens() throws {
    let loop = try EventLoop(signals: [SIGTERM])
    let pipe = try Pipe()
    try loop.add(pipe.reading, .reading) { _ in Issue.record("nothing was written") }
    loop.onTimer = { [unowned loop] _ in loop.stop(0) }
    loop.arm(at: EventLoop.now() + 300_000)
    _ = try loop.run()
    #expect(loop.wakeUps == 1)
  }

  // MARK: Signals and descriptors

  @Test func signalsAreReadAndTheOldMaskComesBack() throws {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    var seen: [Int32] = []
    do {
      let loop = try EventLoop(signals: [SIGTERM, SIGINT, SIGHUP])
      loop.onSignal = { [unowned loop] in
        seen.append($0)
        if seen.count == 3 { loop.stop(0) }
      }
      for signal in [SIGTERM, SIGINT, SIGHUP] { pthread_kill(pthread_self(), signal) }
      _ = try loop.run()
    }
    #expect(Set(seen) == [SIGTERM, SIGINT, SIGHUP])
    var after = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &after)
    #expect([SIGTERM, SIGINT, SIGHUP].allSatisfy { sigismember(&after, $0) == sigismember(&before, $0) })
  }

  @Test func aSourceMayRemoveItselfAndOthers() throws {
    let loop = try EventLoop(signals: [])
    let pipes = try (0..<4).map { _ in try Pipe() }
    var served = 0
    for pipe in pipes {
      try loop.add(pipe.reading, .reading) { [unowned loop] _ in
        served += 1
        for other in pipes { loop.remove(other.reading) }
        loop.arm(at: 0)
      }
      pipe.put()
    }
    loop.onTimer = { [unowned loop] _ in loop.stop(0) }
    _ = try loop.run()
    #expect(served == 1)
  }

  @Test func aNumberUsedAgainInTheSameTurnDoesNotGetTheOldEvent() throws {
    let loop = try EventLoop(signals: [])
    let (first, second, fresh) = (try Pipe(), try Pipe(), try Pipe())
    var served = 0
    let replace = { [unowned loop] (other: Int32) throws(SystemError) in
      served += 1
      loop.remove(other)
      dup2(fresh.reading, other)
      try loop.add(other, .reading) { _ in Issue.record("an event of the descriptor's former use") }
      loop.arm(at: 0)
    }
    for (mine, other) in [(first, second), (second, first)] {
      try loop.add(mine.reading, .reading) { _ in
        mine.take()
        #expect(throws: Never.self) { try replace(other.reading) }
      }
      mine.put()
    }
    loop.onTimer = { [unowned loop] _ in loop.stop(0) }
    _ = try loop.run()
    #expect(served == 1)
  }

  @Test func removingWhatIsUnknownIsNoError() throws {
    let loop = try EventLoop(signals: [])
    loop.remove(-1)
    loop.remove(999)
    loop.remove(0)
  }

  @Test func errorsNameTheCallAndTheReason() throws {
    let loop = try EventLoop(signals: [])
    let error = #expect(throws: SystemError.self) { try loop.add(-1, .reading) { _ in } }
    #expect(error?.description == "epoll_ctl: Bad file descriptor (EBADF)")
    let pipe = try Pipe()
    try loop.add(pipe.reading, .reading) { _ in }
    let twice = #expect(throws: SystemError.self) { try loop.add(pipe.reading, .reading) { _ in } }
    #expect(twice?.description == "epoll_ctl: File exists (EEXIST)")
  }

  @Test func readinessIsToldApart() throws {
    let loop = try EventLoop(signals: [])
    var pipe: Pipe? = try Pipe()
    let other = try Pipe()
    var seen: [Readiness] = []
    let reading = fcntl(pipe?.reading ?? -1, F_DUPFD_CLOEXEC, 0)
    defer { close(reading) }
    pipe = nil
    try loop.add(other.writing, .writing) { [unowned loop] in
      seen.append($0)
      loop.remove(other.writing)
    }
    try loop.add(reading, .reading) { [unowned loop] in
      seen.append($0)
      loop.remove(reading)
      loop.arm(at: 0)
    }
    loop.onTimer = { [unowned loop] _ in loop.stop(0) }
    _ = try loop.run()
    #expect(seen == [.writing, .hangUp])
  }

  @Test func aStoppedLoopLeavesTheRestAlone() throws {
    let loop = try EventLoop(signals: [])
    let pipes = try (0..<3).map { _ in try Pipe() }
    var served = 0
    for pipe in pipes {
      try loop.add(pipe.reading, .reading) { [unowned loop] _ in
        served += 1
        loop.stop(3)
      }
      pipe.put()
    }
    loop.onTimer = { _ in Issue.record("the loop was stopped before") }
    loop.arm(at: 0)
    #expect(try loop.run() == 3)
    #expect(served == 1)
  }
}
