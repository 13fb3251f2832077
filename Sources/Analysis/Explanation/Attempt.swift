import Bindings
import GestureCore
import Recordings

/// The frames, decisions and events on a device, from the first landing until all fingers are up and no gesture waits.
public struct Attempt: Equatable, Sendable {
  /// A gesture event of the attempt, with its orders.
  public struct DispatchedEvent: Equatable, Sendable {
    public let event: GestureEvent
    public let orders: [Order]
  }

  /// The attempt's number, counted from 1 over all devices.
  public internal(set) var number: Int
  public let device: DeviceID
  public let began: Timestamp
  public fileprivate(set) var ended: Timestamp
  /// The greatest number of contacts that were down at once, including palms.
  public fileprivate(set) var fingers = 0
  /// Whether fingers were still down at the attempt's end: the recording ended, or the device was unplugged.
  public fileprivate(set) var hasFingersDown = false
  public fileprivate(set) var frames: [Frame] = []
  public fileprivate(set) var decisions: [Decision] = []
  public fileprivate(set) var events: [DispatchedEvent] = []

  /// The number of contacts whose lift the device didn't report.
  public var unreleased: Int { frames.reduce(0) { $0 + $1.touches.count(where: \.isUnreleased) } }

  /// The maximum number of frames in an attempt. Decisions and events have the same limit.
  package static let limit = 1 << 15

  /// Extends the failure's measured time to the last lift: a tap that failed after 500 ms may have lasted 900 ms.
  /// Returns `failure` unchanged if its value isn't a time that grows until the lift, or if the lift isn't known.
  public func whole(_ failure: Failure, decidedAt time: Timestamp) -> Failure {
    guard failure.growth == .untilLift, let measured = failure.measured, measured.unit == .milliseconds,
      let lift = lift(ofFingersDownAt: time)
    else { return failure }
    return failure.grown(to: Measure(measured.value + (lift - time).milliseconds, .milliseconds))
  }

  /// The last lift of the fingers down at `time`. Nil if no finger was down, or a finger was cancelled or didn't lift.
  private func lift(ofFingersDownAt time: Timestamp) -> Timestamp? {
    var down: Set<Int32> = []
    var lift: Timestamp?
    for frame in frames {
      for touch in frame.touches {
        switch touch.phase {
        case .began: if frame.time < time { down.insert(touch.id) }
        case .moved, .stationary: break
        case .ended: if down.remove(touch.id) != nil, frame.time >= time { lift = frame.time }
        case .cancelled: if down.remove(touch.id) != nil, frame.time >= time { return nil }
        }
      }
    }
    return down.isEmpty ? lift : nil
  }

  /// The decisions, in which `whole` has extended the failures' measured times.
  var wholeDecisions: [Decision] {
    decisions.map { decision in
      switch decision.outcome {
      case .failed(.own(let failure)) where failure.growth == .untilLift:
        decision.with(.failed(.own(whole(failure, decidedAt: decision.time))))
      case .cancelled(.own(let failure)) where failure.growth == .untilLift:
        decision.with(.cancelled(.own(whole(failure, decidedAt: decision.time))))
      case .tracking, .event, .awaitingFingers, .held, .released, .failed, .cancelled, .reset, .notReceived: decision
      }
    }
  }

  fileprivate mutating func add(_ decision: Decision) {
    ended = max(ended, decision.time)
    if decisions.count < Self.limit { decisions.append(decision) }
  }

  fileprivate mutating func add(_ event: GestureEvent, _ orders: [Order]) {
    if events.count < Self.limit { events.append(DispatchedEvent(event: event, orders: orders)) }
  }
}

/// Collects frames, decisions and events of all devices into attempts.
public final class AttemptCollector: Watcher {
  private struct OpenAttempt {
    var attempt: Attempt
    var down: Set<Int32> = []

    mutating func add(_ frame: Frame) {
      attempt.ended = frame.time
      for touch in frame.touches {
        down.track(touch)
        attempt.fingers = max(attempt.fingers, down.count)
      }
      if attempt.frames.count < Attempt.limit { attempt.frames.append(frame) }
    }
  }

  private var open: [DeviceID: OpenAttempt] = [:]
  private var count = 0
  private let onAttempt: (Attempt) -> Void
  private let onIgnored: (IgnoredTouch) -> Void

  /// `onAttempt` receives finished attempts, and `onIgnored` receives ignored touches. Neither function may call the
  /// `LiveRules` that report to this collector.
  public init(onIgnored: @escaping (IgnoredTouch) -> Void = { _ in }, _ onAttempt: @escaping (Attempt) -> Void) {
    (self.onAttempt, self.onIgnored) = (onAttempt, onIgnored)
  }

  public func willProcess(_ frame: Frame) {
    if open[frame.device] == nil {
      guard frame.touches.contains(where: { $0.phase == .began }) else { return }
      count += 1
      open[frame.device] = OpenAttempt(
        attempt: Attempt(number: count, device: frame.device, began: frame.time, ended: frame.time))
    }
    open[frame.device]?.add(frame)
  }

  public func ignored(_ touch: IgnoredTouch) { onIgnored(touch) }

  public func observe(_ decision: Decision) { open[decision.device]?.attempt.add(decision) }

  public func happened(_ event: GestureEvent, _ orders: [Order]) { open[event.device]?.attempt.add(event, orders) }

  public func becameIdle(_ device: DeviceID, at time: Timestamp) {
    guard let last = open.removeValue(forKey: device) else { return }
    var finished = last.attempt
    finished.hasFingersDown = !last.down.isEmpty
    finished.ended = max(finished.ended, time)
    onAttempt(finished)
  }
}

extension Set<Int32> {
  package mutating func track(_ touch: Touch) {
    switch touch.phase {
    case .began: insert(touch.id)
    case .ended, .cancelled: remove(touch.id)
    case .moved, .stationary: break
    }
  }
}

extension Replay {
  /// Returns the attempts of a recording, in the order in which they ended. `onIgnored` receives ignored touches.
  public static func attempts(
    _ recording: Recording, rules: Rules, onIgnored: @escaping (IgnoredTouch) -> Void = { _ in }
  ) throws(RequirementCycle) -> [Attempt] {
    var attempts: [Attempt] = []
    let collector = AttemptCollector(onIgnored: onIgnored) { attempts.append($0) }
    try run(recording, rules: rules, watcher: collector) { _, _ in }
    return attempts
  }
}
