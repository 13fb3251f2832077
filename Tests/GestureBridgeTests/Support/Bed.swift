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

  /// A bed with the program, ready to be started with `arguments`, on a terminal of the size `terminal` if there is one;
  /// `starter` is a script that starts it.
  init(
    program arguments: [String], in folder: Folder? = nil, environment: [String: String] = [:], terminal: String? = nil,
    starter: String? = nil
  ) throws {
    self.folder = try folder ?? Folder()
    process.executableURL = packageRoot.appendingPathComponent("contrib/testbed/bed.py")
    let size = terminal.map { ["--terminal", $0] } ?? []
    let command = [starter, Program.path].compactMap { $0 } + Program.daemon(arguments)
    process.arguments = ["--output", self.folder.path("log")] + size + ["--"] + command
    process.environment = ProcessInfo.processInfo.environment
      .merging(Program.surroundings(self.folder)) { $1 }
      .merging(["RAN": self.folder.path("ran")]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// What the daemon has printed, but for its warning of root, and libinput's remark that the machine is too busy to serve
  /// devices in time.
  var log: String {
    folder.text("log").replacing(Program.rootsWarning, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false)
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
