import Foundation
import Importers

/// What went wrong with a file.
enum FileFailure: Error, CustomStringConvertible {
  case unreadable(String, code: Int32)
  case tooLarge(String, limit: Int)
  case notFound(ImportFormat, places: [String])
  case exists(String)
  case unwritable(String, code: Int32)

  var description: String {
    switch self {
    case .unreadable(let path, let code): "can't read \(path): \(String(cString: strerror(code)))"
    case .tooLarge(let path, let limit): "can't read \(path): it is larger than \(limit >> 20) MiB"
    case .notFound(let format, let places):
      "there is no configuration of \(format.rawValue): looked for \(places.joined(separator: " and ")); name the file"
    case .exists(let path): "\(path) exists already, and no file is written over; name another with --output"
    case .unwritable(let path, let code): "can't write \(path): \(String(cString: strerror(code)))"
    }
  }
}

/// The configuration to import.
struct InputFile {
  /// No configuration comes near this; a device or a disk image does.
  private static let limit = 4 << 20
  /// An hour of touches, or more; a whole disk is no recording.
  static let recordingLimit = 64 << 20

  /// As messages give it.
  let name: String
  let bytes: [UInt8]

  /// Reads a file, or standard input for `-`.
  init(_ path: String, limit: Int = Self.limit) throws(FileFailure) {
    let isInput = path == "-"
    name = isInput ? "standard input" : path
    let descriptor = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(name, code: errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: !isInput)
    let data: Data?
    do {
      data = try handle.read(upToCount: limit + 1)
    } catch {
      throw .unreadable(name, code: Self.code(of: error))
    }
    bytes = [UInt8](data ?? Data())
    guard bytes.count <= limit else { throw .tooLarge(name, limit: limit) }
  }

  /// The file that was named, else the first that exists where that program looks.
  static func path(named: String?, _ format: ImportFormat) throws(FileFailure) -> String {
    if let named { return named }
    let environment = ProcessInfo.processInfo.environment
    let folder = [environment["XDG_CONFIG_HOME"], environment["HOME"].map { $0 + "/.config" }].compactMap { $0 }
      .first { !$0.isEmpty }
    let places = format.places(configFolder: folder ?? "/etc/xdg")
    guard let found = places.first(where: { access($0, F_OK) == 0 }) else { throw .notFound(format, places: places) }
    return found
  }

  /// The system's number of what went wrong.
  static func code(of error: any Error) -> Int32 {
    let error = error as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError) ?? error
    return cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : EIO
  }
}

/// Where the rules go.
enum OutputFile {
  /// Writes a new file, or standard output without a path.
  static func write(_ text: String, to path: String?) throws(FileFailure) {
    guard let path else { return try write(text, STDOUT_FILENO, name: "standard output", closes: false) }
    let permissions: mode_t = 0o644
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw errno == EEXIST ? .exists(path) : .unwritable(path, code: errno) }
    try write(text, descriptor, name: path, closes: true)
  }

  private static func write(
    _ text: String, _ descriptor: Int32, name: String, closes: Bool
  ) throws(FileFailure) {
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: closes)
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw .unwritable(name, code: InputFile.code(of: error))
    }
  }
}

/// What the program says.
enum Report {
  static let lisgdHasNoFile = "lisgd has no configuration file: name the script that starts it, or its config.h"

  /// Writes to standard error.
  static func error(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }
}
