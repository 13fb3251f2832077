import Base
import Bindings
import Desktop

/// GNOME's org.gnome.Mutter.RemoteDesktop on the session bus, which asks nobody: a session of it takes symbols of keys, buttons and
/// notches, and GNOME finds the key and the level in the layout that is in use. It ends with the connection, and releases what is down.
///
///     the name's owner -> CreateSession -> Start -> events
///
/// What the layout lacks GNOME leaves out, and does not say so. Its top bar may show that a session is open.
///
/// Source: data/dbus-interfaces/org.gnome.Mutter.RemoteDesktop.xml of mutter.
public final class MutterWay: EmulationWay {
  private static let service = "org.gnome.Mutter.RemoteDesktop"
  private static let path = "/org/gnome/Mutter/RemoteDesktop"
  private static let session = "org.gnome.Mutter.RemoteDesktop.Session"

  public let name = MutterWay.service
  private let bus: SessionBus
  private var peer: BusPeer?
  /// The path of the session, once it has started.
  private var started: String?
  private var down: [KeySymbol] = []

  public convenience init() { self.init(address: nil) }

  /// `address` is that of the bus, where it is not the session's.
  init(address: String?) {
    bus = SessionBus(library: BusLibrary(), address: address, now: MonotonicClock.now())
    guard let connection = bus.connection else { return }
    peer = BusPeer(
      Self.service, on: connection,
      found: { [unowned self] owner in
        bus.heard()
        if case .program = owner { create() } else { bus.fail("no program has this name on the session bus") }
      },
      changed: { [unowned self] _ in bus.fail("GNOME's shell has ended") })
  }

  public var state: EmulationState {
    if let failure = bus.failure { return .unavailable(failure) }
    return started == nil ? .opening : .ready([.keyboard, .pointer])
  }

  public var wait: (descriptor: Int32, events: Int16)? { bus.wait }

  public func ready() {
    bus.process()
    if bus.connection == nil { peer = nil }
  }

  public var nextDeadline: Int64? { bus.failure == nil ? bus.deadline : nil }

  public func advance(to now: Int64) {
    bus.advance(to: now)
    if bus.failure != nil { ready() }
  }

  public func lacks(_ symbol: KeySymbol) -> Bool { false }

  public func send(_ events: [EmulatedEvent]) {
    for event in events { send(event) }
    ready()
  }

  public func finish() {
    send(down.reversed().map { .up($0) })
    if let started { tell(started, "Stop", []) }
    started = nil
    bus.fail("it is closed")
    ready()
  }

  private func create() {
    peer?.call(
      BusCall(destination: Self.service, path: Self.path, interface: Self.service, method: "CreateSession"),
      within: Bus.patience
    ) { [unowned self] answer in
      guard case .message(let message) = answer, let path = message.text("o") else {
        return bus.fail("GNOME gives no session of it")
      }
      peer?.follow("path='\(path)',interface='\(Self.session)',member='Closed'") { [unowned self] _ in
        bus.fail("GNOME has closed its session")
      }
      start(path)
    }
  }

  private func start(_ path: String) {
    peer?.call(
      BusCall(destination: Self.service, path: path, interface: Self.session, method: "Start"), within: Bus.patience
    ) { [unowned self] answer in
      guard case .message = answer else { return bus.fail("GNOME does not start its session") }
      started = path
    }
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent) {
    guard let started else { return }
    switch event {
    case .down(let symbol):
      down.append(symbol)
      tell(started, "NotifyKeyboardKeysym", [.number(symbol.commonKeysym), .flag(true)])
    case .up(let symbol):
      guard down.contains(symbol) else { return }
      down.removeAll { $0 == symbol }
      tell(started, "NotifyKeyboardKeysym", [.number(symbol.commonKeysym), .flag(false)])
    case .press(let button):
      tell(started, "NotifyPointerButton", [.signed(Int32(button.kernelCode)), .flag(true)])
    case .release(let button):
      tell(started, "NotifyPointerButton", [.signed(Int32(button.kernelCode)), .flag(false)])
    case .scroll(let way):
      let (axis, notch) = way.wheel
      tell(started, "NotifyPointerAxisDiscrete", [.number(axis), .signed(notch)])
    }
  }

  private func tell(_ path: String, _ method: String, _ arguments: [BusCall.Argument]) {
    bus.connection?.send(
      BusCall(
        destination: Self.service, path: path, interface: Self.session, method: method, arguments: arguments))
  }
}

extension KeySymbol {
  /// The number by which layouts name it: of most characters above U+00FF an older one than Unicode's.
  fileprivate var commonKeysym: UInt32 { Self.older[self] ?? number }

  /// X's numbers of characters that are not Unicode's.
  private static let older: [KeySymbol: UInt32] = {
    var older: [KeySymbol: UInt32] = [:]
    for number: UInt32 in 0x100..<0x2100 where KeySymbol(keysym: number).number != number {
      older[KeySymbol(keysym: number)] = older[KeySymbol(keysym: number)] ?? number
    }
    return older
  }()
}
