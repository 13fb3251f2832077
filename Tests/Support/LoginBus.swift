import Foundation
import Testing

/// A system bus of its own with a logind that follows the test's commands: `contrib/testbed/login.py`.
public final class LoginBus {
  /// Which program is the bus.
  public enum Program: String, CaseIterable, Sendable {
    case daemon = "dbus-daemon"
    case broker = "dbus-broker"

    /// Whether it is installed, which both may be side by side.
    fileprivate var isThere: Bool {
      switch self {
      case .daemon: true
      case .broker: LoginBus.succeeds("command -v dbus-broker-launch && unshare --mount true")
      }
    }
  }

  /// The answer instead of `ok`.
  public struct Refusal: Error, CustomStringConvertible {
    public let description: String
  }

  /// The reason that a skipped test prints; if all tests are required, none is skipped.
  public static let absence: Comment = "needs dbus-daemon and python3-dbusmock: `contrib/setup` installs them"
  public static let isThere: Bool = {
    if TestbedProgram.isAllRequired { return true }
    return succeeds("command -v dbus-daemon && /usr/bin/python3 -c 'import dbusmock'")
  }()

  private static func succeeds(_ line: String) -> Bool {
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/bin/sh")
    check.arguments = ["-c", line]
    check.standardOutput = FileHandle.nullDevice
    check.standardError = FileHandle.nullDevice
    guard (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }

  private let folder: URL
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var unread = Data()

  /// Whether tests can act as other users, who send messages that they are not allowed to send.
  public static let hasStrangers = isThere && getuid() == 0
  public static let noStrangers: Comment = "needs root, to be another user"
  /// The programs that can be the bus here.
  public static let programs = Program.allCases.filter(\.isThere)
  public static let noBroker: Comment = "needs dbus-broker: `contrib/setup dbus-broker` installs it"

  /// With the commands given to it, one a line.
  public convenience init(_ lines: String = "") throws { try self.init(lines, options: []) }

  /// With the policy of a system bus; other users are let in.
  public convenience init(_ lines: String = "", admittingStrangersTo program: Program) throws {
    try self.init(lines, options: program == .broker ? ["--broker"] : ["--strangers"])
  }

  private init(_ lines: String, options: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("login-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = packageRoot.appendingPathComponent("contrib/testbed/login.py")
    process.arguments = options + [folder.appendingPathComponent("bus").path]
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
    try expectOK(of: "the start")
    try perform(lines)
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The address of the bus, in D-Bus's form.
  public var address: String { "unix:path=\(folder.path)/bus" }

  /// Gives it one command a line; returns the last answer without the `ok`.
  @discardableResult
  public func perform(_ lines: String) throws -> String {
    var last = ""
    for line in lines.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.isEmpty {
      try commands.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      last = try expectOK(of: line)
    }
    return last
  }

  @discardableResult
  private func expectOK(of line: String) throws -> String {
    let answer = answer()
    guard answer == "ok" || answer.hasPrefix("ok ") else { throw Refusal(description: "\(line): \(answer)") }
    return String(answer.dropFirst(3))
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
