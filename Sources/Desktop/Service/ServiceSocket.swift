import Glibc

/// Sends messages to the socket of a service manager, each message as one datagram.
final class ServiceSocket {
  /// The longest wait for a service manager that doesn't read, in microseconds.
  private static let patience = 200_000

  private let descriptor: Int32
  private var address = sockaddr_un()
  private let length: socklen_t

  /// Nil if the address isn't valid, or if no socket can be opened.
  init?(_ name: String) {
    var bytes = Array(name.utf8)
    let isPath = bytes.first == UInt8(ascii: "/")
    guard bytes.count > 1, isPath || bytes.first == UInt8(ascii: "@") else { return nil }
    // An abstract name begins with a zero byte, and a path ends with a zero byte.
    if isPath { bytes.append(0) } else { bytes[0] = 0 }
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0) + bytes.count)
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: 0, tv_usec: Self.patience)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends `NAME=value` lines; returns whether the socket took the lines. If `waits` is false, sending never blocks.
  @discardableResult
  func send(_ lines: String, waits: Bool = true) -> Bool {
    let flags = Int32(waits ? MSG_NOSIGNAL : MSG_NOSIGNAL | MSG_DONTWAIT)
    var lines = lines
    return lines.withUTF8 { text in
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor, text.baseAddress, text.count, flags, $0, length) == text.count
        }
      }
    }
  }
}
