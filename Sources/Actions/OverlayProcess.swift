import Base
import Bindings
import Glibc
import Logging
import Runtime

/// Runs `level` commands, and controls the process that draws gestures.
///
///    off, given up --begin--> running --ends by itself--> running again, three times --> given up
///    running, given up --end--> off
///
/// If the process can't start, or can't draw at all, the process is given up at once. The process ends when the
/// daemon's socket closes. A `level` command prints a level, such as the volume, to the process's standard input.
public final class OverlayProcess {
  private static let words = ["gesture-bridge", "overlay"]
  private static let mostRestarts = 3
  /// The status with which the process ends if it can't draw at all.
  private static let isImpossible: CommandStatus = .code(1)
  /// The maximum time for a `level` command, in microseconds. A slower command is killed at the next level request.
  private static let levelPatience: Int64 = 2_000_000

  private enum Life {
    case off, givenUp
    case running(ChildProcess, levels: StreamPipe)
  }

  private var life = Life.off
  /// Processes that were asked to end.
  private var ending: [ChildProcess] = []
  private var restarts = 0
  private var level: (child: ChildProcess, since: Int64)?
  /// The `level` command that starts after the command of a step has ended. Nil if no `level` command waits.
  private var awaited: CommandRequest?
  private let path: String
  /// The spawner; nil until the first program is started, because most daemons don't draw gestures.
  private var spawner: Spawner?
  private let log: Logger
  private let now: () -> Int64
  private let watch: CommandRunner.Watch
  private let unwatch: (Int32) -> Void

  public convenience init(on loop: EventLoop, log: Logger) {
    let owner = DescriptorOwner<OverlayProcess>()
    self.init(
      log: log, now: EventLoop.now,
      watch: { descriptor, interest throws(SystemError) in
        try loop.add(descriptor, interest) { _ in owner.owner?.look() }
      }, unwatch: { loop.remove($0) })
    owner.owner = self
  }

  init(
    path: String = OwnProgram.path, log: Logger, now: @escaping () -> Int64, watch: @escaping CommandRunner.Watch,
    unwatch: @escaping (Int32) -> Void
  ) {
    self.path = path
    self.log = log
    self.now = now
    self.watch = watch
    self.unwatch = unwatch
  }

  public var isRunning: Bool { if case .running = life { true } else { false } }

  public func begin() {
    if case .running = life { return }
    restarts = 0
    start()
  }

  public func end() {
    guard case .running(let child, _) = life else { return life = .off }
    kill(child.pid, SIGTERM)
    ending.append(child)
    awaited = nil
    life = .off
  }

  /// Kills an overlay that doesn't read its input. `look` then restarts the overlay, up to three times per `begin`.
  public func restart() {
    guard case .running(let child, _) = life else { return }
    log.warning("\(Self.hangs)")
    kill(child.pid, SIGKILL)
  }

  /// Reaps ended children. Restarts an ended overlay up to three times per `begin`, but never if it can't draw.
  public func look() {
    ending.removeAll { reap($0) != nil }
    if let level, reap(level.child) != nil { self.level = nil }
    guard case .running(let child, _) = life, let status = reap(child) else { return }
    guard status != Self.isImpossible else { return life = .givenUp }
    guard restarts < Self.mostRestarts else {
      log.warning("\(Self.endsAgain(status))")
      return life = .givenUp
    }
    restarts += 1
    start()
  }

  private func start() {
    do throws(StartFailure) {
      let levels = try StreamPipe()
      let pid = try preparedSpawner().start(
        .direct(Self.words), environment: [], input: levels.readingEnd, program: path)
      levels.closeReadingEnd()
      life = .running(ChildProcess(pid, watch: watch), levels: levels)
    } catch {
      life = .givenUp
      log.warning("\(Self.cannotStart(error))")
    }
  }

  /// Starts an overlay for lessons, with `socket` as standard input. The caller must reap the process.
  public static func startForLessons(_ socket: Int32) throws -> pid_t {
    try Spawner().start(.direct(words + ["--socket", "-"]), environment: [], input: socket, program: OwnProgram.path)
  }

  private func preparedSpawner() throws(StartFailure) -> Spawner {
    if let spawner { return spawner }
    do throws(SystemError) {
      let made = try Spawner()
      spawner = made
      return made
    } catch {
      throw .system(error.code)
    }
  }

  // MARK: Levels

  /// If the overlay runs, starts the `level` command `request`; with `afterCommand`, only when the step's command ends.
  public func askLevel(_ request: CommandRequest, afterCommand: Bool) {
    guard case .running = life else { return }
    if afterCommand { awaited = request } else { run(request) }
  }

  /// Runs the `level` command that waits for the end of `request`, if such a command exists.
  public func ended(_ request: CommandRequest) {
    guard let awaited, awaited.line == request.line, awaited.file == request.file else { return }
    self.awaited = nil
    run(awaited)
  }

  /// Runs a `level` command, unless the previous command still runs. Kills the previous command after `levelPatience`.
  private func run(_ request: CommandRequest) {
    guard case .running(_, let levels) = life else { return }
    if let level {
      if reap(level.child) == nil {
        if now() - level.since > Self.levelPatience { kill(-level.child.pid, SIGKILL) }
        return
      }
      self.level = nil
    }
    do throws(StartFailure) {
      let pid = try preparedSpawner().start(
        request.command, environment: request.environment, output: levels.descriptor)
      level = (ChildProcess(pid, watch: watch), now())
    } catch {
      log.warning("\(ActionMessage.startFailed(request.command, error, .init(request)).text)")
    }
  }

  private func reap(_ child: ChildProcess) -> CommandStatus? {
    guard let status = child.reap() else { return nil }
    child.release(unwatch)
    return status
  }
}

extension OverlayProcess {
  private static let hangs = "the overlay does not read its input, so it is killed (and restarted at most three times)"

  private static func endsAgain(_ status: CommandStatus) -> String {
    "the overlay has ended for the fourth time (this time \(status.words)), "
      + "so gestures are not drawn until the rules change or the daemon restarts"
  }

  private static func cannotStart(_ failure: StartFailure) -> String {
    "gestures are not drawn, because the overlay can't be started\(failure.code.map { ": \(SystemText.error($0))" } ?? "")"
  }
}
