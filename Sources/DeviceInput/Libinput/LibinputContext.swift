import CInputShims
import CLibinput
import GestureCore
import Glibc
import Interception
import Logging

/// A context that reads only added nodes. All devices share it, so libinput can relate a panel's pen and touchscreen.
final class LibinputContext {
  /// The data for libinput's callbacks.
  private final class Owner {
    let log: Logger
    var refusal: Refusal?
    var keyless: Set<String> = []
    /// The slots of each node, read through the node's latest descriptor.
    var opened: [String: KernelSlots] = [:]
    let opener: NodeOpener
    var loans: [String: NodeOpener.Loan] = [:]
    /// The nodes that have lost events since the last `takeLosses`, once for each loss.
    var losses: [String] = []
    var complaints = LibinputComplaints()
    /// The nodes that have caused too many errors since the last `takeExcess`.
    var excess: [String] = []
    private let now: () -> Timestamp

    init(_ opener: NodeOpener, _ log: Logger, now: @escaping () -> Timestamp) {
      (self.opener, self.log, self.now) = (opener, log, now)
    }

    /// Notes that events of a device were lost. After too many losses the device is silenced: a descriptor without
    /// events replaces the device's descriptor. Otherwise libinput could read a very fast device forever.
    func lost(_ node: String) {
      losses.append(node)
      guard losses.count(where: { $0 == node }) >= FaultHistory.losses, let descriptor = opened[node]?.descriptor
      else { return }
      input_silence(descriptor)
    }

    /// Counts an error, and logs it if `complaints` permits. Silences a device with too many errors, as `lost` does.
    func complained(_ text: String) {
      let (answer, culprits) = complaints.note(text, at: now())
      if case .log(let unlogged) = answer {
        if unlogged > 0 { log.error("\(Complaints.unloggedText(unlogged))") }
        log.error("libinput: \(text)")
      }
      for node in culprits where !excess.contains(node) {
        excess.append(node)
        if let descriptor = opened[node]?.descriptor { input_silence(descriptor) }
      }
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Owner? {
      pointer.map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  private let owner: Owner
  private let record: UnsafeMutablePointer<input_owner>
  private let context: OpaquePointer

  init(_ opener: NodeOpener, log: Logger, now: @escaping () -> Timestamp) throws(InputFailure) {
    input_quiet()
    owner = Owner(opener, log, now: now)
    record = .allocate(capacity: 1)
    record.initialize(
      to: input_owner(
        self: Unmanaged.passUnretained(owner).toOpaque(), open: { LibinputContext.open($0, $1, $2) },
        log: { LibinputContext.log($0, $1, $2) }))
    guard let context = input_context_new(record) else {
      let reason = errno
      record.deallocate()
      throw .libinput(reason)
    }
    self.context = context
    // Debug messages are costly to format, and libinput has some for every gesture.
    libinput_log_set_priority(
      context, log.logLevel <= .debug ? LIBINPUT_LOG_PRIORITY_DEBUG : LIBINPUT_LOG_PRIORITY_INFO)
  }

  deinit {
    libinput_unref(context)
    record.deallocate()
  }

  var fd: Int32 { libinput_get_fd(context) }

  func add(_ node: String, withoutKeys: Bool = false) throws(Refusal) -> OpaquePointer {
    owner.refusal = nil
    if withoutKeys { owner.keyless.insert(node) } else { owner.keyless.remove(node) }
    guard let device = libinput_path_add_device(context, node) else {
      owner.loans[node] = nil
      throw owner.refusal ?? DescriptorShortage.refusal ?? .notUnderstood
    }
    owner.complaints.add(node, name: libinput_device_get_name(device).map { String(cString: $0) } ?? "")
    return device
  }

  /// Closes a device; libinput may generate events for the removal.
  func remove(_ device: OpaquePointer, _ node: String) {
    owner.opened[node] = nil
    owner.complaints.remove(node)
    libinput_path_remove_device(device)
    owner.loans[node] = nil
  }

  func slots(of node: String) -> KernelSlots? { owner.opened[node] }

  func dispatch() throws(InputFailure) {
    let result = -libinput_dispatch(context)
    guard result <= 0 || result == EINTR || result == EAGAIN else { throw .dispatch(result) }
  }

  func takeLosses() -> [String] {
    defer { owner.losses = [] }
    return owner.losses
  }

  func takeExcess() -> [String] {
    defer { owner.excess = [] }
    return owner.excess
  }

  /// Returns the next event; nil if no event is left. The caller must destroy the event.
  func nextEvent() -> OpaquePointer? { libinput_get_event(context) }

  /// Opens a node read-only. Returns the descriptor or a negative errno. Refuses a device with an impossible last slot.
  private static func open(
    _ owner: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?, _ flags: Int32
  ) -> Int32 {
    guard let path, let owner = Owner.of(owner) else { return -EINVAL }
    let node = String(cString: path)
    let fd: Int32
    do throws(Refusal) {
      let opened = try owner.opener.open(node, withoutKeys: owner.keyless.contains(node))
      fd = opened.descriptor
      owner.loans[node] = opened.loan
    } catch {
      owner.refusal = error
      guard case .mayNotOpen(let reason) = error else { return -EINVAL }
      return -reason
    }
    let slots = KernelSlots(descriptor: fd)
    if let absurdity = AbsurdAxis(slots: slots.axis) {
      close(fd)
      owner.loans[node] = nil
      owner.refusal = .absurd(absurdity)
      return -EINVAL
    }
    owner.opened[node] = slots
    return fd
  }

  private static func log(_ owner: UnsafeMutableRawPointer?, _ priority: Int32, _ message: UnsafePointer<CChar>?) {
    guard let owner = Owner.of(owner), let message else { return }
    let text = String(cString: message)
    if let node = LostEvents.node(in: text) { owner.lost(node) }
    let level = level(ofPriority: priority)
    if level == .error { owner.complained(text) } else { owner.log.log(level: level, "libinput: \(text)") }
  }

  static func level(ofPriority priority: Int32) -> Logger.Level {
    if priority >= LIBINPUT_LOG_PRIORITY_ERROR.rawValue {
      .error
    } else if priority >= LIBINPUT_LOG_PRIORITY_INFO.rawValue {
      .info
    } else {
      .debug
    }
  }
}
