import Foundation
import Testing

/// The third-party recordings that tests run on where they are there: GESTURE_BRIDGE_DATA, else `../shared/data` beside the
/// package.
public enum ReferenceData {
  /// What a skipped test says.
  public static let absence: Comment = "needs the reference recordings: set GESTURE_BRIDGE_DATA to their folder"

  public static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_DATA"] { return URL(fileURLWithPath: path) }
    return packageRoot.appendingPathComponent("../shared/data").standardizedFileURL
  }()

  public static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The files of a folder of the data, sorted by name; none where the data is absent.
  public static func files(in path: String) -> [URL] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)
    return (urls ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}

/// Texts that tests read, made for this project.
public enum Fixtures {
  public static let folder = packageRoot.appendingPathComponent("Tests/Fixtures")

  /// The text of a file of Tests/Fixtures.
  public static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}

/// Where Package.swift is.
public let packageRoot: URL = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
