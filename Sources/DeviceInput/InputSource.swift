import Base
import Evdev
import GestureCore
import Glibc
import Interception
import Logging
import Runtime

/// Reports touches on a seat's touchscreens, touchpads and pens as frames to the delegate. Reads each device through
/// libinput or from its slots, as the rules require. `follow` reads when an event loop finds events; `read` reads once.
public final class InputSource: LoopPart {
  /// The object that gets frames and other events of devices. The delegate must outlive the source.
  public unowned var delegate: (any InputSourceDelegate)?

  private let seat: String
  /// Whether this program is allowed to intercept devices. Only one program at a time can do this.
  private let mayIntercept: Bool
  /// The rules for how devices are read, and for sizes that devices don't report. If nil, no slots are read directly.
  private var rules: RuleSet?
  private let now: () -> Timestamp
  private let log: Logger
  private let opener: NodeOpener
  private let libinput: LibinputSource
  private let raw: RawSource
  private let monitor: DeviceMonitor
  private let ownTouchpad: VirtualTouchpad
  private var devices = DeviceRegistry()
  private var queue: [SourceEvent] = []
  private var warned: Set<String> = []
  /// The logged messages about tasks that a device's clone can't do.
  private var refusals: Set<String> = []
  private var lastID: Int32 = 0
  private var returned = ReturnedDevices()
  /// When to check whether a missing built-in touchpad has come back as a mouse; nil for never.
  private var returnDeadline: Timestamp?
  /// Whether devices that can't be opened yet are retried instead of reported.
  private var expectsLate = false
  /// Whether the last call of `expecting` found a device whose opening will be retried.
  private var hasLate = false
  private var retry = DeviceRetry()

  /// `now` reads CLOCK_MONOTONIC, the clock of libinput's events.
  /// - Throws: if udev, libinput or a descriptor is not available.
  public init(
    seat: String = InputSource.sessionSeat, mayIntercept: Bool = false, rules: RuleSet? = nil,
    now: @escaping () -> Timestamp = { .now }, log: Logger
  ) throws(InputFailure) {
    self.seat = seat
    self.mayIntercept = mayIntercept
    self.rules = rules
    self.now = now
    self.log = log
    opener = try NodeOpener()
    libinput = try LibinputSource(opener, now: now, log: log)
    do throws(SystemError) { raw = try RawSource() } catch { throw .dispatch(error.code) }
    monitor = try DeviceMonitor(seat: seat, mayIntercept: mayIntercept)
    ownTouchpad = VirtualTouchpad(log: log)
  }

  /// The seat of the login session: XDG_SEAT, or `seat0` if it isn't set.
  public static var sessionSeat: String { EnvironmentVariable.value("XDG_SEAT") ?? "seat0" }

  /// Returns a seat's touch devices, found without opening them. Empty if udev isn't available.
  public static func connected(seat: String = InputSource.sessionSeat) -> [DeviceIdentity] {
    (try? DeviceMonitor(seat: seat))?.present().map(\.identity) ?? []
  }

  /// Whether new devices are opened as they appear.
  private var isReading = false

  public var report: DeviceReport {
    var found = devices.found
    for index in found.indices { found[index].isWithoutKeys = devices[found[index].node]?.node.hasKeys ?? false }
    return DeviceReport(seat: seat, found: found, unopenable: devices.refused)
  }

  /// A sentence for each device that came back with fewer abilities than before.
  public var remarks: [String] { returned.remarks }

  public var unreadable: Int { devices.unreadable }

  /// Returns the number of contacts whose release the device's firmware has lost; 0 for an unknown device.
  public func unreleased(of device: DeviceID) -> Int { devices[device]?.unreleased ?? 0 }

  // MARK: Starting and stopping

  /// Opens the connected devices now, and later devices when they are plugged in.
  public func start() {
    open(expectingLate: false)
    deliverEvents()
  }

  /// Opens the devices as `start` does. Possibly temporary failures are retried, and logged only after the last retry.
  public func resume() {
    open(expectingLate: true)
    deliverEvents()
    if hasLate { retry.begin(at: MonotonicClock.now()) }
  }

  /// Closes all devices until `start` or `resume` is called.
  public func suspend() {
    retry.end()
    isReading = false
    hasLate = false
    returnDeadline = nil
    devices.forgetClosed()
    for node in devices.nodes { unplug(node) }
    deliverEvents()
  }

