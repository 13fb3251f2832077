import Base
import CLinux
import Desktop
import Glibc

/// A connection to a compositor that sends input to its seat, and the keymap of the seat's keyboard: the compositor tells it, as an open
/// file, also to a client without a window, and again when the keyboard or its layout is another one.
///
///     all globals are known -> open -> the seat's keymap is known, if it has a keyboard
///
/// Source: wayland.xml, wl_seat and wl_keyboard.
final class SeatConnection {
  private static let interface = "wl_seat"
  private static let version: UInt32 = 5
  /// wl_seat.capability.
  private static let keyboard: UInt32 = 2
  /// Keymaps have some 60 KB.
  private static let longest = 1 << 22

  let wire: WaylandConnection
  /// The compositor's number of the seat, once it is bound.
  private(set) var seat: UInt32?
  private var keyboard: UInt32?
  /// The text of the keymap; nil while the seat has no keyboard, or an empty keymap as that of sway 1.12 at first.
  private var text: String?
  private let library: XkbLibrary?

  /// - Throws: when nothing listens at the path.
  init(path: String) throws(SystemError) {
    library = XkbLibrary()
    wire = try WaylandConnection(path: path)
  }

  /// Binds the seat. `heard` gets the text of each keymap that the seat announces; `opened` is called when the first is known, or when the
  /// seat has none. The connection ends if there is no seat, or no library that reads keymaps.
  func open(heard: @escaping (String) -> Void, opened: @escaping () -> Void) {
    guard let global = wire.global(Self.interface) else { return wire.end("the compositor has no seat") }
    guard library != nil else {
      return wire.end("\(XkbLibrary.name) is missing; Debian's package libxkbcommon0 has it")
    }
    seat = wire.bind(global, atMost: Self.version) { [unowned self] event in
      if event.code == 0 { follow(try event.word(), heard) }
    }
    // The seat says that it has a keyboard, and then the keyboard tells its keymap.
    wire.sync { [unowned self] in wire.sync(opened) }
  }

  /// Returns the keymap of this text, or nil if it can't be read or isn't a keyboard's.
  func keymap(_ text: String) -> XkbKeymap? {
    guard let keymap = library.flatMap({ XkbKeymap(text, $0) }), keymap.layout.isOfAKeyboard else { return nil }
    return keymap
  }

  /// The keymap of a seat that has told none: the one that the environment names. Nil, and the connection is over, without one.
  func usualKeymap() -> XkbKeymap? {
    guard let keymap = library.flatMap({ XkbKeymap(usualOf: $0) }) else {
      wire.end("libxkbcommon has no keymap: install xkb-data")
      return nil
    }
    return keymap
  }

  private func follow(_ capabilities: UInt32, _ heard: @escaping (String) -> Void) {
    guard let seat, capabilities & Self.keyboard != 0, keyboard == nil else { return }
    let made = wire.create { [unowned self] event in
      guard event.code == 0 else { return }
      let format = try event.word()
      guard let descriptor = wire.takeDescriptor() else { throw WaylandNonsense() }
      let file = OwnedDescriptor(owning: descriptor)
      let length = Int(try event.word())
      guard format == XkbKeymap.format, let fresh = Self.read(file, length: length), fresh != text else { return }
      text = fresh
      heard(fresh)
    }
    keyboard = made
    wire.send(seat, 1, .word(made))
  }

  /// The text in a file, without the zero at its end; nil if it is empty or too long.
  private static func read(_ file: borrowing OwnedDescriptor, length: Int) -> String? {
    guard length > 1, length <= longest else { return nil }
    var bytes = [UInt8](repeating: 0, count: length)
    guard pread(file.number, &bytes, length, 0) == length, bytes[0] != 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// A text in memory as an open file, with a zero at its end, for another program to map.
enum MemoryFile {
  /// - Throws: where the system has no memory or descriptor for it.
  static func make(_ text: String) throws(SystemError) -> OwnedDescriptor {
    let file = try OwnedDescriptor("memfd_create", gb_memory_file())
    if let code = writeAll(Array(text.utf8) + [0], to: file.number) { throw SystemError(call: "write", code: code) }
    return file
  }
}
