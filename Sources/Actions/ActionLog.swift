import Logging

/// Writes this module's messages at their levels, and a trouble that repeats itself only once.
struct ActionLog {
  private let logger: Logger
  /// The last trouble told of each rule; a gesture that reports 100 changes a second must not tell it 100 times.
  private var troubles: [String: String] = [:]

  init(logger: Logger) {
    self.logger = logger
  }

  mutating func startFailed(_ request: CommandRequest, _ failure: StartFailure) {
    tell(.startFailed(request.command, failure, .init(request)), of: request, at: .error)
  }

  mutating func ended(_ request: CommandRequest, _ status: CommandStatus) {
    let place = ActionMessage.Place(request)
    switch (request.command, status) {
    case (.shell, .code(127)): tell(.shellFoundNothing(request.command, place), of: request, at: .warning)
    case (.shell, .code(126)): tell(.shellMayNotRun(request.command, place), of: request, at: .warning)
    case (_, .code(0)): troubles[place.rule] = nil
    case (_, .code), (_, .signal), (_, .unknown):
      troubles[place.rule] = nil
      logger.info("\(ActionMessage.ended(status, place).text)")
    }
  }

  func limited(_ request: CommandRequest, by limit: CommandLimit) {
    logger.warning("\(ActionMessage.limited(limit, gesture: request.gesture, .init(request)).text)")
  }

  func limitOver(_ request: CommandRequest, refused: Int) {
    logger.info("\(ActionMessage.limitOver(refused: refused, .init(request)).text)")
  }

  func dryRun(_ request: CommandRequest) {
    logger.notice("\(ActionMessage.dryRun(request.command, .init(request)).text)")
  }

  /// The rules have changed: what was told may be told again.
  mutating func forget() { troubles = [:] }

  /// At `level` if it is news, at debug level if it is what was told of the rule before.
  private mutating func tell(_ message: ActionMessage, of request: CommandRequest, at level: Logger.Level) {
    let text = message.text
    let rule = ActionMessage.Place(request).rule
    logger.log(level: troubles[rule] == text ? .debug : level, "\(text)")
    troubles[rule] = text
  }
}
