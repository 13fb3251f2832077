import CLinux
import Foundation
import Testing

@testable import Desktop
@testable import InputEmulation

/// A compositor whose seat has the keymap of the virtual keyboard that got one last, as Hyprland's seat if no real keyboard is active.
final class EchoingSeat {
  let path: String
  /// The virtual keyboards and pointers that were made.
  private(set) var made = 0
  /// The keymaps that virtual keyboards got.
  private(set) var keymaps: [String] = []
  /// The kernel's codes of the keys that were pressed.
  private(set) var pressed: [UInt32] = []
  private let folder: URL
  private let listener: Int32
  private var client: Int32 = -1
  private var inbox = MessageInbox()
  private var files: [Int32] = []
  private var current: String
  /// The objects of the client.
  private var seat: UInt32?
  private var keyboard: UInt32?
  private var manager: UInt32?
  private var pointers: UInt32?
  private var virtual: UInt32?

  /// `keymap` is that of the seat at first.
  init(_ keymap: String) throws {
    current = keymap
    folder = FileManager.default.temporaryDirectory.appending(path: "seat-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "wayland-0").path
    listener = gb_local_listen(path, 4)
    try #require(listener >= 0)
  }

  deinit {
    for file in files { close(file) }
    if client >= 0 { close(client) }
    close(listener)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Another virtual keyboard gets this keymap.
  func announce(_ keymap: String) throws {
    current = keymap
    guard let keyboard else { return }
    let file = try MemoryFile.make(keymap)
    let event = WaylandWire.message(keyboard, 0, [XkbKeymap.format, UInt32(keymap.utf8.count + 1)])
    try #require(gb_packets_send(client, event, event.count, file.number) == event.count)
  }

  /// Carries out all requests of the client.
  func serve() throws {
    if client < 0 { client = gb_local_accept(listener) }
    try #require(client >= 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var (passed, number) = ([Int32](repeating: -1, count: Int(GB_MOST_FILES)), Int32(0))
      let count = gb_local_receive_files(client, &buffer, buffer.count, &passed, &number)
      files += passed.prefix(Int(number))
      guard count > 0 else { break }
      inbox.append(buffer[..<count])
    }
    while var request = try inbox.nextOfWayland() {
      var words: [UInt32] = []
      while let word = try? request.word() { words.append(word) }
      try obey(request.object, request.code, words)
    }
  }

  private func say(_ object: UInt32, _ code: UInt32, _ arguments: any WaylandArgument...) {
    let event = WaylandWire.message(object, code, arguments)
    _ = gb_local_send(client, event, event.count)
  }

  private func obey(_ object: UInt32, _ code: Int, _ words: [UInt32]) throws {
    let object: UInt32? = object
    switch (object, code) {
    case (1, 0): say(try #require(words.last), 0, 0 as UInt32)
    case (1, 1):
      let all: [(String, UInt32)] = [
        ("wl_seat", 5), ("zwp_virtual_keyboard_manager_v1", 1), ("zwlr_virtual_pointer_manager_v1", 2),
      ]
      for (index, global) in all.enumerated() {
        say(try #require(words.last), 0, UInt32(index + 1), global.0, global.1)
      }
    case (2, 0): try bind(try #require(words.last), words.first)
    case (seat, 1):
      keyboard = words.last
      try announce(current)
    case (manager, 0):
      virtual = words.last
      made += 1
    case (pointers, 0): made += 1
    case (virtual, 0): try take()
    case (virtual, 1): if words[2] == 1 { pressed.append(words[1]) }
    default: break
    }
  }

  private func bind(_ object: UInt32, _ global: UInt32?) throws {
    switch global {
    case 1:
      seat = object
      say(object, 0, 2 as UInt32)
    case 2: manager = object
    default: pointers = object
    }
  }

  /// The virtual keyboard of the client gets a keymap, which is the seat's now.
  private func take() throws {
    try #require(!files.isEmpty)
    let file = FileHandle(fileDescriptor: files.removeFirst(), closeOnDealloc: true)
    try file.seek(toOffset: 0)
    let text = String(decoding: (try file.readToEnd() ?? Data()).prefix { $0 != 0 }, as: UTF8.self)
    keymaps.append(text)
    try announce(text)
  }
}
