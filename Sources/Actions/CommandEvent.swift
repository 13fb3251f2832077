/// What became of a request, as the debug view shows it.
public enum CommandEvent: Sendable, Equatable {
  /// It runs; `latency` is microseconds from the request's `since` to now. A stream's process too.
  case started(pid: Int32, latency: Int64?)
  case exited(pid: Int32, CommandStatus)
  case refused(CommandLimit)
  case failed(StartFailure)
  /// In a dry run: it would have been started.
  case wouldStart
  /// It starts when those before it have ended.
  case queued
  /// The one before it runs, and `overlap` leaves this one out.
  case skipped
  /// A later one takes the place of this one, which waited for its start.
  case replaced
  /// It runs and is told to end, because the next one is due.
  case toldToEnd(pid: Int32)
  /// It has not ended in time.
  case killed(pid: Int32)
  /// What becomes of a line for a stream.
  case line(Delivery)
}

/// What becomes of a line for a stream.
public enum Delivery: Sendable, Equatable {
  /// It is in the pipe.
  case written
  /// It waits until the process reads.
  case waits
  /// It waits in place of the change before it.
  case replacesChange
  /// The process does not read, or is left alone, or never heard of the gesture.
  case leftOut
}

/// How a command ended.
public enum CommandStatus: Sendable, Equatable {
  case code(Int32)
  case signal(Int32)
  /// Somebody else reaped it, as when SIGCHLD is ignored.
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

/// Why a command could not be started.
public enum StartFailure: Error, Equatable {
  /// The list is empty or its first entry is.
  case noProgram
  /// A NUL character would cut an argument or a variable short.
  case nulCharacter
  /// The system refused, with the value of errno.
  case system(Int32)
}
