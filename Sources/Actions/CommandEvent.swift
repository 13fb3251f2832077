import Base
import Bindings

/// An event of a request for a command, such as its start or its end. A request can have several events.
public enum CommandEvent: Sendable, Equatable {
  /// `latency` is the time from the gesture event to the start, in microseconds; nil if the request's `since` is nil.
  case started(pid: Int32, latency: Int64?)
  case exited(pid: Int32, CommandStatus)
  case refused(CommandLimit)
  case failed(StartFailure)
  case wouldStart
  /// The command waits until earlier commands have ended, or until a limit allows the command.
  case queued
  /// The command is skipped, because the action's earlier command still runs.
  case skipped
  /// A later command has replaced this waiting command.
  case replaced
  /// The running command is asked to end, because the action's next command waits.
  case stopping(pid: Int32)
  /// The command was asked to end, but didn't end in time, so it was killed.
  case killed(pid: Int32)
  case line(LineOutcome)
}

/// The result of sending a line to a stream's process.
public enum LineOutcome: Sendable, Equatable {
  case written, waits
  /// The line reports a change of the gesture, and waits. It has replaced an earlier change that still waited.
  case replacesChange
  /// The process doesn't get the line.
  case dropped
}

public enum CommandStatus: Sendable, Equatable {
  case code(Int32)
  case signal(Int32)
  /// The status is lost, because `waitid` failed, for example because the process had already been reaped.
  case unknown

  /// How a command ended, in words: `with exit status 1`.
  var words: String {
    switch self {
    case .code(let code): "with exit status \(code)"
    case .signal(let number): "by \(SystemText.signal(number))"
    case .unknown: "with an unknown exit status"
    }
  }
}

/// A limit that a request exceeds; each case has the limit's value.
public enum CommandLimit: Sendable, Equatable {
  case perBinding(Int)
  case overall(Int)
  case perSecond(Int)
  /// The maximum number of waiting commands of one action.
  case waiting(Int)
}

public enum StartFailure: Error, Equatable {
  /// The command has no words, an empty first word, or no usable .desktop file.
  case noProgram
  /// An argument or a variable contains a NUL, at which a C string would end.
  case nulCharacter
  /// The errno with which the system refused to start the program.
  case system(Int32)

  var code: Int32? { if case .system(let code) = self { code } else { nil } }
}

/// An action in one set of rules. All directions of a `step` are one action.
struct ActionKey: Hashable {
  /// The number of the set of rules. It increases each time the rules are replaced. `binding` is an index in this set.
  let rules: Int
  let binding: Int?
  let key: String

  init(_ request: CommandRequest, rules: Int) {
    self.rules = rules
    binding = request.binding
    key = request.key
  }
}
