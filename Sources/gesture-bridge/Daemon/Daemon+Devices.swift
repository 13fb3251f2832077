import Bindings
import DeviceInput
import GestureCore
import Performers

// Devices, what fingers do on them, and what comes of it.
extension Daemon {
  func openDevices() throws -> InputSource {
    let owner = InputOwner(
      frame: { [unowned self] frame in
        guard absence.isEmpty else { return false }
        guard let recorder else {
          live.process(frame, into: &outcomes)
          act()
          return debug != nil || !live.ignoresMotion(of: frame.device)
        }
        if let settled = recorder.take(frame) {
          live.process(settled, into: &outcomes)
          act()
        }
        return recorder.isOn || debug != nil || !live.ignoresMotion(of: frame.device)
      },
      added: { [unowned self] in
        add($0)
        log.info("\(Message.watching($0))")
        control?.added($0)
      },
      removed: { [unowned self] in remove($0) },
      delivery: { [unowned self] in live.delivery(of: $0, on: $1) }, mayIntercept: !options.dryRun,
      gaveBack: { [unowned self] in follower.notify(.gaveBack($0)) },
      rules: { [unowned self] in rules.ruleSet }, now: { .now })
    return try InputSource(owner: owner, log: log)
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
    carryOutPostponed()
    hints.forget(device)
    guard let gone = devices.removeValue(forKey: device) else { return }
    // While gestures rest devices are only closed.
    if absence.isEmpty { log.info("\(Message.gone(gone))") }
    control?.removed(gone)
  }

  /// Carries out what the rules have just made of a frame or a deadline; where applications get touches from us, only once
  /// they have got what they may have. Starting a command takes as long as several frames.
  func act() {
    guard !outcomes.isEmpty else { return }
    for outcome in outcomes {
      if devices[outcome.event.device]?.capabilities.contains(.interception) ?? false {
        postponed.append((outcome.event, Array(outcome.orders)))
      } else {
        carryOut(outcome.event, outcome.orders)
      }
    }
    outcomes.removeAll()
  }

  /// Applications have got what they may have of all that has happened.
  func carryOutPostponed() {
    guard !postponed.isEmpty else { return }
    let due = postponed
    postponed.removeAll()
    for (event, orders) in due { carryOut(event, orders[...]) }
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
