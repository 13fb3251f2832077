import Base

/// A part that a runtime serves at its deadlines.
public protocol LoopPart: AnyObject {
  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never. It is asked before each wait. The answer must not
  /// depend on the clock: a deadline that has come stays until `advance`, or it is lost.
  var nextDeadline: Int64? { get }

  /// The same, of a part that writes it down whenever it changes: it is read there, and the part isn't asked.
  var storedDeadline: StoredDeadline? { get }

  /// Does what is due by now. Everything that had arrived by then has been served.
  func advance(to now: Int64)
}

extension LoopPart {
  public var storedDeadline: StoredDeadline? { nil }
}

/// When something is due, where a runtime can read it before each wait without asking.
public final class StoredDeadline {
  /// Shared by all that one runtime reads.
  fileprivate final class Changes { var areThere = true }

  fileprivate var microseconds = Int64.max { didSet { changes?.areThere = true } }
  fileprivate var changes: Changes?

  public init() {}

  /// CLOCK_MONOTONIC microseconds; nil for never.
  public var time: Int64? {
    get { microseconds < .max ? microseconds : nil }
    set { microseconds = newValue ?? .max }
  }
}

/// A loop with its parts, and one timer for all of them.
///
///     descriptors that are ready -> what has arrived meanwhile -> deadlines -> onIdle -> the timer -> wait
///
/// Parts put their descriptors into `loop` themselves. The timer needs no arming: before each wait it is set for the
/// earliest deadline of all parts. The runtime keeps its parts alive; a part that uses the runtime holds it unowned.
public final class Runtime {
  public let loop: EventLoop
  /// Called before each wait, when all that was ready has been served: carries out what the batch has left. It may move
  /// the deadlines, which are read after it.
  public var onIdle: () -> Void = {}
  private var parts: [Held] = []
  /// Of the parts that write them down, and the earliest of these.
  private var stored: [StoredDeadline] = []
  private var earliest = Int64.max
  private let changes = StoredDeadline.Changes()
  /// The parts that are asked.
  private var asked: [Held] = []

  /// Holds a part, so that it is asked at each wake-up without counting references.
  private final class Held {
    let part: any LoopPart
    init(_ part: any LoopPart) { self.part = part }
  }

  /// - Throws: with the failed call, when descriptors have run out or a signal can't be blocked.
  public init(signals: [Int32] = EventLoop.endingSignals) throws(SystemError) {
    loop = try EventLoop(signals: signals)
    // The loop is part of the runtime.
    loop.onTimer = { [unowned(unsafe) self] now in
      for held in parts { held.part.advance(to: now) }
    }
  }

  /// Adds `part`, which is served after the parts that were added before it.
  public func add(_ part: any LoopPart) {
    let held = Held(part)
    parts.append(held)
    guard let deadline = part.storedDeadline else { return asked.append(held) }
    deadline.changes = changes
    stored.append(deadline)
    changes.areThere = true
  }

  /// The earliest of all parts' deadlines.
  public var nextDeadline: Int64? {
    if changes.areThere {
      changes.areThere = false
      earliest = stored.map(\.microseconds).min() ?? .max
    }
    var earliest = earliest
    for index in asked.indices {
      Unmanaged.passUnretained(asked[index])._withUnsafeGuaranteedRef { held in
        earliest = min(earliest, held.part.nextDeadline ?? .max)
      }
    }
    return earliest < .max ? earliest : nil
  }

  /// Serves until `stop`, whose status it returns.
  public func run() throws(SystemError) -> Int32 {
    try loop.run(
      served: {
        onIdle()
        loop.arm(at: nextDeadline)
      }, mustServe: { changes.areThere })
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
