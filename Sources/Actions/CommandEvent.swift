/// What became of a request, as the debug view shows it.
public enum CommandEvent: Sendable, Equatable {
  /// It runs; `latency` is microseconds from the request's `since` to now.
  case started(pid: Int32, latency: Int64?)
  case exited(pid: Int32, CommandStatus)
  case refused(CommandLimit)
  case failed(StartFailure)
  /// In a dry run: it would have been started.
  case wouldStart
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
