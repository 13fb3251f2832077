import Base
import Desktop

/// A connection to a compositor that sends input to its seat: what the compositor offers, and the keymap of the seat's keyboard.
///
///     begin -> all globals are known -> open -> the seat's keymap is known, if it has a keyboard
final class SeatConnection {
  private static let registry: UInt32 = 2

  private let wire: WaylandConnection
  private let library: XkbLibrary?
  private var globals: [WaylandConnection.Global] = []
  /// What gets globals of one interface that come, those that are there among them.
  private var followed: (interface: String, heard: (WaylandConnection.Global) -> Void)?
  private var keymaps: SeatKeymap?

  /// - Throws: when nothing listens at the path.
  init(path: String) throws(SystemError) {
    library = XkbLibrary()
    wire = try WaylandConnection(path: path)
  }

  /// What to wait for, as in poll(2); nil once the connection is over.
  var wait: (descriptor: Int32, events: Int16)? { wire.wait }

  /// Why the connection is over, as a clause; nil while it lasts.
  var ending: String? { wire.ending }

  /// Reads and writes all that is ready.
  func ready() { wire.ready() }

  // MARK: The beginning

  /// Asks for the globals; calls `found` when all are known.
  func begin(found: @escaping () -> Void) {
    let registry = wire.create { [unowned self] event in
      guard event.code == 0 else { return }
      let global = WaylandConnection.Global(
        name: try event.word(), interface: try event.text(), version: try event.word())
      globals.append(global)
      if let followed, followed.interface == global.interface { followed.heard(global) }
    }
    wire.send(WaylandConnection.display, 1, .word(registry))
    wire.sync(found)
  }

  func global(_ interface: String) -> WaylandConnection.Global? { globals.first { $0.interface == interface } }

  /// Calls `heard` for each global of an interface, now and when there is another one later.
  func follow(_ interface: String, _ heard: @escaping (WaylandConnection.Global) -> Void) {
    followed = (interface, heard)
    for global in globals where global.interface == interface { heard(global) }
  }

  /// Binds the seat. `heard` gets the text of each keymap that the seat announces; `opened` is called when the first is known, or when the
  /// seat has none. The connection ends if there is no seat, or no library that reads keymaps.
  func open(heard: @escaping (String) -> Void, opened: @escaping () -> Void) {
    guard let seat = global(SeatKeymap.interface) else { return wire.end("the compositor has no seat") }
    guard library != nil else {
      return wire.end("\(XkbLibrary.name) is missing; Debian's package libxkbcommon0 has it")
    }
    keymaps = SeatKeymap(seat, wire, of: Self.registry, changed: heard)
    // The seat says that it has a keyboard, and then the keyboard tells its keymap.
    wire.sync { [unowned self] in wire.sync(opened) }
  }

  /// Returns the keymap of this text, or nil if it can't be read or isn't a keyboard's.
  func keymap(_ text: String) -> XkbKeymap? {
    guard let keymap = library.flatMap({ XkbKeymap(text, $0) }), keymap.layout.isOfAKeyboard else { return nil }
    return keymap
  }

  /// The compositor's number of the seat, once it is bound.
  var seat: UInt32? { keymaps?.seat }

  /// The keymap of a seat that has told none: the one that the environment names. Nil, and the connection is over, without one.
  func usualKeymap() -> XkbKeymap? {
    guard let keymap = library.flatMap({ XkbKeymap(usualOf: $0) }) else {
      wire.end("libxkbcommon has no keymap: install xkb-data")
      return nil
    }
    return keymap
  }

  // MARK: Requests

  /// Binds a global at a version that both know; its events are ignored. Returns the new object.
  func bind(_ global: WaylandConnection.Global, atMost version: UInt32) -> UInt32 {
    bind(global, atMost: version) { _ in }
  }

  /// The same with a listener for its events.
  func bind(
    _ global: WaylandConnection.Global, atMost version: UInt32, _ listener: @escaping WaylandConnection.Listener
  ) -> UInt32 {
    wire.bind(global, of: Self.registry, atMost: version, listener)
  }

  /// The number for an object that the next request makes; its events are ignored.
  func create() -> UInt32 { wire.create { _ in } }

  func send(_ object: UInt32, _ code: UInt32, _ arguments: WaylandWire.Argument...) {
    wire.send(object, code, arguments)
  }

  /// Sends a request with a copy of an open file.
  func send(_ object: UInt32, _ code: UInt32, _ arguments: WaylandWire.Argument..., passing file: Int32) {
    wire.send(object, code, arguments, passing: file)
  }

  /// These requests are sent once this process is gone; see `WaylandConnection`.
  func lastWords(_ requests: [(object: UInt32, code: UInt32, arguments: [WaylandWire.Argument])]) -> LastWords? {
    wire.lastWords(requests)
  }

  /// Calls `done` when the compositor has answered all requests up to now.
  func sync(_ done: @escaping () -> Void) { wire.sync(done) }
}
