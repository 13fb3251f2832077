import Base
import Bindings
import CLinux
import Glibc
import Runtime
import Text

/// Starts, watches and reaps the processes of commands and streams.
final class Processes {
  struct Ended {
    let command: LiveCommand
    let status: CommandStatus
  }

  let log: ActionLog
  let rate: StartRate
  /// Returns CLOCK_MONOTONIC in microseconds.
  let now: () -> Int64
  let watch: CommandRunner.Watch
  let unwatch: (Int32) -> Void
  let observe: CommandRunner.Observe
  private let spawner: Spawner
  private let scopes: CommandScopes
  private let hasDescriptors: Bool
  private var all: [LiveCommand] = []

  init(
    spawner: Spawner, scopes: CommandScopes, hasDescriptors: Bool, log: ActionLog, rate: StartRate,
    now: @escaping () -> Int64, watch: @escaping CommandRunner.Watch, unwatch: @escaping (Int32) -> Void,
    observe: @escaping CommandRunner.Observe
  ) {
    self.spawner = spawner
    self.scopes = scopes
    self.hasDescriptors = hasDescriptors
    self.log = log
    self.rate = rate
    self.now = now
    self.watch = watch
    self.unwatch = unwatch
    self.observe = observe
  }

  deinit {
    for command in all { command.process.release(unwatch) }
  }

  // MARK: Starting

  /// Whether one more process may start. If not, counts the refusal; logs a storm's first refusal (see ``StartRate``).
  func mayStart(_ request: CommandRequest) -> Bool {
    if rate.hasRoom(at: now()) { return true }
    if rate.refuse() { log.log(.limited(.perSecond(rate.perSecond), gesture: request.gesture, .init(request))) }
    return false
  }

  /// Starts a command, or a stream if `input` isn't nil. Returns the process ID, or nil after a failure.
  func launch(_ request: CommandRequest, of action: ActionKey, input: Int32? = nil) -> Int32? {
    let words = scope(of: request)
    do throws(StartFailure) {
      // The descriptor is reserved first, because a command that can't be watched must not start.
      let reservation = hasDescriptors ? try ProcessDescriptor.reserve() : nil
      // A command without a binding isn't from a rule, so `~` in its words isn't expanded.
      let command = request.binding == nil ? request.command : request.command.expandingHome()
      let pid = try spawner.start(command, environment: request.environment, input: input, behind: words)
      _ = consume reservation
      let process = ChildProcess(pid, watch: hasDescriptors ? watch : nil)
      all.append(LiveCommand(process: process, request: request, action: action, isStream: input != nil))
      rate.recordStart(at: now())
      observe(request, .started(pid: pid, latency: request.since.map { now() - $0 }))
      return pid
    } catch {
      failed(request, error)
      return nil
    }
  }

  /// Returns the words that start a command in its own systemd scope. Empty if no scope is needed or available.
  private func scope(of request: CommandRequest) -> [String] {
    guard request.isScoped else { return [] }
    do throws(CommandScopes.Unavailable) {
      let words = try scopes.words(for: request)
      log.scopesAreAvailable()
      return words
    } catch {
      log.noScopes(error)
      return []
    }
  }

  func failed(_ request: CommandRequest, _ failure: StartFailure) {
    log.logProblem(.startFailed(request.command, failure, .init(request)), of: request)
    observe(request, .failed(failure))
  }

  // MARK: Tracking

  var count: Int { all.count }

  var commandCount: Int { all.count { !$0.isStream } }

  func count(binding: Int?, rules: Int) -> Int {
    all.count { !$0.isStream && !$0.request.isApplication && $0.action.binding == binding && $0.action.rules == rules }
  }

  func has(_ action: ActionKey) -> Bool { all.contains { !$0.isStream && $0.action == action } }

  /// Whether the end of a process must be polled. False if SIGCHLD reports the ends of processes.
  var hasUnwatched: Bool { hasDescriptors && all.contains { $0.descriptor == nil } }

