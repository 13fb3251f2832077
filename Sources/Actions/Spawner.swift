import Base
import Bindings
import CLinux
import Glibc

/// Starts programs with `posix_spawn`. A child gets its own POSIX session and process group, default signal handlers,
/// an empty signal mask, and no descriptor above 2. It starts in the home folder, with a matching PWD.
final class Spawner {
  static let shell = "/bin/sh"

  private var attributes = posix_spawnattr_t()
  /// The file actions of `posix_spawn` for children without their own input or output.
  private let fileActions: FileActions
  private let inherited: CStrings
  private let muted: [Int32]
  /// The folder in which a child starts; nil for the daemon's folder.
  private let home: String?

  /// `environment` is copied without `InheritedEnvironment.withheld`. The descriptors in `muted` lead to /dev/null.
  init(
    inheriting environment: UnsafePointer<UnsafeMutablePointer<CChar>?> = UnsafePointer(gb_environment()),
    muted: [Int32] = [], home: String? = InheritedEnvironment.home()
  ) throws(SystemError) {
    (self.muted, self.home) = (muted, home)
    let folder = home.flatMap { realpath($0, nil) }
    defer { free(folder) }
    var namesFolder = false
    var inherited = CStrings(
      copying: environment,
      keep: { entry in
        let name = InheritedEnvironment.name(of: entry)
        guard !InheritedEnvironment.isWithheld(name) else { return false }
        guard name == "PWD" else { return true }
        namesFolder = true
        return folder == nil
      })
    if let folder, namesFolder { inherited.add("PWD=\(String(cString: folder))") }
    self.inherited = inherited
    fileActions = try FileActions(muted: muted, home: home)
    try check("posix_spawnattr_init", posix_spawnattr_init(&attributes))
    var signals = sigset_t()
    sigemptyset(&signals)
    try check("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &signals))
    sigfillset(&signals)
    try check("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &signals))
    try check("posix_spawnattr_setflags", gb_spawnattr_set_flags(&attributes))
  }

  deinit { posix_spawnattr_destroy(&attributes) }

  /// Starts `words` followed by the command; returns the process ID. Standard input is `input` or /dev/null. Standard
  /// output is `output`, or /dev/null if muted, or the daemon's. Executes `program`, or else the first word.
  func start(
    _ command: Command, environment: [(String, String)], input: Int32? = nil, output: Int32? = nil,
    behind words: [String] = [], program: String? = nil
  ) throws(StartFailure) -> pid_t {
    let envp = CStrings(environment.map { "\($0.0)=\($0.1)" })
    guard envp.areWhole else { throw .nulCharacter }
    let files = if input != nil || output != nil { try actions(reading: input, writing: output) } else { fileActions }
    let environment = envp.over(inherited)
    var calls: [[String]]
    switch command {
    case .direct(let arguments): calls = [arguments]
    case .shell(let line):
      calls = [[Self.shell, "-c", line]]
      // If this fails, because a script has no `#!` line or the file is missing, the shell runs the line.
      if words.isEmpty, let plain = Self.plainCall(line) { calls.insert(plain, at: 0) }
    }
    var code: Int32 = 0
    for arguments in calls {
      guard let first = arguments.first, !first.isEmpty else { throw .noProgram }
      let argv = CStrings(words + arguments)
      guard argv.areWhole else { throw .nulCharacter }
      var pid: pid_t = 0
      code = argv.withArray { argv in
        environment.withArray { envp in
          posix_spawnp(&pid, program ?? words.first ?? first, &files.handle, &attributes, argv, envp)
        }
      }
      if code == 0 { return pid }
    }
    throw .system(code)
  }

  /// Splits `line` into words for a start without a shell. Nil if `line` needs a shell or doesn't begin with a path.
  private static func plainCall(_ line: String) -> [String]? {
    let special = ##"!"#$&'()*;<=>?[\]^`{|}~"##
    guard line.utf8.allSatisfy({ $0 >= UInt8(ascii: " ") && $0 < 0x7F && !special.utf8.contains($0) }) else {
      return nil
    }
    let words = line.split(separator: " ").map(String.init)
    return words.first?.contains("/") == true ? words : nil
  }

  private func actions(reading input: Int32?, writing output: Int32?) throws(StartFailure) -> FileActions {
    do throws(SystemError) {
      return try FileActions(input: input, output: output, muted: muted, home: home)
    } catch {
      throw .system(error.code)
    }
  }
}

/// The descriptors of a child, and the folder in which it starts.
private final class FileActions {
  private static let nowhere = "/dev/null"
  /// The lowest descriptor that is closed in every child.
  private static let firstOther = STDERR_FILENO + 1

  var handle = posix_spawn_file_actions_t()

  /// Without `input`, standard input is /dev/null. `output` has priority over `muted`.
  init(input: Int32? = nil, output: Int32? = nil, muted: [Int32], home: String?) throws(SystemError) {
    try check("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&handle))
    if let input {
      try check("posix_spawn_file_actions_adddup2", posix_spawn_file_actions_adddup2(&handle, input, STDIN_FILENO))
    } else {
      try open(STDIN_FILENO, O_RDONLY)
    }
    for descriptor in muted { try open(descriptor, O_WRONLY) }
    if let output {
      try check("posix_spawn_file_actions_adddup2", posix_spawn_file_actions_adddup2(&handle, output, STDOUT_FILENO))
    }
    if let home { try check("posix_spawn_file_actions_addchdir_np", gb_spawn_add_chdir(&handle, home)) }
    try check("posix_spawn_file_actions_addclosefrom_np", gb_spawn_add_closefrom(&handle, Self.firstOther))
  }

  deinit { posix_spawn_file_actions_destroy(&handle) }

  /// Opens /dev/null as the child's `descriptor`.
  private func open(_ descriptor: Int32, _ flags: Int32) throws(SystemError) {
    try check(
      "posix_spawn_file_actions_addopen", posix_spawn_file_actions_addopen(&handle, descriptor, Self.nowhere, flags, 0))
  }
}

private func check(_ call: String, _ code: Int32) throws(SystemError) {
  guard code == 0 else { throw SystemError(call: call, code: code) }
}

/// Helper programs that run as children of this program.
public enum ChildProgram {
  /// Starts a program by its path or name, and returns its process ID. Throws `SystemError` or `StartFailure`.
  public static func start(
    _ path: String, _ arguments: [String] = [], input: Int32, output: Int32? = nil
  ) throws -> pid_t {
    try Spawner().start(.direct([path] + arguments), environment: [], input: input, output: output)
  }
  /// Waits until the program has ended. Kills the program after `patience` microseconds.
  public static func awaitEnd(of program: pid_t, within patience: Int64) {
    let end = MonotonicClock.now() + patience
    var (code, status): (Int32, Int32) = (0, 0)
    while gb_wait_pid(program, &code, &status) == 0 {
      if MonotonicClock.now() > end { kill(program, SIGKILL) }
      poll(nil, 0, 5)
    }
  }
}
