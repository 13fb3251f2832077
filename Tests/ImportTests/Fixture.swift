import Foundation
import Importers
import Support
import Testing

/// A configuration of another program, with the expected rules.
struct Fixture: CustomTestStringConvertible, Sendable {
  static let folder = Fixtures.folder.appendingPathComponent("import")

  /// All of them but the broken ones.
  static let all: [Fixture] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.contains(".") && !$0.hasSuffix(".rules.toml") && !$0.hasSuffix(".said") }
      .map { Fixture(name: $0) }
  }()

  let name: String

  var testDescription: String { name }

  /// The format whose name the file's begins with.
  var format: ImportFormat {
    ImportFormat.allCases.first { name.hasPrefix($0.rawValue) } ?? .gebaar
  }

  var bytes: [UInt8] { [UInt8]((try? Data(contentsOf: Self.folder.appendingPathComponent(name))) ?? Data()) }

  /// The rules it must become.
  var rules: String { text(".rules.toml") }

  func imported() throws -> ImportResult { try ImportResult(format, bytes: bytes, file: name) }

  private func text(_ suffix: String) -> String { (try? Fixtures.text("import/\(name)\(suffix)")) ?? "" }
}

/// Imports a text written in a test.
func imported(_ format: ImportFormat, _ text: String) throws -> ImportResult {
  try ImportResult(format, bytes: Array(text.utf8), file: "FILE")
}

extension ImportResult {
  /// The rules without the lines that name their origin.
  var body: String {
    let lines = rules.components(separatedBy: "\n").drop { $0.hasPrefix("#") }.drop { $0.isEmpty }
    return lines.joined(separator: "\n")
  }
}
