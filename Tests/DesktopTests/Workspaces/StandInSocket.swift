import CLinux
import Foundation
import Testing

/// The other end of a connection to a socket, in a temporary folder.
final class StandInSocket {
  let folder: URL
  let path: String
  private let listener: Int32
  private var client: Int32 = -1

  /// `name` is the path of the socket below the folder.
  init(_ name: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sock-\(UInt32.random(in: 0...UInt32.max))")
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    path = url.path
    listener = gb_local_listen(path, 4)
    try #require(listener >= 0)
  }

  deinit {
    hangUp()
    close(listener)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns all bytes that the client has sent since the last call.
  func read() throws -> [UInt8] {
    if client < 0 { client = gb_local_accept(listener) }
    try #require(client >= 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = gb_local_receive(client, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  func say(_ bytes: [UInt8]) { _ = gb_local_send(client, bytes, bytes.count) }

  func hangUp() {
    if client >= 0 { close(client) }
    client = -1
  }
}
