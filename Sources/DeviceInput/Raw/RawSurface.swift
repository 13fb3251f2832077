import Evdev
import GestureCore

/// What a device says of its surface, and the decoder that goes by that.
struct RawSurface {
  /// For a touchpad whose size is unknown: libinput's own guess.
  private static let fallbackPad = Size(width: 69, height: 50)

  let found: FoundDevice
  let decoder: SlotDecoder

  /// Nil when there are no touches in it.
  init?(_ opened: any InputNode, _ node: TouchNode, _ id: DeviceID, size: (String) -> Size?) {
    let slotCount = opened.slotCount
    let scheme: ContactScheme =
      slotCount > 0 ? .slots : opened.has(Codes.abs, Codes.positionX) ? .anonymous : .single
    guard let x = opened.axis(scheme == .single ? Codes.absX : Codes.positionX), let width = x.length,
      let y = opened.axis(scheme == .single ? Codes.absY : Codes.positionY), let height = y.length
    else { return nil }
    let name = opened.name ?? node.name
    let (surface, origin) = Self.size(x, y, node.kind, rules: size(name))
    let pressure = opened.axis(scheme == .single ? Codes.absPressure : Codes.pressure)
    let followed = slotCount > 0 ? slotCount : scheme == .single ? 1 : nil
    var capabilities: Capabilities = [.contacts, .places]
    if pressure?.length != nil { capabilities.insert(.pressure) }
    if node.kind == .touchpad { capabilities.insert(.pointing) }
    let counted = FingerCount.most { opened.has(Codes.key, $0) }
    let fingers = followed.map { 1...max($0, counted) } ?? DeviceDefaults.touchscreenFingers
    found = FoundDevice(
      device: Device(
        id: id, name: name, deviceClass: node.kind.deviceClass, size: surface, capabilities: capabilities,
        fingers: fingers),
      node: node.node, sizeOrigin: origin, isRaw: true)
    decoder = SlotDecoder(
      device: id,
      axes: SurfaceAxes(
        x: SurfaceAxes.Axis(minimum: Double(x.minimum), unitsPerMM: width / surface.width),
        y: SurfaceAxes.Axis(minimum: Double(y.minimum), unitsPerMM: height / surface.height),
        pressure: pressure.flatMap { $0.length == nil ? nil : Double($0.minimum)...Double($0.maximum) }),
      scheme: scheme, slotCount: followed,
      palms: node.kind == .touchpad ? PalmRule(size: surface, opened.axis) : nil)
  }

  private static func size(
    _ x: AxisDescription, _ y: AxisDescription, _ kind: DeviceKind, rules: Size?
  ) -> (Size, SizeOrigin) {
    var reported: Size?
    if let width = x.length, let height = y.length, let own = x.unitsPerMM ?? y.unitsPerMM {
      reported = Size(width: width / (x.unitsPerMM ?? own), height: height / (y.unitsPerMM ?? own))
    }
    let (size, origin) = DeviceDefaults.size(reported: reported, rules: rules)
    return origin == .fallback && kind == .touchpad ? (fallbackPad, origin) : (size, origin)
  }
}
