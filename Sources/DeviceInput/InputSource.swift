import CLibinput
import GestureCore
import Glibc
import Logging

/// The touchscreens, touchpads and pens of a seat, as frames. It opens no other device.
///
/// The owner waits on `fds` and until `nextDeadline`, calls `dispatch` for a descriptor that is ready, and, when a deadline
/// has come, first `dispatch()`, so that late is not mistaken for never, then `advance`.
public final class InputSource {
  let owner: InputOwner
  private let seat: String
  let log: Logger
  private let context: LibinputContext
  private let monitor: DeviceMonitor
  var open: [OpenDevice] = []
  /// Left alone for a while, because of what they did.
  var closed: [ClosedDevice] = []
  /// Some of the open devices are to be closed because of what they did.
  var hasCulprits = false
  private var refused: [UnopenableDevice] = []
  private var warned: Set<String> = []
  private var lastID: Int32 = 0
  /// Who can't be opened now is expected to be openable soon.
  private var expectsLate = false

  /// - Throws: when udev or libinput can't be had at all.
  public init(owner: InputOwner, seat: String = InputSource.sessionSeat, log: Logger) throws(InputFailure) {
    self.owner = owner
    self.seat = seat
    self.log = log
    context = try LibinputContext(log: log)
    monitor = try DeviceMonitor(seat: seat)
  }

  /// The seat that the login belongs to, which is `seat0` wherever nobody says otherwise.
  public static var sessionSeat: String {
    let named = getenv("XDG_SEAT").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "seat0" : named
  }

  /// Ready to be read when there is something to `dispatch`.
  public var fds: [Int32] { [context.fd, monitor.fd] }

  /// Whether devices are open, and those that come will be.
  public private(set) var isReading = false

  /// Opens what is there. What is plugged in from then on comes with `dispatch`. With `expectingLate` nothing is said about
  /// devices that can't be opened yet: `hasLate` tells, and `refresh` is for the owner to call.
  public func start(expectingLate: Bool = false) {
    isReading = true
    expect(expectingLate) {
      for node in monitor.present() { plug(node) }
    }
  }

  /// Whether the last `start` or `refresh` that expected them came upon devices that can't be opened yet.
  public private(set) var hasLate = false

  private func expect(_ expectsLate: Bool, _ look: () -> Void) {
    hasLate = false
    self.expectsLate = expectsLate
    look()
    self.expectsLate = false
  }

  /// Closes every device, until `start`: what fingers do meanwhile is none of our business.
  public func stop() {
    isReading = false
    hasLate = false
    refused = []
    closed = []
    for node in open.map(\.node.node) { unplug(node) }
  }

  /// Looks which devices there are, as when the machine has slept and messages may be late or lost.
  public func refresh(expectingLate: Bool = false) {
    if isReading { expect(expectingLate) { follow(.missed) } }
  }

  /// Reads one of `fds`, or both; never waits.
  /// - Throws: when no device can be read any more.
  public func dispatch(_ fd: Int32? = nil) throws(InputFailure) {
    if fd != monitor.fd {
      try context.dispatch()
      let deaf = deafen(context.takeLosses())
      drain()
      hear(deaf)
    }
    if fd != context.fd { monitor.changes(follow) }
  }

  /// When to call `advance` although no event came.
  public private(set) var nextDeadline: Timestamp?

  /// Sends what is due by `time`.
  public func advance(to time: Timestamp) {
    for device in open { device.reader.advance(to: time) { device.ignoresMotion = !owner.frame($0) } }
    reopen(at: time)
    noteDeadline()
  }