  private func open(expectingLate: Bool) {
    isReading = true
    expecting(expectingLate) {
      let present = monitor.present()
      // udev reads a file for each device, and reports no devices if no descriptor is free.
      if present.isEmpty, DescriptorShortage.refusal != nil { log.warning("\(Wording.noDescriptors)") }
      for node in present { plug(node) }
    }
    expectReturns()
  }

  private func expecting(_ late: Bool, _ look: () -> Void) {
    hasLate = false
    expectsLate = late
    look()
    expectsLate = false
  }

  // MARK: Reading

  var descriptors: [Int32] { [libinput.descriptor, raw.descriptor, monitor.fd, opener.descriptor] }

  /// Reads the source in `loop`; throws if `loop` can't watch a descriptor. Calls `failed` whenever reading fails.
  public func follow(in loop: EventLoop, failed: @escaping () -> Void) throws(SystemError) {
    for descriptor in descriptors {
      try loop.add(descriptor, .reading) { [unowned self] _ in
        do throws(InputFailure) {
          try serve(descriptor)
        } catch {
          log.error("\(error)")
          failed()
        }
      }
    }
  }

  /// Reads all descriptors without waiting. Throws if libinput can't read its devices any more.
  public func read() throws(InputFailure) { for descriptor in descriptors { try serve(descriptor) } }

  /// Passes a descriptor's events to the delegate. Releases each event before taking the next: frames share a buffer.
  private func serve(_ descriptor: Int32) throws(InputFailure) {
    try read(descriptor)
    while let event = nextEvent() { delegate?.handle(event) }
  }

  private func deliverEvents() { while let event = nextEvent() { delegate?.handle(event) } }

  func read(_ descriptor: Int32) throws(InputFailure) {
    if descriptor == libinput.descriptor {
      try libinput.read()
    } else if descriptor == raw.descriptor {
      raw.read()
    } else if descriptor == monitor.fd {
      monitor.changes(follow)
    } else {
      for node in opener.takeEnded() { endLoan(of: node) }
    }
  }

  private func nextEvent() -> SourceEvent? {
    while true {
      if !queue.isEmpty { return queue.removeFirst() }
      guard let event = libinput.next() ?? raw.next() else { return nil }
      if case .frame(let frame) = event { return .frame(frame) }
      handle(event)
    }
  }

  public var nextDeadline: Int64? {
    let sources = min(libinput.nextDeadline ?? .never, raw.nextDeadline ?? .never)
    let next = min(
      sources, devices.nextDeadline ?? .never, ownTouchpad.nextDeadline ?? .never, returnDeadline ?? .never)
    return min(next, retry.nextDeadline.map { Timestamp(microseconds: $0) } ?? .never).unlessNever?.microseconds
  }

  public func advance(to now: Int64) {
    let time = Timestamp(microseconds: now)
    libinput.advance(to: time)
    raw.advance(to: time)
    if ownTouchpad.nextDeadline != nil { ownTouchpad.advance(to: time) }
    if let returnDeadline, returnDeadline <= time { lookForReturns() }
    for entry in devices.due(by: time) {
      devices.forget(entry.node.node)
      plug(entry.node, entry)
    }
    deliverEvents()
    guard let isLast = retry.takeTry(at: now) else { return }
    if isReading { expecting(!isLast) { follow(.missed) } }
    deliverEvents()
    if !hasLate { retry.end() }
  }

  /// Applies gestures' decisions about which touches applications get. Can be called while a frame is handled.
  public func deliver(_ changes: [DeliveryChange], on device: DeviceID) { raw[device]?.deliver(changes) }

  /// Sets whether touchscreen gestures need the daemon's own touchpad. Has no effect without `mayIntercept`.
  package func useOwnTouchpad(_ isNeeded: Bool) {
    ownTouchpad.use(
      isNeeded: isNeeded && mayIntercept,
      hasTouchscreen: devices.found.contains { $0.device.deviceClass == .touchscreen })
  }

  /// Begins, ends or cancels a desktop's gesture on the daemon's touchpad. `screen`: the rotated touchscreen's size.
  package func perform(_ change: CloneTaskChange, by event: GestureEvent, on screen: Size) {
    ownTouchpad.perform(change, by: event, on: screen, at: now())
  }

  package func follow(_ event: GestureEvent) { if ownTouchpad.isLed { ownTouchpad.follow(event, at: now()) } }

  /// Begins, ends or cancels a clone's task, such as dragging a window. An obstacle is logged once per set of rules.
  package func perform(_ change: CloneTaskChange, on device: DeviceID) {
    guard let entry = devices[device], let found = entry.found, let refusal = refusal(of: change, on: found),
      case .begins(let task) = change
    else { return }
    let text = Wording.notDone(task, found, refusal, entry.givenBack)
    if refusals.insert(text).inserted { log.warning("\(text)") }
  }

