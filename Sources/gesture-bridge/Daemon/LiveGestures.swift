import Bindings
import Desktop
import DeviceInput
import GestureCore
import Interception
import Recordings
import Runtime

protocol LiveGesturesDelegate: AnyObject {
  func added(_ device: Device)
  func removed(_ device: Device)
  func gaveBack(_ device: Device)
}

/// Passes frames to the recorder and the rules, and performs the orders of the rules.
final class LiveGestures: LoopPart, InputSourceDelegate {
  private(set) var rules: Rules
  private(set) var devices: [DeviceID: Device] = [:] {
    didSet { intercepted = devices.values.filter { $0.capabilities.contains(.interception) }.map(\.id) }
  }
  /// The intercepted devices. The list is stored, so that `finishBatch` doesn't have to search `devices` each time.
  private var intercepted: [DeviceID] = []
  /// Whether gestures are suspended; frames that devices still send are then ignored.
  var isSuspended = false {
    didSet {
      guard isSuspended else { return }
      kept.forget()
      feedback.blank()
    }
  }
  /// The session's facts; nil until the initializer of `SessionFacts` sets this property.
  unowned var facts: SessionFacts?
  /// The receiver of device changes; the receiver outlives this object. A weak reference would be slow.
  unowned var delegate: (any LiveGesturesDelegate)?
  /// Receives each piece of the subscribers' touch script, and the time 0 of the script; nil without subscribers.
  private var sendTouches: ((_ origin: Timestamp?, _ script: String) -> Void)?
  let feedback: GestureFeedback

  private var live: LiveRules
  /// Whether a device gets its recognizers as soon as it is added.
  private var hasBegun = false
  private var screens = Screens()
  private var isDrawing: Bool { feedback.draw != nil }
  /// The results of frames and deadlines whose orders are not performed yet.
  private var outcomes = Outcomes()
  private(set) var eventCount = 0
  private var deliveryChanges: [DeliveryChange] = []
  private let input: InputSource
  private let kept: KeptTouches
  private let debug: (any DebugOutput)?
  private let runner: EffectPerformer

  init(
    _ rules: Rules, _ input: InputSource, _ runner: EffectPerformer, recorder: FileRecorder?, debug: (any DebugOutput)?
  ) throws {
    (self.rules, self.input, self.runner) = (rules, input, runner)
    kept = KeptTouches(recorder)
    self.debug = debug
    live = try LiveRules(rules, watcher: debug)
    feedback = GestureFeedback(rules, debug: debug)
    input.useOwnTouchpad(rules.makesNativeOnTouchscreens)
    kept.remember(rules.privacy.remembers, at: .now)
    input.delegate = self
  }

  var isPaused: Bool { live.isPaused }
  /// Whether no gesture is possible before the next finger lands.
  var areIdle: Bool { devices.keys.allSatisfy { live.isIdle($0) } }
  var mode: String { live.context.mode }

  /// The devices in the order in which they were added.
  var knownDevices: [Device] { devices.values.sorted { $0.id.rawValue < $1.id.rawValue } }

  func snapshots(of device: DeviceID, at time: Timestamp?) -> [RecognizerSnapshot] {
    live.snapshots(of: device, at: time)
  }

  // MARK: Frames

  func handle(_ event: SourceEvent) {
    switch event {
    case .frame(let frame):
      if !isSuspended, let first = frame.touches.first(where: { $0.phase == .began }) {
        prepareLanding(frame, first.position)
      }
      if !isSuspended, !screens.isOff(frame.device), let shown = kept.take(frame) {
        live.process(shown, into: &outcomes)
        if isDrawing, let device = devices[frame.device] { feedback.show(shown, on: device) }
      }
      if intercepted.contains(frame.device) { deliver(on: frame.device) }
    case .added(let device):
      add(device)
      delegate?.added(device)
    case .removed(let device): remove(device)
    case .gaveBack(let device): delegate?.gaveBack(device)
    case .unopenable: break
    }
  }

  private func add(_ device: Device) {
    let change = screens.update(device, rules.ruleSet)
    devices[device.id] = change.device
    guard !change.isOff else { return }
    let shown = recorded(change.device, at: .now)
    if hasBegun { live.add(shown) }
  }

  /// Creates the recognizers. Must be called before the first touch is read.
  func begin() {
    hasBegun = true
    for device in knownDevices where !isOff(device) { live.add(device) }
  }

  private func recorded(_ device: Device, at time: Timestamp) -> Device {
    let rotation = rules.ruleSet.rotation(of: device)
    let shown = kept.add(device, rotation: rotation, at: time)
    devices[device.id] = shown
    return shown
  }

  private func remove(_ device: DeviceID) {
    screens.remove(device)
    live.remove(device, at: kept.remove(device, at: .now), into: &outcomes)
    finishBatch()
    feedback.removed(device)
    if let gone = devices.removeValue(forKey: device) { delegate?.removed(gone) }
  }

