import Foundation
import Support
import Testing

/// The built `gesture-bridge`, run as a person would.
struct Program {
  /// What a run left behind.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  static let path =
    ProcessInfo.processInfo.environment["GESTURE_BRIDGE_BIN"]
    ?? packageRoot.appendingPathComponent(".build/debug/gesture-bridge").path

  /// Runs it with `arguments` in `folder`, without a home of its own unless `environment` says so.
  static func run(
    _ arguments: String..., in folder: Folder? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(arguments, in: folder, environment: environment)
  }

  static func run(
    _ arguments: [String], in folder: Folder? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try launch(path, arguments, in: folder, environment)
  }

  /// Runs a line of shell in which `$PROGRAM` is the program.
  static func shell(_ line: String, in folder: Folder? = nil) throws -> Outcome {
    try launch("/bin/sh", ["-c", line], in: folder, ["PROGRAM": path])
  }

  private static func launch(
    _ program: String, _ arguments: [String], in folder: Folder?, _ environment: [String: String]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder?.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CONFIG_HOME": "/nonexistent", "COLUMNS": "80"]) { $1 }
      .merging(environment) { $1 }
    let files = try Folder()
    process.standardOutput = try files.handle("output")
    process.standardError = try files.handle("errors")
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: files.text("output"), errors: files.text("errors"))
  }
}

/// A folder of a test's own, gone with it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("gesture-bridge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// A file's text, empty if there is none.
  func text(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }

  func lines(_ name: String) -> [String] { text(name).split(separator: "\n").map(String.init) }

  func handle(_ name: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path(name)))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
  }
}
