import Base
import CLinux
import Glibc

/// Calls closures on one thread when descriptors, signals or one deadline are ready. The deadline is served after all
/// input that has arrived. So a finger that lifts in time never counts as late. The loop keeps its closures alive, so a
/// closure must capture the loop as `unowned`.
public final class EventLoop {
  public typealias Serve = (Readiness) -> Void

  /// Called after the deadline, with the time in CLOCK_MONOTONIC microseconds up to which all input has been served.
  public var onTimer: (Int64) -> Void = { _ in }
  public var onSignal: (Int32) -> Void = { _ in }
  /// Called when a wait has returned events, before the events are served.
  public var onWake: (() -> Void)?
  /// The number of waits in epoll_wait that have ended.
  public private(set) var wakeUps = 0

  private final class Source {
    let turn: UInt32
    let serve: Serve

    init(turn: UInt32, serve: @escaping Serve) { (self.turn, self.serve) = (turn, serve) }
  }

  private let epoll: OwnedDescriptor
  private let timer: TimerSource
  private let signals: SignalSource
  /// The sources, indexed by descriptor number.
  private var sources: [Source?] = []
  /// Space for one event of each source.
  private var ready = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 16)
  private var count = 0
  private var isServing = false
  private var turn: UInt32 = 0
  private var timerIsReady = false
  private var status: Int32?

  /// The signals that usually ask a program to end.
  public static let endingSignals = [SIGTERM, SIGINT, SIGHUP]

  /// - Throws: if descriptors have run out, or a signal can't be blocked.
  public init(signals handled: [Int32] = EventLoop.endingSignals) throws(SystemError) {
    timer = try TimerSource()
    signals = try SignalSource(handled)
    epoll = try OwnedDescriptor("epoll_create1", gb_epoll_create())
    try add(timer.descriptor, .reading) { [unowned self] _ in timerIsReady = true }
    try add(signals.descriptor, .reading) { [unowned self] _ in
      while let signal = signals.next() { onSignal(signal) }
    }
  }

  deinit { ready.deallocate() }

  /// The time of CLOCK_MONOTONIC, in microseconds.
  public static func now() -> Int64 { MonotonicClock.now() }

  /// Calls `serve` when `descriptor` is ready. Throws if epoll refuses `descriptor`. Call `remove` before you close it.
  public func add(_ descriptor: Int32, _ interest: Interest, serve: @escaping Serve) throws(SystemError) {
    turn &+= 1
    let key = EventKey(descriptor: descriptor, turn: turn)
    guard gb_epoll_control(epoll.number, EPOLL_CTL_ADD, descriptor, interest.events, key.packed) == 0 else {
      throw SystemError(call: "epoll_ctl", code: errno)
    }
    while sources.count <= Int(descriptor) { sources.append(nil) }
    sources[Int(descriptor)] = Source(turn: turn, serve: serve)
    count += 1
    makeRoom()
  }

  /// Enlarges `ready` if it is too small, unless its events are being served.
  private func makeRoom() {
    guard ready.count < count, !isServing else { return }
    ready.deallocate()
    ready = .allocate(capacity: count * 2)
  }

  /// Stops the calls for a descriptor, also for events that epoll_wait already returned. Ignores unknown descriptors.
  public func remove(_ descriptor: Int32) {
    guard sources.indices.contains(Int(descriptor)), sources[Int(descriptor)] != nil else { return }
    sources[Int(descriptor)] = nil
    count -= 1
    _ = gb_epoll_control(epoll.number, EPOLL_CTL_DEL, descriptor, 0, 0)
  }

  /// Sets the deadline in CLOCK_MONOTONIC microseconds; nil removes the deadline.
  public func arm(at time: Int64?) { timer.wanted = time }

  /// The number of times the kernel's timer was set.
  public var timerSettings: Int { timer.settings }

  /// Serves all sources until `stop(status)`; returns `status`. Calls `served` before each wait and deadline check.
  public func run(served: () -> Void = {}) throws(SystemError) -> Int32 {
    status = nil
    while true {
      served()
      if let status { return status }
      try timer.arm()
      try serveReady(timeout: -1)
      wakeUps += 1
      if timerIsReady { try fireTimer(served) }
      if let status { return status }
    }
  }

  /// Makes `run` return `status` after the current closure. Other ready descriptors are not served.
  public func stop(_ status: Int32) { self.status = status }

  /// Serves the input that has already arrived, then calls `onTimer` if the deadline has passed and `stop` wasn't
  /// called. `onTimer` gets the time before this input was served, because input that arrived later can be unread.
  private func fireTimer(_ served: () -> Void) throws(SystemError) {
    let now = Self.now()
    try serveReady(timeout: 0)
    timerIsReady = false
    timer.fired()
    served()
    if status == nil, timer.takeDue(at: now) { onTimer(now) }
  }

  /// Calls epoll_wait once, and serves ready sources until a call of `stop`. `timeout` is in ms; -1 waits for an event.
  private func serveReady(timeout: Int32) throws(SystemError) {
    let found = gb_epoll_wait(epoll.number, ready.baseAddress, Int32(ready.count), timeout)
    guard found >= 0 else {
      // For example, the process was stopped and continued. The caller calls again.
      if errno == EINTR { return }
      throw SystemError(call: "epoll_wait", code: errno)
    }
    if timeout != 0 { onWake?() }
    isServing = true
    for index in 0..<Int(found) where status == nil {
      let event = ready[index]
      let key = EventKey(packed: event.data.u64)
      guard let source = sources[Int(key.descriptor)], source.turn == key.turn else { continue }
      source.serve(Readiness(rawValue: event.events))
    }
    isServing = false
    if ready.count < count { makeRoom() }
  }
}

public enum Interest {
  case reading, writing, both
  /// Only the closing of the other end, which epoll always reports.
  case hangUp

  var events: UInt32 {
    switch self {
    case .reading: EPOLLIN.rawValue
    case .writing: EPOLLOUT.rawValue
    case .both: EPOLLIN.rawValue | EPOLLOUT.rawValue
    case .hangUp: 0
    }
  }
}

public struct Readiness: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let reading = Readiness(rawValue: EPOLLIN.rawValue)
  public static let writing = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The other end has closed; there may still be data to read.
  public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
  public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}

/// The data that epoll returns with an event. `turn` distinguishes the registrations of one descriptor number.
struct EventKey {
  let descriptor: Int32
  let turn: UInt32

  init(descriptor: Int32, turn: UInt32) { (self.descriptor, self.turn) = (descriptor, turn) }

  init(packed: UInt64) {
    descriptor = Int32(truncatingIfNeeded: packed)
    turn = UInt32(truncatingIfNeeded: packed >> 32)
  }

  var packed: UInt64 { UInt64(turn) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
}
