import Foundation
import Testing

/// Texts that a user sees, compared with files that one switch writes anew.
///
/// `GESTURE_BRIDGE_WRITE_TEXTS=1 swift test` writes the files of Tests/Fixtures/texts and fails, so that the difference is read
/// before it is committed.
private enum Snapshots {
  static let folder = Fixtures.folder.appendingPathComponent("texts")
  static let isWriting = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_TEXTS"] != nil

  static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

/// Expects that `text` is that of the file `name` in Tests/Fixtures/texts, to the byte.
public func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
  expect(text, Snapshots.folder.appendingPathComponent(name + ".txt"), name, sourceLocation)
}

/// Expects that `text` is that of the project's file `path`, to the byte; the same switch writes it anew.
public func expectFile(_ text: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
  expect(text, packageRoot.appendingPathComponent(path), path, sourceLocation)
}

private func expect(_ text: String, _ file: URL, _ name: String, _ sourceLocation: SourceLocation) {
  if Snapshots.isWriting {
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try Snapshots.write(text, to: file) }
    Issue.record("\(name) was written anew", sourceLocation: sourceLocation)
    return
  }
  guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
    Issue.record("there is no \(file.path); GESTURE_BRIDGE_WRITE_TEXTS=1 writes it", sourceLocation: sourceLocation)
    return
  }
  #expect(text == expected, Comment(rawValue: "\(name) differs"), sourceLocation: sourceLocation)
}

/// Expects that each text is a line of the file `name` in Tests/Fixtures/texts.
public func expectSnapshot(_ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
  expectSnapshot(lines.map { $0 + "\n" }.joined(), name, sourceLocation: sourceLocation)
}
