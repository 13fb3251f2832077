import CLibraries

/// Bytes from an X server, read from the front as structures. Reading past the end returns nil.
package struct XcbBytes {
  private var bytes: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  package mutating func take<Part>(_ type: Part.Type) -> Part? { take(type, count: 1)?.first }

  package mutating func take<Part>(_ type: Part.Type, count: Int) -> [Part]? {
    let size = MemoryLayout<Part>.stride
    guard count >= 0, count <= bytes.count / size else { return nil }
    defer { skip(count * size) }
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * size, as: type) }
    }
  }

  package mutating func skip(_ count: Int) { bytes = bytes.dropFirst(count) }
}

/// A reply of an X server. `head` is libxcb's structure, and `rest` has the bytes after it.
@dynamicMemberLookup
package struct XcbReply<Head> {
  package let head: Head
  package let rest: XcbBytes

  init?(_ bytes: [UInt8]) {
    var rest = XcbBytes(bytes)
    guard let head = rest.take(Head.self) else { return nil }
    (self.head, self.rest) = (head, rest)
  }

  /// Copies a reply that libxcb allocated: 32 bytes, and `length` words of 4 bytes. Nil if it is too short for `Head`.
  init?(reply: UnsafeRawPointer) {
    let more = reply.loadUnaligned(as: xcb_generic_reply_t.self).length
    self.init([UInt8](UnsafeRawBufferPointer(start: reply, count: 32 + Int(more) * 4)))
  }

  package subscript<Value>(dynamicMember path: KeyPath<Head, Value>) -> Value { head[keyPath: path] }

  package func list<Part>(_ type: Part.Type, count: Int) -> [Part]? {
    var rest = rest
    return rest.take(type, count: count)
  }
}

/// An event, valid only during the call that receives it.
package struct XcbEvent {
  private let event: UnsafePointer<xcb_generic_event_t>

  init(_ event: UnsafePointer<xcb_generic_event_t>) { self.event = event }

  /// The event's number, without the bit that marks events sent by clients. 0 is an error.
  package var type: Int32 { Int32(event.pointee.response_type & 0x7f) }

  package func read<Event>(as type: Event.Type) -> Event { UnsafeRawPointer(event).loadUnaligned(as: type) }

  package var property: xcb_property_notify_event_t? {
    type == XCB_PROPERTY_NOTIFY ? read(as: xcb_property_notify_event_t.self) : nil
  }

  /// The window for which the event was selected. The window number is at the same offset in all events about windows.
  package var window: UInt32 { read(as: xcb_map_notify_event_t.self).event }
}

extension XcbReply<xcb_setup_t> {
  /// Copies the server's setup: 8 bytes, and `length` words of 4 bytes. Nil if it is too short.
  init?(setup: UnsafePointer<xcb_setup_t>) {
    self.init([UInt8](UnsafeRawBufferPointer(start: setup, count: 8 + Int(setup.pointee.length) * 4)))
  }

  /// The screens, each with its first visual that has an alpha channel. Nil if the setup is refused or too short.
  var screens: [(screen: xcb_screen_t, translucent: UInt32?)]? {
    guard head.status == 1 else { return nil }
    var rest = rest
    rest.skip((Int(head.vendor_len) + 3) / 4 * 4 + Int(head.pixmap_formats_len) * MemoryLayout<xcb_format_t>.stride)
    var screens: [(screen: xcb_screen_t, translucent: UInt32?)] = []
    for _ in 0..<head.roots_len {
      guard let screen = rest.take(xcb_screen_t.self) else { return nil }
      var translucent: UInt32?
      for _ in 0..<screen.allowed_depths_len {
        guard let depth = rest.take(xcb_depth_t.self),
          let visuals = rest.take(xcb_visualtype_t.self, count: Int(depth.visuals_len))
        else { return nil }
        let isTrue = { (visual: xcb_visualtype_t) in UInt32(visual._class) == XCB_VISUAL_CLASS_TRUE_COLOR.rawValue }
        if depth.depth == 32 { translucent = translucent ?? visuals.first(where: isTrue)?.visual_id }
      }
      screens.append((screen, translucent))
    }
    return screens
  }
}

/// A property of a window, from the reply to GetProperty.
package struct X11Property {
  /// The atom of the property's type; 0 if the window doesn't have the property.
  package let type: UInt32
  private let format: UInt8
  private let bytes: [UInt8]

  package init?(_ reply: XcbReply<xcb_get_property_reply_t>?) {
    guard let reply, let bytes = reply.list(UInt8.self, count: Int(reply.value_len) * Int(reply.format / 8)) else {
      return nil
    }
    (type, format, self.bytes) = (reply.type, reply.format, bytes)
  }

  /// The 32-bit numbers of the property; empty for a property of another format.
  package var words: [UInt32] {
    var rest = XcbBytes(bytes)
    return format == 32 ? rest.take(UInt32.self, count: bytes.count / 4) ?? [] : []
  }

  /// The zero-separated texts of the property; empty for a property of numbers.
  package var texts: [String] {
    guard format == 8 else { return [] }
    var pieces = bytes.split(separator: 0, omittingEmptySubsequences: false)
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    return pieces.map(Self.text)
  }

  /// Decodes UTF-8, or Latin-1 (X11's older STRING) if the bytes aren't valid UTF-8.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
