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
  /// The command waits for the commands before it to end.
  case queued
  /// The command before it still runs, and `overlap` skips this one.
  case skipped
  /// A later command takes the place of this waiting one.
  case replaced
  /// The running command is asked to end, because the next one is waiting.
  case toldToEnd(pid: Int32)
  /// The command has not ended in time, so it was killed.
  case killed(pid: Int32)
  case line(LineOutcome)
}

/// The outcome of a line for a stream.
public enum LineOutcome: Sendable, Equatable {
  /// The line is in the pipe.
  case written
  /// The line waits until the process reads.
  case waits
  /// The line waits, and replaces a waiting change.
  case replacesChange
  /// The line is skipped: the process doesn't read, is left alone, or didn't get the gesture's beginning.
  case leftOut
}

public enum CommandStatus: Sendable, Equatable {
  case code(Int32)
  case signal(Int32)
  /// Another part of the process reaped it, or SIGCHLD is ignored.
  case unknown
}

/// The limit that a request exceeds, with its value.
public enum CommandLimit: Sendable, Equatable {
  case perBinding(Int)
  case overall(Int)
  /// Commands that start in a second.
  case perSecond(Int)
  /// Waiting commands of one action.
  case waiting(Int)
}

public enum StartFailure: Error, Equatable {
  /// The list or its first entry is empty.
  case noProgram
  /// A NUL character would cut off an argument or a variable.
  case nulCharacter
  /// The system refused, with errno.
  case system(Int32)
}

/// Identifies an action: a binding's index is valid only within its set of rules.
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
