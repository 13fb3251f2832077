import Base
import Bindings
import CLibraries
import Desktop

/// A link through an X server's XTEST. The server treats input from XTEST like input from a keyboard and a mouse. XKB
/// reports the layout and the modifiers that are on.
///
/// Before each batch, the link asks for the keyboard's state, so that it doesn't release modifier keys that the user
/// holds. If a symbol needs modifiers or a group other than the current ones, the link changes the locked modifiers and
/// the group while it presses the key. The server keeps the keys of an ended client down. The server may also skip the
/// last requests of a connection that closes. So the link releases its keys and waits before it closes. If this process
/// is killed, an `ExitMessage` (last words) releases the keys and buttons.
final class XTestLink: EmulationLink {
  private struct KeyboardState {
    /// The modifiers whose keys are down, and the latched modifiers.
    var base: UInt32
    let locked: UInt32
    let group: UInt32
    let lockedGroup: UInt32

    init(_ reply: XcbReply<xcb_xkb_get_state_reply_t>) {
      base = UInt32(reply.baseMods | reply.latchedMods)
      locked = UInt32(reply.lockedMods)
      group = UInt32(reply.group)
      lockedGroup = UInt32(reply.lockedGroup)
    }
  }

  private struct Down: Equatable {
    private var keys = SIMD4<UInt64>()
    private var buttons: UInt16 = 0

    mutating func insert(key code: UInt32) { keys[Int(code / 64 % 4)] |= 1 << UInt64(code % 64) }
    mutating func insert(button number: UInt32) { buttons |= 1 << UInt16(number) }

    func releases(_ extensionNumber: UInt8) -> [UInt8] {
      let codes = (0..<256).filter { keys[$0 / 64] & 1 << UInt64($0 % 64) != 0 }
      let numbers = (0..<16).filter { buttons & 1 << UInt16($0) != 0 }
      let releases = codes.map { (XCB_KEY_RELEASE, $0) } + numbers.map { (XCB_BUTTON_RELEASE, $0) }
      return releases.flatMap { kind, detail in
        withUnsafeBytes(of: fakeInput(kind, UInt8(detail), extensionNumber: extensionNumber)) { Array($0) }
      }
    }
  }

  private static let layoutEvents =
    XCB_XKB_EVENT_TYPE_NEW_KEYBOARD_NOTIFY.rawValue | XCB_XKB_EVENT_TYPE_MAP_NOTIFY.rawValue
  /// The maximum number of batches that wait for an answer. Of further batches, only the releases are kept.
  private static let mostWaiting = 32
  /// The maximum number of wheel notches on each axis for one event. No user scrolls farther in one event.
  private static let mostNotches: Int32 = 64

  /// The longest wait for the server when the link closes, in microseconds. A server usually answers within 1 ms.
  private static let patience: Int64 = 100_000

  let name = "XTEST"
  private let link: X11Link
  private var xkb: XkbRequests?
  private var firstEvent: Int32 = 0
  private var layout: KeyboardLayout?
  private var asking = SingleQuestion()
  private var waiting = 0
  /// Releases that are sent after the next answer. If they were sent at once, they could block libxcb.
  private var pendingReleases: [EmulatedEvent] = []
  /// The number of calls of `cancelPending`. A batch from before the last call sends only its releases.
  private var withdrawals = 0
  private var pressed: Set<PointerButton> = []
  /// Whether the server may still have to read some sent keys or buttons.
  private var hasUnread = false
  /// The key's code for each symbol that is down. Nil if the user already held the key; the link doesn't release it.
  private var down: [KeySymbol: UInt32?] = [:]
  /// The keys and buttons that `lastWords` releases if this process is killed.
  private var covered = Down()
  /// Releases the keys and buttons if this process is killed. Nil if none are down, or if the message can't be created.
  private var lastWords: ExitMessage?
  /// The earlier `lastWords`, which are kept until the queued requests for keys and buttons are sent.
  private var previousLastWords: ExitMessage?
  private var extensionNumber: UInt8 = 0
  private var movement = StepAccumulator()
  private var scrolling = StepAccumulator()

  init(display: String?) { link = X11Link(display: display) }

  /// The connection and XKB's requests. Nil before both are ready, and after the link has ended.
  private var server: (connection: XcbConnection, xkb: XkbRequests)? {
    guard let connection = link.connection, let xkb else { return nil }
    return (connection, xkb)
  }

  let capabilities: InputNeeds = [.keyboard, .pointer, .place]

  var state: LinkState {
    if let failure = link.failure { return .unavailable(failure) }
    return layout == nil ? .opening : .ready
  }

  var wait: (descriptor: Int32, events: Int16)? { link.wait }

