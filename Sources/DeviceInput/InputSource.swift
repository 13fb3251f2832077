import CLibinput
import GestureCore
import Glibc
import Logging

/// What the owner of an `InputSource` is told, and the one thing it is asked. None of these may call the source.
public struct InputOwner {
  public var frame: (Frame) -> Void
  /// From now on the device sends frames. One that comes back has a new number.
  public var added: (Device) -> Void
  /// No more frames of this device; it is for the owner to cancel the touches that were down.
  public var removed: (DeviceID) -> Void
  /// A touch device that can't be read; the source has logged it.
  public var unopenable: (UnopenableDevice) -> Void
  /// The size the rules give to a device of this name, for hardware that reports none.
  public var deviceSize: (String) -> Size?

  public init(
    frame: @escaping (Frame) -> Void, added: @escaping (Device) -> Void, removed: @escaping (DeviceID) -> Void,
    unopenable: @escaping (UnopenableDevice) -> Void = { _ in }, deviceSize: @escaping (String) -> Size? = { _ in nil }
  ) {
    self.frame = frame
    self.added = added
    self.removed = removed
    self.unopenable = unopenable
    self.deviceSize = deviceSize
  }
}

/// The touchscreens and touchpads of a seat, as frames. It opens no other device.
///
/// The owner waits on `fds` and until `nextDeadline`, calls `dispatch` for a descriptor that is ready, and, when a deadline
/// has come, first `dispatch()`, so that late is not mistaken for never, then `advance`.
public final class InputSource {
  /// A device libinput reads for us.
  private final class Open {
    let handle: OpaquePointer
    let node: TouchNode
    let found: FoundDevice
    let reader: any EventReader
    /// It is being closed, and what libinput still says of it is made up: it *ends* a touchpad's gesture, although the
    /// fingers never left.
    var leaving = false

    init(_ handle: OpaquePointer, _ node: TouchNode, _ found: FoundDevice, _ reader: any EventReader) {
      self.handle = handle
      self.node = node
      self.found = found
      self.reader = reader
    }
  }

  let owner: InputOwner
  private let seat: String
  private let log: Logger
  private let context: LibinputContext
  private let monitor: DeviceMonitor
  private var open: [Open] = []
  private var refused: [UnopenableDevice] = []
  private var warned: Set<String> = []
  private var lastID: Int32 = 0

  /// - Throws: when udev or libinput can't be had at all.
  public init(owner: InputOwner, seat: String = InputSource.sessionSeat, log: Logger) throws(InputFailure) {
    self.owner = owner
    self.seat = seat
    self.log = log
    context = try LibinputContext(log: log)
    monitor = try DeviceMonitor(seat: seat)
  }

  /// The seat of this session, which is `seat0` wherever nobody says otherwise.
  public static var sessionSeat: String {
    let named = getenv("XDG_SEAT").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "seat0" : named
  }

  /// Ready to be read when there is something to `dispatch`.
  public var fds: [Int32] { [context.fd, monitor.fd] }

  /// Opens what is there. What is plugged in from then on comes with `dispatch`.
  public func start() {
    for node in monitor.present() { plug(node) }
  }

  /// Reads one of `fds`, or both; never waits.
  /// - Throws: when no device can be read any more.
  public func dispatch(_ fd: Int32? = nil) throws(InputFailure) {
    if fd != monitor.fd {
      try context.dispatch()
      drain()
    }
    if fd != context.fd { monitor.changes(follow) }
  }

  /// When to call `advance` although no event came.
  public var nextDeadline: Timestamp? {
    var next: Timestamp?
    for device in open {
      guard let deadline = device.reader.deadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    return next
  }

  /// Sends what is due by `time`.
  public func advance(to time: Timestamp) {
    for device in open { device.reader.advance(to: time, owner.frame) }
  }

  public var report: DeviceReport {
    DeviceReport(seat: seat, found: open.map(\.found), unopenable: refused)
  }

  // MARK: Events

  private func drain() {
    context.events { event in
      guard libinput_event_get_type(event) == LIBINPUT_EVENT_DEVICE_REMOVED else { return }
      if let index = opened(by: event) { open[index].leaving = true }
    } _: { event in
      let type = libinput_event_get_type(event)
      guard let index = opened(by: event) else { return }
      if type == LIBINPUT_EVENT_DEVICE_REMOVED {
        owner.removed(open.remove(at: index).found.device.id)
      } else if !open[index].leaving {
        open[index].reader.read(event, type, owner.frame)
      }
    }
  }

  private func opened(by event: OpaquePointer) -> Int? {
    let handle = libinput_event_get_device(event)
    return open.firstIndex { $0.handle == handle }
  }

  // MARK: Plugging

  private func follow(_ change: DeviceMonitor.Change) {
    switch change {
    case .plugged(let node): plug(node)
    case .unplugged(let node): unplug(node)
    case .missed:
      let present = monitor.present()
      for node in open.map(\.node.node) + refused.map(\.node) where !present.contains(where: { $0.node == node }) {
        unplug(node)
      }
      for node in present { plug(node) }
    }
  }

  private func plug(_ node: TouchNode) {
    if let known = open.first(where: { $0.node.node == node.node }) {
      guard node.replaces(known.node) else { return }
      unplug(node.node)
    }
    do throws(Refusal) {
      let handle = try context.add(node.node)
      guard understands(handle, as: node.deviceClass) else {
        context.remove(handle)
        throw .notUnderstood
      }
      refused.removeAll { $0.node == node.node }
      welcome(node, handle)
    } catch {
      refuse(node, error)
    }
    drain()
  }

  private func unplug(_ node: String) {
    refused.removeAll { $0.node == node }
    guard let known = open.first(where: { $0.node.node == node }) else { return }
    drain()
    known.leaving = true
    context.remove(known.handle)
    drain()
  }

  private func understands(_ handle: OpaquePointer, as deviceClass: DeviceClass) -> Bool {
    switch deviceClass {
    case .touchscreen: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TOUCH) != 0
    case .touchpad: libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_GESTURE) != 0
    }
  }

  private func welcome(_ node: TouchNode, _ handle: OpaquePointer) {
    lastID &+= 1
    let found = describe(node, handle, DeviceID(lastID))
    let device = found.device
    let reader: any EventReader =
      switch node.deviceClass {
      case .touchscreen: TouchscreenReader(device, reportsSize: found.sizeOrigin == .device)
      case .touchpad: TouchpadReader(device)
      }
    open.append(Open(handle, node, found, reader))
    if found.sizeOrigin == .fallback, warned.insert(device.name).inserted { log.warning("\(Wording.noSize(device))") }
    owner.added(device)
  }

  private func refuse(_ node: TouchNode, _ refusal: Refusal) {
    // Gone again before it could be opened: the monitor will say so too.
    if refusal == .mayNotOpen(ENOENT) || refusal == .mayNotOpen(ENODEV) || refusal == .mayNotOpen(ENXIO) { return }
    let device = UnopenableDevice(
      node: node.node, name: node.name, deviceClass: node.deviceClass, refusal: refusal)
    guard !refused.contains(device) else { return }
    refused.removeAll { $0.node == node.node }
    refused.append(device)
    log.warning("\(Wording.notRead(device))")
    owner.unopenable(device)
  }
}
