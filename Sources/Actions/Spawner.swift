import CSystem
import Glibc

/// Starts programs with `posix_spawn`; what all of them share is prepared once.
///
/// A child gets its own session and process group, default signals with an empty mask, /dev/null or a pipe as standard
/// input, the daemon's standard output and error or /dev/null in their place, and no other descriptor.
final class Spawner {
  static let shell = "/bin/sh"
  private static let nowhere = "/dev/null"
  /// The first descriptor that no child gets.
  private static let firstOther = STDERR_FILENO + 1

  private var attributes = posix_spawnattr_t()
  private var fileActions = posix_spawn_file_actions_t()
  private let inherited: CStrings
  private let muted: [Int32]

  /// Every child starts from `environment`, a NULL-terminated array that is copied here: the daemon's own. The `muted` of
  /// its standard output and error lead nowhere.
  init(
    inheriting environment: UnsafePointer<UnsafeMutablePointer<CChar>?> = UnsafePointer(gb_environment()),
    muted: [Int32] = []
  ) throws(SystemError) {
    self.muted = muted
    inherited = CStrings(copying: environment) { !Self.isWithheld($0) }
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
    try Self.check("posix_spawn_file_actions_addopen", Self.addOutputs(&fileActions, muted))
  }

  deinit {
    posix_spawnattr_destroy(&attributes)
    posix_spawn_file_actions_destroy(&fileActions)
  }

  /// Starts a command and gives its process id; the call returns as soon as the program is executed, or can't be. Its
  /// standard input is `input`, else /dev/null.
  func start(_ command: Command, environment: [(String, String)], input: Int32? = nil) throws(StartFailure) -> pid_t {
    let arguments = try Self.arguments(command)
    let added = environment.map { "\($0)=\($1)" }
    guard !(arguments + added).contains(where: { $0.utf8.contains(0) }) else { throw .nulCharacter }
    let names = Set(environment.map { $0.0 })
    let result = withFileActions(input: input) { actions -> Result<pid_t, StartFailure> in
      var pid: pid_t = 0
      let code = CStrings(arguments).withArray { argv in
        CStrings(added).withArray(adding: inherited, where: { !names.contains(Self.name(of: $0)) }) { envp in
          posix_spawnp(&pid, command.program, &actions, &attributes, argv, envp)
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
    if code == 0 { code = Self.addOutputs(&actions, muted) }
    return code == 0 ? body(&actions) : .failure(.system(code))
  }

  /// What a child writes to, and nothing beside it; returns the error of the first call that failed.
  private static func addOutputs(_ actions: inout posix_spawn_file_actions_t, _ muted: [Int32]) -> Int32 {
    for descriptor in muted {
      let code = posix_spawn_file_actions_addopen(&actions, descriptor, nowhere, O_WRONLY, 0)
      guard code == 0 else { return code }
    }
    return gb_spawn_add_closefrom(&actions, firstOther)
  }

  private static func arguments(_ command: Command) throws(StartFailure) -> [String] {
    switch command {
    case .shell(let line): return [shell, "-c", line]
    case .direct(let arguments):
      guard let program = arguments.first, !program.isEmpty else { throw .noProgram }
      return arguments
    }
  }

  /// The service manager's own channel to the daemon: a child that used it would speak in the daemon's name.
  private static func isWithheld(_ entry: String) -> Bool {
    entry.hasPrefix("NOTIFY_SOCKET=") || entry.hasPrefix("LISTEN_") || entry.hasPrefix("WATCHDOG_")
  }

  private static func name(of entry: UnsafeMutablePointer<CChar>) -> String {
    String(String(cString: entry).prefix { $0 != "=" })
  }

  private static func check(_ call: String, _ code: Int32) throws(SystemError) {
    guard code == 0 else { throw SystemError(call: call, code: code) }
  }
}
