import Glibc

/// A message from the bus, valid only inside the function that receives it. Its values are read in order.
package struct BusMessage {
  /// The value of a property, in one of the types that `value()` reads.
  package enum Value: Equatable {
    case flag(Bool)
    case text(String)
    case number(Int)
    case named(String, path: String)
  }

  let library: BusLibrary
  let message: OpaquePointer

  /// The sender: a unique name that the bus adds, `Bus.name`, or `Bus.local`. Nil if the message names no sender.
  var sender: String? { library.message_get_sender(message).map { String(cString: $0) } }

  /// Whether the bus or sd-bus made the message. For example, sd-bus makes a message if an answer is missing.
  var isOfBus: Bool { sender == Bus.name || sender == Bus.local }

  var isError: Bool { library.message_is_method_error(message, nil) > 0 }

  /// Whether a call failed because the called name has no owner.
  var isUnknownService: Bool { isError("ServiceUnknown") || isError("NameHasNoOwner") }

  /// Whether the message reports that no answer came, or that the connection has ended.
  var isSilence: Bool { isError("NoReply") || isError("Timeout") || isError("Disconnected") }

  private func isError(_ name: String) -> Bool {
    library.message_is_method_error(message, "org.freedesktop.DBus.Error.\(name)") > 0
  }

  func isSignal(_ name: String) -> Bool { library.message_is_signal(message, nil, name) > 0 }

  func isCall(_ method: String, of interface: String, to path: String) -> Bool {
    library.message_is_method_call(message, interface, method) > 0
      && library.message_get_path(message).map { strcmp($0, path) == 0 } ?? false
  }

  var expectsReply: Bool { library.message_get_expect_reply(message) > 0 }

  /// Reads the next value if its D-Bus type is `type`, such as `u`; otherwise nil. `value` only sets the Swift type.
  private func read<Value: BitwiseCopyable>(_ type: Character, as value: Value) -> Value? {
    var value = value
    return library.message_read_basic(message, code(type), &value) > 0 ? value : nil
  }

  /// Reads a string (`s`) or an object path (`o`), cut to `limit` bytes. Nil if no value of this type comes next.
  package func text(_ type: Character = "s", atMost limit: Int = 1 << 27) -> String? {
    guard let text = read(type, as: UnsafePointer<CChar>?.none) ?? nil else { return nil }
    var length = strnlen(text, limit + 1)
    if length > limit {
      // This finds the first byte of the character that doesn't fit.
      length = limit
      while length > 0, UInt8(bitPattern: text[length]) & 0xC0 == 0x80 { length -= 1 }
    }
    return text.withMemoryRebound(to: UInt8.self, capacity: length) {
      String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
  }

  package func number() -> Int? { read("u", as: UInt32(0)).map { Int($0) } ?? read("i", as: Int32(0)).map { Int($0) } }

  /// Reads a boolean, which sd-bus writes as `int`. Nil if no boolean comes next.
  package func flag() -> Bool? { read("b", as: Int32(0)).map { $0 != 0 } }

  package func texts() -> [String]? {
    guard library.message_enter_container(message, code("a"), "s") >= 0 else { return nil }
    defer { _ = library.message_exit_container(message) }
    var texts: [String] = []
    while let text = text() { texts.append(text) }
    return texts
  }

  /// Reads a descriptor as a copy that the caller closes. Nil if the next value has another type or can't be copied.
  func descriptor() -> Int32? {
    guard let borrowed = read("h", as: Int32(-1)) else { return nil }
    let own = fcntl(borrowed, F_DUPFD_CLOEXEC, 0)
    return own >= 0 ? own : nil
  }

  /// Reads a variant with a boolean, string, `int32`, or name and path. Nil for any other value; skips other variants.
  package func value() -> Value? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard library.message_peek_type(message, &type, &contents) > 0, type == code("v"), let contents else { return nil }
    let signature = String(cString: contents)
    guard ["b", "s", "i", "(so)"].contains(signature), library.message_enter_container(message, type, contents) > 0
    else {
      _ = library.message_skip(message, "v")
      return nil
    }
    defer { _ = library.message_exit_container(message) }
    switch signature {
    case "b": return flag().map { .flag($0) }
    case "s": return text().map { .text($0) }
    case "i": return number().map { .number($0) }
    default: return named()
    }
  }

  private func named() -> Value? {
    guard library.message_enter_container(message, code("r"), "so") > 0 else { return nil }
    defer { _ = library.message_exit_container(message) }
    guard let name = text(), let path = text("o") else { return nil }
    return .named(name, path: path)
  }

  /// Reads an object's properties, by name. Skips properties that `value()` can't read. Empty without properties.
  func properties() -> [String: Value] {
    var properties: [String: Value] = [:]
    guard library.message_enter_container(message, code("a"), "{sv}") > 0 else { return [:] }
    defer { _ = library.message_exit_container(message) }
    while library.message_enter_container(message, code("e"), "sv") > 0 {
      if let name = text() { properties[name] = value() }
      guard library.message_exit_container(message) >= 0 else { break }
    }
    return properties
  }

  private func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}