  /// Sets how far, in mm, a finger on an intercepted device must move before applications see its touch move.
  public func steady(within length: Double, on device: DeviceID) { raw[device]?.steady(within: length) }

  /// Multiplies two-finger scrolling on an intercepted touchpad. A negative factor reverses the direction.
  public func scroll(by factor: Double, on device: DeviceID) { raw[device]?.scroll(by: factor) }

  private func refusal(of change: CloneTaskChange, on found: FoundDevice) -> CloneTaskRefusal? {
    guard found.isRaw else { return found.device.deviceClass == .touchpad ? .notIntercepted : .noTouchpad }
    return raw[found.device.id]?.perform(change)
  }

  private func handle(_ event: DeviceEvent) {
    switch event {
    case .frame(let frame): queue.append(.frame(frame))
    case .fault(let fault, let id): note(fault, of: id)
    case .unreleased(let count, let id):
      if let entry = devices[id] { devices.update(entry.node.node) { $0.unreleased += count } }
      note(.unreleased, of: id)
    case .lostEvents(let id): noteLoss(id)
    case .intercepted(let id):
      if let found = devices[id]?.found { log.info("\(Wording.intercepted(found))") }
    case .givenBack(let id, let reason): giveBack(id, reason)
    case .gone(let id):
      guard let entry = devices[id] else { return }
      // After the service has ended a loan, the device reads as if it were unplugged.
      if opener.hasLent(entry.node.node) { endLoan(of: entry.node.node) } else { close(entry) }
    }
  }

  private func queuePending() { while let event = libinput.next() { handle(event) } }

  // MARK: Devices come and go

  private func follow(_ change: DeviceMonitor.Change) {
    guard isReading else { return }
    switch change {
    case .plugged(let node): plug(node)
    case .unplugged(let node):
      unplug(node)
      expectReturns()
    case .missed:
      let present = monitor.present()
      for node in devices.nodes where !present.contains(where: { $0.node == node }) { unplug(node) }
      for node in present { plug(node) }
    }
  }

  /// If a built-in touchpad is missing, schedules a search for it among the mice. Otherwise cancels a scheduled search.
  private func expectReturns() {
    let present = devices.nodes.compactMap { devices[$0]?.node.identity }
    returnDeadline = returned.mayBeMouse(besides: present) ? now() + ReturnedDevices.pause : nil
  }

  private func lookForReturns() {
    returnDeadline = nil
    let present = monitor.present().map(\.identity)
    for remark in returned.look(among: monitor.mice(), besides: present) { log.warning("\(remark)") }
  }

  /// Opens a device. A device that is already read, or is closed for a pause, is reopened only if it was replaced, or
  /// has gained or lost keyboard keys. `past` is an earlier entry whose history continues; nil begins a new history.
  private func plug(_ node: TouchNode, _ past: DeviceRegistry.Entry? = nil) {
    if let known = devices[node.node], known.refusal == nil {
      guard node.replaces(known.node) || node.hasKeys != known.node.hasKeys else { return }
      unplug(node.node)
    }
    if isBarred(node) { return refuse(node, .hasKeys, past) }
    do throws(Refusal) {
      if let made = try rawDevice(node) {
        begin(node, made, past)
      } else {
        var found = try libinput.open(node, DeviceID(lastID &+ 1), sizes(of: node))
        found.hasMoreForRules = node.kind == .touchpad && rules?.source(of: node.identity) ?? .auto == .auto
        begin(node, .reading(found), past)
        announce(found)
      }
    } catch {
      refuse(node, error, past)
    }
    queuePending()
  }

  /// Begins to read a device's slots, and intercepts the device if the rules ask. A device that must wait until nothing
  /// touches it, or until no other process has it, counts as intercepted.
  private func begin(_ node: TouchNode, _ made: RawDevice, _ past: DeviceRegistry.Entry?) {
    raw.add(made.node)
    var found = made.found
    var entry = past ?? DeviceRegistry.Entry(node: node, life: .reading(found))
    if wantsInterception(node), entry.givenBack == nil {
      do throws(InterceptionFailure) {
        if node.hasKeys { throw .hasKeys }
        if try raw.intercept(found.device.id) { log.info("\(Wording.intercepted(found))") }
        found.device.capabilities.insert(.interception)
      } catch {
        log.warning("\(Wording.givenBack(found, .failed(error)))")
        entry.givenBack = .failed(error)
      }
    }
    begin(node, .reading(found), entry)
    announce(found)
  }

