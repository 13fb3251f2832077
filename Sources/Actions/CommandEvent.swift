import Bindings

/// What became of a request, as the debug view shows it.
public enum CommandEvent: Sendable, Equatable {
  /// The command, or a stream's process, runs; `latency` is microseconds from the request's `since` to now.
  case started(pid: Int32, latency: Int64?)
  case exited(pid: Int32, CommandStatus)
  case refused(CommandLimit)
  case failed(StartFailure)
  /// In a dry run: it would have been started.
  case wouldStart
  /// It starts when the commands before it have ended.
  case queued
  /// The command before it still runs, and `overlap` leaves this one out.
  case skipped
  /// It waited for its start, and a later command takes its place.
  case replaced
  /// It runs and is asked to end, because the next one is due.
  case toldToEnd(pid: Int32)
  /// It has not ended in time.
  case killed(pid: Int32)
  case line(LineOutcome)
}

/// What becomes of a line for a stream.
public enum LineOutcome: Sendable, Equatable {
  /// It is in the pipe.
  case written
  /// It waits until the process reads.
  case waits
  /// It waits in place of the change before it.
  case replacesChange
  /// The process does not read, is left alone, or did not get the gesture's beginning.
  case leftOut
}

public enum CommandStatus: Sendable, Equatable {
  case code(Int32)
  case signal(Int32)
  /// It was reaped elsewhere, as when SIGCHLD is ignored.
  case unknown
}

/// Which limit a request ran into, with its figure.
public enum CommandLimit: Sendable, Equatable {
  case perBinding(Int)
  case overall(Int)
  /// Commands that are started in a second.
  case perSecond(Int)
  /// Commands of one action that wait.
  case waiting(Int)
}

public enum StartFailure: Error, Equatable {
  /// The list is empty or its first entry is.
  case noProgram
  /// A NUL character would cut an argument or a variable short.
  case nulCharacter
  /// The system refused, with the value of errno.
  case system(Int32)
}

/// Identifies an action: a binding's index means something only within its set of rules.
///
/// The ways of a `step` are one action.
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
