import Bindings
import DeviceInput
import GestureCore
import Performers

// Devices, what fingers do on them, and what comes of it.
extension Daemon {
  func openDevices() throws -> InputSource {
    try InputSource(mayIntercept: !options.dryRun, rules: rules.ruleSet, now: { .now }, log: log)
  }

  /// Takes what the devices have reported since the last time.
  func pull() {
    while let event = source?.next() { take(event) }
  }

  private func take(_ event: SourceEvent) {
    switch event {
    case .frame(let frame):
      source?.ignoreMotion(!take(frame), of: frame.device)
      deliver(on: frame.device)
    case .added(let device):
      add(device)
      log.info("\(Message.watching(device))")
      control?.added(device)
    case .removed(let device): remove(device)
    case .gaveBack(let device): follower.notify(.gaveBack(device))
    case .unopenable: break
    }
  }

  /// Returns whether it matters how the touches move on.
  private func take(_ frame: Frame) -> Bool {
    guard absence.isEmpty else { return false }
    guard let recorder else {
      live.process(frame, into: &outcomes)
      return debug != nil || !live.ignoresMotion(of: frame.device)
    }
    if let settled = recorder.take(frame) { live.process(settled, into: &outcomes) }
    return recorder.isOn || debug != nil || !live.ignoresMotion(of: frame.device)
  }

  /// Tells the source what applications may have now of touches on a device that is intercepted.
  private func deliver(on device: DeviceID) {
    live.deliveryChanges(of: device, into: &deliveryChanges)
    guard !deliveryChanges.isEmpty else { return }
    source?.deliver(deliveryChanges, on: device)
    deliveryChanges.removeAll(keepingCapacity: true)
  }

  /// Tells the source what gestures have decided without a frame.
  private func deliverAll() {
    for device in devices.values where device.capabilities.contains(.interception) { deliver(on: device.id) }
  }

  func add(_ device: Device) {
    let rotation = rules.ruleSet.rotation(ofDevice: device.name)
    let shown = recorder?.add(device, rotation: rotation, at: .now) ?? device
    devices[device.id] = shown
    live.add(shown)
  }

  private func remove(_ device: DeviceID) {
    live.remove(device, at: recorder?.remove(device, at: .now) ?? .now, into: &outcomes)
    act()
    hints.forget(device)
    guard let gone = devices.removeValue(forKey: device) else { return }
    // While gestures rest devices are only closed.
    if absence.isEmpty { log.info("\(Message.gone(gone))") }
    control?.removed(gone)
  }

  /// Carries out what the rules have made of what happened, once applications have got what they may have of it: to start
  /// a command takes as long as several frames.
  func act() {
    deliverAll()
    guard !outcomes.isEmpty else { return }
    for outcome in outcomes { carryOut(outcome.event, outcome.orders) }
    outcomes.removeAll()
  }

  private func carryOut(_ event: GestureEvent, _ orders: ArraySlice<Order>) {
    tellControl(event)
    for order in orders {
      if let mode = order.effect.mode { tell(mode) }
      let rule = rules.ruleSet.gestures[event.gesture.rawValue]
      let device = devices[event.device]
      performers.perform(Performance(order, rule, device: device?.name ?? "", hints: hints.told(event, on: device)))
    }
  }
}
