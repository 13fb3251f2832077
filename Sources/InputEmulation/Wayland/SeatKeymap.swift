import Base
import CLinux
import Desktop
import Glibc

/// The keymap of a seat's keyboard: the compositor tells it, as an open file, also to a client without a window, and again when the
/// keyboard or its layout is another one.
///
/// Source: wayland.xml, wl_seat and wl_keyboard.
final class SeatKeymap {
  static let interface = "wl_seat"
  private static let version: UInt32 = 5
  /// wl_seat.capability.
  private static let keyboard: UInt32 = 2
  /// Keymaps have some 60 KB.
  private static let longest = 1 << 22

  let seat: UInt32
  /// The text of the keymap differs; nil while the seat has no keyboard, or an empty keymap as that of sway 1.12 at first.
  private(set) var text: String?
  private var keyboard: UInt32?
  private let changed: (String) -> Void
  private unowned let connection: WaylandConnection

  init(_ global: WaylandConnection.Global, _ connection: WaylandConnection, changed: @escaping (String) -> Void) {
    self.connection = connection
    self.changed = changed
    var hear: (inout WaylandEvent) throws -> Void = { _ in }
    seat = connection.bind(global, atMost: Self.version) { event in try hear(&event) }
    hear = { [unowned self] event in
      if event.code == 0 { follow(try event.word()) }
    }
  }

  private func follow(_ capabilities: UInt32) {
    guard capabilities & Self.keyboard != 0, keyboard == nil else { return }
    let made = connection.create { [unowned self] event in
      guard event.code == 0 else { return }
      let format = try event.word()
      guard let descriptor = connection.takeDescriptor() else { throw WaylandNonsense() }
      take(OwnedDescriptor(owning: descriptor), length: Int(try event.word()), isText: format == XkbKeymap.format)
    }
    keyboard = made
    connection.send(seat, 1, .word(made))
  }

  private func take(_ file: consuming OwnedDescriptor, length: Int, isText: Bool) {
    guard isText, length > 1, length <= Self.longest else { return }
    var bytes = [UInt8](repeating: 0, count: length)
    guard pread(file.number, &bytes, length, 0) == length else { return }
    let fresh = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    guard !fresh.isEmpty, fresh != text else { return }
    text = fresh
    changed(fresh)
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
