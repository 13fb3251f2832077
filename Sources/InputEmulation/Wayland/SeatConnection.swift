import Base
import Desktop

/// A connection to a compositor that sends input to its seat, and the keymap of the seat's keyboard.
///
///     all globals are known -> open -> the seat's keymap is known, if it has a keyboard
final class SeatConnection {
  let wire: WaylandConnection
  private let library: XkbLibrary?
  private var keymaps: SeatKeymap?

  /// - Throws: when nothing listens at the path.
  init(path: String) throws(SystemError) {
    library = XkbLibrary()
    wire = try WaylandConnection(path: path)
  }

  /// Binds the seat. `heard` gets the text of each keymap that the seat announces; `opened` is called when the first is known, or when the
  /// seat has none. The connection ends if there is no seat, or no library that reads keymaps.
  func open(heard: @escaping (String) -> Void, opened: @escaping () -> Void) {
    guard let seat = wire.global(SeatKeymap.interface) else { return wire.end("the compositor has no seat") }
    guard library != nil else {
      return wire.end("\(XkbLibrary.name) is missing; Debian's package libxkbcommon0 has it")
    }
    keymaps = SeatKeymap(seat, wire, changed: heard)
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
}
