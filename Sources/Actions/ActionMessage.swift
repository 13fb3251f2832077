import Base
import Bindings
import Glibc
import Logging

/// A message that this module logs. `text` is the sentence for the log.
enum ActionMessage: Equatable {
  case startFailed(Command, StartFailure, RulePosition)
  /// The name of an application that can't be started, and the reason for the failure.
  case noApplication(String, String, RulePosition)
  case shellFoundNothing(Command, RulePosition)
  case shellMayNotRun(Command, RulePosition)
  case ended(CommandStatus, RulePosition)
  case limited(CommandLimit, gesture: String, RulePosition)
  case limitOver(refused: Int, RulePosition)
  /// The limit per second allows commands again. `refused` is the number of commands that the limit has skipped.
  case stormOver(refused: Int)
  case noScopes(CommandScopes.Unavailable)
  case dryRun(Command, RulePosition)
  case skipped(RulePosition)
  case stopping(RulePosition)
  case killed(milliseconds: Int64, RulePosition)
  case waitingDropped(Int)
  case dryRunOfStream(Command, RulePosition)
  case endedEarly(Command, Ends, RulePosition)
  case stuck(Command, gesture: String, RulePosition)
  case readsAgain(Command, skipped: Int, RulePosition)

  /// The rule of a message: the command's key, such as `run`, and the rule's location, such as `bindings.toml:12`.
  struct RulePosition: Equatable {
    let key: String
    let source: String

    init(_ request: CommandRequest) {
      key = request.key
      source = request.source
    }

    var rule: String { "`\(key)` at \(source)" }
  }

  /// The number of a stream's early ends in a row, the time before which an end counts as early, and the last status.
  struct Ends: Equatable {
    let count: Int
    let withinMicroseconds: Int64
    let last: CommandStatus

    fileprivate var seconds: Int64 { withinMicroseconds / 1_000_000 }
  }

  var level: Logger.Level {
    switch self {
    case .startFailed, .noApplication: .error
    case .shellFoundNothing, .shellMayNotRun, .limited, .noScopes, .endedEarly, .stuck: .warning
    case .dryRun, .dryRunOfStream, .waitingDropped: .notice
    case .ended, .limitOver, .stormOver, .killed, .readsAgain: .info
    case .skipped, .stopping: .debug
    }
  }

  var text: String {
    switch self {
    case .startFailed(let command, let failure, let position): Self.startFailed(command, failure, position)
    case .noApplication(let name, let reason, let position):
      "`\(name)` was not started: \(reason); correct \(position.rule)"
    case .shellFoundNothing(let command, let position):
      "the shell did not find a program that `\(command)` starts (exit status 127): "
        + (command.adviceForX11(EnvironmentVariable.value).map { "\($0), in" } ?? "install the program or correct")
        + " \(position.rule)"
    case .shellMayNotRun(let command, let position):
      "the shell is not allowed to run a program that `\(command)` starts (exit status 126): make the program executable or correct \(position.rule)"
    case .ended(let status, let position): Self.ended(status, position)
    case .limited(let limit, let gesture, let position): Self.limited(limit, gesture, position)
    case .limitOver(let refused, let position):
      "\(position.rule) is no longer skipped; \(refused) \(refused == 1 ? "command was" : "commands were") skipped"
    case .stormOver(let refused):
      "gestures can start commands again; \(refused) \(refused == 1 ? "command was" : "commands were") skipped"
    case .noScopes(let absence): Self.noScopes(absence)
    case .dryRun(let command, let position): "dry run: \(position.rule) would run `\(command)`"
    case .skipped(let position): "\(position.rule) is skipped: its previous command still runs"
    case .stopping(let position): "\(position.rule) is asked to stop (SIGTERM) before the next command starts"
    case .killed(let grace, let position):
      "\(position.rule) did not end within \(grace) ms after SIGTERM, so it is killed before the next command starts"
    case .waitingDropped(let count):
      "\(count) waiting \(count == 1 ? "command is" : "commands are") dropped, because gestures are inactive now or the daemon ends"
    case .dryRunOfStream(let command, let position):
      "dry run: \(position.rule) would send the gesture to `\(command)`, line by line"
    case .endedEarly(let command, let ends, let position): Self.endedEarly(command, ends, position)
    case .stuck(let command, let gesture, let position):
      "`\(command)` does not read its standard input, so the gesture `\(gesture)` is no longer sent to it: make the command read its input, or "
        + "correct \(position.rule)"
    case .readsAgain(let command, let skipped, let position):
      "`\(command)` reads its standard input again; \(position.rule) missed \(skipped) \(skipped == 1 ? "gesture" : "gestures")"
    }
  }

