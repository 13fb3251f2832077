import Foundation
import Synchronization
import Testing

/// Texts that a user sees, compared with those of Tests/Fixtures/texts: TARGET/FILE.txt there has the texts of the tests in FILE.swift,
/// each under a heading with its name, in the order of the tests.
///
/// `GESTURE_BRIDGE_WRITE_TEXTS=1 swift test` writes the program's present texts, and fails if one is new, so that you
/// read the difference before you commit it.
public struct Snapshots {
  public static let folder = Fixtures.folder.appendingPathComponent("texts")
  public static let isWriting = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_TEXTS"] != nil
  /// Tests that run at once may write to one file.
  private static let writing = Mutex(())

  /// Each text by its name.
  public private(set) var texts: [String: String] = [:]

  public init(_ page: String) {
    for section in "\n\(page)".components(separatedBy: "\n=== ").dropFirst() {
      let parts = section.components(separatedBy: "\n\n")
      texts[parts[0]] = String(parts.dropFirst().joined(separator: "\n\n").dropLast())
    }
  }

  /// The page of the tests in `source`: each text whose name is a string there.
  public func page(of source: String) -> String {
    texts.compactMap { name, text in source.range(of: "\"\(name)\"").map { ($0.lowerBound, "=== \(name)\n\n\(text)\n") }
    }
    .sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
  }

  /// The Swift file whose tests have the texts of `page`, such as "TextTests/SnapshotTests"; nil if it does not exist.
  public static func source(of page: String) throws -> String? {
    let parts = page.components(separatedBy: "/")
    let folder = packageRoot.appendingPathComponent("Tests/\(parts[0])")
    let path = FileManager.default.enumerator(atPath: folder.path)?.first {
      "/\($0)".hasSuffix("/\(parts[parts.count - 1]).swift")
    }
    return try path.map { try String(contentsOf: folder.appendingPathComponent("\($0)"), encoding: .utf8) }
  }

  fileprivate static func write(_ text: String, _ name: String, _ page: String, _ file: URL) throws {
    try writing.withLock { _ in
      var snapshots = Snapshots((try? String(contentsOf: file, encoding: .utf8)) ?? "")
      snapshots.texts[name] = text
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try snapshots.page(of: source(of: page) ?? "").write(to: file, atomically: true, encoding: .utf8)
    }
  }
}

/// Expects that `text` is the one under `name` in the texts of the test's file, to the byte, and that it has these `facts`, whichever
/// words are around them. The name is a string in that file.
public func expectSnapshot(
  _ text: String, _ name: String, has facts: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  for fact in facts { #expect(text.contains(fact), sourceLocation: sourceLocation) }
  let page = sourceLocation.fileID.replacing(".swift", with: "")
  let file = Snapshots.folder.appendingPathComponent("\(page).txt")
  let expected = Snapshots((try? String(contentsOf: file, encoding: .utf8)) ?? "").texts[name]
  if Snapshots.isWriting, text != expected {
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try Snapshots.write(text, name, page, file) }
  }
  #expect(
    text == expected, "\"\(name)\" in \(file.path); GESTURE_BRIDGE_WRITE_TEXTS=1 writes it",
    sourceLocation: sourceLocation)
}

/// Expects that the lines of `name` are these.
public func expectSnapshot(_ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
  expectSnapshot(lines.joined(separator: "\n"), name, sourceLocation: sourceLocation)
}

/// Expects that `text` is that of the project's file `path`, to the byte; the same switch rewrites the file.
public func expectFile(_ text: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = packageRoot.appendingPathComponent(path)
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if Snapshots.isWriting, text != expected {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
  #expect(text == expected, "\(path); GESTURE_BRIDGE_WRITE_TEXTS=1 writes it", sourceLocation: sourceLocation)
}
