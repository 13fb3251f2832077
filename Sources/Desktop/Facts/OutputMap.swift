import GestureCore

/// On which output each touchscreen lies, and each panel that a pen draws on, and what becomes of it there.
///
/// It lies on the output that the rules name, else on the panel that is built in, else on the only output. An output that
/// was there and is no longer is off. While the desktop tells nothing, screens stay turned as they were, and count as on.
public struct OutputMap: Equatable, Sendable {
  /// An output as a touchscreen on it has it.
  public struct Place: Equatable, Sendable {
    public var output: String
    /// Nil while it is unknown.
    public var rotation: Rotation?
    /// Nil while it is unknown.
    public var orientation: Orientation?
    /// Known to be off.
    public var isOff = false
  }

  private struct Known: Equatable, Sendable {
    var output: DesktopOutput
    /// The desktop has told of it last.
    var isThere: Bool

    var isOn: Bool { isThere && output.isOn }
  }

  /// More than a machine ever has.
  private static let most = 64
  /// All that was told of, those that are there first.
  private var known: [Known] = []
  private var isTold = false

  public init() {}

  /// The desktop tells these outputs; nil if it tells nothing.
  public mutating func take(_ outputs: [DesktopOutput]?) {
    isTold = outputs != nil
    guard let outputs else { return }
    let gone = known.filter { known in !outputs.contains { $0.name == known.output.name } }
    let all = outputs.map { Known(output: $0, isThere: true) } + gone.map { Known(output: $0.output, isThere: false) }
    known = Array(all.prefix(Self.most))
  }

  /// Where a device lies; nil if that is unknown, and for what is no touchscreen.
  public func place(of device: Device, _ rules: RuleSet) -> Place? {
    guard device.isFollowed else { return nil }
    guard let named = rules.output(of: device.identity) else { return main }
    return place(on: known.filter { glob(named, matches: $0.output.name) }, ifOnly: false)
  }

  /// The panel that is built in, or the only output; nil if there is neither.
  public var main: Place? {
    place(on: known.filter(\.output.isInternal), ifOnly: false) ?? place(on: known.filter(\.isOn), ifOnly: true)
      ?? place(on: known, ifOnly: true)
  }

  /// The place on the first of these outputs that is on; if none is, on the first.
  private func place(on some: [Known], ifOnly: Bool) -> Place? {
    guard let one = some.first(where: \.isOn) ?? some.first, !ifOnly || some.count == 1 else { return nil }
    return Place(
      output: one.output.name, rotation: one.output.rotation, orientation: isTold ? one.output.orientation : nil,
      isOff: isTold && !one.isOn)
  }
}

extension Device {
  /// Whether it lies on an output, so that it turns with that. What a pen draws on may lie on a desk as well.
  public var isFollowed: Bool {
    deviceClass == .touchscreen && (!capabilities.contains(.stylus) || capabilities.contains(.onScreen))
  }
}

extension RuleSet {
  /// Whether it matters on which output a device lies: gestures can be made on it, and the rules don't say how it is turned.
  /// Rules that say so but name the output want to know whether that is on.
  public func follows(_ device: Device) -> Bool {
    usesScreen(device) && (fixedRotation(of: device.identity) == nil || output(of: device.identity) != nil)
  }

  /// Whether a device lies on an output, and gestures can be made on it.
  public func usesScreen(_ device: Device) -> Bool {
    device.isFollowed && gestures.contains { obstacle(to: $0, on: device) == nil }
  }
}
