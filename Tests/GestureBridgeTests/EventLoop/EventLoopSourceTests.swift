import Actions
import Base
import Glibc
import Logging
import Testing

@testable import gesture_bridge

extension EventLoopTests {
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

  @Test func commandsAreReapedThroughTheLoop() throws {
    let loop = try EventLoop(signals: [])
    var ends: [CommandEvent] = []
    final class Owner { var runner: CommandRunner? }
    let owner = Owner()
    owner.runner = try CommandRunner(
      logger: Logger(label: "test"), now: EventLoop.now,
      watch: { [unowned owner] (descriptor, awaited) throws(SystemError) in
        try loop.add(descriptor, Interest(awaited)) { [unowned owner] _ in owner.runner?.ready(descriptor) }
      }, unwatch: loop.remove
    ) { [unowned loop] _, event in
      if case .exited = event { ends.append(event) }
      if ends.count == 3 { loop.stop(0) }
    }
    for binding in 0..<3 {
      owner.runner?.start(
        CommandRequest(binding: binding, file: "b", line: 1, gesture: "g", command: .direct(["true"])))
    }
    _ = try loop.run()
    #expect(owner.runner?.liveCount == 0)
    #expect(loop.wakeUps <= 3)
  }

  /// The reader is slow at first, so most lines have to wait for the loop.
  @Test func aStreamIsWrittenThroughTheLoop() throws {
    let folder = try Folder()
    let loop = try EventLoop(signals: [])
    final class Owner { var runner: CommandRunner? }
    let owner = Owner()
    owner.runner = try CommandRunner(
      logger: Logger(label: "test"), now: EventLoop.now,
      watch: { [unowned owner] (descriptor, awaited) throws(SystemError) in
        try loop.add(descriptor, Interest(awaited)) { [unowned owner] _ in owner.runner?.ready(descriptor) }
      }, unwatch: loop.remove
    ) { [unowned loop] _, event in
      if case .exited = event { loop.stop(0) }
    }
    let request = CommandRequest(
      binding: 0, file: "b", line: 1, gesture: "g", command: .shell("sleep 0.1; head -n 300 > \(folder.path("out"))"))
    for _ in 0..<300 {
      let gesture = GestureEnvironment(name: "g", kind: "tap", state: "recognized", fingers: 1, device: "d")
      owner.runner?.tell(StreamLine(request, .beginning, gesture, device: 0))
    }
    _ = try loop.run()
    #expect(folder.lines("out").count == 300)
    // Once for each page that the reader has emptied, and once for its end; never just because the pipe has room.
    #expect(loop.wakeUps < 50)
  }
}
