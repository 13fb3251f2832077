import Base
import CLinux
import Glibc
import Testing

@testable import Runtime

/// The promises of a runtime to its parts: when they are asked, and in which order they are served.
@Suite struct RuntimeTests {
  /// A part that writes down when it was served.
  private final class Part: LoopPart {
    var nextDeadline: Int64?
    var served: () -> Void = {}

    func advance(to now: Int64) {
      nextDeadline = nil
      served()
    }
  }

  @Test func partsAreServedInOrderWhenTheEarliestIsDue() throws {
    let runtime = try Runtime(signals: [])
    var order: [String] = []
    let now = EventLoop.now()
    for name in ["first", "second", "third"] {
      let part = Part()
      part.served = { order.append(name) }
      if name == "second" { part.nextDeadline = now + 10_000 }
      runtime.add(part)
    }
    runtime.onIdle = { [unowned runtime] in
      if !order.isEmpty { runtime.stop(5) }
    }
    #expect(try runtime.run() == 5)
    #expect(order == ["first", "second", "third"])
    #expect(EventLoop.now() >= now + 10_000)
  }

  @Test func theEarliestDeadlineCountsAsItIsNow() throws {
    let runtime = try Runtime(signals: [])
    let (part, other) = (Part(), Part())
    runtime.add(part)
    runtime.add(other)
    #expect(runtime.nextDeadline == nil)
    part.nextDeadline = 70
    other.nextDeadline = 80
    #expect(runtime.nextDeadline == 70)
    part.nextDeadline = 90
    #expect(runtime.nextDeadline == 80)
    other.nextDeadline = nil
    #expect(runtime.nextDeadline == 90)
  }

  /// No timer is set: the runtime asks for changes by a descriptor before the next wait.
  @Test func aDeadlineThatInputSetsIsKept() throws {
    let runtime = try Runtime(signals: [])
    var ends: [Int32] = [-1, -1]
    try #require(gb_pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let part = Part()
    part.served = { [unowned runtime] in runtime.stop(0) }
    runtime.add(part)
    let (reading, writing) = (ends[0], ends[1])
    try runtime.loop.add(reading, .reading) { [unowned runtime, unowned part] _ in
      runtime.loop.remove(reading)
      part.nextDeadline = EventLoop.now() + 5_000
    }
    var byte: UInt8 = 1
    write(writing, &byte, 1)
    #expect(try runtime.run() == 0)
    #expect(runtime.loop.wakeUps == 2)
  }

  /// The batch is carried out before deadlines are served, since it may move them.
  @Test func theBatchIsCarriedOutBeforeADeadline() throws {
    let runtime = try Runtime(signals: [])
    var ends: [Int32] = [-1, -1]
    try #require(gb_pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var order: [String] = []
    var batch: [String] = []
    let part = Part()
    part.nextDeadline = 1
    part.served = { [unowned runtime] in
      order.append("deadline")
      runtime.stop(0)
    }
    runtime.add(part)
    let reading = ends[0]
    try runtime.loop.add(reading, .reading) { [unowned runtime] _ in
      runtime.loop.remove(reading)
      batch.append("input")
    }
    runtime.onIdle = {
      order += batch
      batch = []
    }
    var byte: UInt8 = 1
    write(ends[1], &byte, 1)
    _ = try runtime.run()
    #expect(order == ["input", "deadline"])
  }

  @Test func thereIsNoRestBeforeADeadline() throws {
    let runtime = try Runtime(signals: [])
    let part = Part()
    part.nextDeadline = EventLoop.now() + 1_000
    part.served = { [unowned runtime] in runtime.stop(0) }
    runtime.add(part)
    runtime.onSleep = { Issue.record("a deadline is awaited") }
    _ = try runtime.run()
  }

  @Test func withoutDeadlinesItSleeps() throws {
    let runtime = try Runtime(signals: [SIGUSR2])
    let idle = Part()
    runtime.add(idle)
    let timed = TimedPart(deadline: { nil }, due: { _ in Issue.record("nothing was due") })
    runtime.add(timed)
    #expect(runtime.nextDeadline == nil)
    var rests = 0
    runtime.onSleep = { rests += 1 }
    runtime.loop.onSignal = { [unowned runtime] _ in runtime.stop(0) }
    pthread_kill(pthread_self(), SIGUSR2)
    _ = try runtime.run()
    #expect(runtime.loop.wakeUps == 1)
    #expect(runtime.loop.timerSettings == 0)
    #expect(rests >= 1)
  }
}
