import Base
import Glibc

/// A compositor's seat, and the keymap of its keyboard. The keymap comes as an open file, and again after each change.
/// Source: wayland.xml, wl_seat and wl_keyboard.
package final class WaylandSeat {
  /// The maximum length of a keymap in bytes. Usual keymaps have about 60 KB.
  private static let longest = 1 << 22

  package let object: UInt32
  /// The text of the last usable keymap. Nil before the first usable keymap; a seat without a keyboard sends no keymap.
  package private(set) var keymap: String?
  /// Called with the text of each usable keymap that differs from the keymap before.
  package var announced: (String) -> Void = { _ in }
  private var keyboard: UInt32?
  private unowned let connection: WaylandConnection

  init?(_ connection: WaylandConnection) {
    guard let global = connection.global(WlSeat.interface) else { return nil }
    self.connection = connection
    object = connection.bind(global, as: WlSeat.interface)
    connection.listen(to: object, WlSeat.capabilities.on { [unowned self] in follow($0) })
  }

  private func follow(_ capabilities: UInt32) {
    guard capabilities & WlSeat.capabilityKeyboard != 0, keyboard == nil else { return }
    let keyboard = connection.create(
      WlKeyboard.keymap.on { [unowned self] format, file, length in
        let file = OwnedDescriptor(owning: file.descriptor)
        guard format == WlKeyboard.keymapFormatXkbV1, let text = Self.read(file, length: Int(length)), text != keymap
        else { return }
        keymap = text
        announced(text)
      })
    self.keyboard = keyboard
    connection.send(object, WlSeat.getKeyboard, keyboard)
  }

  /// Reads a file's text up to the first zero byte. Nil if `length` is too long, or if the text is empty or unreadable.
  private static func read(_ file: borrowing OwnedDescriptor, length: Int) -> String? {
    guard length > 1, length <= longest else { return nil }
    var bytes = [UInt8](repeating: 0, count: length)
    guard pread(file.number, &bytes, length, 0) == length, bytes[0] != 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
