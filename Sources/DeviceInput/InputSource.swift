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
  let seat: String
  let log: Logger
  let context: LibinputContext
  let monitor: DeviceMonitor
  /// The devices whose own slots are read.
  let slots: ReadySet
  var open: [OpenDevice] = []
  /// Left alone for a while, because of what they did.
  var closed: [ClosedDevice] = []
  /// Some of the open devices are to be closed because of what they did.
  var hasCulprits = false
  var refused: [UnopenableDevice] = []
  var warned: Set<String> = []
  var lastID: Int32 = 0
  /// Who can't be opened now is expected to be openable soon.
  private(set) var expectsLate = false

  /// - Throws: when udev or libinput can't be had at all.
  public init(owner: InputOwner, seat: String = InputSource.sessionSeat, log: Logger) throws(InputFailure) {
    self.owner = owner
    self.seat = seat
    self.log = log
    context = try LibinputContext(log: log)
    monitor = try DeviceMonitor(seat: seat, mayIntercept: owner.mayIntercept)
    slots = try ReadySet()
  }

  /// The seat that the login belongs to, which is `seat0` wherever nobody says otherwise.
  public static var sessionSeat: String {
    let named = getenv("XDG_SEAT").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "seat0" : named
  }

  /// Ready to be read when there is something to `dispatch`.
  public var fds: [Int32] { [context.fd, monitor.fd, slots.fd] }

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
  public internal(set) var hasLate = false

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

  /// Reads one of `fds`, or all; never waits.
  /// - Throws: when no device can be read any more.
  public func dispatch(_ fd: Int32? = nil) throws(InputFailure) {
    if fd == nil || fd == context.fd {
      try context.dispatch()
      for device in open { if case .libinput(_, let reader) = device.source { reader.look() } }
      let deaf = deafen(context.takeLosses())
      drain()
      hear(deaf)
    }
    if fd == nil || fd == slots.fd { readSlots() }
    if fd == nil || fd == monitor.fd { monitor.changes(follow) }
  }

  /// When to call `advance` although no event came.
  public private(set) var nextDeadline: Timestamp?

  /// Sends what is due by `time`.
  public func advance(to time: Timestamp) {
    for device in open {
      device.reader.advance(to: time) { device.ignoresMotion = !owner.frame($0) }
      intercept(device, at: time)
      giveBack(device)
    }
    reopen(at: time)
    noteDeadline()
  }

  func noteDeadline() {
    var next = closed.map(\.until).min()
    for device in open {
      guard let deadline = device.deadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    nextDeadline = next
  }

  public var report: DeviceReport {
    DeviceReport(seat: seat, found: open.map(\.found), unopenable: refused)
  }

  // MARK: Events

  func drain() {
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
    guard !device.leaving, case .libinput(_, let reader) = device.source else { return }
    guard !device.ignoresMotion || reader.awaitsMotion || isNews(type, to: device) else {
      return reader.skip(event, type)
    }
    device.isMidFrame = type != LIBINPUT_EVENT_TOUCH_FRAME
    let fault = reader.read(event, type) { device.ignoresMotion = !owner.frame($0) }
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

  func close(_ device: OpenDevice) {
    guard let index = open.firstIndex(where: { $0 === device }) else { return }
    if case .libinput(let handle, _) = device.source { libinput_device_set_user_data(handle, nil) }
    remove(device)
    // The list held it, and whoever called is not done with it yet.
    let closed = open.remove(at: index)
    noteDeadline()
    owner.removed(closed.found.device.id)
  }

  /// Reads the devices whose own slots are read, as far as they have something to say.
  private func readSlots() {
    slots.ready { descriptor in
      guard let device = open.first(where: { $0.rawNode?.fd == descriptor }), let node = device.rawNode else { return }
      read(node, of: device)
    }
    closeCulprits()
  }
}
