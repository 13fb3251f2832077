import Base
import Evdev
import GestureCore
import Glibc
import Interception
import Logging

/// A device whose slots are read directly, without libinput.
struct RawDevice {
  let node: RawNode
  let found: FoundDevice

  /// Prepares an open device for reading. `size` takes a device's name, and returns the size that the rules give the
  /// device, or nil.
  /// - Throws: if the device reports no touches.
  init(
    _ opened: any InputNode, _ node: TouchNode, _ id: DeviceID, now: @escaping () -> Timestamp, size: (String) -> Size?
  ) throws(Refusal) {
    guard let surface = RawSurface(opened, node, id, size: size) else { throw .noTouches }
    found = surface.found
    self.node = RawNode(opened, surface.found.device, surface.decoder, now: now)
  }
}

extension KernelNode {
  /// Opens a node for reading, and for writing if `mayIntercept` and permitted.
  /// - Throws: if the node can't be opened, describes an impossible axis, or isn't a usable input device.
  static func open(
    _ node: TouchNode, _ opener: NodeOpener, mayIntercept: Bool, log: Logger, now: @escaping () -> Timestamp
  ) throws(Refusal) -> KernelNode {
    let opened = try opener.open(node.node, mayWrite: mayIntercept, withoutKeys: node.hasKeys)
    let kernel = KernelSlots(descriptor: opened.descriptor)
    if let absurdity = AbsurdAxis(slots: kernel.axis) ?? AbsurdAxis(surface: kernel.axis) {
      close(opened.descriptor)
      throw .absurd(absurdity)
    }
    do throws(SystemError) {
      return try KernelNode(
        opened.descriptor, at: node.node, isWritable: opened.isWritable, isTouchpad: node.kind == .touchpad,
        loan: opened.loan, log: log, now: now)
    } catch {
      throw DescriptorShortage.refusal ?? .noTouches
    }
  }
}

/// The surface that a device describes, and the decoder for the device's events.
struct RawSurface {
  let found: FoundDevice
  let decoder: SlotDecoder

  /// The surface of an open device; nil if the device reports no touches.
  init?(_ opened: any InputNode, _ node: TouchNode, _ id: DeviceID, size: (String) -> Size?) {
    let slotCount = opened.slotCount
    let scheme: ContactScheme = slotCount > 0 ? .slots : opened.has(Codes.abs, Codes.positionX) ? .anonymous : .single
    guard let x = opened.axis(scheme == .single ? Codes.absX : Codes.positionX), let width = x.length,
      let y = opened.axis(scheme == .single ? Codes.absY : Codes.positionY), let height = y.length
    else { return nil }
    let name = opened.name ?? node.name
    let (surface, origin) = Self.size(x, y, node.kind, rules: size(name))
    let pressure = opened.axis(scheme == .single ? Codes.absPressure : Codes.pressure)
    let followed = slotCount > 0 ? slotCount : scheme == .single ? 1 : nil
    var capabilities: Capabilities = [.contacts, .places]
    if pressure?.length != nil { capabilities.insert(.pressure) }
    let hasButtons = node.kind == .touchpad && Buttons.keys.contains { opened.has(Codes.key, $0.key) }
    if node.kind == .touchpad { capabilities.insert(.pointing) }
    if hasButtons { capabilities.insert(.buttons) }
    let counted = FingerCount.highestCount { opened.has(Codes.key, $0) }
    let fingers = followed.map { 1...max($0, counted) } ?? DeviceDefaults.touchscreenFingers
    var device = Device(
      id: id, name: name, deviceClass: node.kind.deviceClass, size: surface, capabilities: capabilities,
      fingers: fingers)
    device.connection = node.connection
    found = FoundDevice(device: device, node: node.node, sizeOrigin: origin, isRaw: true)
    decoder = SlotDecoder(
      device: id,
      axes: SurfaceAxes(
        x: SurfaceAxes.Axis(minimum: Double(x.minimum), unitsPerMM: width / surface.width),
        y: SurfaceAxes.Axis(minimum: Double(y.minimum), unitsPerMM: height / surface.height),
        pressure: pressure.flatMap { $0.length == nil ? nil : Double($0.minimum)...Double($0.maximum) }),
      scheme: scheme, slotCount: followed, highestCount: counted,
      palms: node.kind == .touchpad ? PalmRule(size: surface, opened.axis) : nil,
      stillness: node.kind == .touchpad ? .touchpad : .touchscreen, reportsButtons: hasButtons)
  }

  private static func size(
    _ x: AxisDescription, _ y: AxisDescription, _ kind: DeviceKind, rules: Size?
  ) -> (Size, SizeOrigin) {
    var reported: Size?
    if let width = x.length, let height = y.length, let own = x.unitsPerMM ?? y.unitsPerMM {
      reported = Size(width: width / (x.unitsPerMM ?? own), height: height / (y.unitsPerMM ?? own))
    }
    return DeviceDefaults.size(of: kind, reported: reported, rules: rules)
  }
}