  // MARK: Screens

  /// Adopts changed outputs. A touchscreen is updated as soon as no gesture is possible on it.
  func follow(_ outputs: OutputMap) { screens.follow(outputs, devices: devices.keys) }

  func place(of device: Device) -> OutputMap.Place? { screens.place(of: device, rules.ruleSet) }
  func isOff(_ device: Device) -> Bool { screens.isOff(device.id) }

  private func prepareLanding(_ frame: Frame, _ position: Vector) {
    facts?.fingersLand()
    runner.fingersLand(at: frame.time)
    guard let device = devices[frame.device] else { return }
    if screens.isOutdated(device.id) {
      serveDeadlines(to: frame.time)
      updateScreen(of: device, at: frame.time)
    }
    guard !live.isTouched(device.id) else { return }
    facts?.firstFingerLands(on: devices[device.id] ?? device, at: position)
    if device.capabilities.contains(.interception) { shapeTouches(of: device) }
  }

  /// Sets how much the device's next touches are steadied, and how fast these touches scroll.
  private func shapeTouches(of device: Device) {
    if !rules.accommodations.isEmpty {
      input.steady(within: rules.accommodations.accommodations(of: device)?.steady ?? 0, on: device.id)
    }
    guard !rules.scrolling.isEmpty, device.deviceClass == .touchpad else { return }
    input.scroll(by: rules.scrollFactor(on: device, in: live.context), on: device.id)
  }

  /// Turns, removes or adds a device after a change of its screen. Does nothing while a gesture is possible on the
  /// device. The deadlines up to `time` must be served before the call.
  private func updateScreen(of device: Device, at time: Timestamp) {
    guard let change = screens.change(of: device, rules.ruleSet, isIdle: live.isIdle(device.id)) else { return }
    devices[device.id] = change.device
    guard !change.wasOff || !change.isOff else { return }
    feedback.moved(change.device, isOff: change.isOff, at: time)
    switch (change.wasOff, change.isOff) {
    case (_, true): live.remove(device.id, at: kept.remove(device.id, at: time), into: &outcomes)
    case (true, false): live.add(recorded(change.device, at: time))
    case (false, false): live.replace(recorded(change.device, at: time), at: time, into: &outcomes)
    }
  }

  var nextDeadline: Int64? {
    if screens.areOutdated { return 0 }
    let deadline = min(live.nextDeadline, kept.nextDeadline ?? .never, feedback.nextDeadline)
    let next = deadline.unlessNever?.microseconds
    guard let piece = kept.pieceDeadline else { return next }
    return min(piece, next ?? piece)
  }

  func advance(to now: Int64) {
    let time = Timestamp(microseconds: now)
    serveDeadlines(to: time)
    kept.advance(to: time)
    feedback.advance(to: time)
    guard screens.areOutdated else { return }
    screens.beginUpdate()
    for device in knownDevices where screens.isOutdated(device.id) { updateScreen(of: device, at: time) }
  }

  private func serveDeadlines(to time: Timestamp) {
    if live.nextDeadline <= time { kept.reached(time) }
    live.advance(to: time, into: &outcomes)
  }

  // MARK: Results

  /// Delivers touches, and only then performs orders, because starting a command takes as long as several frames.
  func finishBatch() {
    for device in intercepted { deliver(on: device) }
    for outcome in outcomes {
      let (event, device) = (outcome.event, devices[outcome.event.device])
      eventCount += 1
      if event.state == .changed { input.follow(event) }
      feedback.report(event, on: device)
      for order in outcome.orders {
        if let mode = order.effect.mode { feedback.entered(mode, at: .now) }
        if order.effect.isOfDevice { perform(order.effect, of: event) }
        let performance = PerformedOrder(
          order, rules.ruleSet.gestures[event.gesture.rawValue], device: device?.name ?? "",
          hints: feedback.hints(of: event, on: device),
          spot: order.effect.needsPosition ? spot(of: event, on: device) : nil)
        for request in performance.requests { runner.perform(request) }
      }
      if isDrawing, let device { feedback.show(event, outcome.orders, on: device) }
    }
    outcomes.removeAll()
    if isDrawing {
      // While gestures are paused, they do nothing, so they aren't drawn.
      if live.isPaused {
        feedback.blank()
      } else {
        feedback.drawScenes(snapshots: { live.snapshots(of: $0) }, output: { place(of: $0)?.output })
      }
    }
    if let sendTouches, let piece = kept.takePiece(), !piece.script.isEmpty { sendTouches(piece.origin, piece.script) }
  }

  /// Begins a new touch script for subscribers; if `send` is nil, ends the script.
  func followTouches(_ send: ((_ origin: Timestamp?, _ script: String) -> Void)?) {
    sendTouches = send
    kept.follow(send != nil, at: .now)
  }

