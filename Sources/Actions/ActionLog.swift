import Bindings
import Glibc
import Logging

/// Logs this module's messages at their levels, and a problem that repeats itself only once.
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

  /// As `ended`, but a known problem is not logged again: a stream's process is restarted again and again.
  func streamEnded(_ request: CommandRequest, _ status: CommandStatus) {
    if !tellOfShell(request, status) { tellEnd(request, status) }
  }

  /// Logged once, until scopes are available again.
  func noScopes(_ absence: CommandScopes.Unavailable) {
    if !hasToldOfScopes { say(.noScopes(absence)) }
    hasToldOfScopes = true
  }

  func scopesAreThere() { hasToldOfScopes = false }

  /// The rules have changed: every message may be logged again.
  func forget() {
    troubles = [:]
    hasToldOfScopes = false
  }

  /// Logs an exit status by which the shell says that it ran nothing.
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

  /// Logs a problem of a rule if it is news, and at debug level if it was the rule's last message.
  func tell(_ message: ActionMessage, of request: CommandRequest) {
    let text = message.text
    let rule = ActionMessage.RulePosition(request).rule
    logger.log(level: troubles[rule] == text ? .debug : message.level, "\(text)")
    troubles[rule] = text
  }
}

/// The exit statuses by which `/bin/sh` says that it ran nothing, as POSIX defines them.
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
