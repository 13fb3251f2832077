import ArgumentParser
import Base
import Glibc

extension CommandError {
  static func recordingExists(_ path: String) -> CommandError {
    CommandError(
      "\(path) already exists: name another file, or delete this one; `record` and `save` replace it with --force")
  }

  static func notRead(_ name: String) -> CommandError {
    CommandError("can't write \(name): the program that reads it is too slow; write to a file instead")
  }
}

/// A recording's destination: file, pipe or standard output. After an error, a file's incomplete last line is removed.
final class RecordingOutput {
  static let standard = "-"
  /// The file's permissions: only the owner can read it, because touches can reveal text that was typed on a screen.
  private static let mode: mode_t = 0o600
  /// The number of bytes that a ready pipe takes without waiting (PIPE_BUF on Linux).
  private static let atOnce = 4096
  /// The number of waiting bytes above which the reader counts as too slow.
  private static let limit = 4 << 20
  /// The longest wait, in milliseconds, until the output can take more bytes; only for the last `flush`.
  private static let patience: Int32 = 1000
  private static let none: Int32 = 0

  let name: String
  private let descriptor: Int32
  private let isFile: Bool
  private var waiting: [UInt8] = []
  /// The length of the whole lines in the file, in bytes.
  private var length: off_t = 0

  /// - Throws: if `path` is a folder, if it is a link to a file or to nothing, if it exists and `replaces` is false, or
  /// if it can't be opened.
  init(_ path: String, replaces: Bool) throws(CommandError) {
    // The signal is ignored, so that the limit for file sizes ends only the recording. Commands still get the signal.
    signal(SIGXFSZ, SIG_IGN)
    if path == Self.standard {
      name = "standard output"
      descriptor = STDOUT_FILENO
      isFile = false
    } else {
      name = path
      descriptor = try Self.open(path, replaces: replaces)
      var status = stat()
      isFile = fstat(descriptor, &status) == 0 && status.isFile
    }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// Opens the output. If a file is replaced, its other hard links keep the old contents.
  private static func open(_ path: String, replaces: Bool) throws(CommandError) -> Int32 {
    let descriptor: Int32
    switch OutputPlace(path) {
    case .free: descriptor = OutputPlace.create(path, mode)
    case .file:
      guard replaces else { throw .recordingExists(path) }
      let beside = OutputPlace.beside(path)
      descriptor = OutputPlace.create(beside, mode)
      guard descriptor >= 0 else { throw .unwritable(beside, code: errno) }
      guard rename(beside, path) == 0 else {
        let code = errno
        unlink(beside)
        close(descriptor)
        throw .unwritable(path, code: code)
      }
    case .link: throw .isLink(path)
    case .folder: throw .unwritable(path, code: EISDIR)
    case .stream: descriptor = OutputPlace.openStream(path)
    }
    guard descriptor >= 0 else { throw errno == EEXIST ? .recordingExists(path) : .unwritable(path, code: errno) }
    return descriptor
  }

  var isWaiting: Bool { !waiting.isEmpty }

  /// Adds whole lines; `flush` writes them.
  func add(_ text: String) { waiting.append(contentsOf: text.utf8) }

  /// Writes the waiting bytes that the output takes now; if `isLast`, waits up to `patience` before each part of
  /// `atOnce` bytes. Throws if writing fails or the reader is too slow.
  func flush(isLast: Bool = false) throws(CommandError) {
    var taken = 0
    defer { waiting.removeFirst(min(taken, waiting.count)) }
    while taken < waiting.count {
      if !isFile, !isReady(isLast ? Self.patience : Self.none) {
        guard !isLast, waiting.count - taken <= Self.limit else { throw .notRead(name) }
        return
      }
      let end = isFile ? waiting.count : min(taken + Self.atOnce, waiting.count)
      do throws(CommandError) {
        taken += try write(waiting[taken..<end])
      } catch {
        cut(after: taken)
        taken = waiting.count
        throw error
      }
    }
    length += off_t(taken)
  }

  private func isReady(_ patience: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, patience) > 0
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(CommandError) -> Int {
    while true {
      let (count, code) = BrokenPipe.withoutSignal({ $0.1 == EPIPE }) { () -> (Int, Int32) in
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        return (count, count < 0 ? errno : 0)
      }
      if count >= 0 { return count }
      if code != EINTR { throw .unwritable(name, code: code) }
    }
  }

  /// Removes an incomplete last line, which would make the file unreadable.
  private func cut(after taken: Int) {
    guard isFile else { return }
    let whole = waiting[..<taken].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    _ = ftruncate(descriptor, length + off_t(whole))
  }
}

/// The size limit of a recording.
struct ByteCount: Equatable, ExpressibleByArgument {
  /// The default size: enough for an hour of touches.
  static let standard = ByteCount(bytes: 10_000_000)
  private static let units = ["kb": 1e3, "mb": 1e6, "gb": 1e9]

  let bytes: Int

  private init(bytes: Int) { self.bytes = bytes }

  /// Reads a size such as `1.5GB`. Nil for other texts, and for sizes outside 100 kB to 100 GB.
  init?(argument: String) {
    guard let bytes = number(argument.lowercased(), in: Self.units), 1e5...1e11 ~= bytes else { return nil }
    self.bytes = Int(bytes)
  }

  var defaultValueDescription: String { description }
}

extension ByteCount: CustomStringConvertible {
  var description: String {
    let (unit, size) = [("GB", 1_000_000_000), ("MB", 1_000_000)].first { bytes >= $0.1 } ?? ("kB", 1000)
    let tenths = bytes * 10 / size
    return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")\(unit)"
  }
}

/// The duration of a recording, in microseconds.
struct RecordingTime: Equatable, ExpressibleByArgument {
  private static let units = ["ms": 1000.0, "s": 1e6, "min": 60e6, "h": 3600e6]
  private static let longest = 7 * 24 * 3600e6

  let microseconds: Int64

  /// Reads a duration such as `500ms`. Nil for other texts, zero, or more than a week.
  init?(argument: String) {
    guard let span = number(argument, in: Self.units), 1...Self.longest ~= span else { return nil }
    microseconds = Int64(span)
  }
}

/// Reads a number with a unit, such as `1.5h`, and multiplies it by the unit's factor in `units`. Nil for other texts.
private func number(_ text: String, in units: [String: Double]) -> Double? {
  let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
  let unit = text.dropFirst(digits.count).drop { $0 == " " }
  guard let factor = units[String(unit)], let number = Double(digits) else { return nil }
  return number * factor
}
