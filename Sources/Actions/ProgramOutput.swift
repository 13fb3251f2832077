import Base
import CSystem
import Glibc

/// What a program writes when it is run with some input until it ends; the caller waits.
public struct ProgramOutput: Equatable, Sendable {
  public let output: [UInt8]
  /// What it wrote to standard error.
  public let errors: [UInt8]
  /// Whether it ended of its own accord with exit status 0.
  public let succeeded: Bool

  private static let chunk = 1 << 16

  /// Runs the program at `path` until it has ended. It must not write more to standard error than a pipe holds before it is
  /// done with standard output.
  /// - Throws: the call that failed, when it can't be started.
  public init(of path: String, arguments: [String], input: [UInt8]) throws(SystemError) {
    let source = Descriptor(gb_memory_file())
    try Self.check("memfd_create", source.number)
    try source.fill(input)
    let output = try Self.pipe()
    let errors = try Self.pipe()
    var process: pid_t = 0
    let code = Self.spawn(
      path, arguments, [source.number, output.writing.number, errors.writing.number], &process)
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    output.writing.close()
    errors.writing.close()
    self.output = output.reading.all()
    self.errors = errors.reading.all()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    succeeded = status == 0
  }

  private static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    try check("pipe2", gb_pipe(&ends))
    // Blocking, because the program may take its time.
    for end in ends { _ = fcntl(end, F_SETFL, 0) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ streams: [Int32], _ process: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var code = posix_spawn_file_actions_init(&actions)
    guard code == 0 else { return code }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() where code == 0 {
      code = posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    guard code == 0 else { return code }
    return CStrings([path] + arguments).withArray { posix_spawn(&process, path, &actions, nil, $0, gb_environment()) }
  }

  private static func check(_ call: String, _ result: Int32) throws(SystemError) {
    guard result >= 0 else { throw SystemError(call: call, code: errno) }
  }

  /// An open file, closed with its owner.
  private final class Descriptor {
    private(set) var number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close() }

    func close() {
      if number >= 0 { Glibc.close(number) }
      number = -1
    }

    /// Writes all of it, and goes back to the start.
    func fill(_ bytes: [UInt8]) throws(SystemError) {
      var written = 0
      while written < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.write(number, $0.baseAddress?.advanced(by: written), bytes.count - written)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemError(call: "write", code: errno) }
        written += count
      }
      lseek(number, 0, SEEK_SET)
    }

    func all() -> [UInt8] {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: chunk)
      while true {
        let count = read(number, &buffer, chunk)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return bytes }
        bytes += buffer.prefix(count)
      }
    }
  }
}

/// This program once more, as a process of its own.
public enum OwnProgram {
  /// Starts it with these arguments, in a session of its own, with the environment, the folder, standard output and standard
  /// error of this process; standard input is `input`, and no other descriptor is open.
  public static func start(_ arguments: [String], input: Int32) throws(SystemError) -> pid_t {
    let spawner = try Spawner(home: nil)
    do throws(StartFailure) {
      return try spawner.start(
        .direct(["gesture-bridge"] + arguments), environment: [], input: input, program: "/proc/self/exe")
    } catch {
      guard case .system(let code) = error else { throw SystemError(call: "posix_spawn", code: EINVAL) }
      throw SystemError(call: "posix_spawn", code: code)
    }
  }
}

/// Another program in the place of this one.
public enum ProgramReplacement {
  /// The folder of this program's file; nil if the system does not say.
  public static var ownFolder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Whether there is a program at a path that may be started.
  public static func exists(at path: String) -> Bool { access(path, X_OK) == 0 }

  /// Runs a program with these arguments instead of this one; returns only if that fails.
  public static func run(_ path: String, arguments: [String]) -> SystemError {
    let strings = CStrings([path] + arguments)
    strings.withArray { _ = execv(path, $0) }
    return SystemError(call: "execv", code: errno)
  }
}
