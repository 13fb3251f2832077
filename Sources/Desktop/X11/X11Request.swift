import Glibc

/// A request as it goes over the connection to an X server, sent by libxcb.
///
/// The first byte is the number of the request, or that of an extension with the request's own in the second byte; libxcb fills
/// in the length. Offsets are those of the X11 protocol's encoding.
package struct X11Request {
  private var bytes: [UInt8]

  package init(_ major: UInt8, _ second: UInt8 = 0) { bytes = [major, second, 0, 0] }

  package func byte(_ value: UInt8) -> X11Request { appending { $0.append(value) } }
  package func half(_ value: Int) -> X11Request { appending { $0.append(UInt16(truncatingIfNeeded: value)) } }
  package func word(_ value: UInt32) -> X11Request { appending { $0.append(value) } }
  package func text(_ value: String) -> X11Request { appending { $0.bytes += Array(value.utf8) } }

  private func appending(_ change: (inout X11Request) -> Void) -> X11Request {
    var request = self
    change(&request)
    return request
  }

  private mutating func append<Number: FixedWidthInteger>(_ value: Number) {
    withUnsafeBytes(of: value) { bytes += $0 }
  }

  /// The request as it goes over a connection that libxcb does not write to: with its length in words.
  package var message: [UInt8] {
    var message = bytes
    withUnsafeBytes(of: UInt16(truncatingIfNeeded: bytes.count / 4)) { message.replaceSubrange(2..<4, with: $0) }
    return message
  }

  /// Sends it, with more data behind it; both are filled up to whole words.
  func send(
    _ library: XcbLibrary, _ connection: XcbLibrary.Connection, hasAnswer: Bool, data: UnsafeRawBufferPointer? = nil
  ) -> XcbLibrary.Cookie {
    var whole = bytes
    while whole.count % 4 != 0 { whole.append(0) }
    return whole.withUnsafeMutableBytes { request in
      // `xcb_protocol_request_t`: the number of parts, no extension, the request's number, and whether it has no answer.
      withUnsafeTemporaryAllocation(byteCount: 24, alignment: 8) { description in
        description.initializeMemory(as: UInt8.self, repeating: 0)
        description.storeBytes(of: data == nil ? 1 : 2, as: Int.self)
        description[16] = request[0]
        description[17] = hasAnswer ? 0 : 1
        // libxcb needs two parts before the first for itself.
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 4) { parts in
          parts.initialize(repeating: iovec(iov_base: nil, iov_len: 0))
          parts[2] = iovec(iov_base: request.baseAddress, iov_len: request.count)
          if let data {
            parts[3] = iovec(iov_base: UnsafeMutableRawPointer(mutating: data.baseAddress), iov_len: data.count)
          }
          guard let first = parts.baseAddress, let about = description.baseAddress else { return 0 }
          // The error of a request that has an answer comes in place of it.
          return library.sendRequest(connection, hasAnswer ? 1 : 0, first + 2, about)
        }
      }
    }
  }
}

// Requests of the core protocol
extension X11Request {
  package static func internAtom(_ name: String) -> X11Request {
    X11Request(16).half(name.utf8.count).half(0).text(name)
  }

  /// The number of `most` words at most; 0 is a property of any type.
  package static func property(_ property: UInt32, of window: UInt32, type: UInt32 = 0, most: UInt32 = 1024)
    -> X11Request
  {
    X11Request(20).word(window).word(property).word(type).word(0).word(most)
  }

  /// Which events of a window are sent: CWEventMask.
  package static func select(_ events: UInt32, of window: UInt32) -> X11Request {
    X11Request(2).word(window).word(1 << 11).word(events)
  }

  static func attributes(_ window: UInt32) -> X11Request { X11Request(3).word(window) }
  static func geometry(_ window: UInt32) -> X11Request { X11Request(14).word(window) }
  static func tree(_ window: UInt32) -> X11Request { X11Request(15).word(window) }
  /// Where the corner of a window is in another one.
  static func corner(of window: UInt32, in other: UInt32) -> X11Request {
    X11Request(40).word(window).word(other).half(0).half(0)
  }

  /// Sends 32 bytes of an event to a window, to those who follow `events` there.
  package static func event(_ event: [UInt8], to window: UInt32, following events: UInt32) -> X11Request {
    event.reduce(X11Request(25).word(window).word(events)) { $0.byte($1) }
  }
}

/// Requests of XKB, about all keyboards together: UseCoreKbd. `major` is the number of XKB's requests.
///
/// Source: xkb.xml of xcb-proto.
package struct XkbRequests {
  private static let keyboard = 256
  private let major: UInt8

  package init(major: UInt8) { self.major = major }

  package var use: X11Request { X11Request(major, 0).half(1).half(0) }
  package var state: X11Request { X11Request(major, 4).half(Self.keyboard).half(0) }

  /// Whole events are selected by their bits, and XkbStateNotify by the bits of its `details`.
  package func select(_ events: Int, whole: Int = 0, details: Int? = nil) -> X11Request {
    let request = X11Request(major, 1).half(Self.keyboard).half(events).half(0).half(whole).half(whole == 0 ? 0 : 0xff)
      .half(whole == 0 ? 0 : 0xff)
    return details.map { request.half($0).half($0) } ?? request
  }

  /// Locks those of `mask` that are in `modifiers`, no others of it, and a group.
  package func lock(_ modifiers: UInt8, of mask: UInt8, group: UInt8) -> X11Request {
    X11Request(major, 5).half(Self.keyboard).byte(mask).byte(modifiers).byte(1).byte(group).half(0).half(0).half(0)
  }

  /// The parts of the map that are wanted whole.
  package func map(_ parts: Int) -> X11Request {
    X11Request(major, 8).half(Self.keyboard).half(parts).half(0).word(0).word(0).half(0).word(0).half(0).half(0)
  }
}
