import Foundation
import Glibc
import Support
import Testing

/// The thing that a test waited for and did not get.
struct Missing: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Work that a test does on a thread of its own.
final class TestThread: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private var failure: (any Error)?

  init(_ body: @escaping @Sendable () throws -> Void) {
    Thread { [self] in
      do { try body() } catch { failure = error }
      isDone.signal()
    }.start()
  }

  func wait() throws {
    guard isDone.wait(timeout: .now() + .milliseconds(Int(StudioProcess.timeout))) == .success else {
      throw Missing("the end of a thread")
    }
    if let failure { throw failure }
  }
}

/// A running `gesture-bridge-studio`, which ends with this object. One thread at a time reads from it, and one writes.
final class StudioProcess: @unchecked Sendable {
  static let program = packageRoot.appendingPathComponent(".build/debug/gesture-bridge-studio").path
  /// Everything that a test waits for comes at once, or takes a few seconds because of a limit.
  static let timeout: Int32 = 30_000

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var unread: [UInt8] = []
  let port: UInt16
  let token: String

  init(_ arguments: String...) throws {
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = arguments
    process.environment = [:]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let first = try JSONDecoder().decode([String: String].self, from: Data(Self.line(output, &unread)))
    let address = first["address"] ?? ""
    let parts = address.split { "/:?=".contains($0) }
    guard parts.count == 5, parts[1] == "127.0.0.1", let port = UInt16(parts[2]) else { throw Missing(address) }
    self.port = port
    token = String(parts[4])
    try #require(address == "http://127.0.0.1:\(port)/?token=\(token)")
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  var number: Int32 { process.processIdentifier }

  /// The next line of its standard output.
  func line() throws -> String { String(decoding: try Self.line(output, &unread), as: UTF8.self) }

  private static func line(_ output: Pipe, _ unread: inout [UInt8]) throws -> [UInt8] {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeFirst(end + 1)
        return line
      }
      searched = unread.count
      let more = try Self.read(output.fileHandleForReading.fileDescriptor)
      guard !more.isEmpty else { throw Missing("a line of output; the output has ended") }
      unread += more
    }
  }

  /// Waits for bytes, and returns those that can be read at once; returns none at the end.
  static func read(_ descriptor: Int32) throws -> [UInt8] {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, timeout) > 0 else { throw Missing("something to read") }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Writes to its standard input; waits while the program does not read.
  func send(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let descriptor = input.fileHandleForWriting.fileDescriptor
      let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      sent += count
    }
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  func closeOutput() { try? output.fileHandleForReading.close() }

  func send(_ signal: Int32) { kill(number, signal) }

  /// Waits for its end: its exit status, the lines of output that were not read, and its standard error.
  func end() throws -> (status: Int32, lines: [String], errors: String) {
    while case let more = try Self.read(output.fileHandleForReading.fileDescriptor), !more.isEmpty { unread += more }
    let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = String(decoding: unread, as: UTF8.self).split(separator: "\n").map(String.init)
    return (process.terminationStatus, lines, errors)
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  // MARK: The kernel's facts about it

  /// A line of /proc/PID/status, without its name.
  func status(_ name: String) throws -> String {
    let text = try String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) } ?? ""
  }

  /// In KiB.
  func memory() throws -> Int { Int(try status("VmRSS").split(separator: " ").first ?? "") ?? 0 }

  func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd").count }

  // MARK: Requests

  var host: String { "127.0.0.1:\(port)" }
  var origin: String { "http://" + host }

  /// A request as a browser would send it. These headers replace the browser's own ones or are added to them; nil
  /// removes one.
  func request(_ target: String, _ headers: [String: String?] = [:], method: String = "GET") -> String {
    let all = ["Host": host, "User-Agent": "test", "Accept": "*/*"].merging(headers.compactMapValues { $0 }) { $1 }
    let sent = all.filter { headers[$0.key] != .some(nil) }.sorted { $0.key < $1.key }
    return "\(method) \(target) HTTP/1.1\r\n" + sent.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
  }

  func get(_ target: String, _ headers: [String: String?] = [:], method: String = "GET") throws -> Reply {
    try answer(to: request(target, headers, method: method))
  }

  /// The answer to these bytes.
  func answer(to text: String) throws -> Reply {
    let connection = try RawConnection(port)
    try connection.send(Array(text.utf8))
    return try Reply(try connection.readAll())
  }

  /// Uses the token; returns the cookie that the browser sends after this.
  func enter() throws -> String {
    let cookie = try get("/?token=\(token)").headers["set-cookie"]?.split(separator: ";").first
    return try #require(cookie.map(String.init))
  }

  static func upgrade(_ origin: String, _ cookie: String) -> [String: String?] {
    [
      "Cookie": cookie, "Origin": origin, "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAECAwQFBgcICQoLDA0ODw==",
    ]
  }

  /// A page with its WebSocket, after the program has reported it.
  func page(_ cookie: String, receiveBuffer: Int32? = nil) throws -> TestPage {
    let connection = try RawConnection(port, receiveBuffer: receiveBuffer)
    try connection.send(Array(request("/talk", Self.upgrade(origin, cookie)).utf8))
    let reply = try Reply(try connection.read(through: "\r\n\r\n"))
    guard reply.status == 101 else { throw Missing("101: \(reply)") }
    #expect(try line() == #"{"studio":"opened"}"#)
    return TestPage(connection)
  }
}

/// An answer of the server.
struct Reply: CustomStringConvertible {
  let status: Int
  /// By their names in small letters.
  let headers: [String: String]
  let body: String

  init(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { throw Missing("an answer: \(text)") }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    let pairs = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
    headers = Dictionary(pairs) { "\($0) and \($1)" }
    body = String(text[end.upperBound...])
  }

  var description: String { "\(status) \(headers) \(body)" }
}