  private static func ended(_ status: CommandStatus, _ position: RulePosition) -> String {
    switch status {
    case .code(let code): "\(position.rule) ended with exit status \(code)"
    case .signal(let number): "\(position.rule) was ended by \(SystemText.signal(number))"
    case .unknown: "\(position.rule) ended; its exit status is not known"
    }
  }

  private static func limited(_ limit: CommandLimit, _ gesture: String, _ position: RulePosition) -> String {
    switch limit {
    case .perBinding(let limit):
      "`\(gesture)` already has \(limit) \(limit == 1 ? "command" : "commands") running, the limit for one gesture: "
        + "\(position.rule) is skipped until some of these commands end"
    case .overall(let limit):
      "\(limit) \(limit == 1 ? "command is" : "commands are") already running, the limit `max-running`: "
        + "\(position.rule) and other commands are skipped until some commands end"
    case .perSecond(let limit):
      "gestures start more than \(limit) \(limit == 1 ? "command" : "commands") a second, the limit `max-per-second`: "
        + "\(position.rule) and other commands are skipped until gestures start fewer commands"
    case .waiting(let limit):
      "an action of `\(gesture)` already has \(limit) \(limit == 1 ? "command" : "commands") waiting, the limit for one action: "
        + "\(position.rule) is skipped until some of these commands have run"
    }
  }

  private static func noScopes(_ absence: CommandScopes.Unavailable) -> String {
    let reason =
      switch absence {
      case .noProgram: "\(CommandScopes.program) was not found in PATH: install it"
      case .noManager(let path):
        "the user's systemd does not listen at \(path): start it with `sudo systemctl start user@$(id -u)`"
      case .noSession:
        "XDG_RUNTIME_DIR, the folder in which the user's systemd listens, is not set to an absolute path: set it, usually to /run/user/$(id -u)"
      }
    return
      "commands are started without a systemd scope of their own, because \(reason), or remove `scope` from the rules"
  }

  private static func endedEarly(_ command: Command, _ ends: Ends, _ position: RulePosition) -> String {
    "`\(command)` ended \(ends.count) times in a row, each time within \(ends.seconds) s of its start, the last time \(ends.last.words); "
      + "the next gesture starts it again; make the command read its standard input to the end, or correct "
      + position.rule
  }

  private static func startFailed(_ command: Command, _ failure: StartFailure, _ position: RulePosition) -> String {
    let program = command.program
    switch failure {
    case .noProgram: return "the command is empty: name a program in \(position.rule)"
    case .nulCharacter:
      return
        "`\(program)` was not started: the command or one of its variables contains a NUL character; remove the character from \(position.rule)"
    case .system(ENOENT) where program.contains("/"):
      return
        "`\(program)`, or the interpreter in its first line, does not exist: install the missing program or correct "
        + position.rule
    case .system(ENOENT):
      let fix = command.adviceForX11(EnvironmentVariable.value).map { "\($0), in" } ?? "install it or correct"
      return "`\(program)` was not found in PATH: \(fix) \(position.rule)"
    case .system(EACCES): return "`\(program)` is not executable: make it executable or correct \(position.rule)"
    case .system(ENOEXEC):
      return "`\(program)` is not a program: add a first line such as #!/bin/sh to it, or correct \(position.rule)"
    case .system(E2BIG):
      return "`\(program)` was not started: its arguments are too long for the system (E2BIG); shorten \(position.rule)"
    case .system(EAGAIN):
      return
        "`\(program)` was not started: no more processes are allowed (EAGAIN); end some processes or raise `ulimit -u`; "
        + "the rule is \(position.rule)"
    case .system(EMFILE), .system(ENFILE):
      return
        "`\(program)` was not started: too many files are open (EMFILE or ENFILE); raise `ulimit -n` or fs.file-max; the rule is "
        + "\(position.rule)"
    case .system(let code):
      return "`\(program)` was not started: \(SystemText.error(code)); the rule is \(position.rule)"
    }
  }
}

extension Command {
  var program: String {
    switch self {
    case .shell: Spawner.shell
    case .direct(let arguments): arguments.first ?? ""
    }
  }
}
