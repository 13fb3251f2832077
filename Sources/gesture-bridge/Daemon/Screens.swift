import Bindings
import Desktop
import GestureCore

/// The screens of the devices: their outputs, rotation and power.
///
/// After a change of the outputs, all devices are outdated. A device is updated once no gesture is possible on it.
struct Screens {
  struct Change {
    let device: Device
    let isOff: Bool
    let wasOff: Bool
  }

  private var outputs = OutputMap()
  private var outdated: Set<DeviceID> = []
  /// The devices whose screen is off; no gestures are recognized on them.
  private var off: Set<DeviceID> = []
  /// The device and place of the last call of `share`, kept because a drag calls `share` at each movement.
  private var lastPlace: (device: Device, place: OutputMap.Place)?
  /// Whether the outputs have changed since `beginUpdate` was last called.
  private(set) var areOutdated = false

  /// Adopts the desktop's outputs. If the outputs have changed, each of `devices` is outdated until its next update.
  mutating func follow(_ outputs: OutputMap, devices: some Sequence<DeviceID>) {
    guard outputs != self.outputs else { return }
    self.outputs = outputs
    lastPlace = nil
    outdated.formUnion(devices)
    areOutdated = true
  }

  mutating func beginUpdate() { areOutdated = false }

  func isOutdated(_ device: DeviceID) -> Bool { outdated.contains(device) }
  func isOff(_ device: DeviceID) -> Bool { off.contains(device) }

  /// Notes whether a device's screen is off. Returns the device with the screen's rotation, and the old and new state.
  mutating func update(_ device: Device, _ rules: RuleSet) -> Change {
    let place = place(of: device, rules)
    var turned = device
    turned.rotation = place?.rotation
    outdated.remove(device.id)
    let wasOff = off.contains(device.id)
    let isOff = place?.isOff ?? false
    if isOff { off.insert(device.id) } else { off.remove(device.id) }
    return Change(device: turned, isOff: isOff, wasOff: wasOff)
  }

  /// Like `update`, but nil without a change. Also nil if `isIdle` is false; a changed device then stays outdated.
  mutating func change(of device: Device, _ rules: RuleSet, isIdle: Bool) -> Change? {
    var next = self
    let change = next.update(device, rules)
    let isChanged = change.device != device || change.isOff != change.wasOff
    guard !isChanged || isIdle else { return nil }
    self = next
    return isChanged ? change : nil
  }

  mutating func remove(_ device: DeviceID) {
    outdated.remove(device)
    off.remove(device)
  }

  /// The output that a device covers, with the output's state; nil if unknown.
  func place(of device: Device, _ rules: RuleSet) -> OutputMap.Place? { outputs.place(of: device, rules) }

  /// The output under a gesture, and the gesture's position as fractions of the turned touchscreen. Nil if unknown.
  mutating func share(of event: GestureEvent, on device: Device, _ rules: RuleSet) -> (output: String, share: Vector)? {
    if lastPlace?.device != device { lastPlace = place(of: device, rules).map { (device, $0) } }
    guard let place = lastPlace?.place else { return nil }
    // The gesture's location is already turned.
    let size = rules.rotation(of: device).apply(device.size)
    return (place.output, Vector(event.values.location.x / size.width, event.values.location.y / size.height))
  }

  /// Forgets `lastPlace`, because new rules may give a device another output.
  mutating func forgetLastPlace() { lastPlace = nil }
}
