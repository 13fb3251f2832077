import CLinux
import FlyingSocks
import Glibc
import Synchronization

/// Runs the program's tasks on one thread, which waits for sockets, pipes and times by poll(2).
///
/// With one thread the process can give up its rights for good, and needs no file: Swift's own threads read `/proc`. As FlyingSocks' pool
/// it stands in for one that tells waiting tasks before it forgets their descriptor: a task that is quick to close it leaves a number behind
/// that is never waited for again.
final class ReadinessLoop: AsyncSocketPool, TaskExecutor {
  private struct Wait {
    let descriptor: Int32
    let events: Int16
    let deadline: SuspendingClock.Instant?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var waits: [UInt64: Wait] = [:]
    var last: UInt64 = 0
    var isWaiting = false
    var result: Int32?
  }

  private let state = Mutex(State())
  private let wakeReader: Int32
  private let wakeWriter: Int32

  /// - Throws: `SocketError` where there is no descriptor left.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard gb_pipe(&ends) == 0 else { throw SocketError.makeFailed("Pipe") }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
  }

  // MARK: Tasks

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    wake()
  }

  /// Runs a task of its own here; what is begun within it stays here too.
  @discardableResult func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self) { await body() }
  }

  /// - Throws: `CancellationError`.
  func sleep(for time: Duration) async throws {
    do {
      try await wait(for: Self.nothing, [], until: .now + time)
    } catch SocketError.timeout {}
  }

  // MARK: Descriptors

  /// poll passes over it.
  private static let nothing: Int32 = -1

  func prepare() async throws {}

  /// FlyingSocks would run it within a task; the main thread runs this one.
  func run() async throws {}

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try await wait(for: socket.file.rawValue, events, until: nil)
  }

  /// Waits until a descriptor can be read or written, or has an error, which the next call on it tells.
  ///
  /// - Throws: `CancellationError`, or `SocketError.timeout`.
  func wait(for descriptor: Int32, _ events: Socket.Events, until deadline: SuspendingClock.Instant?) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let asked =
          (events.contains(.read) ? Int16(POLLIN) : 0) | (events.contains(.write) ? Int16(POLLOUT) : 0)
        let wait = Wait(descriptor: descriptor, events: asked, deadline: deadline, continuation: continuation)
        let isOver = state.withLock { state in
          guard state.result == nil else { return true }
          state.waits[number] = wait
          return false
        }
        if isOver { return continuation.resume(throwing: CancellationError()) }
        // It was cancelled before the wait was there to be found.
        if Task.isCancelled { cancel(number) }
        wake()
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: UInt64) {
    state.withLock { $0.waits.removeValue(forKey: number) }?.continuation.resume(throwing: CancellationError())
  }

  /// Only another thread finds it waiting.
  private func wake() {
    guard state.withLock({ $0.isWaiting }) else { return }
    var byte: UInt8 = 0
    _ = write(wakeWriter, &byte, 1)
  }

  /// Serves until `stop`, and returns its result.
  func serve() -> Int32 {
    while true {
      let (jobs, result) = state.withLock { state in
        defer { state.jobs.removeAll(keepingCapacity: true) }
        return (state.jobs, state.result)
      }
      if let result { return result }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      waitForNext()
    }
  }

  /// Waits for the first descriptor or time, unless there is more to run.
  private func waitForNext() {
    var polled = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)]
    var numbers: [UInt64] = [0]
    var earliest: SuspendingClock.Instant?
    let isBusy = state.withLock { state in
      for (number, wait) in state.waits {
        polled.append(pollfd(fd: wait.descriptor, events: wait.events, revents: 0))
        numbers.append(number)
        if let deadline = wait.deadline { earliest = min(earliest ?? deadline, deadline) }
      }
      let isBusy = !state.jobs.isEmpty || state.result != nil
      state.isWaiting = !isBusy
      return isBusy
    }
    Glibc.poll(&polled, nfds_t(polled.count), isBusy ? 0 : Self.milliseconds(until: earliest))
    state.withLock { $0.isWaiting = false }
    if polled[0].revents != 0 {
      var bytes: (UInt64, UInt64) = (0, 0)
      _ = read(wakeReader, &bytes, MemoryLayout.size(ofValue: bytes))
    }
    finish(zip(numbers, polled).dropFirst().filter { $1.revents != 0 }.map(\.0))
  }

  /// Resumes those that are ready, and those that have waited long enough.
  private func finish(_ ready: [UInt64]) {
    let now = SuspendingClock.now
    let (served, late) = state.withLock { state in
      let served = ready.compactMap { state.waits.removeValue(forKey: $0) }
      let late = state.waits.filter { $0.value.deadline.map { $0 <= now } ?? false }.map(\.key)
      return (served, late.compactMap { state.waits.removeValue(forKey: $0) })
    }
    for wait in served { wait.continuation.resume() }
    for wait in late { wait.continuation.resume(throwing: SocketError.timeout(message: "it took too long")) }
  }

  private static func milliseconds(until deadline: SuspendingClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let (seconds, attoseconds) = (deadline - SuspendingClock.now).components
    // Rounded up, so that the deadline is over when poll returns.
    return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }

  /// Ends `serve`, from any thread; the first result counts.
  func stop(_ result: Int32) {
    state.withLock { $0.result = $0.result ?? result }
    wake()
  }
}

/// The waits of one connection, all until one deadline.
final class TimedWaits: AsyncSocketPool {
  private let loop: ReadinessLoop
  private let deadline: Mutex<SuspendingClock.Instant?>

  init(_ loop: ReadinessLoop, until deadline: SuspendingClock.Instant?) {
    self.loop = loop
    self.deadline = Mutex(deadline)
  }

  func set(_ next: SuspendingClock.Instant?) { deadline.withLock { $0 = next } }

  /// What never has to wait is not told of it.
  var isOver: Bool { deadline.withLock { $0.map { $0 <= .now } ?? false } }

  func prepare() async throws {}
  func run() async throws {}

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try await loop.wait(for: socket.file.rawValue, events, until: deadline.withLock { $0 })
  }
}
