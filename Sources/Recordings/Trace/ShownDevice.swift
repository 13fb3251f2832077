import GestureCore

/// A device as a trace tells of it: with the surface that the rules make of it.
struct ShownDevice: Equatable {
  /// What became of a device.
  enum Change: String { case added, changed, removed }

  let device: Device
  let surface: Surface
  let rotation: Rotation

  init(_ device: Device, _ rules: RuleSet) {
    self.device = device
    surface = Surface(rules, of: device)
    rotation = rules.rotation(ofDevice: device.name)
  }
}
