import Base

/// A part that a runtime serves at its deadlines.
public protocol LoopPart: AnyObject {
  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never. It is asked before each wait. The answer must not
  /// depend on the clock: a deadline that has come stays until `advance`, or it is lost.
  var nextDeadline: Int64? { get }

  /// Does what is due by now. Everything that had arrived by then has been served.
  func advance(to now: Int64)

  /// Carries out what the batch has left: everything that was ready has been served. It may move the deadline.
  func finishBatch()
}

extension LoopPart {
  public func finishBatch() {}
}

/// A loop with its parts, and one timer for all of them.
///
///     descriptors that are ready -> what has arrived meanwhile -> deadlines -> finishBatch, onIdle -> the timer -> onRest -> wait
///
/// Parts put their descriptors into `loop` themselves. The timer needs no arming: before each wait it is set for the
/// earliest deadline of all parts. The runtime keeps its parts alive; a part that uses the runtime holds it unowned.
public final class Runtime {
  public let loop: EventLoop
  /// Called before each wait, after `finishBatch` of all parts. It may move the deadlines, which are read after it.
  public var onIdle: () -> Void = {}
  /// Called last before a wait that no deadline ends.
  public var onRest: () -> Void = {}
  private var parts: [any LoopPart] = []

  /// - Throws: with the failed call, when descriptors have run out or a signal can't be blocked.
  public init(signals: [Int32] = EventLoop.endingSignals) throws(SystemError) {
    loop = try EventLoop(signals: signals)
    loop.onTimer = { [unowned self] now in
      for part in parts { part.advance(to: now) }
    }
  }

  /// Adds `part`, which is served after the parts that were added before it.
  public func add(_ part: any LoopPart) { parts.append(part) }

  /// The earliest deadline of all parts; nil if no part has one.
  public var nextDeadline: Int64? { parts.lazy.compactMap { $0.nextDeadline }.min() }

  /// Serves until `stop`, whose status it returns.
  public func run() throws(SystemError) -> Int32 {
    try loop.run {
      for part in parts { part.finishBatch() }
      onIdle()
      let deadline = nextDeadline
      loop.arm(at: deadline)
      if deadline == nil { onRest() }
    }
  }

  /// Ends `run` once the call that asks for it has returned; other ready descriptors are not served.
  public func stop(_ status: Int32) { loop.stop(status) }
}

/// A part made of two closures, for an owner of the runtime, which can't be a part of it itself.
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
