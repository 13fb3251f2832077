import Bindings
import Glibc
import Logging

/// Logs this module's messages at their levels, and a repeated problem only once.
final class ActionLog {
  private let logger: Logger
  /// The last problem logged for each rule: a gesture that reports 100 changes a second must not log it 100 times.
  private var troubles: [String: String] = [:]
  private var hasToldOfScopes = false

  init(logger: Logger) {
    self.logger = logger
  }

  func ended(_ request: CommandRequest, _ status: CommandStatus) {
    if tellOfShell(request, status) { return }
    troubles[ActionMessage.RulePosition(request).rule] = nil
    tellEnd(request, status)
  }

  /// Like `ended`, but a known problem stays known: a stream's process may be restarted repeatedly.
  func streamEnded(_ request: CommandRequest, _ status: CommandStatus) {
    if !tellOfShell(request, status) { tellEnd(request, status) }
  }

  /// Logs that scopes are missing, once until scopes are available again.
  func noScopes(_ absence: CommandScopes.Unavailable) {
    if !hasToldOfScopes { say(.noScopes(absence)) }
    hasToldOfScopes = true
  }

  func scopesAreThere() { hasToldOfScopes = false }

  /// Allows every message to be logged again, because the rules have changed.
  func forget() {
    troubles = [:]
    hasToldOfScopes = false
  }

  /// Logs the exit status if it means that the shell ran nothing; returns whether it did.
  private func tellOfShell(_ request: CommandRequest, _ status: CommandStatus) -> Bool {
    guard let answer = ShellAnswer(request.command, status) else { return false }
    let place = ActionMessage.RulePosition(request)
    switch answer {
    case .foundNothing: tell(.shellFoundNothing(request.command, place), of: request)
    case .mayNotRun: tell(.shellMayNotRun(request.command, place), of: request)
    }
    return true
  }

  private func tellEnd(_ request: CommandRequest, _ status: CommandStatus) {
    if status != .code(EXIT_SUCCESS) { say(.ended(status, .init(request))) }
  }

  func say(_ message: ActionMessage) { logger.log(level: message.level, "\(message.text)") }

  /// Logs a new problem of a rule at its level, and a problem that is the rule's last message at debug level.
  func tell(_ message: ActionMessage, of request: CommandRequest) {
    let text = message.text
    let rule = ActionMessage.RulePosition(request).rule
    logger.log(level: troubles[rule] == text ? .debug : message.level, "\(text)")
    troubles[rule] = text
  }
}

/// The exit statuses by which `/bin/sh` reports that it ran nothing, as POSIX defines them.
enum ShellAnswer: Int32 {
  case mayNotRun = 126
  case foundNothing = 127

  init?(_ command: Command, _ status: CommandStatus) {
    guard case .shell = command, case .code(let code) = status, let answer = ShellAnswer(rawValue: code) else {
      return nil
    }
    self = answer
  }
}
