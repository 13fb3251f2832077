import Foundation
import GestureCore
import Recordings
import Testing

/// The third-party recordings that tests use if they exist: in the folder GESTURE_BRIDGE_DATA, or else in
/// `../shared/data`, next to the package.
public enum ReferenceData {
  /// The reason that a skipped test prints.
  public static let absence: Comment = "needs the reference recordings: set GESTURE_BRIDGE_DATA to their folder"

  public static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_DATA"] { return URL(fileURLWithPath: path) }
    return packageRoot.appendingPathComponent("../shared/data").standardizedFileURL
  }()

  public static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The files of a folder of the data, sorted by name, or an empty array if the data is absent.
  public static func files(in path: String) -> [URL] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)
    return (urls ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}

/// One of the reference recordings, with the facts in its path and name.
public struct ReferenceFile: CustomTestStringConvertible, Sendable {
  public let url: URL
  /// Within the data's folder.
  public let path: String

  public var testDescription: String { path }

  public var deviceClass: DeviceClass { path.contains("touchscreen") ? .touchscreen : .touchpad }

  public func read() throws -> Recording {
    let options = ReadingOptions(deviceClass: deviceClass)
    return try Recording.read(bytes: Array(try Data(contentsOf: url)), name: url.lastPathComponent, options: options)
  }
}

extension ReferenceData {
  /// Recordings and device descriptions of all folders.
  public static var recordings: [ReferenceFile] {
    ["evemu/touchpads", "evemu/touchscreens", "playback"].flatMap { folder in
      files(in: folder).map { ReferenceFile(url: $0, path: "\(folder)/\($0.lastPathComponent)") }
    }
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

/// A folder of a test's own, removed with it.
public final class Folder {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("gesture-bridge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// A file's text, empty if there is none.
  public func text(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }

  public func lines(_ name: String) -> [String] { text(name).split(separator: "\n").map(String.init) }

  public func handle(_ name: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path(name)))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
  }
}

/// Makes a file a program with this text. Another process writes it: as long as a child of another test had it open to write, it could
/// not be executed (ETXTBSY).
public func writeProgram(_ path: String, _ text: String) throws {
  let shell = Process()
  shell.executableURL = URL(fileURLWithPath: "/bin/sh")
  shell.arguments = ["-c", "printf %s \"$2\" >\"$1\" && chmod 700 \"$1\"", "sh", path, text]
  try shell.run()
  shell.waitUntilExit()
  guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// The folder of Package.swift.
public let packageRoot: URL = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
