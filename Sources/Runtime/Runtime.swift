import Base

/// A part of a runtime, with deadlines of its own.
public protocol LoopPart: AnyObject {
  /// The time of the next `advance` (CLOCK_MONOTONIC, microseconds); nil for never. A past time stays until `advance`.
  var nextDeadline: Int64? { get }

  /// Does the work pending at `now` (CLOCK_MONOTONIC, microseconds). Input before `now` has already been served.
  func advance(to now: Int64)

  /// Called when all ready descriptors have been served. May change `nextDeadline`.
  func finishBatch()
}

extension LoopPart {
  public func finishBatch() {}
}

/// An event loop with its parts, which share one timer. The order of a round in which the timer has fired:
///
///     descriptors -> newer input -> finishBatch, onIdle -> deadlines -> finishBatch, onIdle -> timer, onSleep -> wait
///
/// Parts add their descriptors to `loop`. The runtime keeps its parts alive, so a part must refer to the runtime as
/// `unowned`.
public final class Runtime {
  public let loop: EventLoop
  /// Called before each wait and each check of a deadline, after all parts' `finishBatch`. May change the deadlines.
  public var onIdle: () -> Void = {}
  /// Called after `onIdle` if no part has a deadline. The loop then waits only for descriptors and signals.
  public var onSleep: () -> Void = {}
  private var parts: [any LoopPart] = []

  /// - Throws: if descriptors have run out, or a signal can't be blocked.
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
      if deadline == nil { onSleep() }
    }
  }

  public func stop(_ status: Int32) { loop.stop(status) }
}

/// A part made of two closures. If the runtime's owner were a part, the owner and runtime would keep each other alive.
public final class TimedPart: LoopPart {
  private let deadline: () -> Int64?
  private let due: (Int64) -> Void

  public init(deadline: @escaping () -> Int64?, due: @escaping (_ now: Int64) -> Void) {
    (self.deadline, self.due) = (deadline, due)
  }

  public var nextDeadline: Int64? { deadline() }
  public func advance(to now: Int64) { due(now) }
}
