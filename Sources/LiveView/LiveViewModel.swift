import Analysis
import Actions
import Bindings
import GestureCore
import Recordings

/// The collected state from which the view is drawn.
struct LiveViewModel {
  private(set) var rules: Rules
  private(set) var names: Names
  private(set) var devices: [WatchedDevice] = []
  /// The number of touch devices that can't be read.
  var unreadable = 0
  var log = ViewLog()
  private(set) var mode = Context.defaultMode
  private(set) var isPaused = false
  /// The reasons why gestures are suspended; empty while gestures work.
  private(set) var suspensionReasons: [String] = []
  private(set) var touched: DeviceID?
  /// The latest attempt in which the user may have meant a failed gesture. Nil before such an attempt, and after `use`.
  private(set) var missed: MissedAttempt?
  private var session = SessionChanges()
  let origin: Timestamp

  init(_ rules: Rules, from origin: Timestamp) {
    (self.rules, self.origin) = (rules, origin)
    names = Names(rules.ruleSet)
    names.origin = origin
  }

  private func index(of device: DeviceID) -> Int? { devices.firstIndex { $0.device.id == device } }

  subscript(device: DeviceID) -> WatchedDevice? { index(of: device).map { devices[$0] } }

  mutating func use(_ rules: Rules) {
    self.rules = rules
    names = Names(rules.ruleSet, devices: devices.map(\.device))
    names.origin = origin
    missed = nil
    for index in devices.indices { devices[index].use(rules.ruleSet, devices[index].device) }
    log.add(.init(.rules, at: nil, .text(ViewWording.reloaded(rules.ruleSet.gestures.count))))
  }

  mutating func add(_ device: Device) {
    names.add(device)
    if let index = index(of: device.id) { return devices[index].use(rules.ruleSet, device) }
    devices.append(WatchedDevice(device, rules.ruleSet))
    log.add(.init(.device, at: nil, .text(ViewWording.connected(device))))
  }

  mutating func remove(_ device: DeviceID) {
    guard let index = index(of: device) else { return }
    log.add(.init(.device, at: nil, .text(ViewWording.disconnected(devices[index].device))))
    devices.remove(at: index)
    if touched == device { touched = nil }
  }

  mutating func enter(_ mode: String, at time: Timestamp) {
    self.mode = mode
    session.enter(mode, at: time)
    log.add(.init(.mode, at: time, .text(ViewWording.mode(mode))))
  }

  mutating func pause(_ isPaused: Bool, at time: Timestamp) {
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    log.add(.init(.mode, at: time, .text(ViewWording.gesturesPaused(isPaused))))
  }

  mutating func suspend(_ reasons: [String], _ text: String, at time: Timestamp) {
    suspensionReasons = reasons
    note(text, at: time)
  }

  mutating func setDesktop(_ context: Context, at time: Timestamp) {
    session.setDesktop(context, at: time)
    log.add(.init(.mode, at: time, .text(ViewWording.desktop(context))))
  }

  mutating func note(_ text: String, at time: Timestamp) { log.add(.init(.note, at: time, .text(text))) }

  mutating func process(_ frame: Frame) {
    guard let index = index(of: frame.device) else { return }
    // While fingers are down on the shown device, touches on another device don't switch the view.
    let shown = touched.flatMap { self.index(of: $0) }
    if frame.touches.contains(where: { $0.phase == .began }), shown.map({ devices[$0].downCount == 0 }) ?? true {
      touched = frame.device
    }
    devices[index].process(frame)
  }

  /// Shows an ignored touch. Its device becomes `touched`, unless fingers are down on the device that is `touched` now.
  mutating func ignore(_ touch: IgnoredTouch) {
    guard let index = index(of: touch.device) else { return }
    if touched.flatMap({ self.index(of: $0) }).map({ devices[$0].downCount == 0 }) ?? true { touched = touch.device }
    let letter = devices[index].ignore(touch)
    log.add(.init(.ignored, at: touch.time, .text(ViewWording.ignored(letter, touch))))
  }

  mutating func process(_ decision: Decision) {
    guard let index = index(of: decision.device) else { return }
    let wasHeld = devices[index].isHeld(decision.gesture)
    devices[index].process(decision)
    switch decision.outcome {
    case .held(let requirement):
      let gesture = names.gesture(decision.gesture)
      let text = ViewWording.held(by: names.gesture(requirement))
      log.add(.init(.held, of: gesture, at: decision.time, .text(text)))
    case .released where wasHeld:
      let gesture = names.gesture(decision.gesture)
      log.add(.init(.released, of: gesture, at: decision.time, .text(ViewWording.released)))
    case .tracking, .event, .awaitingFingers, .released, .failed, .cancelled, .reset, .notReceived: break
    }
  }

