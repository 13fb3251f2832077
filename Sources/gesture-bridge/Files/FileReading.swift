import Actions
import Base
import Glibc
import LiveView
import Runtime
import Text

enum FileError: Error, Equatable, CustomStringConvertible {
  case unreadable(path: String, code: Int32)
  case tooLarge(path: String, limit: Int)
  case noFile(path: String)
  /// The writer of a pipe has not closed the pipe after `patience` milliseconds.
  case openPipe(path: String, patience: Int64)
  /// Other users could change the file, or replace the file, or a folder or link on its path.
  case exposed(Exposure)

  var message: String {
    switch self {
    case .unreadable(let path, let code): "can't read \(path): \(String(cString: strerror(code)))"
    case .tooLarge(let path, let limit): "can't read \(path): it is larger than \(limit >> 20) MiB; use a smaller file"
    case .noFile(let path): "can't read \(path): it is not an ordinary file; give the path of an ordinary file"
    case .openPipe(let path, let patience):
      "can't read \(path): the program that writes to this pipe did not close it in \(patience / 1000) s; use a file"
    case .exposed(let exposure): exposure.message
    }
  }

  var fix: String? {
    switch self {
    case .unreadable(_, ENOENT): "create the file, or correct the path"
    case .unreadable(_, EISDIR): "give the path of a file in this folder"
    case .unreadable, .tooLarge, .noFile, .openPipe: nil
    case .exposed(let exposure): exposure.fix
    }
  }

  var isMissing: Bool { if case .unreadable(_, ENOENT) = self { true } else { false } }

  var description: String {
    if case .exposed(let exposure) = self { "\(exposure.message); \(exposure.fix)" } else { message }
  }
}

/// A file's bytes, and its status.
struct FileContents {
  /// The default limit in bytes: enough for an hour of touches.
  private static let limit = 64 << 20
  private static let chunk = 1 << 16
  private static let leastChunk = 1 << 12
  /// The longest wait until a pipe's writer closes the pipe, in ms; long because the writer can ask for a password.
  private static let patience: Int64 = 30_000

  let bytes: [UInt8]
  let status: stat

  /// Reads a file. `onlyFile` refuses all but regular files, so that opening and reading never wait.
  init(path: String, limit: Int = Self.limit, onlyFile: Bool = false) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (onlyFile ? O_NONBLOCK | O_NOCTTY : 0))
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    if status.isFolder { throw .unreadable(path: path, code: EISDIR) }
    if onlyFile, !status.isFile { throw .noFile(path: path) }
    if status.isFile, status.st_size > limit { throw .tooLarge(path: path, limit: limit) }
    self.status = status
    bytes = try Self.read(descriptor, path, limit)
  }

  /// Reads a file. Throws `exposed` if users other than you and root could change or replace the file. `takesPipe`
  /// accepts an inherited pipe.
  init(trusted path: String, limit: Int, takesPipe: Bool, patience: Int64 = Self.patience) throws(FileError) {
    let file = try TrustedFile(path, takesPipe: takesPipe)
    status = file.entry.status
    bytes = try Self.read(
      file.entry.descriptor.number, path, limit, patience: status.isFile ? nil : patience,
      expecting: status.isFile ? Int(status.st_size) : nil)
  }

  /// Reads the rest of an open file; `name` is for messages.
  init(open descriptor: Int32, called name: String? = nil, limit: Int) throws(FileError) {
    var status = stat()
    let path = name ?? "descriptor \(descriptor)"
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    self.status = status
    bytes = try Self.read(descriptor, path, limit)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads a file to the end. Throws `openPipe` if the end doesn't come within `patience` milliseconds; nil means no
  /// limit. `size` only sets the length of each read, and can be wrong.
  private static func read(
    _ descriptor: Int32, _ path: String, _ limit: Int, patience: Int64? = nil, expecting size: Int? = nil
  ) throws(FileError) -> [UInt8] {
    // Some of the system's own files report the size 0, so a chunk has at least `leastChunk` bytes.
    let chunk = size.map { min(max($0, Self.leastChunk), Self.chunk) } ?? Self.chunk
    let deadline = patience.map { EventLoop.now() + $0 * 1000 }
    var bytes: [UInt8] = []
    while true {
      if let patience, let deadline, !isReadable(descriptor, by: deadline) {
        throw .openPipe(path: path, patience: patience)
      }
      let before = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: chunk))
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: before), chunk)
      }
      bytes.removeLast(chunk - max(count, 0))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .unreadable(path: path, code: errno) }
      if count == 0 { return bytes }
      if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
    }
  }

  /// Waits until a read would not block; returns false after `deadline` (CLOCK_MONOTONIC, in microseconds).
  private static func isReadable(_ descriptor: Int32, by deadline: Int64) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = max(0, (deadline - EventLoop.now() + 999) / 1000)
      let count = poll(&request, 1, Int32(clamping: left))
      if count > 0 || count < 0 && errno != EINTR { return true }
      if left == 0 { return false }
    }
  }
}

/// The program's standard streams. Writing waits for the reader. If a signal that ends the program arrives, the rest of
/// the text is dropped, and the signal stays pending for the event loop.
enum StandardStreams {
  /// Opens each closed descriptor from 0 to 2, as /dev/null. Otherwise a device that is opened later could get one of
  /// these numbers, and commands would write to the device.
  static func ensureOpen() {
    // open(2) returns the lowest free number.
    while (STDIN_FILENO...STDERR_FILENO).contains(where: { fcntl($0, F_GETFD) < 0 }) {
      guard open("/dev/null", O_RDWR) >= 0 else { return }
    }
  }

  /// Writes to standard output. If the reader has closed standard output, the program ends.
  static func write(_ text: String) {
    if write(ReadableForm(of: STDOUT_FILENO).text(text), to: STDOUT_FILENO) { raise(SIGPIPE) }
  }

  /// Writes sentences to standard output, wrapped for a terminal, with control characters replaced.
  static func write(wrapping text: String) { write(ReadableForm(of: STDOUT_FILENO).wrapped(text.visibleLines)) }

  /// Writes to standard error, with control characters replaced. Continues if the reader has closed standard error.
  static func writeError(_ text: String) {
    write(ReadableForm(of: STDERR_FILENO).text(text.visibleLines), to: STDERR_FILENO)
  }

  static func writeError(wrapping text: String) {
    writeError(ReadableForm(of: STDERR_FILENO).wrapped(text.visibleLines))
  }

  /// Writes a text; returns whether the reader has closed the stream. A signal that ends the program drops the rest.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    let output = OutputFile(descriptor)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      switch output.write(rest) {
      case .took(let count): rest = rest.dropFirst(count)
      case .full: guard output.isReadyBeforeAnEndingSignal() else { return false }
      case .readerIsGone: return true
      }
    }
    return false
  }
}

/// The form of a text on a terminal: its characters and wrapped lines. Files and pipes get the text unchanged.
struct ReadableForm {
  let characters: TerminalCharacters
  /// The terminal's width in columns. Nil if the descriptor isn't a terminal, so that lines may have any length.
  let columns: Int?

  init(of descriptor: Int32, variable: (String) -> String? = EnvironmentVariable.value) {
    columns = Terminal.columns(of: descriptor)
    characters = columns == nil ? .unicode : TerminalCharacters(variable: variable)
  }

  func text(_ text: String) -> String { characters.shown(text) }

  func wrapped(_ text: String) -> String {
    let shown = characters.shown(text)
    return columns.map { shown.wrapped(to: $0) } ?? shown
  }
}