  private func begin(_ node: TouchNode, _ life: DeviceLife, _ past: DeviceRegistry.Entry?) {
    lastID &+= 1
    var entry = past ?? DeviceRegistry.Entry(node: node, life: life)
    entry.life = life
    entry.failedRequests = 0
    devices.begin(entry)
  }

  private func announce(_ found: FoundDevice) {
    warnOfGuess(found)
    if let entry = devices[found.node], let remark = returned.opened(found, entry.node) { log.warning("\(remark)") }
    if found.device.deviceClass == .touchscreen { ownTouchpad.touchscreenCame() }
    queue.append(.added(found.device))
  }

  private func unplug(_ node: String) {
    if devices[node]?.found != nil {
      queuePending()
      // The pending events may have closed the device.
      if let entry = devices[node], entry.found != nil { close(entry) }
    }
    devices.forget(node)
  }

  private func close(_ entry: DeviceRegistry.Entry) {
    guard let found = entry.found else { return }
    if found.isRaw { raw.close(found.device.id) } else { libinput.close(found.device.id) }
    devices.forget(entry.node.node)
    queue.append(.removed(found.device.id))
  }

  /// Closes a device after the end of its loan. The device is requested again after `loanPause`.
  private func endLoan(of node: String) {
    queuePending()
    guard var entry = devices[node], entry.found != nil else { return }
    close(entry)
    entry.life = .closed(until: now() + Self.loanPause)
    devices.begin(entry)
  }

  private static let loanPause = TimeSpan(milliseconds: 1000)

  private func reopen(_ entry: DeviceRegistry.Entry) {
    queuePending()
    guard let entry = devices[entry.node.node], entry.found != nil else { return }
    close(entry)
    plug(entry.node, entry)
  }

  private func refuse(_ node: TouchNode, _ refusal: Refusal, _ past: DeviceRegistry.Entry?) {
    if expectsLate, refusal.isTemporary { return hasLate = true }
    // The device was removed before it could be opened: the monitor will report that too.
    if refusal == .mayNotOpen(ENOENT) || refusal == .mayNotOpen(ENODEV) || refusal == .mayNotOpen(ENXIO) { return }
    var refusal = refusal
    if case .notLentYet = refusal {
      if SeatState(of: seat).map({ $0.active == geteuid() }) ?? true { return askAgain(node, refusal, past) }
      // The service lends nothing to users whose session doesn't have the seat, no matter how often they ask.
      refusal = .mayNotOpen(EACCES)
    }
    let device = UnopenableDevice(
      node: node.node, name: node.name, kind: node.kind, refusal: refusal, connection: node.connection,
      diagnosis: refusal == .mayNotOpen(EACCES) ? AccessDiagnosis(of: node, seat: seat) : nil)
    guard devices[node.node]?.refusal != device else { return }
    devices.begin(DeviceRegistry.Entry(node: node, life: .refused(device, askedAgain: nil)))
    log.warning("\(Wording.notRead(device))")
    queue.append(.unopenable(device))
  }

  /// Schedules another request to the service that hands out devices. Requests continue while the user has the seat.
  /// The refusal is logged when the last of `pauses` begins.
  private func askAgain(_ node: TouchNode, _ refusal: Refusal, _ past: DeviceRegistry.Entry?) {
    let device = UnopenableDevice(
      node: node.node, name: node.name, kind: node.kind, refusal: refusal, connection: node.connection)
    var entry = past ?? DeviceRegistry.Entry(node: node, life: .closed(until: now()))
    let pause = Self.pauses[min(entry.failedRequests, Self.pauses.count - 1)]
    entry.life = .refused(device, askedAgain: now() + pause)
    entry.failedRequests += 1
    devices.begin(entry)
    guard entry.failedRequests == Self.pauses.count else { return }
    log.warning("\(Wording.notRead(device))")
    queue.append(.unopenable(device))
  }

  /// The pauses before the next requests to the service; the last pause repeats.
  private static let pauses = [500, 1000, 2000, 4000, 8000, 16_000].map { TimeSpan(milliseconds: $0) }

  // MARK: How devices are read

  private func sizes(of node: TouchNode) -> (String) -> Size? {
    { [rules] in rules?.size(of: DeviceIdentity($0, node.kind.deviceClass, connection: node.connection)) }
  }

  private func wantsInterception(_ node: TouchNode) -> Bool {
    mayIntercept && rules?.intercepts(node.identity) ?? false
  }

