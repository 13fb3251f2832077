import Bindings
import Glibc
import Logging

/// Logs this module's messages. A rule's repeated problem is logged at debug level.
final class ActionLog {
  private let logger: Logger
  /// The text of each rule's last problem.
  private var lastProblems: [String: String] = [:]
  private var hasLoggedMissingScopes = false

  init(logger: Logger) { self.logger = logger }

  func ended(_ request: CommandRequest, _ status: CommandStatus) {
    if logShellAnswer(request, status) { return }
    lastProblems[ActionMessage.RulePosition(request).rule] = nil
    logEnd(request, status)
  }

  /// Like `ended`, but keeps the rule's last problem, so that a restarted stream doesn't log this problem as new.
  func streamEnded(_ request: CommandRequest, _ status: CommandStatus) {
    if !logShellAnswer(request, status) { logEnd(request, status) }
  }

  func noScopes(_ absence: CommandScopes.Unavailable) {
    if !hasLoggedMissingScopes { log(.noScopes(absence)) }
    hasLoggedMissingScopes = true
  }

  func scopesAreAvailable() { hasLoggedMissingScopes = false }

  /// Allows all problems to be logged again; called when the rules have changed.
  func forget() {
    lastProblems = [:]
    hasLoggedMissingScopes = false
  }

  /// If the status shows that the shell couldn't run a program, logs the problem and returns true.
  private func logShellAnswer(_ request: CommandRequest, _ status: CommandStatus) -> Bool {
    guard let answer = ShellAnswer(request.command, status) else { return false }
    let position = ActionMessage.RulePosition(request)
    switch answer {
    case .notFound: logProblem(.shellFoundNothing(request.command, position), of: request)
    case .notExecutable: logProblem(.shellMayNotRun(request.command, position), of: request)
    }
    return true
  }

  private func logEnd(_ request: CommandRequest, _ status: CommandStatus) {
    if status != .code(EXIT_SUCCESS) { log(.ended(status, .init(request))) }
  }

  func log(_ message: ActionMessage) { logger.log(level: message.level, "\(message.text)") }

  func logProblem(_ message: ActionMessage, of request: CommandRequest) {
    let text = message.text
    let rule = ActionMessage.RulePosition(request).rule
    logger.log(level: lastProblems[rule] == text ? .debug : message.level, "\(text)")
    lastProblems[rule] = text
  }
}

/// The exit statuses of `/bin/sh` for a program that can't run. Source: POSIX.
enum ShellAnswer: Int32 {
  case notExecutable = 126
  case notFound = 127

  init?(_ command: Command, _ status: CommandStatus) {
    guard case .shell = command, case .code(let code) = status else { return nil }
    self.init(rawValue: code)
  }
}