  mutating func show(_ event: GestureEvent) {
    let kind: ViewLog.Kind
    switch event.state {
    case .recognized, .began: kind = .recognized
    case .ended: kind = .ended
    case .cancelled: kind = .cancelled
    case .changed: return
    }
    let text = ViewWording.event(event, names.values(event.values, of: event.gesture))
    log.add(.init(kind, of: names.gesture(event.gesture), at: event.time, .text(text)))
  }

  mutating func finish(_ attempt: Attempt) {
    guard let index = index(of: attempt.device) else { return }
    let device = devices[index].device
    devices[index].finish(attempt, NearMissRanking(attempt, rules.ruleSet, on: device))
    let watched = devices[index]
    guard !watched.reasons.isEmpty else { return }
    missed = MissedAttempt(
      attempt: attempt, device: device, misses: watched.misses, reasons: watched.reasons, session: session.kept)
  }

  mutating func endAttempt(on device: DeviceID, at time: Timestamp) {
    guard let index = index(of: device) else { return }
    devices[index].endAttempt(at: time)
    for (gesture, failure) in devices[index].reasons {
      log.add(.init(.miss, of: names.gesture(gesture), at: time, .text(ViewWording.failed(failure))))
    }
  }

  mutating func show(_ action: SkippedAction, at time: Timestamp) {
    log.add(.init(.skipped, of: action.gesture, at: time, .text(ViewWording.skipped(action))))
  }

  mutating func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp) {
    switch event {
    case .started(let pid, let latency):
      let run = ViewLog.Run(pid: pid, key: request.key, command: "\(request.command)", latency: latency, status: nil)
      log.add(.init(.command, of: request.gesture, at: time, .run(run)))
    case .exited(let pid, let status):
      if log.end(pid, status) { return }
      log.add(.init(.command, of: request.gesture, at: time, .text(ViewWording.ended(request, status))))
    case .refused, .failed, .wouldStart, .queued, .skipped, .replaced, .stopping, .killed, .line:
      guard let text = ViewWording.command(request, event) else { return }
      log.add(.init(.command, of: request.gesture, at: time, .text(text)))
    }
  }

  /// Returns a rule change that may accept a missed gesture, or why none exists. Uses only gestures the filter shows.
  func copy(_ input: ViewInputState) -> Copying {
    guard let missed, let reason = missed.reasons.first(where: { input.shows(names.gesture($0.gesture)) }) else {
      return .nothing(ViewWording.noMiss)
    }
    let shown = missed.misses.filter { input.shows(names.gesture($0.gesture)) }
    let search = RemedySearch(missed.recording, rules)
    let remedies = shown.map { search.remedy($0, missed.attempt) }
    let tried = remedies.compactMap { $0 }
    if let remedy = tried.first(where: { $0.effect == .recognized }) ?? tried.first(where: { $0.effect == .unknown }) {
      return .change(remedy.change)
    }
    let gesture = names.gesture(reason.gesture)
    guard shown.first?.gesture == reason.gesture else { return .nothing(ViewWording.notNear(gesture, reason.failure)) }
    guard let remedy = remedies.first ?? nil, case .failed(let cause) = remedy.effect else {
      return .nothing(ViewWording.noChange(gesture, reason.failure))
    }
    return .nothing(ViewWording.noHelp(gesture, remedy.change, names.text(cause)))
  }
}

/// An attempt with failed gestures that the user may have meant.
struct MissedAttempt {
  let attempt: Attempt
  let device: Device
  /// The near misses, greatest progress first. Failures on the number of fingers come last.
  let misses: [NearMiss]
  /// The failures of gestures that the user may have meant: first `WatchedDevice.furthest`, then the near misses.
  let reasons: [(gesture: GestureID, failure: Failure)]
  let session: [ContextChange]

  var recording: Recording { Recording(name: "attempt", devices: [device], frames: attempt.frames, contexts: session) }
}

/// The latest states of the mode and the desktop, which are needed to play an attempt again.
private struct SessionChanges {
  private(set) var kept: [ContextChange] = []
  private var now = Context()

  /// The maximum number of states that are kept. An attempt is expected to have fewer changes.
  private static let capacity = 32

  mutating func enter(_ mode: String, at time: Timestamp) {
    now.mode = mode
    add(at: time)
  }

  mutating func setDesktop(_ context: Context, at time: Timestamp) {
    let mode = now.mode
    now = context
    now.mode = mode
    add(at: time)
  }

  private mutating func add(at time: Timestamp) {
    if kept.count == Self.capacity { kept.removeFirst() }
    kept.append(ContextChange(time: time, context: now))
  }
}

extension Names {
  /// Returns a gesture's values in words. The finger count with the position, which every kind has, comes last.
  func values(_ values: GestureValues, of gesture: GestureID) -> [String] {
    let parts = parts(values, rule(gesture)?.kind.reports ?? [])
    return Array(parts.dropFirst() + parts.prefix(1))
  }
}

/// The result of the copy key.
enum Copying: Equatable {
  case change(RuleChange)
  case nothing(String)
}
