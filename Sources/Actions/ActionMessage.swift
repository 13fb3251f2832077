import Glibc

/// Every sentence this module logs; the facts are the case, the wording is `text`.
enum ActionMessage: Equatable {
  case startFailed(Command, StartFailure, Place)
  case shellFoundNothing(Command, Place)
  case shellMayNotRun(Command, Place)
  case ended(CommandStatus, Place)
  case limited(CommandLimit, gesture: String, Place)
  case limitOver(refused: Int, Place)
  case dryRun(Command, Place)

  /// The key and the position of the rule that a message is about.
  struct Place: Equatable {
    let key: String
    let source: String

    init(_ request: CommandRequest) {
      key = request.key
      source = request.source
    }

    var rule: String { "`\(key)` at \(source)" }
  }

  var text: String {
    switch self {
    case .startFailed(let command, let failure, let place): Self.startFailed(command, failure, place)
    case .shellFoundNothing(let command, let place):
      "the shell did not find a program in `\(command)` (exit status 127): install it or correct \(place.rule)"
    case .shellMayNotRun(let command, let place):
      "the shell may not run a program in `\(command)` (exit status 126): make it executable or correct \(place.rule)"
    case .ended(.code(let code), let place): "\(place.rule) ended with exit status \(code)"
    case .ended(.signal(let number), let place): "\(place.rule) was ended by \(SystemText.signal(number))"
    case .ended(.unknown, let place): "\(place.rule) ended; its exit status was taken by another part of the process"
    case .limited(.perBinding(let limit), let gesture, let place):
      "`\(gesture)` already has \(limit) \(limit == 1 ? "command" : "commands") running, the limit for one binding: "
        + "\(place.rule) is skipped until some of them end"
    case .limited(.overall(let limit), _, let place):
      "\(limit) \(limit == 1 ? "command is" : "commands are") already running, the limit for all bindings: "
        + "\(place.rule) and others are skipped until some of them end"
    case .limitOver(let refused, let place):
      "\(place.rule) is run again; it was skipped \(refused == 1 ? "once" : "\(refused) times")"
    case .dryRun(let command, let place): "dry run: \(place.rule) would run `\(command)`"
    }
  }

  private static func startFailed(_ command: Command, _ failure: StartFailure, _ place: Place) -> String {
    let program = command.program
    switch failure {
    case .noProgram: return "there is no program to run: name one in \(place.rule)"
    case .nulCharacter: return "`\(program)` was not started: remove the NUL character from \(place.rule)"
    case .system(ENOENT) where program.contains("/"):
      return "`\(program)`, or the interpreter its first line names, does not exist: install it or correct "
        + place.rule
    case .system(ENOENT): return "`\(program)` was not found in PATH: install it or correct \(place.rule)"
    case .system(EACCES): return "`\(program)` may not be executed: make it executable or correct \(place.rule)"
    case .system(ENOEXEC):
      return "`\(program)` is not a program: begin it with a line such as #!/bin/sh or correct \(place.rule)"
    case .system(E2BIG):
      return "`\(program)` was not started: its arguments are too long for the system (E2BIG); shorten \(place.rule)"
    case .system(EAGAIN):
      return "`\(program)` was not started: no more processes are allowed (EAGAIN); end some or raise `ulimit -u`, "
        + "then repeat \(place.rule)"
    case .system(EMFILE), .system(ENFILE):
      return "`\(program)` was not started: too many files are open (EMFILE); raise `ulimit -n`, then repeat "
        + "\(place.rule)"
    case .system(let code):
      return "`\(program)` was not started: \(SystemText.error(code)); the rule is \(place.rule)"
    }
  }
}

extension Command {
  /// The program that is executed.
  var program: String {
    switch self {
    case .shell: Spawner.shell
    case .direct(let arguments): arguments.first ?? ""
    }
  }
}