  func ready() {
    link.ready(connected: begin)
    process()
  }

  func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle? {
    layout?.has(symbol) ?? true ? nil : .noKey
  }

  func send(_ events: [EmulatedEvent]) {
    guard let (connection, xkb) = server else { return }
    guard waiting < Self.mostWaiting else { return postpone(events) }
    waiting += 1
    connection.ask(xkb.state) { [weak self, withdrawals] reply in
      guard let self else { return }
      waiting -= 1
      // Requests are answered in order.
      hasUnread = false
      guard var state = reply.map(KeyboardState.init) else { return }
      for event in events where withdrawals == self.withdrawals || event.isRelease { send(event, &state) }
      for event in pendingReleases { send(event, &state) }
      pendingReleases = []
      // The last words must be ready before the server gets the presses.
      renewLastWords(connection)
    }
    process()
  }

  /// Makes the last words release the keys and buttons that are down now.
  private func renewLastWords(_ connection: XcbConnection) {
    var now = Down()
    for case let code? in down.values { now.insert(key: code) }
    for button in pressed { now.insert(button: button.number) }
    guard now != covered else { return }
    covered = now
    let words = now == Down() ? nil : try? ExitMessage(now.releases(extensionNumber), on: connection.descriptor)
    if previousLastWords == nil { previousLastWords = lastWords }
    lastWords = words
  }

  func cancelPending() { withdrawals += 1 }

  func close(_ reason: String) {
    let (before, codes, buttons) = (server, down.values.compactMap { $0 }, pressed)
    let mustWait = hasUnread || !codes.isEmpty || !buttons.isEmpty
    // After this, waiting batches press nothing.
    link.end(reason)
    (down, pressed) = ([:], [])
    guard let (connection, xkb) = before, mustWait else { return }
    for code in codes { fake(XCB_KEY_RELEASE, code, connection) }
    for button in buttons { fake(XCB_BUTTON_RELEASE, button.number, connection) }
    connection.ask(xkb.state)
    connection.finish(within: Self.patience)
    (lastWords, previousLastWords) = (nil, nil)
  }

  /// Keeps the releases among the events, and drops all other events.
  private func postpone(_ events: [EmulatedEvent]) {
    for event in events where event.isRelease && !pendingReleases.contains(event) { pendingReleases.append(event) }
  }

  // MARK: The connection

  private func begin(_ connected: XcbConnector.Connected, _ connection: XcbConnection) {
    guard let xtest = connected.extensions[.xtest] else { return link.end("the X server has no XTEST extension") }
    guard let numbers = connected.extensions[.xkb] else { return link.end("the X server has no XKB extension") }
    let xkb = XkbRequests(major: numbers.requests)
    (extensionNumber, firstEvent, self.xkb) = (xtest.requests, numbers.event, xkb)
    connection.ask(xkb.use)
    connection.request(xkb.select(Self.layoutEvents, whole: Self.layoutEvents))
    follow()
  }

  private func process() {
    guard link.connection != nil else { return }
    while link.process(handle: { event in
      let kind = event.read(as: xcb_xkb_map_notify_event_t.self).xkbType
      if event.type == firstEvent, [XCB_XKB_NEW_KEYBOARD_NOTIFY, XCB_XKB_MAP_NOTIFY].contains(Int32(kind)) { follow() }
    }) {}
    previousLastWords = nil
    if link.failure != nil { (down, pressed, covered, lastWords) = ([:], [], Down(), nil) }
  }

  /// Asks for the layout. If an answer is pending, asks again after the answer.
  private func follow() { if asking.change() { askLayout() } }

  private func askLayout() {
    guard let (connection, xkb) = server else { return }
    connection.ask(xkb.map(XkbMapReader.parts)) { [weak self] reply in
      guard let self else { return }
      layout = reply.flatMap(XkbMapReader.layout) ?? layout ?? KeyboardLayout()
      if asking.finish() { askLayout() }
    }
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent, _ state: inout KeyboardState) {
    guard let (connection, xkb) = server else { return }
    switch event {
    case .down(let symbol): press(symbol, &state, connection, xkb)
    case .up(let symbol):
      guard case .some(.some(let code)) = down.updateValue(nil, forKey: symbol) else {
        down.removeValue(forKey: symbol)
        return
      }
      down.removeValue(forKey: symbol)
      fake(XCB_KEY_RELEASE, code, connection)
      state.base &= ~(layout?.modifiers(of: code) ?? 0)
    case .press(let button):
      pressed.insert(button)
      fake(XCB_BUTTON_PRESS, button.number, connection)
    case .release(let button):
      // A press that was dropped needs no release.
      if pressed.remove(button) != nil { fake(XCB_BUTTON_RELEASE, button.number, connection) }
    case .scroll(let direction): turn(direction, connection)
    case .move(let distance):
      let pixels = movement.add(distance)
      if pixels != (0, 0) { point(pixels.x, pixels.y, isRelative: true, connection) }
    case .place(let spot):
      guard let point = spot.point else { return }
      self.point(
        Int32(saturating: point.x.rounded(.down)), Int32(saturating: point.y.rounded(.down)), isRelative: false,
        connection)
    case .fingerScroll(let distance):
      let notches = scrolling.add(distance, in: Double(ScrollDirection.notchLength))
      for _ in 0..<min(abs(notches.y), Self.mostNotches) { turn(notches.y > 0 ? .down : .up, connection) }
      for _ in 0..<min(abs(notches.x), Self.mostNotches) { turn(notches.x > 0 ? .right : .left, connection) }
    case .fingerScrollEnd: scrolling.forget()
    }
  }

