import Bindings
import Desktop
import GestureCore

/// The screens of the devices: the output on which each device lies, its rotation, and whether it is off.
///
/// When the outputs change, a device gets its new position and rotation once it is at rest. Until then it is out of date.
struct Screens {
  /// A device as its screen is now.
  struct Change {
    let device: Device
    let isOff: Bool
    let wasOff: Bool
  }

  private var outputs = OutputMap()
  private var outdated: Set<DeviceID> = []
  /// The devices whose screen is off; the rules don't have these devices.
  private var off: Set<DeviceID> = []
  /// The last device that was asked for, with its position; it is kept because each movement of a drag asks.
  private var asked: (device: Device, place: OutputMap.Place)?
  /// Whether the outputs have changed and the devices at rest don't have their new positions yet. Deadlines that are
  /// pending then are served first.
  private(set) var areOutdated = false

  /// Adopts the outputs that the desktop reports. If they have changed, all devices are out of date.
  mutating func follow(_ outputs: OutputMap, devices: some Sequence<DeviceID>) {
    guard outputs != self.outputs else { return }
    self.outputs = outputs
    asked = nil
    outdated.formUnion(devices)
    areOutdated = true
  }

  /// Notes that the devices at rest are updated now.
  mutating func beginUpdate() { areOutdated = false }

  func isOutdated(_ device: DeviceID) -> Bool { outdated.contains(device) }
  func isOff(_ device: DeviceID) -> Bool { off.contains(device) }

  /// The device as its screen is now; notes whether the screen is off.
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

  /// The device as its screen is now; nil if nothing has changed. If something has, but `isIdle` is false, the device stays out of
  /// date, and this returns nil too.
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

  /// The output under a gesture, and the gesture's position as a share of the output's width and height; nil if unknown.
  mutating func share(of event: GestureEvent, on device: Device, _ rules: RuleSet) -> (output: String, share: Vector)? {
    if asked?.device != device { asked = place(of: device, rules).map { (device, $0) } }
    guard let place = asked?.place else { return nil }
    // The gesture's location is already turned.
    let size = rules.rotation(of: device).apply(device.size)
    return (place.output, Vector(event.values.location.x / size.width, event.values.location.y / size.height))
  }

  /// Forgets the remembered position, because new rules may give its device another output.
  mutating func forgetAsked() { asked = nil }
}
