import Bindings

/// The outcome of a request, as the debug view shows it.
public enum CommandEvent: Sendable, Equatable {
  /// The command or a stream's process was started; `latency` is the time since the request's `since`, in microseconds.
  case started(pid: Int32, latency: Int64?)
  case exited(pid: Int32, CommandStatus)
  case refused(CommandLimit)
  case failed(StartFailure)
  /// In a dry run: the command would have been started.
  case wouldStart
  /// The command waits until earlier commands have ended, or until a limit allows it.
  case queued
  /// An earlier command of the action still runs, so `overlap` skips this command.
  case skipped
  /// The command was waiting, and a later command has taken its place.
  case replaced
  /// The running command is asked to end, because the next one is waiting.
  case toldToEnd(pid: Int32)
  /// The command had been asked to end and has not ended in time, so it was killed.
  case killed(pid: Int32)
  case line(LineOutcome)
}

/// The outcome of a line for a stream.
public enum LineOutcome: Sendable, Equatable {
  /// The line is in the pipe.
  case written
  /// The line waits until the process reads.
  case waits
  /// The line waits, and replaces an earlier change that was waiting.
  case replacesChange
  /// The line is skipped: the process doesn't read, isn't started again during this gesture, or didn't get the gesture's beginning.
  case leftOut
}

public enum CommandStatus: Sendable, Equatable {
  case code(Int32)
  case signal(Int32)
  /// The status is lost: another part of this program has reaped the command, or SIGCHLD is ignored.
  case unknown
}

/// The limit that a request exceeds, with the limit's value.
public enum CommandLimit: Sendable, Equatable {
  case perBinding(Int)
  case overall(Int)
  /// The most commands that start in a second.
  case perSecond(Int)
  /// The most waiting commands of one action.
  case waiting(Int)
}

public enum StartFailure: Error, Equatable {
  /// The list of words is empty, or its first word is.
  case noProgram
  /// An argument or a variable contains a NUL character, at which it would be cut off.
  case nulCharacter
  /// The system can't start the program, for the reason in this errno.
  case system(Int32)
}

/// Identifies an action by its rules, its binding and its key: a binding's index is valid only within its set of rules.
///
/// All directions of a `step` are one action.
struct ActionKey: Hashable {
  /// The number of the set of rules.
  let rules: Int
  let binding: Int?
  let key: String

  init(_ request: CommandRequest, rules: Int) {
    self.rules = rules
    binding = request.binding
    key = request.key
  }
}
