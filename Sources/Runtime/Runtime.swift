import Base

/// A part of a runtime, with deadlines of its own.
public protocol LoopPart: AnyObject {
  /// When `advance` must be called, in CLOCK_MONOTONIC microseconds; nil for never. Read before each wait. A deadline
  /// that has passed must stay until `advance` is called, or it is lost.
  var nextDeadline: Int64? { get }

  /// Does the work that is pending at `now`. All input that had arrived by then has been served.
  func advance(to now: Int64)

  /// Called when everything that was ready has been served. It may move the deadline.
  func finishBatch()
}

extension LoopPart {
  public func finishBatch() {}
}

/// A loop with its parts, and one timer for all of them.
///
///     descriptors that are ready -> what has arrived meanwhile -> deadlines -> finishBatch, onIdle -> the timer -> onRest -> wait
///
/// Parts add their descriptors to `loop`. The timer needs no arming: before each wait it is set to the earliest
/// deadline. The runtime keeps its parts alive; a part that uses the runtime must hold it unowned.
public final class Runtime {
  public let loop: EventLoop
  /// Called before each wait, after `finishBatch` of all parts. It may move the deadlines, which are read afterwards.
  public var onIdle: () -> Void = {}
  /// Called as the last step before a wait without a deadline.
  public var onRest: () -> Void = {}
  private var parts: [any LoopPart] = []

  /// - Throws: with the name of the failed call, if descriptors have run out or a signal can't be blocked.
  public init(signals: [Int32] = EventLoop.endingSignals) throws(SystemError) {
    loop = try EventLoop(signals: signals)
    loop.onTimer = { [unowned self] now in
      for part in parts { part.advance(to: now) }
    }
  }

  public func add(_ part: any LoopPart) { parts.append(part) }

  public var nextDeadline: Int64? { parts.lazy.compactMap { $0.nextDeadline }.min() }

  public func run() throws(SystemError) -> Int32 {
    try loop.run {
      for part in parts { part.finishBatch() }
      onIdle()
      let deadline = nextDeadline
      loop.arm(at: deadline)
      if deadline == nil { onRest() }
    }
  }

  public func stop(_ status: Int32) { loop.stop(status) }
}

/// A part made of two closures, for an object that owns the runtime and so can't be a part itself.
public final class TimedPart: LoopPart {
  private let deadline: () -> Int64?
  private let due: (Int64) -> Void

  public init(deadline: @escaping () -> Int64?, due: @escaping (_ now: Int64) -> Void) {
    self.deadline = deadline
    self.due = due
  }

  public var nextDeadline: Int64? { deadline() }
  public func advance(to now: Int64) { due(now) }
}
