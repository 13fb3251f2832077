/// Turns the frames of one device into gesture events. Handles a frame in this order: cancelled touches, movements,
/// lifts, landings, pressed buttons; the arbiter decides after each of these steps.
struct DevicePipeline {
  let device: Device
  private(set) var nextDeadline = Timestamp.never
  /// Whether the device's time is stopped; see ``Engine/setTimeStopped(of:_:)``.
  var isTimeStopped = false
  private var tracker: TouchTracker
  var arbiter: Arbiter
  private var buttons: Buttons = []

  init(_ device: Device, _ rules: RuleSet, _ context: Context, _ observer: (any Observer)?) {
    self.device = device
    tracker = TouchTracker(rotation: rules.rotation(of: device), size: device.size)
    arbiter = Arbiter(rules, device, context, observer)
  }

  var activeDeadline: Timestamp { isTimeStopped ? .never : nextDeadline }

  var isIdle: Bool { arbiter.isIdle && tracker.isEmpty }

  var isTouched: Bool { !tracker.isEmpty }

  mutating func process(_ frame: Frame) {
    tracker.process(frame, notBefore: arbiter.now)
    let pressed = frame.buttons.subtracting(buttons)
    buttons = frame.buttons
    if arbiter.isInert {
      guard tracker.hasChanged || !pressed.isEmpty else { return nextDeadline = min(nextDeadline, tracker.deadline) }
      // Motion was skipped, so touches may have moved.
      tracker.forEach { arbiter.updatePosition(of: $0) }
    }
    arbiter.setTime(tracker.time)
    if !tracker.cancelled.isEmpty { arbiter.cancel(tracker.cancelled, .touchCancelled) }
    if !tracker.moved.isEmpty { arbiter.move(tracker.moved) }
    if !tracker.ended.isEmpty { arbiter.lift(tracker.ended) }
    if !tracker.began.isEmpty { arbiter.land(tracker.began, isFirst: tracker.count == tracker.began.count) }
    if !pressed.isEmpty { arbiter.press(pressed) }
    finish()
  }

  mutating func serveDeadline() {
    arbiter.setTime(max(arbiter.now, nextDeadline))
    if tracker.deadline <= arbiter.now {
      tracker.acceptSuspects(at: arbiter.now)
      arbiter.move(tracker.moved)
      arbiter.finish()
    }
    arbiter.serveDeadlines()
    finish()
  }

  mutating func cancelAll(_ cause: Decision.Cause, at time: Timestamp) {
    tracker.cancelAll(at: max(time, arbiter.now))
    arbiter.setTime(tracker.time)
    arbiter.failUndecided(cause)
    if !tracker.cancelled.isEmpty { arbiter.cancel(tracker.cancelled, cause) }
    finish()
  }

  private mutating func finish() {
    arbiter.finish()
    nextDeadline = min(tracker.deadline, arbiter.nextDeadline)
  }
}