  private func isBarred(_ node: TouchNode) -> Bool { node.hasKeys && !(rules?.allowsKeys(of: node.identity) ?? false) }

  /// Opens a device to read its slots; nil if libinput must read the device.
  private func rawDevice(_ node: TouchNode) throws(Refusal) -> RawDevice? {
    guard node.kind != .pen, let rules else { return nil }
    let choice = rules.source(of: node.identity)
    guard choice == .raw || choice == .auto && node.kind == .touchpad else { return nil }
    // Usually no gesture needs the slots. This check finds that out without opening the device twice.
    if choice == .auto, !rules.needs(raw: .withMostSlots(of: node), insteadOf: .listening(to: node)) { return nil }
    let opened = try KernelNode.open(node, opener, mayIntercept: wantsInterception(node), log: log, now: now)
    let made = try RawDevice(opened, node, DeviceID(lastID &+ 1), now: now, size: sizes(of: node))
    made.node.passesCancel = rules.passesCancel
    guard choice == .auto else { return made }
    return rules.needs(raw: made.found.device, insteadOf: .listening(to: node)) ? made : nil
  }

  /// Whether a device must be reopened because of the new rules.
  private func isReadOtherwise(_ entry: DeviceRegistry.Entry, _ found: FoundDevice) -> Bool {
    if isBarred(entry.node) { return true }
    guard entry.node.kind != .pen else { return false }
    guard let made = try? rawDevice(entry.node) else { return found.isRaw }
    let isIntercepted = found.device.capabilities.contains(.interception)
    return made.found.device.size != found.device.size || !found.isRaw
      || isIntercepted != (wantsInterception(entry.node) && entry.givenBack == nil)
  }

  /// Uses new rules, and reopens devices if necessary. Returns the devices that stay open, but have a new size.
  public func use(_ rules: RuleSet) -> [Device] {
    defer { deliverEvents() }
    self.rules = rules
    refusals = []
    raw.setPassesCancel(rules.passesCancel)
    devices.forgiveAll()
    for node in devices.nodes {
      guard let entry = devices[node] else { continue }
      if let found = entry.found {
        if isReadOtherwise(entry, found) { reopen(entry) }
      } else if entry.refusal?.refusal == .hasKeys {
        plug(entry.node)
      }
    }
    var changed: [Device] = []
    for node in devices.nodes {
      guard let entry = devices[node], let before = entry.found,
        let found = libinput.measure(before.device.id, sizes(of: entry.node))
      else { continue }
      devices.update(node) { $0.life = .reading(found) }
      warnOfGuess(found)
      if found.device.size != before.device.size { changed.append(found.device) }
    }
    return changed
  }

  private func warnOfGuess(_ found: FoundDevice) {
    guard found.sizeOrigin == .fallback, warned.insert(found.device.name).inserted else { return }
    log.warning("\(Wording.noSize(found.device))")
  }

  // MARK: Devices that misbehave

  private func noteLoss(_ id: DeviceID) {
    guard let entry = devices[id] else { return }
    var isTooMuch = false
    devices.update(entry.node.node) { isTooMuch = $0.history.noteLoss(at: now()) }
    if isTooMuch { note(.lostEvents, of: id) }
  }

  /// Logs a fault, unless it occurred recently. Some faults close the device for a while.
  private func note(_ fault: DeviceFault, of id: DeviceID) {
    guard let entry = devices[id], let found = entry.found else { return }
    var isNew = false
    devices.update(entry.node.node) { isNew = $0.history.note(fault, at: now()) }
    if isNew { log.warning("\(Wording.fault(fault, of: found, unreleased: entry.unreleased))") }
    guard fault.closesDevice, var closed = devices[id] else { return }
    close(closed)
    closed.life = .closed(until: closed.history.beginPause(at: now()))
    devices.begin(closed)
  }

  private func giveBack(_ id: DeviceID, _ reason: GiveBack) {
    guard let entry = devices[id], let found = entry.found else { return }
    log.warning("\(Wording.givenBack(found, reason))")
    let isLasting: Bool =
      switch reason {
      case .failed, .wanted: true
      case .stalled, .unguarded: false
      }
    devices.update(entry.node.node) { $0.givenBack = isLasting ? reason : nil }
    reopen(entry)
    if reason == .wanted { queue.append(.gaveBack(found.device)) }
  }
}

extension Timestamp {
  /// The time of CLOCK_MONOTONIC, the clock of libinput's events.
  public static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }
}
