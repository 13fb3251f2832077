import Foundation

/// The output of a command, on standard output and standard error, and its exit status.
public struct CommandOutput {
  public let status: Int32
  public let output: String

  /// Runs a command of `PATH`; `input` goes through a file, so that no pipe can fill up.
  public init(of command: [String], input: String = "") throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "input-\(UUID())")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = try FileHandle(forReadingFrom: file)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: data, as: UTF8.self)
  }

  /// Whether Python has a reader of TOML to compare with.
  public static let hasTomllib =
    TestbedProgram.isAllRequired || (try? CommandOutput(of: ["python3", "-c", "import tomllib"]).status) == 0
}
