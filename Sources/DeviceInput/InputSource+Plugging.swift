import CLibinput
import GestureCore
import Glibc
import Logging

// Devices come and go, and are read as the rules have it.
extension InputSource {
  func follow(_ change: DeviceMonitor.Change) {
    guard isReading else { return }
    switch change {
    case .plugged(let node): plug(node)
    case .unplugged(let node): unplug(node)
    case .missed:
      let present = monitor.present()
      let known = open.map(\.node.node) + refused.map(\.node) + closed.map(\.node.node)
      for node in known where !present.contains(where: { $0.node == node }) {
        unplug(node)
      }
      for node in present { plug(node) }
    }
  }

  func plug(_ node: TouchNode, _ conduct: Conduct = Conduct()) {
    let known = open.map(\.node) + closed.map(\.node)
    if let known = known.first(where: { $0.node == node.node }) {
      guard node.replaces(known) else { return }
      unplug(node.node)
    }
    do throws(Refusal) {
      if let raw = try rawNode(node) {
        welcome(node, raw, conduct)
      } else {
        welcome(node, try listen(to: node), conduct)
      }
      refused.removeAll { $0.node == node.node }
    } catch {
      refuse(node, error)
    }
    drain()
  }

  func unplug(_ node: String) {
    refused.removeAll { $0.node == node }
    closed.removeAll { $0.node.node == node }
    guard let known = open.first(where: { $0.node.node == node }) else { return }
    drain()
    // What was still at hand may have closed it.
    closed.removeAll { $0.node.node == node }
    if open.contains(where: { $0 === known }) { shut(known) }
  }

  /// Has libinput close a device; what it makes up of that is not told.
  func shut(_ device: OpenDevice) {
    device.leaving = true
    device.culprit = nil
    remove(device)
    if device.rawNode == nil { drain() } else { close(device) }
  }

  /// Has libinput forget a device, which otherwise keeps what it knows of a path for good.
  func remove(_ device: OpenDevice) {
    guard !device.isRemoved else { return }
    device.isRemoved = true
    switch device.source {
    case .libinput(let handle, _): context.remove(handle, device.node.node)
    case .raw(let node): slots.remove(node.fd)
    }
  }

  private func listen(to node: TouchNode) throws(Refusal) -> OpaquePointer {
    let handle = try context.add(node.node)
    guard understands(handle, as: node.kind) else {
      context.remove(handle, node.node)
      throw .notUnderstood
    }
    return handle
  }

  /// The device by its own slots, if that is how it is to be read.
  private func rawNode(_ node: TouchNode) throws(Refusal) -> RawNode? {
    guard node.kind != .pen, let rules = owner.rules() else { return nil }
    let choice = rules.source(ofDevice: node.name)
    guard choice == .raw || choice == .auto && node.kind == .touchpad else { return nil }
    let mayIntercept = owner.mayIntercept && rules.intercepts(deviceNamed: node.name)
    let raw = try RawNode(
      node, DeviceID(lastID &+ 1), mayIntercept: mayIntercept, size: rules.size(ofDevice:))
    guard choice == .auto else { return raw }
    let listening = Self.device(node.kind, raw.device.id, name: raw.device.name, size: raw.device.size)
    return rules.needs(raw: raw.device, besides: listening) ? raw : nil
  }

  /// Whether a device would be read in another way now.
  private func isReadOtherwise(_ device: OpenDevice) -> Bool {
    guard device.node.kind != .pen else { return false }
    guard let raw = try? rawNode(device.node) else { return device.rawNode != nil }
    let isIntercepted = device.found.device.capabilities.contains(.interception)
    return raw.device.size != device.found.device.size || device.rawNode == nil
      || isIntercepted != self.isIntercepted(device.node, device.conduct)
  }

  private func understands(_ handle: OpaquePointer, as kind: DeviceKind) -> Bool {
    switch kind {
    case .touchscreen: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TOUCH) != 0
    case .touchpad: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_GESTURE) != 0
    case .pen: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TABLET_TOOL) != 0
    }
  }

  private func welcome(_ node: TouchNode, _ handle: OpaquePointer, _ conduct: Conduct) {
    lastID &+= 1
    let found = describe(node, handle, DeviceID(lastID))
    let opened = OpenDevice(.libinput(handle, reader(of: found, node)), node, found, conduct)
    libinput_device_set_user_data(handle, Unmanaged.passUnretained(opened).toOpaque())
    add(opened)
  }

  private func welcome(_ node: TouchNode, _ raw: RawNode, _ conduct: Conduct) {
    lastID &+= 1
    slots.add(raw.fd)
    let device = OpenDevice(.raw(raw), node, raw.found, conduct)
    if isIntercepted(node, conduct) {
      device.found.device.capabilities.insert(.interception)
      device.awaitsInterception = true
      intercept(device)
    }
    add(device)
  }

  private func add(_ device: OpenDevice) {
    open.append(device)
    noteDeadline()
    warnOfGuess(device.found)
    owner.added(device.found.device)
  }

  private func reader(of found: FoundDevice, _ node: TouchNode) -> any EventReader {
    switch node.kind {
    case .touchscreen: TouchscreenReader(found.device, reportsSize: found.sizeOrigin == .device)
    case .touchpad: TouchpadReader(found.device, descriptor: context.descriptor(of: node.node))
    case .pen: PenReader(found.device)
    }
  }

  private func warnOfGuess(_ found: FoundDevice) {
    guard found.sizeOrigin == .fallback, warned.insert(found.device.name).inserted else { return }
    log.warning("\(Wording.noSize(found.device))")
  }

  private func refuse(_ node: TouchNode, _ refusal: Refusal) {
    if expectsLate, case .mayNotOpen = refusal { return hasLate = true }
    // Gone again before it could be opened: the monitor will say so too.
    if refusal == .mayNotOpen(ENOENT) || refusal == .mayNotOpen(ENODEV) || refusal == .mayNotOpen(ENXIO) { return }
    let device = UnopenableDevice(
      node: node.node, name: node.name, kind: node.kind, refusal: refusal,
      lock: refusal == .mayNotOpen(EACCES) ? Lock(of: node, seat: seat) : nil)
    guard !refused.contains(device) else { return }
    refused.removeAll { $0.node == node.node }
    refused.append(device)
    log.warning("\(Wording.notRead(device))")
    owner.unopenable(device)
  }

  /// Looks again how the rules have devices read, and asks for the sizes of devices that report none; returns those that are
  /// of another size now. Fingers that are down on them are not told of any more.
  public func remeasure() -> [Device] {
    var changed: [Device] = []
    for device in open { device.conduct.isGivenBack = false }
    for device in open where isReadOtherwise(device) {
      unplug(device.node.node)
      plug(device.node, device.conduct)
    }
    for device in open {
      guard case .libinput(let handle, _) = device.source else { continue }
      let found = describe(device.node, handle, device.found.device.id)
      let isAnother = found.device.size != device.found.device.size
      device.found = found
      warnOfGuess(found)
      guard isAnother else { continue }
      device.source = .libinput(handle, reader(of: found, device.node))
      changed.append(found.device)
    }
    noteDeadline()
    return changed
  }
}