  /// Tells the input source how the delivery of an intercepted device's touches to applications has changed.
  private func deliver(on device: DeviceID) {
    live.deliveryChanges(of: device, into: &deliveryChanges)
    guard !deliveryChanges.isEmpty else { return }
    input.deliver(deliveryChanges, on: device)
    deliveryChanges.removeAll(keepingCapacity: true)
  }

  private func perform(_ effect: Effect, of event: GestureEvent) {
    let isNative = effect.native != nil
    switch event.state {
    case .began:
      guard !runner.isDryRun, let task = CloneTask(effect, fingers: event.values.fingers) else { return }
      perform(.begins(task), isNative: isNative, by: event)
    case .ended: perform(.ends, isNative: isNative, by: event)
    case .cancelled: perform(.isCancelled, isNative: isNative, by: event)
    case .changed, .recognized: break
    }
  }

  /// Changes the task of the device's clone, or of a virtual touchpad for a desktop gesture on a touchscreen.
  private func perform(_ change: CloneTaskChange, isNative: Bool, by event: GestureEvent) {
    guard isNative, let device = devices[event.device], device.deviceClass == .touchscreen else {
      return input.perform(change, on: event.device)
    }
    input.perform(change, by: event, on: rules.ruleSet.rotation(of: device).apply(device.size))
  }

  /// Ends the tasks of the clones, because a clone can keep a button pressed after the fingers have lifted.
  private func endTasks() {
    for device in devices.values where device.capabilities.contains(.interception) {
      input.perform(.isCancelled, on: device.id)
    }
  }

  /// The gesture's position on an output. Nil if `device` is nil or its output is unknown.
  private func spot(of event: GestureEvent, on device: Device?) -> ScreenSpot? {
    guard let device, let (output, share) = screens.share(of: event, on: device, rules.ruleSet) else { return nil }
    return ScreenSpot(output: output, share: share, point: facts?.point(share, on: output))
  }

  // MARK: Requests

  func script(last attempts: Int?, remarks: [String]) -> String? { kept.script(last: attempts, remarks: remarks) }

  func cancelAll() {
    live.cancelAll(at: kept.cancelAll(at: .now), into: &outcomes)
    finishBatch()
    endTasks()
  }

  func setPaused(_ isPaused: Bool) {
    guard isPaused != live.isPaused else { return }
    live.setPaused(isPaused, at: kept.cancelAll(at: .now), into: &outcomes)
    finishBatch()
    endTasks()
  }

  /// Applies facts of the session; ignores the mode of `session`.
  func know(_ session: Context) {
    var context = session
    context.mode = live.context.mode
    guard context != live.context else { return }
    live.context = context
    kept.change(to: context, setsMode: false, at: .now)
    feedback.changed(context, at: .now)
  }

  func enter(_ mode: String) {
    guard mode != live.context.mode else { return }
    live.context.mode = mode
    kept.change(to: live.context, setsMode: true, at: .now)
    feedback.entered(mode, at: .now)
  }

  /// Triggers a gesture as if fingers had made it now; returns its orders.
  func trigger(_ gesture: GestureID) -> [Order] {
    let madeUp = MadeUpGesture(gesture, of: rules.ruleSet, at: .now)
    let before = live.context.mode
    var done: [Order] = []
    for event in madeUp.events {
      live.processTriggered(event, on: madeUp.device, into: &outcomes)
      for outcome in outcomes { done += outcome.orders }
      finishBatch()
    }
    if live.context.mode != before { kept.change(to: live.context, setsMode: true, at: .now) }
    return done
  }

  /// Replaces the rules in use. Cancels the gestures that have begun.
  /// - Throws: if the new rules' requirements form a cycle. The previous rules stay in use.
  func use(_ fresh: Rules) throws(RequirementCycle) {
    var replacement = try LiveRules(fresh, watcher: debug)
    cancelAll()
    replacement.context = live.context
    replacement.context.mode = fresh.retainedMode(live.context.mode)
    if replacement.context.mode != live.context.mode { kept.change(to: replacement.context, setsMode: true, at: .now) }
    replacement.setPaused(live.isPaused, at: .now, into: &outcomes)
    finishBatch()
    rules = fresh
    kept.remember(fresh.privacy.remembers, at: .now)
    screens.forgetLastPlace()
    live = replacement
    feedback.use(fresh)
    for device in intercepted {
      input.scroll(by: 1, on: device)
      input.steady(within: 0, on: device)
    }
    input.useOwnTouchpad(fresh.makesNativeOnTouchscreens)
    for device in input.use(fresh.ruleSet) { devices[device.id] = device }
    for device in knownDevices { add(device) }
    feedback.entered(live.context.mode, at: .now)
  }
}