  func noteDeadline() {
    var next = closed.map(\.until).min()
    for device in open {
      guard let deadline = device.reader.deadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    nextDeadline = next
  }

  public var report: DeviceReport {
    DeviceReport(seat: seat, found: open.map(\.found), unopenable: refused)
  }

  // MARK: Events

  private func drain() {
    context.events { type, event in
      if type == LIBINPUT_EVENT_DEVICE_REMOVED { withOpened(by: event) { $0.leaving = true } }
    } _: { event, type in
      withOpened(by: event) { device in
        if type == LIBINPUT_EVENT_DEVICE_REMOVED {
          close(device)
        } else if !device.leaving {
          read(event, type, of: device)
        }
      }
    }
    closeCulprits()
  }

  private func read(_ event: OpaquePointer, _ type: libinput_event_type, of device: OpenDevice) {
    count(type, of: device)
    guard !device.leaving else { return }
    guard !device.ignoresMotion || isNews(type, to: device) else { return device.reader.skip(event, type) }
    device.isMidFrame = type != LIBINPUT_EVENT_TOUCH_FRAME
    let fault = device.reader.read(event, type) { device.ignoresMotion = !owner.frame($0) }
    if let fault { accuse(device, of: fault) }
    if device.node.kind == .touchpad { noteDeadline() }
  }

  /// Whether an event says more than that the touches of a device moved.
  private func isNews(_ type: libinput_event_type, to device: OpenDevice) -> Bool {
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE,
      LIBINPUT_EVENT_TABLET_TOOL_AXIS:
      false
    case LIBINPUT_EVENT_TOUCH_FRAME: device.isMidFrame
    default: true
    }
  }

  /// Calls `use` with the device an event is from, if we read it: libinput carries our pointer to it.
  private func withOpened(by event: OpaquePointer, _ use: (OpenDevice) -> Void) {
    guard let owner = libinput_device_get_user_data(libinput_event_get_device(event)) else { return }
    // `open` holds it at least until `use` closes it.
    Unmanaged<OpenDevice>.fromOpaque(owner)._withUnsafeGuaranteedRef(use)
  }

  private func close(_ device: OpenDevice) {
    guard let index = open.firstIndex(where: { $0 === device }) else { return }
    libinput_device_set_user_data(device.handle, nil)
    remove(device)
    // The list held it, and whoever called is not done with it yet.
    let closed = open.remove(at: index)
    noteDeadline()
    owner.removed(closed.found.device.id)
  }

  // MARK: Sizes

  /// Asks again for the sizes of devices that report none; returns those that are of another size now. Fingers that are
  /// down on them are not told of any more.
  public func remeasure() -> [Device] {
    var changed: [Device] = []
    for device in open {
      let found = describe(device.node, device.handle, device.found.device.id)
      let isAnother = found.device.size != device.found.device.size
      device.found = found
      warnOfGuess(found)
      guard isAnother else { continue }
      device.reader = Self.reader(of: found, device.node.kind)
      changed.append(found.device)
    }
    noteDeadline()
    return changed
  }

  // MARK: Plugging

  private func follow(_ change: DeviceMonitor.Change) {
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
      let handle = try context.add(node.node)
      guard understands(handle, as: node.kind) else {
        context.remove(handle, node.node)
        throw .notUnderstood
      }
      refused.removeAll { $0.node == node.node }
      welcome(node, handle, conduct)
    } catch {
      refuse(node, error)
    }
    drain()
  }

  private func unplug(_ node: String) {
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
    drain()
  }

  /// Has libinput forget a device, which otherwise keeps what it knows of a path for good.
  private func remove(_ device: OpenDevice) {
    guard !device.isRemoved else { return }
    device.isRemoved = true
    context.remove(device.handle, device.node.node)
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
    let opened = OpenDevice(handle, node, found, Self.reader(of: found, node.kind), conduct)
    open.append(opened)
    libinput_device_set_user_data(handle, Unmanaged.passUnretained(opened).toOpaque())
    warnOfGuess(found)
    owner.added(found.device)
  }

  private static func reader(of found: FoundDevice, _ kind: DeviceKind) -> any EventReader {
    switch kind {
    case .touchscreen: TouchscreenReader(found.device, reportsSize: found.sizeOrigin == .device)
    case .touchpad: TouchpadReader(found.device)
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
}
