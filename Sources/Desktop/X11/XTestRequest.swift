import Glibc

/// XTEST's FakeInput, sent by libxcb itself: libxcb-xtest, which has one function more, is missing on many machines.
///
/// Source: xtest.xml of xcb-proto, version 2.2.
package enum XTestRequest {
  /// What happens, by the number of the event.
  package enum Kind: UInt8 {
    case keyPress = 2
    case keyRelease = 3
    case buttonPress = 4
    case buttonRelease = 5
    case motion = 6
  }

  /// `xcb_extension_t`: a name, and a number that libxcb fills in. It lasts as long as the program.
  nonisolated(unsafe) static let extensionRecord: UnsafeMutableRawPointer = {
    let record = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
    record.initializeMemory(as: UInt8.self, repeating: 0, count: 16)
    record.storeBytes(of: strdup("XTEST"), as: UnsafeMutablePointer<CChar>?.self)
    return record
  }()

  private static let length = 36
  /// FakeInput.
  private static let opcode: UInt8 = 2

  /// The same request as it goes over the connection; `extensionNumber` is that of XTEST's requests there.
  package static func bytes(_ kind: Kind, _ detail: UInt8, extensionNumber: UInt8) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    bytes[0] = extensionNumber
    bytes[1] = opcode
    withUnsafeBytes(of: UInt16(length / 4)) { bytes.replaceSubrange(2..<4, with: $0) }
    bytes[4] = kind.rawValue
    bytes[5] = detail
    return bytes
  }

  /// Sends the event with this detail: the code of a key, the number of a button, or 1 for a motion by `x` and `y` pixels.
  package static func send(
    _ kind: Kind, _ detail: UInt8, x: Int16 = 0, y: Int16 = 0, by library: XcbLibrary,
    _ connection: XcbLibrary.Connection
  ) -> XcbLibrary.Cookie {
    withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { request in
      request.initializeMemory(as: UInt8.self, repeating: 0)
      request[4] = kind.rawValue
      request[5] = detail
      request.storeBytes(of: x, toByteOffset: 24, as: Int16.self)
      request.storeBytes(of: y, toByteOffset: 26, as: Int16.self)
      // `xcb_protocol_request_t`: the number of parts, the extension, the request's number, and that it has no answer.
      return withUnsafeTemporaryAllocation(byteCount: 24, alignment: 8) { description in
        description.initializeMemory(as: UInt8.self, repeating: 0)
        description.storeBytes(of: 1, as: Int.self)
        description.storeBytes(of: extensionRecord, toByteOffset: 8, as: UnsafeMutableRawPointer.self)
        description[16] = opcode
        description[17] = 1
        // libxcb needs two parts before the first for itself.
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { parts in
          parts.initialize(repeating: iovec(iov_base: nil, iov_len: 0))
          parts[2] = iovec(iov_base: request.baseAddress, iov_len: length)
          guard let first = parts.baseAddress, let about = description.baseAddress else { return 0 }
          return library.sendRequest(connection, 0, first + 2, about)
        }
      }
    }
  }
}
