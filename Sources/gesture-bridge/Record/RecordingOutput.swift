import Base
import Glibc

/// Why a recording can't be written, or not any further.
enum RecordingFailure: Error, Equatable, CustomStringConvertible {
  case exists(String)
  case unwritable(String, code: Int32)
  /// A pipe that nobody reads from fast enough.
  case notRead(String)

  var description: String { Message.cannotRecord(self) }
}

/// Where a recording goes: a file that holds whole lines at any time, or a pipe. Writing never waits for a reader.
final class RecordingOutput {
  /// Standard output's name on the command line.
  static let standard = "-"
  /// Where a screen was touched may tell what was typed on it: it is for nobody else's eyes.
  private static let mode: mode_t = 0o600
  /// What a pipe that is ready takes without waiting: POSIX's PIPE_BUF, on Linux.
  private static let atOnce = 4096
  /// How much may wait for a reader before nobody is believed to come.
  private static let limit = 4 << 20
  /// How long the end of the recording may wait for a reader, in milliseconds.
  private static let patience: Int32 = 1000
  /// The same for all else.
  private static let none: Int32 = 0

  /// As messages give it.
  let name: String
  private let descriptor: Int32
  private let isFile: Bool
  private var waiting: [UInt8] = []
  /// How much of a file is there, in whole lines.
  private var length: off_t = 0

  /// - Throws: when there is such a file and `replaces` does not say that it may be written over, or it can't be made.
  init(_ path: String, replaces: Bool) throws(RecordingFailure) {
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

  /// A pipe or a device loses nothing by being written to: only files are new ones.
  private static func open(_ path: String, replaces: Bool) throws(RecordingFailure) -> Int32 {
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY
    var descriptor = Glibc.open(path, flags | O_CREAT | (replaces ? O_TRUNC : O_EXCL), mode)
    var status = stat()
    if descriptor < 0, errno == EEXIST {
      guard stat(path, &status) == 0, !status.isFile, !status.isFolder else { throw .exists(path) }
      // A pipe that nobody reads is no reason to wait.
      descriptor = Glibc.open(path, flags | O_NONBLOCK)
      if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, 0) }
    }
    guard descriptor >= 0 else { throw .unwritable(path, code: errno) }
    return descriptor
  }

  /// Whether there is something to be written yet.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Takes whole lines, which are written with `flush`.
  func add(_ text: String) { waiting.append(contentsOf: text.utf8) }

  /// Writes what waits, as far as that goes without waiting; at the end of the recording a reader is given some time.
  func flush(isLast: Bool = false) throws(RecordingFailure) {
    var taken = 0
    defer { waiting.removeFirst(min(taken, waiting.count)) }
    while taken < waiting.count {
      if !isFile, !isReady(isLast ? Self.patience : Self.none) {
        guard !isLast, waiting.count - taken <= Self.limit else { throw .notRead(name) }
        return
      }
      let end = isFile ? waiting.count : min(taken + Self.atOnce, waiting.count)
      do throws(RecordingFailure) {
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

  private func write(_ bytes: ArraySlice<UInt8>) throws(RecordingFailure) -> Int {
    while true {
      let (count, code) = BrokenPipe.withoutSignal({ $0.1 == EPIPE }) { () -> (Int, Int32) in
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        return (count, count < 0 ? errno : 0)
      }
      if count >= 0 { return count }
      if code != EINTR { throw .unwritable(name, code: code) }
    }
  }

  /// Half a line at the end would keep the file from being read.
  private func cut(after taken: Int) {
    guard isFile else { return }
    let whole = waiting[..<taken].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    _ = ftruncate(descriptor, length + off_t(whole))
  }
}