  /// When to kill the next command, in CLOCK_MONOTONIC microseconds. Nil for never.
  var nextDeadline: Int64? { all.lazy.compactMap(\.deadline).min() }

  /// Asks each running command of the action to end, but only once: sends SIGTERM, sets the deadline, and calls `body`.
  func askToEnd(_ action: ActionKey, until deadline: Int64, _ body: (LiveCommand) -> Void) {
    for index in all.indices where all[index].action == action && !all[index].isStream && !all[index].isEnding {
      all[index].isEnding = true
      all[index].deadline = deadline
      kill(-all[index].pid, SIGTERM)
      body(all[index])
    }
  }

  /// Kills each command whose deadline has passed, and passes the command to `body`.
  func advance(to now: Int64, _ body: (LiveCommand) -> Void) {
    for index in all.indices {
      guard let deadline = all[index].deadline, deadline <= now else { continue }
      all[index].deadline = nil
      kill(-all[index].pid, SIGKILL)
      body(all[index])
    }
  }

  func reap(where isMeant: (LiveCommand) -> Bool) -> [Ended] {
    var ended: [Ended] = []
    all.removeAll { command in
      guard isMeant(command), let status = command.process.reap() else { return false }
      ended.append(Ended(command: command, status: status))
      return true
    }
    for end in ended { end.command.process.release(unwatch) }
    return ended
  }
}

/// A weak reference to the object that handles descriptors.
final class DescriptorOwner<Owner: AnyObject> {
  weak var owner: Owner?
}

/// The process of a command or a stream, until it is reaped.
struct LiveCommand {
  let process: ChildProcess
  let request: CommandRequest
  let action: ActionKey
  /// Whether this is the process of a stream. The limits for running commands don't count streams.
  let isStream: Bool
  /// When to kill the command, in CLOCK_MONOTONIC microseconds. Nil for never.
  var deadline: Int64?
  var isEnding = false

  var pid: pid_t { process.pid }
  var descriptor: Int32? { process.descriptor }
}

/// A child process that has not been reaped yet.
struct ChildProcess {
  let pid: pid_t
  /// A descriptor that becomes readable when the process ends. Nil if the end is polled, or reported by SIGCHLD.
  let descriptor: Int32?

  /// Passes a descriptor of the process to `watch`. `descriptor` is nil without `watch`, or after a failure.
  init(_ pid: pid_t, watch: CommandRunner.Watch?) {
    self.pid = pid
    guard let watch, let opened = ProcessDescriptor.open(pid) else {
      descriptor = nil
      return
    }
    var isWatched = true
    do throws(SystemError) { try watch(opened, .reading) } catch { isWatched = false }
    if !isWatched { close(opened) }
    descriptor = isWatched ? opened : nil
  }

  /// Reaps the process if it has ended. Returns nil if it still runs.
  func reap() -> CommandStatus? {
    var code: Int32 = 0
    var status: Int32 = 0
    let result = descriptor.map { gb_wait_pidfd($0, &code, &status) } ?? gb_wait_pid(pid, &code, &status)
    guard result != 0 else { return nil }
    guard result > 0 else { return .unknown }
    return code == Int32(CLD_EXITED) ? .code(status) : .signal(status)
  }

  func release(_ unwatch: (Int32) -> Void) {
    guard let descriptor else { return }
    unwatch(descriptor)
    close(descriptor)
  }
}

extension Command {
  private static let shellOption = "-c"

  /// Expands `~` in the words `~` and `~/…` to the home folder, except in a word after `-c`, which the shell expands.
  func expandingHome(_ home: String? = EnvironmentVariable.value("HOME")) -> Command {
    guard case .direct(let words) = self, let home, !home.isEmpty, words.contains(where: { $0.hasPrefix("~") }) else {
      return self
    }
    return .direct(
      words.enumerated().map { index, word in
        let isForShell = index > 0 && words[index - 1] == Self.shellOption
        return !isForShell && (word == "~" || word.hasPrefix("~/")) ? home + word.dropFirst() : word
      })
  }
}

