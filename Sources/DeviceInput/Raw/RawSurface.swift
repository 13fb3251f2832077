import CLibevdev
import Evdev
import GestureCore

/// What a device says of its surface by libevdev, and the decoder that goes by that.
struct RawSurface {
  /// For a touchpad nobody knows the size of: libinput's own guess.
  private static let fallbackPad = Size(width: 69, height: 50)

  let found: FoundDevice
  let decoder: SlotDecoder

  /// Nil when there are no touches in it.
  init?(_ evdev: OpaquePointer, _ node: TouchNode, _ id: DeviceID, size: (String) -> Size?) {
    func has(_ type: UInt16, _ code: UInt16) -> Bool {
      libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) != 0
    }
    func axis(_ code: UInt16) -> AxisDescription? {
      guard has(Codes.abs, code), let info = libevdev_get_abs_info(evdev, UInt32(code))?.pointee else { return nil }
      return AxisDescription(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
    }
    let slotCount = libevdev_get_num_slots(evdev)
    let scheme: ContactScheme =
      slotCount > 0 ? .slots : has(Codes.abs, Codes.positionX) ? .anonymous : .single
    guard let x = axis(scheme == .single ? Codes.absX : Codes.positionX), let width = x.length,
      let y = axis(scheme == .single ? Codes.absY : Codes.positionY), let height = y.length
    else { return nil }
    let name = libevdev_get_name(evdev).map { String(cString: $0) } ?? node.name
    let (surface, origin) = Self.size(x, y, node.kind, rules: size(name))
    let pressure = axis(scheme == .single ? Codes.absPressure : Codes.pressure)
    let followed = slotCount > 0 ? Int(slotCount) : scheme == .single ? 1 : nil
    var capabilities: Capabilities = [.contacts, .places]
    if pressure?.length != nil { capabilities.insert(.pressure) }
    if node.kind == .touchpad { capabilities.insert(.pointing) }
    let counted = FingerCount.most { has(Codes.key, $0) }
    let fingers = followed.map { 1...max($0, counted) } ?? InputSource.touchscreenFingers
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
      palms: node.kind == .touchpad ? PalmRule(size: surface, axis) : nil)
  }

  private static func size(
    _ x: AxisDescription, _ y: AxisDescription, _ kind: DeviceKind, rules: Size?
  ) -> (Size, SizeOrigin) {
    var reported: Size?
    if let width = x.length, let height = y.length, let own = x.unitsPerMM ?? y.unitsPerMM {
      reported = Size(width: width / (x.unitsPerMM ?? own), height: height / (y.unitsPerMM ?? own))
    }
    let (size, origin) = InputSource.size(reported: reported, rules: rules)
    return origin == .fallback && kind == .touchpad ? (fallbackPad, origin) : (size, origin)
  }
}
