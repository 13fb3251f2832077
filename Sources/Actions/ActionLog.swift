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

  func startFailed(_ request: CommandRequest, _ failure: StartFailure) {
    tell(.startFailed(request.command, failure, .init(request)), of: request, at: .error)
  }

  func noApplication(_ request: CommandRequest, _ name: String, _ problem: DesktopEntry.Problem) {
    tell(.noApplication(name, problem.description, .init(request)), of: request, at: .error)
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

  func limited(_ request: CommandRequest, by limit: CommandLimit) {
    say(.limited(limit, gesture: request.gesture, .init(request)), .warning)
  }

  func limitOver(_ request: CommandRequest, refused: Int) {
    say(.limitOver(refused: refused, .init(request)), .info)
  }

  /// A storm of starts is over; `refused` commands were left out.
  func calm(refused: Int) { say(.calm(refused: refused), .info) }

  /// Logged once, until scopes are available again.
  func noScopes(_ absence: CommandScopes.Unavailable) {
    if !hasToldOfScopes { say(.noScopes(absence), .warning) }
    hasToldOfScopes = true
  }

  func scopesAreThere() { hasToldOfScopes = false }

  func dryRun(_ request: CommandRequest) { say(.dryRun(request.command, .init(request)), .notice) }

  func dryRunOfStream(_ request: CommandRequest) { say(.dryRunOfStream(request.command, .init(request)), .notice) }

  func skipped(_ request: CommandRequest) { say(.skipped(.init(request)), .debug) }

  func toldToEnd(_ request: CommandRequest) { say(.toldToEnd(.init(request)), .debug) }

  func killed(_ request: CommandRequest, afterMilliseconds grace: Int64) {
    say(.killed(milliseconds: grace, .init(request)), .info)
  }

  func neverRun(_ count: Int) { say(.neverRun(count), .notice) }

  func leftAlone(_ request: CommandRequest, _ ends: ActionMessage.Ends) {
    tell(.leftAlone(request.command, ends, .init(request)), of: request, at: .warning)
  }

  func stuck(_ request: CommandRequest) {
    say(.stuck(request.command, gesture: request.gesture, .init(request)), .warning)
  }

  func readsAgain(_ request: CommandRequest, leftOut: Int) {
    say(.readsAgain(request.command, leftOut: leftOut, .init(request)), .info)
  }

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
    case .foundNothing: tell(.shellFoundNothing(request.command, place), of: request, at: .warning)
    case .mayNotRun: tell(.shellMayNotRun(request.command, place), of: request, at: .warning)
    }
    return true
  }

  private func tellEnd(_ request: CommandRequest, _ status: CommandStatus) {
    if status != .code(EXIT_SUCCESS) { say(.ended(status, .init(request)), .info) }
  }

  private func say(_ message: ActionMessage, _ level: Logger.Level) { logger.log(level: level, "\(message.text)") }

  /// Logs at `level` if it is news, at debug level if it was the rule's last message.
  private func tell(_ message: ActionMessage, of request: CommandRequest, at level: Logger.Level) {
    let text = message.text
    let rule = ActionMessage.RulePosition(request).rule
    logger.log(level: troubles[rule] == text ? .debug : level, "\(text)")
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
