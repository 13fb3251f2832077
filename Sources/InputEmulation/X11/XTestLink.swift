import Base
import Bindings
import CLibraries
import Desktop

/// XTEST: an X server takes keys and buttons as those of a keyboard and a mouse. XKB tells the layout, and which modifiers are down.
///
/// Before each batch the state of the keyboard is asked for, so that what the user holds is left alone. A symbol of another
/// level or group is pressed with that level's modifiers and that group locked, and the lock is as before at once. The server
/// keeps keys down whose client has died. So they are released before the connection is closed. A server that notices the end of a
/// connection leaves unread what came before, also between a key's press and its release. So the link waits for an answer to whatever it has
/// pressed before it closes the connection. If this process is killed its last words release what is held.
public final class XTestLink: EmulationLink {
  /// What the keyboard is like, out of the reply to XKB's GetState.
  private struct KeyboardState {
    /// The modifiers whose keys are down.
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

  /// The codes of keys, and the numbers of buttons, that are down.
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

  /// The keyboard, or its layout, is another one.
  private static let layoutEvents =
    XCB_XKB_EVENT_TYPE_NEW_KEYBOARD_NOTIFY.rawValue | XCB_XKB_EVENT_TYPE_MAP_NOTIFY.rawValue
  /// Batches that wait for the server. One that takes no more hangs.
  private static let mostWaiting = 32
  /// Of a wheel at once; more than a hand scrolls from one report to the next.
  private static let mostNotches: Int32 = 64

  /// In microseconds; a server answers within a millisecond, unless it hangs.
  private static let patience: Int64 = 100_000

  public let name = "XTEST"
  private let link: X11Link
  private var xkb: XkbRequests?
  private var firstEvent: Int32 = 0
  private var layout: KeyboardLayout?
  private var asking = AskingOnce()
  private var waiting = 0
  /// What goes up with the next answer, as libxcb waits where a server that hangs leaves no room for more requests.
  private var overdue: [EmulatedEvent] = []
  /// Grows with each withdrawal: batches that were sent before wait in vain.
  private var withdrawals = 0
  private var pressed: Set<PointerButton> = []
  /// Whether the server may not have read all keys and buttons that were sent.
  private var hasUnread = false
  /// The keys that are down by this link; nil for one that the user holds.
  private var down: [KeySymbol: UInt32?] = [:]
  /// What the last words are about.
  private var covered = Down()
  /// Nil if no process could be started for them.
  private var lastWords: LastWords?
  /// They hold until the server has been told what they would tell it.
  private var formerWords: LastWords?
  private var extensionNumber: UInt8 = 0
  private var movement = WholeSteps()
  private var scrolling = WholeSteps()

  /// Begins to connect to a display such as `:0`, the value of DISPLAY.
  public init(display: String?) { link = X11Link(display: display) }

  /// The server, once it can be used.
  private var server: (connection: XcbConnection, xkb: XkbRequests)? {
    guard let connection = link.connection, let xkb else { return nil }
    return (connection, xkb)
  }

  public let means: InputNeeds = [.keyboard, .pointer, .place]

  public var state: LinkState {
    if let failure = link.failure { return .unavailable(failure) }
    return layout == nil ? .opening : .ready
  }

  public var wait: (descriptor: Int32, events: Int16)? { link.wait }

  public func ready() {
    link.ready(connected: begin)
    process()
  }

  public func lack(of symbol: KeySymbol, beside others: [KeySymbol]) -> KeyLack? {
    layout?.has(symbol) ?? true ? nil : .noKey
  }

  public func send(_ events: [EmulatedEvent]) {
    guard let (connection, xkb) = server else { return }
    guard waiting < Self.mostWaiting else { return postpone(events) }
    waiting += 1
    connection.ask(xkb.state) { [weak self, withdrawals] reply in
      guard let self else { return }
      waiting -= 1
      // Requests are answered in their order.
      hasUnread = false
      guard var state = reply.map(KeyboardState.init) else { return }
      for event in events where withdrawals == self.withdrawals || event.isRelease { send(event, &state) }
      for event in overdue { send(event, &state) }
      overdue = []
      // Before the server is told of it.
      renewLastWords(connection)
    }
    process()
  }

  /// Has the last words release what is down now.
  private func renewLastWords(_ connection: XcbConnection) {
    var now = Down()
    for case let code? in down.values { now.insert(key: code) }
    for button in pressed { now.insert(button: button.number) }
    guard now != covered else { return }
    covered = now
    let words = now == Down() ? nil : try? LastWords(now.releases(extensionNumber), on: connection.descriptor)
    if formerWords == nil { formerWords = lastWords }
    lastWords = words
  }

  public func withdraw() { withdrawals += 1 }

  public func close(_ reason: String) {
    let (before, codes, buttons) = (server, down.values.compactMap { $0 }, pressed)
    let mustWait = hasUnread || !codes.isEmpty || !buttons.isEmpty
    // Nothing that still waits for an answer is pressed.
    link.end(reason)
    (down, pressed) = ([:], [])
    guard let (connection, xkb) = before, mustWait else { return }
    for code in codes { fake(XCB_KEY_RELEASE, code, connection) }
    for button in buttons { fake(XCB_BUTTON_RELEASE, button.number, connection) }
    connection.ask(xkb.state)
    connection.finish(within: Self.patience)
    (lastWords, formerWords) = (nil, nil)
  }

  /// The server takes no more: what goes up goes up in any case, and all else is left out.
  private func postpone(_ events: [EmulatedEvent]) {
    for event in events where event.isRelease && !overdue.contains(event) { overdue.append(event) }
  }

  // MARK: The connection