/// Descriptors of processes (pidfd). Linux 5.4 and later versions have all the needed calls.
public enum ProcessDescriptor {
  /// Whether the kernel has pidfd_open and waitid(P_PIDFD).
  public static func isSupported() -> Bool {
    let descriptor = gb_pidfd_open(getpid())
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var code: Int32 = 0
    var status: Int32 = 0
    return gb_wait_pidfd(descriptor, &code, &status) < 0 && errno == ECHILD
  }

  /// Reserves a descriptor number. The caller frees the number after the start, so that the command can be watched.
  static func reserve() throws(StartFailure) -> OwnedDescriptor {
    let descriptor = gb_pidfd_open(getpid())
    guard descriptor >= 0 else { throw .system(errno) }
    return OwnedDescriptor(owning: descriptor)
  }

  static func open(_ pid: pid_t) -> Int32? {
    let descriptor = gb_pidfd_open(pid)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// Makes the `systemd-run` words to put before a command, so that the command runs in a scope of the user's systemd and
/// outlives the daemon's service. `systemd-run --scope` requests the scope and becomes the command.
public final class CommandScopes {
  enum Unavailable: Error, Equatable {
    case noProgram
    /// No file exists at this path, where the user's service manager would listen.
    case noManager(path: String)
    /// XDG_RUNTIME_DIR is unset or empty, or isn't an absolute path.
    case noSession
  }

  static let program = "systemd-run"
  private static let socket = "systemd/private"
  private static let slice = "app.slice"
  /// The option that stops systemd-run 254 and later from expanding variables. Older versions refuse the option.
  private static let option = "expand-environment"

  private let folders: [Substring]
  private let runtimeFolder: String?
  private var count = 0
  /// The result of `mayExpand` for the last program.
  private var known: (program: String, mayExpand: Bool)?

  /// `path` lists the folders to search for systemd-run. The user's service manager listens below `runtimeFolder`.
  public init(
    path: String = EnvironmentVariable.value("PATH") ?? "",
    runtimeFolder: String? = EnvironmentVariable.value("XDG_RUNTIME_DIR")
  ) {
    folders = path.split(separator: ":")
    self.runtimeFolder = runtimeFolder
  }

  /// Returns the words to put before a command, to start the command in a scope. Throws if scopes are unavailable.
  func words(for request: CommandRequest) throws(Unavailable) -> [String] {
    let paths = folders.lazy.map { "\($0)/\(Self.program)" }
    guard let program = paths.first(where: { access($0, X_OK) == 0 }) else { throw .noProgram }
    guard let runtimeFolder, runtimeFolder.hasPrefix("/") else { throw .noSession }
    let socket = "\(runtimeFolder)/\(Self.socket)"
    guard access(socket, F_OK) == 0 else { throw .noManager(path: socket) }
    count += 1
    return [
      program, "--user", "--scope", "--quiet", "--collect", "--slice=\(Self.slice)",
      "--unit=gesture-bridge-\(getpid())-\(count)",
      "--description=gesture-bridge: \(request.key) of \(request.gesture)",
    ] + (mayExpand(program) ? ["--\(Self.option)=no"] : []) + ["--"]
  }

  /// Whether systemd-run has `option`. Searches the program's file, because running systemd-run would delay gestures.
  private func mayExpand(_ program: String) -> Bool {
    if let known, known.program == program { return known.mayExpand }
    let mayExpand = Self.file(program, contains: Self.option)
    known = (program, mayExpand)
    return mayExpand
  }

  private static func file(_ path: String, contains text: String) -> Bool {
    // The file has about 100 kB.
    SmallFile.bytes(path, atMost: 1 << 20).map { String(decoding: $0, as: UTF8.self).includes(text) } ?? false
  }
}
