import Bindings
import Desktop
import GestureCore

/// Where the devices lie on the desktop's outputs.
///
/// When the outputs change, a device gets its new place once it is at rest. Until then the place is unsettled.
struct DevicePlaces {
  private var outputs = OutputMap()
  private var unsettled: Set<DeviceID> = []
  /// Where the device lies that was last asked for: each movement of a drag asks.
  private var asked: (device: Device, place: OutputMap.Place)?
  /// The outputs have changed, and the devices at rest have not got their places yet. What was under way when the outputs
  /// changed is served before.
  private(set) var areDue = false

  /// Takes the outputs that the desktop reports. If they have changed, all devices are unsettled.
  mutating func follow(_ outputs: OutputMap, devices: some Sequence<DeviceID>) {
    guard outputs != self.outputs else { return }
    self.outputs = outputs
    asked = nil
    unsettled.formUnion(devices)
    areDue = true
  }

  /// Whether the devices at rest are to get their places now; they are no longer due afterwards.
  mutating func takeDue() -> Bool {
    defer { areDue = false }
    return areDue
  }

  func isUnsettled(_ device: DeviceID) -> Bool { unsettled.contains(device) }

  /// The device keeps its place until it is at rest.
  mutating func unsettle(_ device: DeviceID) { unsettled.insert(device) }

  /// The device has its place, or is gone.
  mutating func settle(_ device: DeviceID) { unsettled.remove(device) }

  /// Where a device lies; nil if that is unknown.
  func place(of device: Device, _ rules: RuleSet) -> OutputMap.Place? { outputs.place(of: device, rules) }

  /// Where a gesture on a device is on its output, at a share of the output's width and height; nil if that is unknown.
  mutating func share(of event: GestureEvent, on device: Device, _ rules: RuleSet) -> (output: String, share: Vector)? {
    if asked?.device != device { asked = place(of: device, rules).map { (device, $0) } }
    guard let place = asked?.place else { return nil }
    // The gesture's own place is turned already.
    let size = rules.rotation(of: device).apply(device.size)
    return (place.output, Vector(event.values.location.x / size.width, event.values.location.y / size.height))
  }

  /// Other rules may give a device another output.
  mutating func forgetAsked() { asked = nil }
}