  private func turn(_ direction: ScrollDirection, _ connection: XcbConnection) {
    fake(XCB_BUTTON_PRESS, direction.number, connection)
    fake(XCB_BUTTON_RELEASE, direction.number, connection)
  }

  private func point(_ x: Int32, _ y: Int32, isRelative: Bool, _ connection: XcbConnection) {
    let (x, y) = (Int16(clamping: x), Int16(clamping: y))
    connection.request(fakeInput(XCB_MOTION_NOTIFY, isRelative ? 1 : 0, x: x, y: y, extensionNumber: extensionNumber))
  }

  private func press(
    _ symbol: KeySymbol, _ state: inout KeyboardState, _ connection: XcbConnection, _ xkb: XkbRequests
  ) {
    guard let layout, let position = layout.position(of: symbol, in: state.group) else { return }
    let turnedOn = layout.modifiers(of: position.code)
    if turnedOn != 0 {
      // The user holds the key already and will release it.
      guard state.base & turnedOn == 0 else { return down[symbol] = .some(nil) }
      state.base |= turnedOn
      fake(XCB_KEY_PRESS, position.code, connection)
    } else {
      let wanted = position.modifiers & ~state.base
      let group = position.group ?? state.group
      let isOther = (state.locked ^ wanted) & position.mask & ~state.base != 0 || group != state.group
      if isOther { lock(wanted, group, position.mask, connection, xkb) }
      fake(XCB_KEY_PRESS, position.code, connection)
      if isOther { lock(state.locked, state.lockedGroup, position.mask, connection, xkb) }
    }
    down[symbol] = position.code
  }

  /// Locks `modifiers`, unlocks all other modifiers of `mask`, and locks a group.
  private func lock(
    _ modifiers: UInt32, _ group: UInt32, _ mask: UInt32, _ connection: XcbConnection, _ xkb: XkbRequests
  ) {
    let (mask, modifiers) = (UInt8(truncatingIfNeeded: mask), UInt8(truncatingIfNeeded: modifiers & mask))
    connection.request(xkb.lock(modifiers, of: mask, group: UInt8(truncatingIfNeeded: group)))
  }

  private func fake(_ kind: Int32, _ detail: UInt32, _ connection: XcbConnection) {
    hasUnread = true
    connection.request(fakeInput(kind, UInt8(truncatingIfNeeded: detail), extensionNumber: extensionNumber))
  }
}

/// Makes XTEST's request for an event. `detail` is a key's code or a button's number. For a motion, `detail` is 1 if
/// `x` and `y` are a distance, and 0 if they are a position, in pixels.
private func fakeInput(
  _ kind: Int32, _ detail: UInt8, x: Int16 = 0, y: Int16 = 0, extensionNumber: UInt8
) -> xcb_test_fake_input_request_t {
  var request = xcb_test_fake_input_request_t()
  (request.major_opcode, request.minor_opcode) = (extensionNumber, UInt8(XCB_TEST_FAKE_INPUT))
  // libxcb sets the length too, but the last words don't go through libxcb.
  request.length = UInt16(MemoryLayout.size(ofValue: request) / 4)
  (request.type, request.detail, request.rootX, request.rootY) = (UInt8(kind), detail, x, y)
  return request
}

extension PointerButton {
  /// The button's number in X11.
  fileprivate var number: UInt32 {
    switch self {
    case .left: 1
    case .middle: 2
    case .right: 3
    case .back: 8
    case .forward: 9
    }
  }
}

extension ScrollDirection {
  /// The X11 number of the button that one wheel notch in this direction presses.
  fileprivate var number: UInt32 {
    switch self {
    case .up: 4
    case .down: 5
    case .left: 6
    case .right: 7
    }
  }
}
