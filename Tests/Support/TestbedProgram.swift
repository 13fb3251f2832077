import Foundation
import Testing

/// A program of the testbed that takes one command a line and answers each with `ok ...` or `error ...`. It has its own
/// folder, and ends with this object.
public final class TestbedProgram {
  /// The answer instead of `ok`.
  public struct Refusal: Error, CustomStringConvertible {
    public let description: String
  }

  /// Whether nothing may be skipped.
  public static let isAllRequired =
    ProcessInfo.processInfo.environment["GESTURE_BRIDGE_ALL_REQUIRED"] != nil

  /// Whether tests may take minutes: `contrib/test --nightly`.
  public static let isNightly = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_NIGHTLY"] != nil

  public let folder: String
  private let process = Process()
  private let dialogue = LineDialogue()

  /// `script` is below contrib/testbed; `arguments` is given the folder.
  public init(_ script: String, _ arguments: (_ folder: String) -> [String]) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("testbed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments =
      ["-B", packageRoot.appendingPathComponent("contrib/testbed/\(script)").path] + arguments(folder)
    process.standardInput = dialogue.commands
    process.standardOutput = dialogue.answers
    try process.run()
    try dialogue.awaitOK { Refusal(description: "the start: \($0)") }
  }

  deinit {
    dialogue.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The output of a shell command, without the final newline; nil if it fails.
  public static func output(of command: String) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = packageRoot
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Gives it one command a line; returns the last answer without the `ok`.
  @discardableResult
  public func perform(_ lines: String) throws -> String {
    try dialogue.perform(lines) { Refusal(description: "\($0): \($1)") }
  }
}
