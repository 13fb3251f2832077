import Glibc
import NIOCore
import Text

/// Checks whether a local connection's other end belongs to this process's user. The studio's cookie alone doesn't
/// prove which user is at the other end. Browsers also send the cookie to servers at other ports of 127.0.0.1. Such a
/// server may belong to another user of the machine.
final class ConnectionOwners: Sendable {
  /// The indexes of columns in a row of `/proc/net/tcp`, counted from 0. Source: proc_pid_net(5).
  private static let (own, other, user) = (1, 2, 7)
  private static let piece = 1 << 16

  struct Missing: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      "can't read \(path): \(String(cString: strerror(code))); let the studio read this file, which shows who connects"
    }
  }

  /// The descriptor of the system's connection table, opened at the start because the server can't open files later.
  private let table: Int32

  init(table path: String = "/proc/net/tcp") throws(Missing) {
    table = open(path, O_RDONLY | O_CLOEXEC)
    guard table >= 0 else { throw Missing(path: path, code: errno) }
  }

  deinit { close(table) }

  /// Whether the connection's other end belongs to this process's user. False if the table lacks the connection.
  func isOwn(peer: SocketAddress?, local: SocketAddress?) -> Bool {
    guard let peer = Self.name(peer), let local = Self.name(local) else { return false }
    let user = String(getuid())
    return rows().contains { row in
      let words = row.split(separator: UInt8(ascii: " "), maxSplits: Self.user + 1)
      return words.count > Self.user && words[Self.own].elementsEqual(peer.utf8)
        && words[Self.other].elementsEqual(local.utf8) && words[Self.user].elementsEqual(user.utf8)
    }
  }

  private func rows() -> [ArraySlice<UInt8>] {
    lseek(table, 0, SEEK_SET)
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: Self.piece)
    while case let count = read(table, &piece, piece.count), count > 0 { text += piece[..<count] }
    return text.split(separator: UInt8(ascii: "\n"))
  }

  /// An address as `/proc/net/tcp` writes it, such as "0100007F:1F90". Nil if it isn't an IPv4 address.
  private static func name(_ address: SocketAddress?) -> String? {
    guard case .v4(let address)? = address else { return nil }
    let (number, port) = (address.address.sin_addr.s_addr, address.address.sin_port.bigEndian)
    return hexadecimal(number, digits: 8, uppercase: true) + ":" + hexadecimal(port, digits: 4, uppercase: true)
  }
}
