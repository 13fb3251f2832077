import Foundation
import Support
import Testing

/// The daemon on mocked devices with real libinput and real udev; fingers are played by `contrib/testbed/bed.py`.
final class Bed {
  /// The bed answered `error …`, or did not answer.
  struct Refusal: Error, CustomStringConvertible {
    let command: String
    let answer: String
    let log: String
    var description: String { "the bed answered \"\(answer)\" to \"\(command)\"; the daemon said:\n\(log)" }
  }

  /// What a skipped test says.
  static let absence: Comment = "needs umockdev and python3-gi: `contrib/setup` installs them"
  static let isThere: Bool = {
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    check.arguments = ["/usr/bin/python3", "-c", "import gi; gi.require_version('UMockdev', '1.0')"]
    check.standardError = FileHandle.nullDevice
    guard (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }()

  let folder: Folder
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var unread = Data()

  /// A bed with the daemon ready to be started with `rules`.
  convenience init(rules: String, arguments: [String] = ["--debug=plain"]) throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", rules)
    try self.init(program: arguments + ["--config", config], in: folder)
  }

  /// A bed with the program ready to be started with `arguments`.
  init(program arguments: [String], in folder: Folder? = nil, environment: [String: String] = [:]) throws {
    self.folder = try folder ?? Folder()
    process.executableURL = packageRoot.appendingPathComponent("contrib/testbed/bed.py")
    process.arguments = ["--output", self.folder.path("log"), "--", Program.path] + arguments
    process.environment = ProcessInfo.processInfo.environment
      // No test shows anything on the desktop of whoever runs it.
      .merging(["RAN": self.folder.path("ran"), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// What the daemon has printed, but for libinput's remark that the machine is too busy to serve devices in time.
  var log: String {
    folder.text("log").split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !($0.contains("libinput: ") && $0.contains("event processing lagging behind")) }
      .joined(separator: "\n")
  }
  /// What the commands have noted in `$RAN`.
  var ran: [String] { folder.lines("ran") }

  /// Gives the bed one command a line; each must be answered with `ok`. Returns the last answer without the `ok`.
  @discardableResult
  func perform(_ lines: String) throws -> String {
    var last = ""
    for line in lines.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.isEmpty {
      try commands.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      let answer = answer()
      guard answer == "ok" || answer.hasPrefix("ok ") else {
        throw Refusal(command: line, answer: answer, log: log)
      }
      last = String(answer.dropFirst(3))
    }
    return last
  }

  private func answer() -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        return line
      }
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { return "nothing" }
      unread.append(more)
    }
  }
}
