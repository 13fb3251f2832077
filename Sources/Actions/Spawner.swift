import Base
import CSystem
import Glibc

/// Starts programs with `posix_spawn`; what all of them share is prepared once.
///
/// A child gets its own session and process group, default signals with an empty mask, /dev/null or a pipe as standard
/// input, the daemon's standard output and error or /dev/null in their place, no other descriptor, and begins in the home
/// folder. What else a process hands on stays as it is with the daemon: user, umask, priority, limits.
final class Spawner {
  static let shell = "/bin/sh"
  private static let nowhere = "/dev/null"
  /// The first descriptor that no child gets.
  private static let firstOther = STDERR_FILENO + 1

  private var attributes = posix_spawnattr_t()
  private var fileActions = posix_spawn_file_actions_t()
  private let inherited: CStrings
  private let muted: [Int32]
  /// Where a child begins; nil for where the daemon is.
  private let home: String?

  /// Every child starts from `environment`, a NULL-terminated array that is copied here: the daemon's own. The `muted` of
  /// its standard output and error lead nowhere.
  init(
    inheriting environment: UnsafePointer<UnsafeMutablePointer<CChar>?> = UnsafePointer(gb_environment()),
    muted: [Int32] = [], home: String? = InheritedEnvironment.home()
  ) throws(SystemError) {
    self.muted = muted
    self.home = home
    inherited = CStrings(copying: environment) { !InheritedEnvironment.isWithheld($0) }
    try Self.check("posix_spawnattr_init", posix_spawnattr_init(&attributes))
    try Self.check("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&fileActions))
    var signals = sigset_t()
    sigemptyset(&signals)
    try Self.check("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &signals))
    sigfillset(&signals)
    try Self.check("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &signals))
    try Self.check("posix_spawnattr_setflags", gb_spawnattr_set_flags(&attributes))
    try Self.check(
      "posix_spawn_file_actions_addopen",
      posix_spawn_file_actions_addopen(&fileActions, STDIN_FILENO, Self.nowhere, O_RDONLY, 0))
    try Self.check("posix_spawn_file_actions_addopen", addOthers(to: &fileActions))
  }

  deinit {
    posix_spawnattr_destroy(&attributes)
    posix_spawn_file_actions_destroy(&fileActions)
  }

  /// Starts a command and gives its process id; the call returns as soon as the program is executed, or can't be. Its
  /// standard input is `input`, else /dev/null. With `words` it is these that are executed, with the command behind them.
  func start(
    _ command: Command, environment: [(String, String)], input: Int32? = nil, behind words: [String] = []
  ) throws(StartFailure) -> pid_t {
    let arguments = words + (try Self.arguments(command))
    let added = environment.map { "\($0)=\($1)" }
    guard !(arguments + added).contains(where: { $0.utf8.contains(0) }) else { throw .nulCharacter }
    let result = withFileActions(input: input) { actions -> Result<pid_t, StartFailure> in
      var pid: pid_t = 0
      let code = CStrings(arguments).withArray { argv in
        CStrings(added).withArray(over: inherited) { envp in
          posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, envp)
        }
      }
      return code == 0 ? .success(pid) : .failure(.system(code))
    }
    return try result.get()
  }

  /// The prepared actions, or with `input` others of their own.
  private func withFileActions<R>(
    input: Int32?, _ body: (inout posix_spawn_file_actions_t) -> Result<R, StartFailure>
  ) -> Result<R, StartFailure> {
    guard let input else { return body(&fileActions) }
    var actions = posix_spawn_file_actions_t()
    var code = posix_spawn_file_actions_init(&actions)
    guard code == 0 else { return .failure(.system(code)) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    code = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    if code == 0 { code = addOthers(to: &actions) }
    return code == 0 ? body(&actions) : .failure(.system(code))
  }

  /// What a child writes to, and nothing beside it, and where it begins; returns the error of the first call that failed.
  private func addOthers(to actions: inout posix_spawn_file_actions_t) -> Int32 {
    for descriptor in muted {
      let code = posix_spawn_file_actions_addopen(&actions, descriptor, Self.nowhere, O_WRONLY, 0)
      guard code == 0 else { return code }
    }
    if let home {
      let code = gb_spawn_add_chdir(&actions, home)
      guard code == 0 else { return code }
    }
    return gb_spawn_add_closefrom(&actions, Self.firstOther)
  }

  private static func arguments(_ command: Command) throws(StartFailure) -> [String] {
    switch command {
    case .shell(let line): return [shell, "-c", line]
    case .direct(let arguments):
      guard let program = arguments.first, !program.isEmpty else { throw .noProgram }
      return arguments
    }
  }

  private static func check(_ call: String, _ code: Int32) throws(SystemError) {
    guard code == 0 else { throw SystemError(call: call, code: code) }
  }
}
