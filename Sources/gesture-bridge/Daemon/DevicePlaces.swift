import Bindings
import Desktop
import GestureCore

/// Where the devices lie on the desktop's outputs.
///
/// When the outputs change, a device gets its new place once it is at rest. Until then the place is unsettled.
struct DevicePlaces {
  private var outputs = OutputMap()
  private var unsettled: Set<DeviceID> = []
  /// The last device that was asked for, with its place; it is kept because each movement of a drag asks.
  private var asked: (device: Device, place: OutputMap.Place)?
  /// Whether the outputs have changed and the devices at rest don't have their new places yet. Deadlines that are
  /// pending then are served first.
  private(set) var areDue = false

  /// Takes the outputs that the desktop reports. If they have changed, all devices are unsettled.
  mutating func follow(_ outputs: OutputMap, devices: some Sequence<DeviceID>) {
    guard outputs != self.outputs else { return }
    self.outputs = outputs
    asked = nil
    unsettled.formUnion(devices)
    areDue = true
  }

  /// Returns whether devices at rest should get their places now, and resets `areDue`.
  mutating func takeDue() -> Bool {
    defer { areDue = false }
    return areDue
  }

  func isUnsettled(_ device: DeviceID) -> Bool { unsettled.contains(device) }

  /// Marks the device's place as out of date; the device keeps it until it is at rest.
  mutating func unsettle(_ device: DeviceID) { unsettled.insert(device) }

  /// Marks the device's place as current, or forgets a device that is removed.
  mutating func settle(_ device: DeviceID) { unsettled.remove(device) }

  /// Where a device lies; nil if that is unknown.
  func place(of device: Device, _ rules: RuleSet) -> OutputMap.Place? { outputs.place(of: device, rules) }

  /// The output under a gesture, and the gesture's position as a share of the output's width and height; nil if unknown.
  mutating func share(of event: GestureEvent, on device: Device, _ rules: RuleSet) -> (output: String, share: Vector)? {
    if asked?.device != device { asked = place(of: device, rules).map { (device, $0) } }
    guard let place = asked?.place else { return nil }
    // The gesture's location is already turned.
    let size = rules.rotation(of: device).apply(device.size)
    return (place.output, Vector(event.values.location.x / size.width, event.values.location.y / size.height))
  }

  /// Forgets the remembered place, because new rules may give its device another output.
  mutating func forgetAsked() { asked = nil }
}
