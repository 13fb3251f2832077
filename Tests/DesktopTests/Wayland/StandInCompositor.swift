import CLinux
import Foundation
import Testing

@testable import Desktop

/// The other end of a Wayland connection: it sends events as the test orders, and keeps the requests that it gets.
final class StandInCompositor {
  struct Request: Equatable {
    let object: UInt32
    let code: Int
    /// The words of its arguments.
    let words: [UInt32]
  }

  let path: String
  private let listener: Int32
  private var client: Int32 = -1
  private var inbox = MessageInbox()
  private(set) var requests: [Request] = []
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "wl-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "wayland-0").path
    listener = gb_local_listen(path, 4)
    try #require(listener >= 0)
  }

  deinit {
    if client >= 0 { close(client) }
    close(listener)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Reads all requests that the client has sent.
  func read() throws {
    if client < 0 { client = gb_local_accept(listener) }
    try #require(client >= 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = gb_local_receive(client, &buffer, buffer.count)
    guard count > 0 else { return }
    inbox.append(buffer[..<count])
    while var request = try inbox.nextOfWayland() {
      var words: [UInt32] = []
      while let word = try? request.word() { words.append(word) }
      requests.append(Request(object: request.object, code: request.code, words: words))
    }
  }

  func say(_ object: UInt32, _ code: UInt32, _ arguments: any WaylandArgument...) {
    say(bytes: WaylandWire.message(object, code, arguments))
  }

  func say(bytes: [UInt8]) { _ = gb_local_send(client, bytes, bytes.count) }

  /// Lists a workspace of ext_workspace_manager_v1.
  func workspace(
    _ object: UInt32, _ name: String, of manager: UInt32, group: UInt32, state: UInt32, at coordinates: [UInt32] = []
  ) {
    say(manager, 1, word(object))
    say(object, 1, name)
    if !coordinates.isEmpty { say(object, 2, coordinates) }
    say(object, 3, word(state))
    say(group, 3, word(object))
  }

  /// Lists interfaces, each with its version; they are numbered from 1.
  func offer(_ globals: [(String, UInt32)]) {
    for (index, global) in globals.enumerated() {
      say(2, 0, word(UInt32(index + 1)), global.0, word(global.1))
    }
  }

  /// Answers every `sync` that has no answer yet.
  func answer() {
    for request in requests where request.object == WaylandConnection.display && request.code == 0 {
      guard let callback = request.words.first, !answered.contains(callback) else { continue }
      answered.insert(callback)
      say(callback, 0, word(0))
    }
  }

  private var answered: Set<UInt32> = []

  /// The new object of a `bind`, by the number of the global.
  func bound(_ global: UInt32) throws -> UInt32 {
    try #require(requests.first { $0.object == 2 && $0.code == 0 && $0.words.first == global }?.words.last)
  }

  func hangUp() {
    close(client)
    client = -1
  }
}

/// A number without sign, or an object, as an argument.
func word(_ number: UInt32) -> UInt32 { number }