  private func begin(_ connected: XcbConnector.Connected, _ connection: XcbConnection) {
    guard let xtest = connected.extensions[.xtest] else { return link.end("the X server has no XTEST") }
    guard let numbers = connected.extensions[.xkb] else { return link.end("the X server has no XKB") }
    let xkb = XkbRequests(major: numbers.requests)
    (extensionNumber, firstEvent, self.xkb) = (xtest.requests, numbers.event, xkb)
    connection.ask(xkb.use)
    connection.tell(xkb.select(Self.layoutEvents, whole: Self.layoutEvents))
    follow()
  }

  private func process() {
    guard link.connection != nil else { return }
    while link.process(told: { event in
      let kind = event.read(as: xcb_xkb_map_notify_event_t.self).xkbType
      if event.type == firstEvent, [XCB_XKB_NEW_KEYBOARD_NOTIFY, XCB_XKB_MAP_NOTIFY].contains(Int32(kind)) { follow() }
    }) {}
    formerWords = nil
    if link.failure != nil { (down, pressed, covered, lastWords) = ([:], [], Down(), nil) }
  }

  /// Asks for the layout, now or once more when the answer under way has come.
  private func follow() {
    if asking.change() { askLayout() }
  }

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
      // Of a press that was left out there is none.
      if pressed.remove(button) != nil { fake(XCB_BUTTON_RELEASE, button.number, connection) }
    case .scroll(let way):
      turn(way, connection)
    case .move(let way):
      let pixels = movement.take(way)
      if pixels != (0, 0) { point(pixels.x, pixels.y, isRelative: true, connection) }
    case .place(let spot):
      guard let point = spot.point else { return }
      self.point(
        Int32(saturating: point.x.rounded(.down)), Int32(saturating: point.y.rounded(.down)), isRelative: false,
        connection)
    case .fingerScroll(let way):
      let notches = scrolling.take(way, in: Double(ScrollWay.notchLength))
      for _ in 0..<min(abs(notches.y), Self.mostNotches) { turn(notches.y > 0 ? .down : .up, connection) }
      for _ in 0..<min(abs(notches.x), Self.mostNotches) { turn(notches.x > 0 ? .right : .left, connection) }
    case .fingerScrollEnd: scrolling.forget()
    }
  }

  private func turn(_ way: ScrollWay, _ connection: XcbConnection) {
    fake(XCB_BUTTON_PRESS, way.number, connection)
    fake(XCB_BUTTON_RELEASE, way.number, connection)
  }

  private func point(_ x: Int32, _ y: Int32, isRelative: Bool, _ connection: XcbConnection) {
    let (x, y) = (Int16(clamping: x), Int16(clamping: y))
    connection.tell(
      fakeInput(XCB_MOTION_NOTIFY, isRelative ? 1 : 0, x: x, y: y, extensionNumber: extensionNumber))
  }

  private func press(
    _ symbol: KeySymbol, _ state: inout KeyboardState, _ connection: XcbConnection, _ xkb: XkbRequests
  ) {
    guard let layout, let place = layout.place(of: symbol, in: state.group) else { return }
    let turnedOn = layout.modifiers(of: place.code)
    if turnedOn != 0 {
      // The user holds down what is down already, and releases it.
      guard state.base & turnedOn == 0 else { return down[symbol] = .some(nil) }
      state.base |= turnedOn
      fake(XCB_KEY_PRESS, place.code, connection)
    } else {
      let wanted = place.modifiers & ~state.base
      let group = place.group ?? state.group
      let isOther = (state.locked ^ wanted) & place.mask & ~state.base != 0 || group != state.group
      if isOther { lock(wanted, group, place.mask, connection, xkb) }
      fake(XCB_KEY_PRESS, place.code, connection)
      if isOther { lock(state.locked, state.lockedGroup, place.mask, connection, xkb) }
    }
    down[symbol] = place.code
  }

  /// Locks those of `mask` that are in `modifiers`, no others of it, and a group.
  private func lock(
    _ modifiers: UInt32, _ group: UInt32, _ mask: UInt32, _ connection: XcbConnection, _ xkb: XkbRequests
  ) {
    let (mask, modifiers) = (UInt8(truncatingIfNeeded: mask), UInt8(truncatingIfNeeded: modifiers & mask))
    connection.tell(xkb.lock(modifiers, of: mask, group: UInt8(truncatingIfNeeded: group)))
  }

  private func fake(_ kind: Int32, _ detail: UInt32, _ connection: XcbConnection) {
    hasUnread = true
    connection.tell(fakeInput(kind, UInt8(truncatingIfNeeded: detail), extensionNumber: extensionNumber))
  }
}

/// XTEST's request for the event of this kind: of the code of a key, the number of a button, or a motion by pixels (1) or to a place (0).
private func fakeInput(
  _ kind: Int32, _ detail: UInt8, x: Int16 = 0, y: Int16 = 0, extensionNumber: UInt8
) -> xcb_test_fake_input_request_t {
  var request = xcb_test_fake_input_request_t()
  (request.major_opcode, request.minor_opcode) = (extensionNumber, UInt8(XCB_TEST_FAKE_INPUT))
  // libxcb fills it in too, and the last words go past it.
  request.length = UInt16(MemoryLayout.size(ofValue: request) / 4)
  (request.type, request.detail, request.rootX, request.rootY) = (UInt8(kind), detail, x, y)
  return request
}

extension PointerButton {
  /// X's number.
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

extension ScrollWay {
  /// X's number of the button that a notch of the wheel presses.
  fileprivate var number: UInt32 {
    switch self {
    case .up: 4
    case .down: 5
    case .left: 6
    case .right: 7
    }
  }
}
