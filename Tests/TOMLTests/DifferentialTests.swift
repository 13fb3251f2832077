import Foundation
import TOML
import Testing

/// The same documents give the same values as Python's tomllib; `contrib/fuzz/toml-differential` tries more of them.
@Suite struct DifferentialTests {
  private static let count = 2000
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../contrib/fuzz/toml-differential").standardizedFileURL

  private static let hasTomllib = (try? run(["python3", "-c", "import tomllib"]).status) == 0

  @Test(.enabled(if: hasTomllib, "python3 with tomllib (3.11 or later) is not here"))
  func agreesWithTomllib() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "toml-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let written = try Self.run([Self.script.path, "write", folder.path, String(Self.count), "7"])
    try #require(written.status == 0)
    let dumps = try (0..<Self.count).map { number in
      dump(TOML.parse([UInt8](try Data(contentsOf: folder.appending(path: String(number))))))
    }
    let compared = try Self.run([Self.script.path, "compare", folder.path], input: dumps.joined(separator: "\n"))
    #expect(compared.status == 0, "\(compared.output)")
    #expect(compared.output.contains("different 0"), "\(compared.output)")
  }

  /// Runs a command; `input` goes through a file, so that no pipe can fill up.
  private static func run(_ command: [String], input: String = "") throws -> (status: Int32, output: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "toml-input-\(UUID())")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
