import Base
import CLinux
import Desktop
import Glibc

/// The keymaps of a compositor's seat, as libxkbcommon reads them. Created when all globals are known; then the seat
/// reports its keymap, if it has a keyboard.
final class SeatKeymaps {
  let seat: WaylandSeat
  private let library: XkbLibrary

  /// `received` gets the text of each keymap that the seat announces. `opened` is called after the first keymap, or if
  /// the seat has no keymap. Without a seat or without libxkbcommon, closes the link and returns nil.
  init?(for link: any WaylandLink, received: @escaping (String) -> Void, opened: @escaping () -> Void) {
    guard let seat = link.compositor?.seat else {
      link.close("the compositor reports no seat")
      return nil
    }
    guard let library = XkbLibrary.load() else {
      link.close("\(XkbLibrary.name) is missing; install it (Debian's package: libxkbcommon0)")
      return nil
    }
    (self.seat, self.library) = (seat, library)
    seat.announced = received
    // The seat reports its keyboard, and then the keyboard its keymap; both may have arrived already for another link.
    link.sync { [weak link] in
      if let keymap = seat.keymap { received(keymap) }
      link?.sync(opened)
    }
  }

  deinit { seat.announced = { _ in } }

  /// Parses a keymap. Nil if the keymap is invalid, or doesn't belong to a real keyboard.
  func keymap(_ text: String) -> XkbKeymap? {
    guard let keymap = XkbKeymap(text, library), keymap.layout.isOfRealKeyboard else { return nil }
    return keymap
  }

  /// The environment's default keymap. Without one, closes the link and returns nil.
  func usualKeymap(for link: any WaylandLink) -> XkbKeymap? {
    guard let keymap = XkbKeymap(usualOf: library) else {
      link.close("libxkbcommon finds no keymap; install xkb-data, or correct the variable XKB_DEFAULT_LAYOUT")
      return nil
    }
    return keymap
  }
}

/// Puts a text into a file in memory, which another program can map.
enum MemoryFile {
  /// The open file with the text and a zero byte.
  /// - Throws: if the file can't be made or written.
  static func make(_ text: String) throws(SystemError) -> OwnedDescriptor {
    let file = try OwnedDescriptor("memfd_create", gb_memory_file())
    if let code = writeAll(Array(text.utf8) + [0], to: file.number) { throw SystemError(call: "write", code: code) }
    return file
  }
}
