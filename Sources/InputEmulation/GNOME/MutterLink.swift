import Base
import Bindings
import Desktop

/// A link through GNOME's org.gnome.Mutter.RemoteDesktop on the session bus. GNOME doesn't ask the user for permission.
/// An input session accepts key symbols, buttons, wheel notches, finger scrolling, and relative movements. GNOME finds
/// a symbol's key and level in the active layout. The input session ends with the connection. GNOME then releases the
/// keys and buttons that are down.
///
///     the name's owner -> CreateSession -> Start -> events
///
/// GNOME silently skips symbols that the layout lacks. GNOME's top bar may show that an input session is open. Source:
/// data/dbus-interfaces/org.gnome.Mutter.RemoteDesktop.xml of mutter.
final class MutterLink: EmulationLink, BusSessionLink {
  private static let service = "org.gnome.Mutter.RemoteDesktop"
  private static let path = "/org/gnome/Mutter/RemoteDesktop"
  /// Flags of `NotifyPointerAxis`: `fingerSource` means that fingers scroll, `finish` that they have lifted.
  private static let (fingerSource, finish): (UInt32, UInt32) = (4, 1)
  private static let session = "org.gnome.Mutter.RemoteDesktop.Session"

  let name = MutterLink.service
  let link: BusLink
  private var started: String?
  private var down: [KeySymbol] = []

  init(address: String? = nil) {
    link = BusLink(
      to: Self.service, absent: "no program in the session offers this D-Bus service", gone: "GNOME's shell has ended",
      address: address)
    link.found = { [unowned self] in create() }
  }

  let capabilities: InputNeeds = [.keyboard, .pointer]

  func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle? { nil }

  func send(_ events: [EmulatedEvent]) {
    for event in events { send(event) }
    ready()
  }

  func close(_ reason: String) {
    send(down.reversed().map { .up($0) })
    if let started { notify(started, "Stop", []) }
    started = nil
    bus.close(reason)
  }

  private func create() {
    link.call(Self.path, Self.service, "CreateSession") { [unowned self] answer in
      guard case .message(let message) = answer, let path = message.text("o") else {
        return bus.fail("GNOME did not create a connection for keys and clicks")
      }
      link.follow("path='\(path)',interface='\(Self.session)',member='Closed'") { [unowned self] _ in
        bus.fail("GNOME has closed the connection for keys and clicks")
      }
      start(path)
    }
  }

  private func start(_ path: String) {
    link.call(path, Self.session, "Start") { [unowned self] answer in
      guard case .message = answer else { return bus.fail("GNOME did not start the connection for keys and clicks") }
      started = path
      link.open()
    }
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent) {
    guard let started else { return }
    switch event {
    case .down(let symbol):
      down.append(symbol)
      notify(started, "NotifyKeyboardKeysym", [.number(symbol.commonKeysym), .flag(true)])
    case .up(let symbol):
      guard down.contains(symbol) else { return }
      down.removeAll { $0 == symbol }
      notify(started, "NotifyKeyboardKeysym", [.number(symbol.commonKeysym), .flag(false)])
    case .press(let button): notify(started, "NotifyPointerButton", [.signed(Int32(button.kernelCode)), .flag(true)])
    case .release(let button):
      notify(started, "NotifyPointerButton", [.signed(Int32(button.kernelCode)), .flag(false)])
    case .scroll(let direction):
      let (axis, notch) = direction.wheel
      notify(started, "NotifyPointerAxisDiscrete", [.number(axis), .signed(notch)])
    case .move(let distance): notify(started, "NotifyPointerMotionRelative", [.real(distance.x), .real(distance.y)])
    case .fingerScroll(let distance):
      notify(started, "NotifyPointerAxis", [.real(distance.x), .real(distance.y), .number(Self.fingerSource)])
    case .fingerScrollEnd:
      notify(started, "NotifyPointerAxis", [.real(0), .real(0), .number(Self.fingerSource | Self.finish)])
    case .place: break
    }
  }

  private func notify(_ path: String, _ method: String, _ arguments: [BusCall.Argument]) {
    link.send(path, Self.session, method, arguments)
  }
}

extension KeySymbol {
  /// X's number for the symbol: the older number if the symbol has two, because layouts use the older number.
  fileprivate var commonKeysym: UInt32 { Self.older[self] ?? number }

  private static let older: [KeySymbol: UInt32] = {
    var older: [KeySymbol: UInt32] = [:]
    for number: UInt32 in 0x100..<0x2100 where KeySymbol(keysym: number).number != number {
      older[KeySymbol(keysym: number)] = older[KeySymbol(keysym: number)] ?? number
    }
    return older
  }()
}
