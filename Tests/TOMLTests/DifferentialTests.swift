import Foundation
import Support
import TOML
import Testing

/// The same documents give the same values as Python's tomllib; `contrib/fuzz/toml-differential` tries more of them.
@Suite struct DifferentialTests {
  private static let count = 2000
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../contrib/fuzz/toml-differential").standardizedFileURL

  @Test(.enabled(if: CommandOutput.hasTomllib, "python3 with tomllib (3.11 or later) is not here"))
  func agreesWithTomllib() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "toml-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let written = try CommandOutput(of: [Self.script.path, "write", folder.path, String(Self.count), "7"])
    try #require(written.status == 0)
    let dumps = try (0..<Self.count).map { number in
      dump(TOML.parse([UInt8](try Data(contentsOf: folder.appending(path: String(number))))))
    }
    let compared = try CommandOutput(
      of: [Self.script.path, "compare", folder.path], input: dumps.joined(separator: "\n"))
    #expect(compared.status == 0, "\(compared.output)")
    #expect(compared.output.contains("different 0"), "\(compared.output)")
  }
}
