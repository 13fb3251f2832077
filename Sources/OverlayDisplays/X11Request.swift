import Desktop
import Glibc

/// A request as it goes over the connection to an X server, sent by libxcb.
///
/// The first byte is the number of the request, or that of an extension with the request's own in the second byte; libxcb fills
/// in the length. Offsets are those of the X11 protocol's encoding.
struct X11Request {
  private var bytes: [UInt8]

  init(_ major: UInt8, _ second: UInt8 = 0) { bytes = [major, second, 0, 0] }

  func byte(_ value: UInt8) -> X11Request { appending { $0.append(value) } }
  func half(_ value: Int) -> X11Request { appending { $0.append(UInt16(truncatingIfNeeded: value)) } }
  func word(_ value: UInt32) -> X11Request { appending { $0.append(value) } }
  func text(_ value: String) -> X11Request { appending { $0.bytes += Array(value.utf8) } }

  private func appending(_ change: (inout X11Request) -> Void) -> X11Request {
    var request = self
    change(&request)
    return request
  }

  private mutating func append<Number: FixedWidthInteger>(_ value: Number) {
    withUnsafeBytes(of: value) { bytes += $0 }
  }

  /// Sends it, with more data behind it; both are filled up to whole words.
  func send(
    _ library: XcbLibrary, _ connection: XcbLibrary.Connection, hasAnswer: Bool = false,
    data: UnsafeRawBufferPointer? = nil
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
          return library.sendRequest(connection, 0, first + 2, about)
        }
      }
    }
  }
}

extension XcbConnection {
  /// Makes a request that has no answer.
  func tell(_ request: X11Request, data: UnsafeRawBufferPointer? = nil) {
    tell { request.send($0, $1, data: data) }
  }

  /// Makes a request; `answered` gets nil for an error.
  func ask(_ request: X11Request, answered: @escaping (XcbMessage?) -> Void) {
    ask({ request.send($0, $1, hasAnswer: true) }, answered: answered)
  }
}
