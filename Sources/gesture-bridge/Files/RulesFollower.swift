import Bindings
import Logging

/// The rules at run time: reads them again when their files have changed and are quiet, or when it is asked to, and says
/// what came of it. What can't be used changes nothing.
final class RulesFollower {
  /// Editors and programs write in bursts; after this long without another change a file is whole, in microseconds.
  static let quiet: Int64 = 100_000

  /// What is shown on the desktop besides being logged.
  var notify: (Notification) -> Void = { _ in }
  /// When `advance` is due, CLOCK_MONOTONIC microseconds.
  private(set) var nextDeadline: Int64?
  let path: String
  /// Those of the first reading.
  let first: Rules

  private let log: Logger
  private let messages: MessageStream
  /// What was found at the last look.
  private(set) var latest: RulesReading?
  /// Nil where the system has none to give.
  private let watch: FileWatch?
  /// What stood in the files that are at work, and at the last look.
  private var used: [RulesReading.Part]
  private var seen: [RulesReading.Part]
  /// The files can't be used as they are, which the desktop may still show.
  private(set) var isTroubleShown = false

  /// - Throws: when the rules can't be used.
  init(_ path: String, log: Logger, _ messages: MessageStream = MessageStream()) throws(RulesFile.Problem) {
    self.path = path
    self.log = log
    self.messages = messages
    do {
      watch = try FileWatch()
    } catch {
      watch = nil
      log.warning("\(Message.notWatched(path, error.code))")
    }
    watch?.failed = { log.warning("\(Message.notWatched($0, $1))") }
    let reading = Self.read(path, watch, isFirst: true)
    Self.say(reading.diagnostics, messages)
    first = try reading.result.get()
    used = reading.parts
    seen = used
  }

  /// Ready to be read when `changed` should be called; nil where nothing can be watched.
  var descriptor: Int32? { watch?.descriptor }

  /// Something happened to the files, or near them.
  func changed(at now: Int64) {
    if watch?.takeChanges() == true { nextDeadline = now + Self.quiet }
  }

  /// Looks at the files if they have been quiet for long enough; returns rules that are to take the place of those at work.
  func advance(to now: Int64) -> Rules? {
    guard let deadline = nextDeadline, deadline <= now else { return nil }
    return look(isAsked: false)
  }

  /// Reads the rules again, changed or not; returns rules that are to take the place of those at work.
  func reload() -> Rules? { look(isAsked: true) }

  private func look(isAsked: Bool) -> Rules? {
    nextDeadline = nil
    let reading = Self.read(path, watch, isFirst: false)
    guard isAsked || reading.parts != seen else { return nil }
    seen = reading.parts
    latest = reading
    switch reading.result {
    case .failure(let problem):
      Self.say(reading.diagnostics, messages)
      refuse(reading, problem, isAsked: isAsked)
      return nil
    case .success(let rules):
      let isSame = reading.parts == used
      used = reading.parts
      if isTroubleShown { notify(.mended(rules, path)) }
      isTroubleShown = false
      if isSame, !isAsked {
        log.notice("\(Message.unchanged(path))")
        return nil
      }
      Self.say(reading.diagnostics, messages)
      return rules
    }
  }

  private func refuse(_ reading: RulesReading, _ problem: RulesFile.Problem, isAsked: Bool) {
    if reading.isGone, !isAsked {
      log.warning("\(Message.rulesGone(path))")
    } else {
      log.error("\(Message.keptRules(problem))")
      notify(.trouble(problem))
      isTroubleShown = true
    }
  }

  private static func read(_ path: String, _ watch: FileWatch?, isFirst: Bool) -> RulesReading {
    guard let watch else { return RulesReading(path, isFirst: isFirst) }
    return watch.renew { RulesReading(path, isFirst: isFirst, opening: $0) }
  }

  private static func say(_ diagnostics: [Diagnostic], _ messages: MessageStream) {
    for diagnostic in diagnostics {
      messages.say("\(diagnostic)", at: diagnostic.severity == .error ? .error : .warning)
    }
  }
}
