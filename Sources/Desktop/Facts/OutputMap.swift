import GestureCore

/// Finds the output of each touchscreen and each pen display.
///
/// The rules can name a device's output. Otherwise the output is the built-in panel, or the only output. An output that
/// disappeared counts as off. While the desktop doesn't report outputs, outputs keep their rotation and count as on.
public struct OutputMap: Equatable, Sendable {
  /// The output of a device, with its state.
  public struct Place: Equatable, Sendable {
    public var output: String
    public var rotation: Rotation?
    /// The orientation of the output's picture. Nil if unknown, or while the desktop doesn't report outputs.
    public var orientation: Orientation?
    public var isOff = false
  }

  private struct Known: Equatable, Sendable {
    var output: DesktopOutput
    /// Whether the desktop's last report includes the output.
    var isPresent: Bool

    var isOn: Bool { isPresent && output.isOn }
  }

  /// The maximum number of outputs that are remembered, more than any machine has.
  private static let most = 64
  /// The remembered outputs: first the present outputs, then the outputs that have disappeared.
  private var known: [Known] = []
  private var isReported = false

  public init() {}

  /// Remembers the outputs of the desktop's report. `outputs` is nil if the desktop doesn't report its outputs.
  public mutating func take(_ outputs: [DesktopOutput]?) {
    isReported = outputs != nil
    guard let outputs else { return }
    let removed = known.filter { known in !outputs.contains { $0.name == known.output.name } }
    let all =
      outputs.map { Known(output: $0, isPresent: true) } + removed.map { Known(output: $0.output, isPresent: false) }
    known = Array(all.prefix(Self.most))
  }

  /// Returns the output of a device. Nil if the device lies on no output, or if the device's output is unknown. While
  /// the desktop reports outputs, an output that disappeared is returned as off.
  public func place(of device: Device, _ rules: RuleSet) -> Place? {
    guard device.isFollowed else { return nil }
    guard let named = rules.output(of: device.identity) else { return main }
    return place(on: known.filter { glob(named, matches: $0.output.name) }, ifOnly: false)
  }

  /// The built-in panel, else the only output that is on, else the only known output. Nil if there is no such output.
  public var main: Place? {
    place(on: known.filter(\.output.isInternal), ifOnly: false) ?? place(on: known.filter(\.isOn), ifOnly: true)
      ?? place(on: known, ifOnly: true)
  }

  /// Returns the first output that is on, else the first output. Nil for no output, or for several if `ifOnly` is true.
  private func place(on some: [Known], ifOnly: Bool) -> Place? {
    guard let one = some.first(where: \.isOn) ?? some.first, !ifOnly || some.count == 1 else { return nil }
    return Place(
      output: one.output.name, rotation: one.output.rotation, orientation: isReported ? one.output.orientation : nil,
      isOff: isReported && !one.isOn)
  }
}

extension Device {
  /// Whether the device lies on an output. False for a touchpad, and for a pen tablet without a screen.
  public var isFollowed: Bool {
    deviceClass == .touchscreen && (!capabilities.contains(.stylus) || capabilities.contains(.onScreen))
  }
}

extension RuleSet {
  /// Whether gestures on the device need to know the device's output, or the output's rotation.
  public func follows(_ device: Device) -> Bool {
    usesScreen(device) && (fixedRotation(of: device.identity) == nil || output(of: device.identity) != nil)
  }

  /// Whether the device lies on an output, and at least one gesture of the rules can be made on the device.
  public func usesScreen(_ device: Device) -> Bool {
    device.isFollowed && gestures.contains { obstacle(to: $0, on: device) == nil }
  }
}
