import Evdev
import GestureCore
import Glibc

/// A device whose slots are read without libinput, with the position of every touch. Other readers, such as the
/// compositor, read it too, or get a clone. After lost events, touches are cancelled and ignored until they lift.
///
///     shared --`intercept`--> intercepted
///     shared --`intercept`, if something touches it or another process has it--> waiting --`tryAgain`--> intercepted
///     waiting --it can't be intercepted--> shared
///     intercepted --the owner opens the device again--> shared
package final class RawNode {
  /// The reports that the owner has received about the current frame or loss of events.
  private enum Stage {
    case reading
    /// The owner has the frame of this time. The faults are still to be reported: whether positions are off the
    /// surface, and the number of touches that stay down without a finger (`dead`).
    case reported(Timestamp, isImplausible: Bool, dead: Int)
    /// The loss of events has been reported to the owner.
    case lost(Timestamp)
    /// The loss of events and the cancelled touches have been reported to the owner.
    case cancelled
  }

  package let device: Device
  private let node: any InputNode
  private let now: () -> Timestamp
  private let bounds: PlausibleBounds
  private var decoder: SlotDecoder
  private var stage = Stage.reading
  private var pace = FramePace()
  /// Whether other readers get a clone. The clone exists only in `intercepted`.
  private enum Readers {
    case shared
    /// The device will be intercepted once nothing touches it and no other process has it. Nil if no try is scheduled.
    case waiting(GrabRetry?)
    case intercepted
  }

  private var readers = Readers.shared
  /// Passes touches on to other readers; nil if the device isn't intercepted.
  private var forwarder: CloneForwarder?
  private var clone: (any Clone)?
  private var hasGuardNews = false
  private var release: ReleaseGesture
  /// Whether the compositor reports cancelled touches to applications; see `RuleSet.passesCancel`.
  package var passesCancel = true {
    didSet { if passesCancel != oldValue { applyRetraction() } }
  }

  /// Reads `device` from `node` with `decoder`; `now` reads the clock of the device's events.
  package init(_ node: any InputNode, _ device: Device, _ decoder: SlotDecoder, now: @escaping () -> Timestamp) {
    self.node = node
    self.device = device
    self.decoder = decoder
    self.now = now
    bounds = PlausibleBounds(device.size)
    release = ReleaseGesture(fingers: device.fingers.upperBound)
    seed()
  }

  var descriptor: Int32 { node.descriptor }
  var guardDescriptor: Int32? { clone?.guardDescriptor }

  func noteGuardEvent() { hasGuardNews = true }
  package var id: DeviceID { device.id }

  // MARK: Reading

  /// The next event; nil if none is pending. Stop reading after `givenBack` or `gone`.
  func next() -> DeviceEvent? {
    while true {
      switch stage {
      case .reading:
        switch node.next() {
        case .event(let event): if let reading = take(event) { return reading }
        case .lost(let time):
          node.catchUp { if $0.type == Codes.key { forwarder?.read($0.type, $0.code, $0.value) } }
          stage = .lost(time)
          return .lostEvents(id)
        case .nothing: return node.takeExcess() ? .fault(.invalidEvents, id) : endReading()
        case .gone: return .gone(id)
        }
      case .reported(let time, isImplausible: true, let dead):
        stage = .reported(time, isImplausible: false, dead: dead)
        return .fault(.offSurface, id)
      case .reported(let time, isImplausible: false, let dead) where dead > 0:
        stage = .reported(time, isImplausible: false, dead: 0)
        return device.deviceClass == .touchpad ? .unreleased(dead, id) : .fault(.stuckTouch, id)
      case .reported(let time, isImplausible: false, _):
        stage = .reading
        forward(at: time)
      case .lost(let time):
        stage = .cancelled
        if let frame = decoder.cancelAll(at: time) { return .frame(frame) }
      case .cancelled:
        stage = .reading
        seed()
        startForwarding()
      }
    }
  }

  private func take(_ event: NodeEvent) -> DeviceEvent? {
    let isOfSlot = event.type == Codes.abs && event.code >= Codes.slot && event.code <= Codes.lastOfSlot
    if !isOfSlot { forwarder?.read(event.type, event.code, event.value) }
    let seen = decoder.decode(type: event.type, code: event.code, value: event.value, time: event.time)
    guard event.type == Codes.syn, event.code == Codes.synReport else { return nil }
    guard var frame = seen else {
      forwarder?.take(decoder, at: event.time)
      forward(at: event.time)
      return nil
    }
    let dead = decoder.deadTouches
    let isImplausible = frame.touches.contains { !bounds.contains($0.position) }
    if isImplausible {
      _ = decoder.ignore(at: event.time) { [bounds] in !bounds.contains($0.position) }
      for index in frame.touches.indices where !bounds.contains(frame.touches[index].position) {
        frame.touches[index].phase = .cancelled
      }
    }
    forwarder?.take(decoder, at: event.time)
    stage = .reported(event.time, isImplausible: isImplausible, dead: dead)
    return pace.countFrame(now: now) ? .fault(.flood, id) : .frame(frame)
  }

  private func endReading() -> DeviceEvent? {
    guard let clone else { return tryAgain() }
    clone.beat()
    if clone.hasLost { return .givenBack(id, .stalled) }
    // This check costs a system call, so it isn't made after each frame.
    defer { hasGuardNews = false }
    return hasGuardNews && clone.isUnguarded ? .givenBack(id, .unguarded) : nil
  }

  /// Gives the decoder the present values of each slot, because the kernel sends only changes.
  private func seed() {
    guard node.slotCount > 0 else { return }
    for slot in 0..<node.slotCount {
      let isTouched = node.value(Codes.trackingID, ofSlot: slot) >= 0
      decoder.seed(slot: slot, isTouched: isTouched) { code in
        node.has(Codes.abs, code) ? node.value(code, ofSlot: slot) : nil
      }
    }
    decoder.select(slot: node.currentSlot)
  }

  // MARK: Interception

  /// Intercepts the device: other readers get a clone. False if the device must wait until nothing touches it and no
  /// other process has it; then `intercepted` or `givenBack` follows later.
  func intercept() throws(InterceptionFailure) -> Bool {
    // If a guard has the device, this process doesn't see the fingers lift, so it tries again after some time.
    let next = GrabRetry(after: retry, at: now())
    readers = .shared
    do throws(InterceptionFailure) {
      guard try !grab() else {
        readers = .intercepted
        return true
      }
    } catch {
      guard error == .notGrabbed(EBUSY), next != nil else { throw error }
      node.wakeStoppedGuards()
    }
    readers = .waiting(next)
    return false
  }

  private var retry: GrabRetry? { if case .waiting(let retry) = readers { retry } else { nil } }

  /// Tries again to intercept a waiting device. Returns `intercepted`, or `givenBack` if the interception fails; nil if
  /// the device doesn't wait, or must wait longer.
  private func tryAgain() -> DeviceEvent? {
    guard case .waiting = readers else { return nil }
    do throws(InterceptionFailure) {
      return try intercept() ? .intercepted(id) : nil
    } catch {
      return .givenBack(id, .failed(error))
    }
  }

  private func grab() throws(InterceptionFailure) -> Bool {
    guard node.isWritable else { throw .notWritable }
    // While a contact is known to be down the device must wait, so the kernel isn't asked.
    guard !decoder.isTouched else { return false }
    if !node.isUntouched {
      // A contact may have lifted unnoticed while another process had the device grabbed.
      node.readState()
      seed()
    }
    guard node.isUntouched, node.isStill else { return false }
    guard let made = try node.intercept(decoder.axes) else {
      seed()
      return false
    }
    node.discard()
    seed()
    clone = made.0
    forwarder = made.1
    applyRetraction()
    startForwarding()
    return true
  }

  /// Makes a touchscreen's clone take touches back as palms or, without `passesCancel`, as lifts. Touchpads use palms.
  private func applyRetraction() {
    guard device.deviceClass == .touchscreen else { return }
    forwarder?.retract(as: passesCancel ? .palm : .lift)
    clone?.liftPlainly(!passesCancel)
  }

  /// Applies gestures' decisions about touches: with the frame that is being handled, or at once between two frames.
  package func deliver(_ changes: [DeliveryChange]) {
    guard forwarder != nil else { return }
    for change in changes { forwarder?.deliver(change) }
    if case .reading = stage { advanceForwarder(to: now()) }
  }

  /// Begins, ends or cancels a task of the clone. Returns the reason if that isn't possible, otherwise nil. Also
  /// returns nil, and does nothing, while the device waits for its interception.
  package func perform(_ change: CloneTaskChange) -> CloneTaskRefusal? {
    guard device.deviceClass == .touchpad else { return .noTouchpad }
    guard let forwarder else { if case .waiting = readers { return nil } else { return .notIntercepted } }
    if case .begins(let task) = change, let obstacle = forwarder.obstacle(to: task) { return .obstacle(obstacle) }
    self.forwarder?.perform(change, at: now())
    if case .reading = stage { advanceForwarder(to: now()) }
    return nil
  }

  /// Sets how far a finger must move, in mm, before other readers see its movement. With 0 they see every movement.
  package func steady(within length: Double) {
    forwarder?.steady(within: length > 0 ? decoder.axes.units(length) : [:])
  }

  package func scroll(by factor: Double) { forwarder?.scroll(by: factor) }

  var deadline: Timestamp? {
    guard let forwarder else { return retry?.deadline }
    let next = min(forwarder.deadline ?? .never, release.deadline ?? .never)
    return next.unlessNever
  }

  /// Does the pending work. Returns `intercepted` if the interception begins, or `givenBack` if it ends or fails.
  func advance(to time: Timestamp) -> DeviceEvent? {
    if let deadline = retry?.deadline { return deadline <= time ? tryAgain() : nil }
    guard forwarder != nil else { return nil }
    advanceForwarder(to: time)
    return release.isMade(at: time) ? .givenBack(id, .wanted) : nil
  }

  private func advanceForwarder(to time: Timestamp) {
    forwarder?.advance(to: time)
    write()
  }

  private func forward(at time: Timestamp) {
    guard forwarder != nil else { return }
    release.see(decoder.restingTouches, at: time)
    forwarder?.forward(at: time, now: now())
    write()
  }

  /// Starts forwarding, but ignores contacts that are already down until they lift.
  private func startForwarding() {
    guard forwarder != nil else { return }
    forwarder?.dropAll(at: now())
    write()
  }

  private func write() {
    guard let clone else { return }
    forwarder?.write { clone.write($0) }
  }
}

/// The reason why a device's clone can't do a task.
package enum CloneTaskRefusal: Equatable {
  case noTouchpad
  case notIntercepted
  case obstacle(CloneTaskObstacle)
}
